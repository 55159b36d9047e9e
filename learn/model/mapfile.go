package model

import (
	"errors"

	"krein/features/waves"
	"krein/features/written"
)

// ErrNoMap says that a model has no map that could stand in a file of its own.
var ErrNoMap = errors.New("model: it has no map of its own: its columns are those of the rows, or kernels with training rows")

// SaveMap writes the map of the model, with what it does to rows, to a file of its own: that which 'krein map' writes for the same
// kernel, data, columns, lengths and seed, and other programs read.
func (m *Model) SaveMap(path string) error {
	switch by := m.Map.(type) {
	case *waves.Map:
		w := *by.Numbers()
		w.Preparation, w.Kernel = m.Preparation, m.Kernel
		file, err := waves.New(&w)
		if err != nil {
			return err
		}
		return file.Save(path)
	case *written.Map:
		file, err := written.Of(by.Map, &written.About{Kernel: m.Kernel, Preparation: m.Preparation})
		if err != nil {
			return err
		}
		return file.Save(path)
	case *Pair:
		w := *by.waves.Numbers()
		w.Preparation, w.Kernel = m.Preparation, m.Kernel
		file, err := waves.NewPair(&w)
		if err != nil {
			return err
		}
		return file.Save(path)
	}
	return ErrNoMap
}
