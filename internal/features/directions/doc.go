// Package directions draws unit vectors of R^d that depend on each other, each of them uniform, and states the means of
// the even Gegenbauer polynomials of their inner products, from which variances follow: rows of Hadamard matrices times
// signs and a rotation ([Structured], [Design]), a turned sequence ([Quasi]), columns of a larger orthogonal matrix
// ([GORFWeights]). Package features says what each is for.
package directions
