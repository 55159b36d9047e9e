package decompose

import (
	"context"
	"errors"
	"fmt"
	"math"

	"krein/internal/kernel/numeric"
	"krein/kernel"
)

// Accuracy is what is known of |E k̂(z) − k(z)|.
type Accuracy struct {
	Bound  float64 `json:"bound"`
	Kind   Kind    `json:"kind"`
	Radius float64 `json:"radius,omitempty"` // 0: for all z, else for z ≤ Radius
	// Clear, if it is not 0, says that Bound is for z = 0, z = 2 and Clear ≤ z ≤ √(4−Clear²) only, on the unit sphere, and
	// Near the bound for all z: the kernel is not resolved between points that nearly coincide, or are nearly opposite.
	Clear float64 `json:"clear,omitempty"`
	Near  float64 `json:"near,omitempty"`
	// Measured is the largest |k̂ − k| found at some distances, of an estimate.
	Measured *float64 `json:"measured,omitempty"`
	// Stated says that Kind is a file's word for it: no proof was looked at.
	Stated bool `json:"stated,omitempty"`
}

// Assess returns the accuracy with which d represents k: BiasBound, and where that is an estimate at least what
// Deviation finds. Without k (nil) nothing is compared. With limit > 0 the error is an *InaccurateError, wrapped with
// Doubt, if d is not Within the limit or deviates by more than limit·‖m‖. The other errors are ctx's, and that of a mass
// which is proved to be finite and that no float64 bounds.
func (d *Decomposition) Assess(ctx context.Context, k *kernel.Kernel, limit float64) (*Accuracy, error) {
	a := new(Accuracy)
	a.Bound, a.Kind = d.BiasBound()
	if d.Domain != nil {
		a.Radius = d.Domain.Radius
	}
	for _, p := range []*Part{&d.Plus, &d.Minus} {
		if math.IsInf(p.MassErr, 1) && p.MassKind == KindProved {
			return nil, errors.New("decompose: a mass is beyond what float64 holds; multiply the kernel by a small constant")
		}
	}
	err := d.Within(limit)
	if k != nil && a.Kind != KindProved && (err == nil || !(limit > 0)) {
		// The claimed errors are estimates too: look.
		deviation, at, stopped := d.Deviation(ctx, numeric.Compile(k).At)
		if stopped != nil {
			return nil, stopped
		}
		a.Measured = &deviation
		a.Bound = max(a.Bound, deviation)
		if norm := d.Plus.Total() + d.Minus.Total(); !(deviation <= limit*norm) {
			err = &InaccurateError{fmt.Sprintf("k̂(z) at z = %.3g", at), deviation / norm, KindEstimated, limit}
		}
	}
	if err == nil || !(limit > 0) {
		return a, nil
	}
	if d.Doubt != "" {
		err = fmt.Errorf("%w; nothing better is known because: %s", err, d.Doubt)
	}
	return nil, err
}
