// Package learn fits classifiers, regressions and clusters to rows of features, and to kernel
// matrices that need be neither positive nor symmetric.
//
// # Rows
//
// Estimators read a table of features through [Rows], a block at a time and as often as they
// need: [Matrix] is one in memory, [Mapped] computes the features of raw points whenever they
// are read, so that Φ need not fit in memory. A map of package features is a [Transformer].
//
// # What is minimised
//
// With Φ the n×c features, φ_i its rows, d_j the [Convex.Penalty] of a column (1 by default) and b
// the intercept (see below), each of
//
//	LinearSVM  ½ Σ_j d_j w_j² + C Σ_i max(0, 1 − y_i f_i)²            one class against the rest
//	SVR        ½ Σ_j d_j w_j² + C Σ_i max(0, |y_i − f_i| − ε)²
//	Logistic   ½ Σ_j d_j w_j² + C Σ_i (log Σ_k exp f_ik − f_iy_i)      multinomial
//	Ridge      λ Σ_j d_j w_j² +   Σ_i (y_i − f_i)²
//
// with f_i = ⟨w, φ_i⟩ + b is convex. The first three are minimised by a Newton method with conjugate gradients, all
// classes and all folds at once, so that a pass over the rows serves them all; Ridge by Cholesky's method. With the
// signature J of a map of an indefinite kernel, [Penalty] weighs the two parts apart, [Canonical] turns Φ into the
// eigenvectors of ΦJΦᵀ, [KreinPath.Stationary] solves the equations of a Kreĭn space, where nothing is minimal, and
// [KreinPath.Sphere] minimises an indefinite form on a sphere. docs/learning.md compares them.
//
// # Intercepts
//
// [NoIntercept], the zero value, fits none: b = 0. [FreeIntercept] leaves b out of the penalty, as scikit-learn does.
// [PenalisedIntercept] gives it the penalty of a column of ones with d = 1, as LIBLINEAR's -B 1 does.
//
// # Reproducibility
//
// The same input gives the same bits for any GOMAXPROCS.
package learn
