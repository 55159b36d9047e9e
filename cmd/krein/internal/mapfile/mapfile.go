// Package mapfile writes feature maps for other programs.
package mapfile

import (
	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/onnx"
	"krein/features"
	"krein/features/waves"
	"krein/features/written"
	"krein/internal/atomicfile"
)

// Ending is that of a file's name, in small letters; a device gets NumPy archives.
func Ending(path string) string { return atomicfile.Ending(path, ".npz") }

// Write writes a map of rows that are prepared so, of the kernel, in the format that the ending of the file's name
// says: .onnx, of float32 if single is set, .safetensors or .npz. Frequencies alone are of the format krein.map/1, what
// has other columns beside them, or puts rows on the sphere, is of krein.columns/1.
func Write(path string, m *features.Map, kernel string, prepared *dataset.Preparation, single bool) error {
	w, err := waves.Of(m)
	if err != nil || prepared != nil && prepared.Scale == "sphere" {
		return columns(path, m, kernel, prepared, single)
	}
	have := *w.Numbers()
	have.Kernel = kernel
	if prepared != nil {
		have.Offset, have.Divisor = prepared.Affine(m.Dim())
	}
	if w, err = waves.New(&have); err != nil {
		return err
	}
	if Ending(path) != ".onnx" {
		return w.Save(path)
	}
	return atomicfile.WriteBytes(path, onnx.Marshal(w, single))
}

// columns writes a map in the format krein.columns/1.
func columns(path string, m *features.Map, kernel string, prepared *dataset.Preparation, single bool) error {
	about := &written.About{Kernel: kernel}
	if p := prepared; p != nil {
		about.Unit = p.Scale == "sphere"
		if p.Ranges != nil || p.Moments != nil || p.Lengths != nil {
			about.Offset, about.Divisor = p.Affine(m.Dim())
		}
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
