package fourier

// Atom is a point of a radial spectral measure: the sphere of radius Omega ≥ 0 carries the signed mass Weight, spread
// uniformly. Omega = 0 is the origin, the spectrum of the constant kernel Weight.
type Atom struct {
	Omega  float64 `json:"omega"`
	Weight float64 `json:"weight"`
}
