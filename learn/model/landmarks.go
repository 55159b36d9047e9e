package model

import (
	"math"
	"math/big"
	"strings"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/fourier/language"
	"krein/fourier/stationary"
	fourier "krein/internal/fourier/numeric"
	"krein/internal/fourier/symmetry"
	"krein/internal/kernel/defined"
	"krein/internal/kernel/numeric"
	"krein/internal/learn/landmarks"
	"krein/kernel"
	"krein/kernel/parser"
)

// Landmarks are kernels with fixed points as a map that a file can have: the points, and the formula of the
// kernel, a function of the distance or of x − y. Its columns are the kernels themselves; the weights of a
// function of Nyström's columns are folded into those on them by learn.Canonical.
type Landmarks struct {
	*landmarks.Map
	formula, beyond string    // beyond is "" for a function of x − y
	probe           []float64 // kernels of the first point
}

// NewLandmarks returns the kernels with the points, one a row. It returns the errors of
// landmarks.New; it panics if there are no points.
func NewLandmarks(k *kernel.Kernel, points *mat.Dense) (*Landmarks, error) {
	by, err := landmarks.New(numeric.Compile(k).EvalTo, points)
	if err != nil {
		return nil, err
	}
	return (&Landmarks{Map: by, formula: k.Formula(), beyond: k.BeyondString()}).probed()
}

// NewStationaryLandmarks is NewLandmarks for a symmetric kernel k(x − y). The file has its formula alone, with axes in
// coordinates: an error says that this is another kernel, that of lengths which are given beside the formula.
func NewStationaryLandmarks(k *stationary.Kernel, points *mat.Dense) (*Landmarks, error) {
	if symmetry.Of(k) != symmetry.Even {
		return nil, fault("kernel", "%.60q is not proved to be symmetric, which the matrix of kernels of landmarks has to be; draw features "+
			"instead of landmarks", k.Formula())
	}
	return statedLandmarks(k, points)
}

// statedLandmarks are those of a kernel whose formula says all. They are read from it, as those of a file are, whose values are then the
// same to the bit.
func statedLandmarks(k *stationary.Kernel, points *mat.Dense) (*Landmarks, error) {
	l, err := ofDifferences(k, k.Coordinates(), points)
	if err != nil {
		return nil, err
	}
	again, err := stationaryLandmarks(l.formula, points)
	if err != nil || sameProbe(again.probe, l.probe, "") != nil {
		return nil, fault("kernel", "%.60q says less than the kernel is, with its lengths: write these into the formula "+
			"(x1, x2, … are the coordinates)", l.formula)
	}
	return again, nil
}

// ofDifferences are the landmarks of a kernel of x − y, which a file has as the formula.
func ofDifferences(k *stationary.Kernel, formula string, points *mat.Dense) (*Landmarks, error) {
	c, err := fourier.Compile(k)
	if err != nil {
		return nil, err
	}
	by, err := landmarks.NewOfDifferences(c.At, points)
	if err != nil {
		return nil, err
	}
	return (&Landmarks{Map: by, formula: formula}).probed()
}

// stationaryLandmarks reads the formula of a kernel of x − y.
func stationaryLandmarks(formula string, points *mat.Dense) (*Landmarks, error) {
	if len(formula) > mostFormula {
		return nil, fault("kernel", "%d bytes of formula", len(formula))
	}
	_, d := points.Dims()
	k, err := language.Parse(formula, d, nil)
	if err != nil {
		return nil, fault("kernel", "%v", err)
	}
	return ofDifferences(k, formula, points)
}

// Kernel returns the formula of the kernel, as files have it.
func (l *Landmarks) Kernel() string { return l.formula }

// probed notes the kernels of the first point.
func (l *Landmarks) probed() (*Landmarks, error) {
	points := l.Points()
	probe, err := l.Transform(nil, points.Slice(0, 1, 0, l.Dim()))
	if err != nil {
		return nil, err
	}
	l.probe = probe.RawRowView(0)
	return l, nil
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
	points := mat.NewDense(c.Columns, c.Dim, c.numbers["frequencies"])
	if c.Beyond == "" {
		l, err := stationaryLandmarks(c.Kernel, points)
		if err != nil {
			return nil, err
		}
		return l, sameProbe(l.probe, c.numbers["probe"], "the kernel has other values than it had")
	}
	k, err := kernelOf(c.Kernel, c.Beyond)
	if err != nil {
		return nil, err
	}
	l, err := NewLandmarks(k, points)
	if err != nil {
		return nil, fault("frequencies", "%v", err)
	}
	return l, sameProbe(l.probe, c.numbers["probe"], "the kernel has other values than it had")
}

// mostFormula is the length of the longest formula that is read from a file.
const mostFormula = 1 << 15

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
	if c.Kernel != l.formula || c.Beyond != l.beyond {
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
