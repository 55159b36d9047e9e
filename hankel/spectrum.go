// Package hankel computes radial spectral measures.
package hankel
