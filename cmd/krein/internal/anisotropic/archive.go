package anisotropic

import (
	"encoding/json"
	"io"
	"math"

	"krein/cmd/krein/internal/dataset"
	"krein/features/pair"
	"krein/internal/npz"
)

// pairFormat names the archive of a pair of maps, and its version.
const pairFormat = "krein.pair/1"

// WritePair writes frequencies, phases, amplitudes and signs of a pair of maps as a NumPy archive, and how
// rows are prepared; prepared is nil if they are not.
func (k *Kernel) WritePair(w io.Writer, p *pair.Pair, prepared *dataset.Preparation) error {
	have := p.Written()
	header, err := json.Marshal(map[string]any{
		"format": pairFormat, "dim": k.Dim, "frequencies": len(have.Phase), "kernel": k.Formula, "prepared": prepared != nil,
	})
	if err != nil {
		return err
	}
	var offset, divisor []float64
	if prepared != nil {
		offset, divisor = prepared.Affine(k.Dim)
	}
	a := npz.NewWriter(w)
	a.Bytes("header", header)
	a.Float64s("frequencies", have.Omega, k.Dim)
	a.Float64s("phases", have.Phase, 0)
	a.Float64s("amplitudes", have.Amplitude, 0)
	a.Float64s("constant", []float64{math.Sqrt(math.Abs(have.Constant))}, 0)
	a.Float64s("offset", offset, 0)
	a.Float64s("divisor", divisor, 0)
	a.Float64s("signature", p.Signature(), 0)
	return a.Close()
}
