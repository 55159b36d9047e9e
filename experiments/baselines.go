package main

import (
	"time"

	"gonum.org/v1/gonum/mat"

	"krein/features"
	"krein/features/baseline"
)

// fitRows is how many rows kernel matrices of baselines have at most.
const fitRows = 400

// srf is spherical random features, fitted to the kernel on [0, 2].
func srf(dim int, at func(z float64) float64) *method {
	start := time.Now()
	d, _, err := baseline.SRF(dim, at, 0)
	if err != nil {
		return &method{name: "SRF", missing: err.Error()}
	}
	return &method{name: "SRF", rep: features.Fourier(d), before: time.Since(start).Seconds()}
}

// digmm is the mixture of both parts, fitted to the kernel matrix of 400 rows.
func digmm(x *mat.Dense, at func(z float64) float64) *method {
	start := time.Now()
	d, _, err := baseline.DIGMM(features.SampleRows(x, fitRows, 1), at, 0)
	if err != nil {
		return &method{name: "DIGMM", missing: err.Error()}
	}
	return &method{name: "DIGMM", rep: features.Fourier(d), before: time.Since(start).Seconds()}
}
