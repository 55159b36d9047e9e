package model

import (
	"math"
	"math/big"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/kernel"
	"krein/kernel/defined"
	"krein/kernel/numeric"
	"krein/kernel/parser"
	"krein/learn/landmarks"
)

// Landmarks are kernels with fixed points as a map that a file can have: the points, and the formula of the
// kernel, a function of the distance. Its columns are the kernels themselves; the weights of a
// function of Nyström's columns are folded into those on them by learn.Canonical.
type Landmarks struct {
	*landmarks.Map
	kernel *kernel.Kernel
	probe  []float64 // kernels of the first point
}

// NewLandmarks returns the kernels with the points, one a row. It returns an error for a kernel that is no
// formula, and those of landmarks.New; it panics if there are no points.
func NewLandmarks(k *kernel.Kernel, points *mat.Dense) (*Landmarks, error) {
	if k.IsFunc() {
		return nil, fault("kernel", "is no formula, which a file could have")
	}
	by, err := landmarks.New(numeric.Compile(k).EvalTo, points)
	if err != nil {
		return nil, err
	}
	_, d := points.Dims()
	probe, err := by.Transform(nil, points.Slice(0, 1, 0, d))
	if err != nil {
		return nil, err
	}
	return &Landmarks{by, k, probe.RawRowView(0)}, nil
}

// Signature returns a 1 for each column: kernels are no features that a sign would belong to.
func (l *Landmarks) Signature() []float64 {
	s := make([]float64, l.Columns())
	for i := range s {
		s[i] = 1
	}
	return s
}

// landmarks reads the map of a file.
func (c *contents) landmarks() (*Landmarks, error) {
	k, err := kernelOf(c.Kernel, c.Beyond)
	if err != nil {
		return nil, err
	}
	l, err := NewLandmarks(k, mat.NewDense(c.Columns, c.Dim, c.numbers["frequencies"]))
	if err != nil {
		return nil, fault("frequencies", "%v", err)
	}
	return l, sameProbe(l.probe, c.numbers["probe"], "the kernel has other values than it had")
}

// mostFormula is the length of the longest formula that is read from a file.
const mostFormula = 1 << 12

// kernelOf reads a formula and its extension.
func kernelOf(text, beyond string) (*kernel.Kernel, error) {
	if len(text) > mostFormula {
		return nil, fault("kernel", "%d bytes of formula", len(text))
	}
	k, err := parser.Parse(text, nil)
	if err != nil {
		return nil, fault("kernel", "%v", err)
	}
	if k.BeyondString() == beyond {
		return k, nil
	}
	how, radius := kernel.Natural, (*big.Rat)(nil)
	if beyond != "natural" {
		text, zero := strings.CutPrefix(beyond, "zero beyond ")
		number, ok := new(big.Rat).SetString(text)
		if !zero || !ok {
			return nil, fault("beyond", "%.40q is not natural, nor zero beyond a number", beyond)
		}
		how, radius = kernel.Zero, number
	}
	if k, err = defined.Extend(k, how, radius); err != nil {
		return nil, fault("beyond", "%v", err)
	}
	return k, nil
}

// write takes the map apart; the header's formula is the map's.
func (l *Landmarks) write(c *contents) error {
	if c.Kernel != l.kernel.Formula() || c.Beyond != l.kernel.BeyondString() {
		return fault("kernel", "%.60q, %s, is not that of the landmarks", c.Kernel, c.Beyond)
	}
	c.Map, c.numbers["frequencies"], c.numbers["probe"] = "landmarks", l.Points().RawMatrix().Data, l.probe
	return nil
}

// sameProbe returns an error unless the features of the probe are those of the file.
func sameProbe(now, then []float64, what string) error {
	if len(then) != len(now) || floats.Distance(then, now, math.Inf(1)) > 1e-9*floats.Norm(now, math.Inf(1)) {
		return fault("probe", what+": another version of krein made the file; fit again")
	}
	return nil
}
