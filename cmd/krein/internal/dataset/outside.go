package dataset

import (
	"errors"
	"fmt"
	"math/big"

	"github.com/spf13/cobra"
	"gonum.org/v1/gonum/floats"

	"krein/cmd/krein/internal/input"
	"krein/decompose"
	"krein/internal/dataio"
	"krein/internal/outward"
	"krein/kernel"
)

// Limit is the largest distance between rows for which features stand for the kernel.
type Limit struct {
	Radius float64 // 0: there is no limit
	what   string  // that has it
	remedy string
}

// LimitOfFlag is that of a --radius for which everything is computed.
func LimitOfFlag(radius float64) Limit {
	return Limit{radius, "nothing is promised for distances beyond --radius", "give a larger --radius"}
}

// LimitOf returns the limit of a table (dec) or of a formula (nil), for a kernel k that may be
// nil. A kernel that is meant for a bounded domain is zero beyond only if someone says so.
func LimitOf(dec *decompose.Decomposition, k *kernel.Kernel, beyond string) Limit {
	if dec != nil && dec.Domain != nil {
		return Limit{dec.Domain.Radius, "the table represents the kernel for distances up to",
			"make a table with a larger --radius"}
	}
	if k == nil || k.Domain() == nil || beyond != "" {
		return Limit{}
	}
	if b, r := k.Extension(); b == kernel.Zero && r.Cmp(k.Domain()) == 0 {
		x, _ := new(big.Float).SetRat(r).Float64()
		remedy := "say --param beyond=zero if the kernel is to be zero beyond"
		return Limit{x, "the kernel is meant for distances up to", remedy}
	}
	return Limit{}
}

// Spread says how far apart rows are.
type Spread struct {
	Limit   float64 `json:"limit"`             // of the table or the kernel
	AtMost  float64 `json:"at_most"`           // no two rows of this file are farther apart
	Found   float64 `json:"found,omitempty"`   // if AtMost exceeds the limit: the distance of the rows
	Between []int   `json:"between,omitempty"` // of these numbers, from 1
	Outside bool    `json:"outside"`           // they are, or may be, beyond the limit
	text    string
}

// String is the line on the distances between rows that a verb prints.
func (v *Spread) String() string { return v.text }

// Check compares the distances between the rows with the limit; nil without one. Rows beyond
// it are an error unless accept is set.
func (l Limit) Check(cmd *cobra.Command, f *Flags, data *Rows, accept bool) (*Spread, error) {
	defer input.Rows(cmd.Context())()
	if l.Radius == 0 {
		return nil, nil
	}
	v := &Spread{Limit: l.Radius}
	if data.Scale == "sphere" && l.Radius >= 2 {
		v.AtMost = 2
		v.text = fmt.Sprintf("distances: rows on the unit sphere are at most 2 apart, within %g", l.Radius)
		return v, nil
	}
	s, err := dataio.SpreadWithin(cmd.Context(), l.Radius,
		func(do func(int, []float64)) error { return data.Each(cmd, f, do) })
	if err != nil {
		return nil, err
	}
	v.AtMost = s.Upper
	if s.Upper <= l.Radius {
		v.text = fmt.Sprintf("distances: the rows are at most %s apart, within %g (those of other files are not seen)",
			outward.Up(s.Upper, 4), l.Radius)
		return v, nil
	}
	v.Outside = true
	seen := fmt.Sprintf("rows %d and %d of %s are %.4g apart", s.I, s.J, f.Name(), s.Lower)
	if v.Found = s.Lower; s.I > 0 {
		v.Between = []int{s.I, s.J}
	}
	if s.Lower <= l.Radius {
		seen = fmt.Sprintf("rows of %s may be up to %s apart (there are too many to compare them all)", f.Name(),
			outward.Up(s.Upper, 4))
	}
	scale := "another --scale"
	if data.Scale != "sphere" && l.Radius >= 2 {
		scale = "--scale sphere, by which the kernel is one of the rows' directions"
	}
	if !accept {
		goesOn := ""
		if cmd.Flags().Lookup("accept-estimate") != nil {
			goesOn = "; --accept-estimate goes on all the same"
		}
		return nil, fmt.Errorf("%s (--scale %s), and %s %g\n(give %s, or %s%s)", seen, data.Scale, l.what, l.Radius, scale,
			l.remedy, goesOn)
	}
	v.text = fmt.Sprintf("WARNING: %s, and %s %g: beyond, features say nothing of the kernel", seen, l.what, l.Radius)
	return v, nil
}

// Each calls do for every prepared row, in order, numbered from 0; it reads a file once more.
func (p *Rows) Each(cmd *cobra.Command, f *Flags, do func(i int, row []float64)) error {
	if p.Matrix != nil {
		for i := range p.Matrix.RawMatrix().Rows {
			do(i, p.Matrix.RawRowView(i))
		}
		return nil
	}
	if !f.Streams() {
		return fmt.Errorf("%s can be read only once: give a file", f.Name())
	}
	r, err := f.openFile(cmd)
	if err != nil {
		return err
	}
	var bad error
	err = dataio.Each(cmd.Context(), r, func(i int, row []float64) {
		if err := p.Apply(row); err != nil && bad == nil {
			bad = fmt.Errorf("row %d: %w", i+1, err)
		}
		if bad == nil {
			do(i, row)
		}
	})
	return errors.Join(bad, err, r.Close())
}

// RowLengths returns the mean length of the prepared rows and the largest; it reads a file once more.
func (p *Rows) RowLengths(cmd *cobra.Command, f *Flags) (mean, largest float64, err error) {
	rows := 0
	err = p.Each(cmd, f, func(_ int, row []float64) {
		rows++
		n := floats.Norm(row, 2)
		mean += (n - mean) / float64(rows)
		largest = max(largest, n)
	})
	if err == nil {
		p.Count = rows
	}
	return mean, largest, err
}
