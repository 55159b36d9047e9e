// Package decompose splits a kernel's spectral measure into its Jordan parts and samples them.
//
// Jordan proves that the mass is finite and gives a Decomposition: per part the mass and a Table, the tabulated inverse
// distribution function of the radius, with a proved bound of the bias where the laws of the parts are enclosed (Bias).
// Save and Load keep a decomposition in a krein.table/2 file. Package minimal finds the cheapest measures on a bounded
// domain (FromMinimum), package zonal is for the unit sphere.
package decompose
