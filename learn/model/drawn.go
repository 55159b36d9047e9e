package model

import (
	"bytes"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	expansion "krein/decompose/zonal"
	"krein/features"
	"krein/features/step"
	"krein/features/zonal"
)

// Drawn is a map on the unit sphere, which a file has by what it was drawn from: an expansion in
// harmonics, or the name of a kernel that has step and ReLU functions. It is drawn again when the
// file is read, and its features of one point are compared with those of the file: another version
// of krein may draw otherwise. It is a learn.Transformer.
type Drawn struct {
	*features.Map
	how      draw
	document []byte    // of the expansion; nil for a network
	probe    []float64 // features of the probe
}

// draw says how a map is drawn.
type draw struct {
	Network   string            `json:"network"` // see DrawNetwork; "": an expansion
	Columns   int               `json:"columns"`
	Coupling  features.Coupling `json:"coupling"`
	Seed      uint64            `json:"seed"`
	Distances []float64         `json:"distances"`
}

func drawOf(opt *features.Options) draw {
	return draw{Columns: opt.Columns, Coupling: opt.Coupling, Seed: opt.Seed, Distances: opt.Distances}
}

// DrawZonal draws the map of an expansion; of the options it reads Columns, Coupling, Seed and
// Distances. Errors are those of features.New.
func DrawZonal(z *expansion.Decomposition, opt *features.Options) (*Drawn, error) {
	var b bytes.Buffer
	if err := z.Encode(&b); err != nil {
		return nil, err
	}
	d := &Drawn{how: drawOf(opt), document: b.Bytes()}
	return d, d.again(z.Dim)
}

// DrawNetwork draws the map of a kernel of networks by step and ReLU functions: arccos0, arccos1, arccos2
// or ntk. Options and errors are those of DrawZonal.
func DrawNetwork(name string, dim int, opt *features.Options) (*Drawn, error) {
	d := &Drawn{how: drawOf(opt)}
	d.how.Network = name
	return d, d.again(dim)
}

// representation returns what the map is drawn from.
func (d *Drawn) representation(dim int) (features.Representation, error) {
	if dim < 2 {
		return nil, fault("dim", "there is no sphere in R^1")
	}
	switch d.how.Network {
	case "arccos0":
		return step.ArcCosine(0, dim), nil
	case "arccos1":
		return step.ArcCosine(1, dim), nil
	case "arccos2":
		return step.ArcCosine(2, dim), nil
	case "ntk":
		return step.NTK(dim), nil
	case "":
		z, err := expansion.Decode(bytes.NewReader(d.document))
		if err != nil {
			return nil, fault("document", err.Error())
		}
		if z.Dim != dim {
			return nil, fault("document", fmt.Sprintf("is of dimension %d, not %d", z.Dim, dim))
		}
		return zonal.New(z), nil
	}
	return nil, fault("draw", fmt.Sprintf("%.40q is no kernel of networks", d.how.Network))
}

// mostDrawn is the greatest number of columns that is drawn for a file.
const mostDrawn = 1 << 20

// again draws the map, and its features of the probe.
func (d *Drawn) again(dim int) error {
	if d.how.Columns < 1 || d.how.Columns > mostDrawn {
		return fault("draw", fmt.Sprintf("%d columns: want between 1 and %d", d.how.Columns, mostDrawn))
	}
	rep, err := d.representation(dim)
	if err != nil {
		return err
	}
	d.Map, err = features.New(rep, &features.Options{
		Columns: d.how.Columns, Coupling: d.how.Coupling, Seed: d.how.Seed, Distances: d.how.Distances,
	})
	if err != nil {
		return fault("draw", err.Error())
	}
	x := make([]float64, dim)
	for j := range x {
		x[j] = 1 / (1 + float64(j%7)) * float64(1-j%3)
	}
	floats.Scale(1/floats.Norm(x, 2), x)
	d.probe, err = d.TransformRow(nil, x)
	return err
}

// sameProbe returns an error unless the features of the probe are those of the file.
func sameProbe(now, then []float64, what string) error {
	if len(then) != len(now) || floats.Distance(then, now, math.Inf(1)) > 1e-9*floats.Norm(now, math.Inf(1)) {
		return fault("probe", what+": another version of krein made the file; fit again")
	}
	return nil
}
