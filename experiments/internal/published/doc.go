// Package published has maps of other papers, as they were published and under their names, with which only the experiments
// compare krein; internal/features/baseline has those with which the command does. None is recommended; what is wrong with
// each is said where it is defined.
//
//   - [RandomMaclaurin], [TensorSketch], [TensorProjection]: polynomials of the inner product, unbiased
//   - [SORF]: HDHDHD for the Gaussian kernel, biased
//   - [Leverage]: frequencies by their ridge leverage scores of rows
package published
