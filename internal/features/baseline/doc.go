// Package baseline has the maps of other papers, as they were published and under their names, so that krein
// can be compared with them. None is recommended; what is wrong with each is said where it is defined.
//
//   - [Published]: Algorithm 1 of the signed-measure papers on 10 000 points of [−10, 10], biased; its
//     variants, fewer points, sub-intervals, importance sampling
//   - [SRF]: spherical random features, the positive part of a sum of Gaussians for an indefinite kernel, biased
//   - [DIGMM]: two mixtures of Gaussians for the parts of a Gram matrix, biased
//   - [Nystrom]: from landmarks in the data, uniform or by ridge leverage scores ([RidgeLeverage])
//   - [LeastSquares]: masses of complex measures by least squares on few rows, biased
//
// Those whose frequencies are radii with uniform directions are decompositions, for radial.New;
// the others are maps or representations.
package baseline
