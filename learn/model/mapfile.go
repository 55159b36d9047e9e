package model

import (
	"errors"
	"io"

	"krein/features/waves"
	"krein/features/written"
)

// ErrNoMap says that a model has no map that could stand in a file of its own.
var ErrNoMap = errors.New("model: it has no map of its own: its columns are those of the rows, or kernels with training rows " +
	"(krein fit --landmarks=none draws a map instead)")

// MapFile is a map with what it does to rows, as files have it.
type MapFile interface {
	// Encode writes it as a NumPy archive, Save to a file of that kind.
	Encode(w io.Writer) error
	Save(path string) error
}

// MapFile returns the map of the model, with what is done to rows: that which 'krein map' writes for the same kernel, data,
// columns, lengths and seed, and other programs read. It is a *waves.Map, *written.Map or *waves.Pair; the error is ErrNoMap
// for a model without.
func (m *Model) MapFile() (MapFile, error) {
	switch by := m.Map.(type) {
	case *waves.Map:
		w := *by.Numbers()
		w.Preparation, w.Kernel = m.Preparation, m.Kernel
		return waves.New(&w)
	case *written.Map:
		return written.Of(by.Map, &written.About{Kernel: m.Kernel, Preparation: m.Preparation})
	case *Pair:
		w := *by.waves.Numbers()
		w.Preparation, w.Kernel = m.Preparation, m.Kernel
		return waves.NewPair(&w)
	}
	return nil, ErrNoMap
}
