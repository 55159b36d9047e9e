// Package compare sets the representations of a kernel that random features can be drawn from side
// by side: the Jordan decomposition on R^d, measures of least mass and of least variance on a
// bounded domain, zonal decompositions on the sphere. For each, and each way to couple the samples,
// it predicts the variance of the estimate of k(z), averaged over given distances, and from that the
// number of feature columns, and of operations a row, that a root mean square error takes.
//
// Variances are predicted, not measured (internal/features/evaluate measures). Masses and biases are proved where a row says so.
package compare
