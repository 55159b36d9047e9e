// Package quadrature encloses densities of radial spectra at a frequency where they have no closed form: by quadrature
// and by series, with proved remainders. No proof rests on it.
package quadrature
