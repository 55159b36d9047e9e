// Package angle bounds functions of an angle θ on discs of the complex plane by Taylor models: kernels on spheres, written in the
// angle between two points. Layers of networks, arccosines of 1 − θ²/2 + …, are holomorphic around θ = 0 although parts of their
// formulas are not (Origin).
package angle
