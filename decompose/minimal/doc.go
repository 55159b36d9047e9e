// Package minimal finds the cheapest signed measures that represent a kernel on a bounded domain: of least mass, or of
// least variance at given distances. They are a few atoms each, found by a semi-infinite linear program; their bias and
// a lower bound on the least cost are proved in ball arithmetic, and Verify proves both again without a search.
package minimal
