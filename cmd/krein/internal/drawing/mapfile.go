package drawing

import (
	"io"
	"math"

	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/features"
	"krein/features/pair"
	"krein/features/waves"
	"krein/features/written"
	"krein/internal/atomicfile"
)

// MapEnding returns the ending of a file's name in lower case, .npz for a device.
func MapEnding(path string) string { return atomicfile.Ending(path, ".npz") }

// File is a map as files have it.
type File interface {
	// Encode writes it as a NumPy archive, Save to a file of that kind, or a safetensors file if the name ends so.
	Encode(w io.Writer) error
	Save(path string) error
}

// FileOf returns a map of rows that are prepared so, of the kernel, as files have it: frequencies alone are of the format
// krein.map/1, what has other columns beside them is of krein.columns/1.
func FileOf(m *features.Map, kernel string, prepared *dataset.Preparation) (File, error) {
	w, err := waves.Of(m)
	if err != nil {
		return columns(m, kernel, prepared)
	}
	return frequencies(w, kernel, prepared)
}

// WriteMap writes a map of rows that are prepared so, of the kernel, as WriteFile does.
func WriteMap(path string, m *features.Map, kernel string, prepared *dataset.Preparation, single bool) error {
	f, err := FileOf(m, kernel, prepared)
	if err != nil {
		return err
	}
	return WriteMapFile(path, f, single)
}

// WriteMapFile writes a map in the format that the ending of the file's name says: .onnx, of float32 if single is set,
// .safetensors or .npz. Pairs of maps are written as .npz.
func WriteMapFile(path string, f File, single bool) error {
	if MapEnding(path) != ".onnx" {
		return f.Save(path)
	}
	var model []byte
	switch m := f.(type) {
	case *waves.Map:
		n := m.Numbers()
		if !n.Unit {
			var err error
			if model, err = ONNX(m, single); err != nil {
				return err
			}
			break
		}
		w, err := written.Of(m.Map, &written.About{Kernel: n.Kernel, Preparation: n.Preparation})
		if err != nil {
			return err
		}
		if model, err = ONNXOfColumns(w, single); err != nil {
			return err
		}
	case *written.Map:
		var err error
		if model, err = ONNXOfColumns(m, single); err != nil {
			return err
		}
	}
	return atomicfile.WriteBytes(path, model)
}

// frequencies adds what is done to rows, and the kernel.
func frequencies(w *waves.Map, kernel string, prepared *dataset.Preparation) (*waves.Map, error) {
	have := *w.Numbers()
	have.Kernel = kernel
	if prepared != nil {
		have.Preparation = *prepared.Fitted(w.Dim())
	}
	return waves.New(&have)
}

// PairFile writes a pair of maps of R^dim out, of rows that are prepared so, of the kernel.
func PairFile(p *pair.Pair, dim int, kernel string, prepared *dataset.Preparation) (*waves.Pair, error) {
	have := p.Written()
	w := &waves.PairNumbers{Dim: dim, Constant: math.Sqrt(math.Abs(have.Constant)), Negative: have.Constant < 0,
		Phases: have.Phase, Amplitudes: have.Amplitude, Signs: have.Sign, Low: have.Low, Zeros: have.Zeros, Kernel: kernel}
	if n := len(have.Phase); n > 0 {
		w.Frequencies = mat.NewDense(n, dim, have.Omega)
	}
	if prepared != nil {
		w.Preparation = *prepared.Fitted(dim)
	}
	return waves.NewPair(w)
}

// columns returns a map in the format krein.columns/1.
func columns(m *features.Map, kernel string, prepared *dataset.Preparation) (*written.Map, error) {
	about := &written.About{Kernel: kernel}
	if prepared != nil {
		about.Preparation = *prepared.Fitted(m.Dim())
	}
	return written.Of(m, about)
}
