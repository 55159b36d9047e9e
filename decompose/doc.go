// Package decompose splits a kernel's spectral measure into its Jordan parts and samples
// them.
//
// Jordan takes a certificate and gives a Decomposition: per part the mass and a Table,
// the tabulated inverse distribution function of the radius. Save and Load keep a
// decomposition in a krein.table/1 file.
package decompose
