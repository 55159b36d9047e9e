// Package mapfile writes feature maps for other programs.
package mapfile

import (
	"math"

	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/onnx"
	"krein/features"
	"krein/features/pair"
	"krein/features/waves"
	"krein/features/written"
	"krein/internal/atomicfile"
)

// Ending is that of a file's name, in small letters; a device gets NumPy archives.
func Ending(path string) string { return atomicfile.Ending(path, ".npz") }

// Write writes a map of rows that are prepared so, of the kernel, in the format that the ending of the file's name
// says: .onnx, of float32 if single is set, .safetensors or .npz. Frequencies alone are of the format krein.map/1, what
// has other columns beside them is of krein.columns/1.
func Write(path string, m *features.Map, kernel string, prepared *dataset.Preparation, single bool) error {
	w, err := waves.Of(m)
	if err != nil || prepared != nil && prepared.Scale == "sphere" && Ending(path) == ".onnx" {
		return columns(path, m, kernel, prepared, single)
	}
	have := *w.Numbers()
	have.Kernel = kernel
	if prepared != nil {
		have.Preparation = *prepared.Fitted(m.Dim())
	}
	if w, err = waves.New(&have); err != nil {
		return err
	}
	if Ending(path) != ".onnx" {
		return w.Save(path)
	}
	return atomicfile.WriteBytes(path, onnx.Marshal(w, single))
}

// Pair writes a pair of maps of R^dim out, of rows that are prepared so, of the kernel.
func Pair(p *pair.Pair, dim int, kernel string, prepared *dataset.Preparation) (*waves.Pair, error) {
	have := p.Written()
	w := &waves.PairNumbers{Dim: dim, Constant: math.Sqrt(math.Abs(have.Constant)), Negative: have.Constant < 0,
		Phases: have.Phase, Amplitudes: have.Amplitude, Signs: have.Sign, Low: have.Low, Kernel: kernel}
	if n := len(have.Phase); n > 0 {
		w.Frequencies = mat.NewDense(n, dim, have.Omega)
	}
	if prepared != nil {
		w.Preparation = *prepared.Fitted(dim)
	}
	return waves.NewPair(w)
}

// columns writes a map in the format krein.columns/1.
func columns(path string, m *features.Map, kernel string, prepared *dataset.Preparation, single bool) error {
	about := &written.About{Kernel: kernel}
	if prepared != nil {
		about.Preparation = *prepared.Fitted(m.Dim())
	}
	w, err := written.Of(m, about)
	if err != nil {
		return err
	}
	if Ending(path) != ".onnx" {
		return w.Save(path)
	}
	model, err := onnx.Columns(w, single)
	if err != nil {
		return err
	}
	return atomicfile.WriteBytes(path, model)
}
