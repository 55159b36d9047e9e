package main

import (
	"errors"
	"fmt"
	"io"
	"math"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/drawing"
	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/features"
	"krein/features/pair"
	"krein/fourier/stationary"
	"krein/kernel"
)

// What verbs do with kernels of x − y that are not functions of the distance.

// anisotropic shows the masses of the parts.
func (c *decomposeCommand) anisotropic(cmd *cobra.Command, k *stationary.Kernel) error {
	if c.least.On || c.zonal.On || c.plot != "" {
		return errors.New("--minimal, --sphere and --plot are about functions of the distance; 'krein spectrum -o picture.svg' " +
			"draws this kernel's measure")
	}
	found, err := evaluation.NewStationary(cmd, k)
	if err != nil {
		return err
	}
	if c.out != "" {
		if err := found.Encode(cmd, c.out, k.Lengths() != nil); err != nil || c.out == "-" {
			return err
		}
	}
	if err := showMasses(cmd, found, c.kernel.JSON); err != nil || c.kernel.JSON {
		return err
	}
	return nil
}

// showMasses writes the masses of the parts.
func showMasses(cmd *cobra.Command, found *evaluation.StationaryKernel, json bool) error {
	v := found.Decomposition()
	if json {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	v.Write(cmd.OutOrStdout())
	return nil
}

// anisotropic tabulates and draws the complex density along a line.
func (c *spectrumCommand) anisotropic(cmd *cobra.Command, k *stationary.Kernel) (err error) {
	if c.plot != "" {
		if err := figure.CheckName(c.plot); err != nil {
			return err
		}
	}
	ctx, done := input.Densities(cmd.Context())
	defer done(&err)
	s, err := evaluation.NewStationarySpectrum(ctx, k, c.along)
	if err != nil {
		return err
	}
	if !cmd.Flags().Changed("to") {
		c.to = math.Max(s.Bulk(), 2*c.from)
	}
	if !(c.to > c.from) || math.IsInf(c.to-c.from, 0) {
		return fmt.Errorf("frequencies from %v to %v: want --from < --to", c.from, c.to)
	}
	if err := s.Tabulate(ctx, c.from, c.to, c.points); err != nil {
		return err
	}
	if err := s.Known(); err != nil {
		return err
	}
	if c.plot != "" {
		if err := s.Plot(ctx, c.to, c.plot); err != nil {
			return err
		}
	}
	switch {
	case c.kernel.JSON:
		return terminal.WriteJSON(cmd.OutOrStdout(), s.Finite())
	case c.csv:
		return terminal.StreamOutput(cmd, c.out, s.WriteCSV)
	}
	return s.Write(cmd.OutOrStdout())
}

// anisotropic compares the ways to draw from the kernel's measure.
func (f *compareCommand) anisotropic(cmd *cobra.Command, k *stationary.Kernel, target float64) error {
	found, err := evaluation.NewStationary(cmd, k)
	if err != nil {
		return err
	}
	radius := 2.0
	if f.Kernel.Radius != "" {
		if radius, err = input.Positive("radius", f.Kernel.Radius); err != nil {
			return err
		}
	}
	rows, view, from, err := f.Rows(cmd, k.Dim(), radius)
	if err != nil {
		return err
	}
	if rows == nil {
		from += "; --data takes them from your rows"
	}
	v, err := found.Chooser(found.Options(rows, radius, 0)).Compare(cmd.Context(), target, f.Columns, 0)
	if err != nil {
		return err
	}
	v.From, v.Data = from, view
	if f.plotFile != "" {
		b, err := v.Plot(cmd.Context(), f.plotFile)
		if err == nil {
			err = terminal.WriteOutput(cmd, f.plotFile, b)
		}
		if err != nil || f.plotFile == "-" {
			return err
		}
	}
	if f.Kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	return v.Write(cmd.OutOrStdout())
}

// ofData reads a kernel in the dimension of the data: one of the distance after all, or another one; or, if
// there is a table, the measure in that.
func ofData(cmd *cobra.Command, kf *input.KernelFlags, text, table string,
	data *dataset.Rows) (*kernel.Kernel, *evaluation.StationaryKernel, error) {
	if table != "" {
		b, err := input.ReadFile(cmd, table)
		if err != nil {
			return nil, nil, err
		}
		k, err := evaluation.DecodeTensor(b)
		if err != nil {
			return nil, nil, fmt.Errorf("%s: %w", table, err)
		}
		return nil, k, data.CheckDim("the dimension of "+table, k.Dim)
	}
	r, delta, err := kf.InDim(cmd, text, data.Columns)
	if delta != nil {
		k, err := evaluation.NewStationary(cmd, delta)
		return nil, k, err
	}
	return r, nil, err
}

// isMeasure reports whether a table is the measure of a kernel that is not a function of the distance.
func isMeasure(cmd *cobra.Command, table string) bool {
	if table == "" || table == "-" {
		return false
	}
	b, err := input.ReadFile(cmd, table)
	return err == nil && evaluation.IsTensorFile(b)
}

// anisotropic measures pairs of maps.
func (c *evaluateCommand) anisotropic(cmd *cobra.Command, text string) error {
	data, err := c.data.LoadAll(cmd, nil)
	if err != nil {
		return err
	}
	if err := c.fits(data); err != nil {
		return err
	}
	radial, k, err := ofData(cmd, &c.kernel, text, c.tableFile, data)
	if err != nil {
		return err
	}
	if radial != nil {
		return c.measure(cmd, radial, nil, data)
	}
	budget, couplings := features.BudgetVariance, []pair.Coupling(nil)
	words, err := c.ways()
	if err == nil {
		err = input.Names(words[0], &couplings)
	}
	if err != nil {
		return err
	}
	if len(words[1]) > 0 || len(words[2]) > 1 {
		return errors.New("radii, and several budgets, in --coupling are for functions of the distance; here it is a coupling, and one " +
			"budget as in joint,auto,equal")
	}
	if len(words[2]) == 1 {
		if err := budget.UnmarshalText([]byte(words[2][0])); err != nil {
			return err
		}
	}
	if !c.all && c.couplings == nil {
		c.settings.Best = 2
	}
	sample, err := dataset.Sample(cmd, &c.data, data, c.settings.Seed)
	if err != nil {
		return err
	}
	opt := k.Options(sample, 0, c.settings.Seed)
	opt.Budget = budget
	v, err := k.Evaluate(cmd, opt, couplings, data.Matrix, c.settings, c.baselines)
	if err != nil {
		return err
	}
	v.Data = data.View(data.Count)
	if c.kernel.JSON {
		return terminal.WriteJSON(cmd.OutOrStdout(), v)
	}
	return v.Write(cmd.OutOrStdout(), min(c.settings.Rows, data.Count), c.settings.Runs)
}

// pairFlags are the flags of pairs of maps.
type pairFlags struct {
	right string
	side  string // left, right, concatenated or both
}

// concatenates reports whether Φ and Ψ are written beside each other.
func (f *pairFlags) concatenates() bool { return f.side == "concatenated" }

// checkSides refuses half of a pair that was not asked for, and flags of pairs where there is none.
func (c *featuresCommand) checkSides(pair, symmetric bool) error {
	f := &c.pair
	if err := input.Choice("side", f.side, "left", "right", "concatenated", "both"); err != nil {
		return err
	}
	switch {
	case !pair && (f.right != "" || f.side != "both"):
		return errors.New("--right and --side are for kernels that are not functions of the distance: here Φ is both maps")
	case f.side != "both" && f.right != "":
		return fmt.Errorf("--side %s writes one file, -o: it takes no --right", f.side)
	case pair && !symmetric && f.side == "both" && f.right == "":
		return errors.New("this kernel has two maps, K ≈ Φ J Ψᵀ, and -o takes one: give --right FILE for Ψ, --side left or " +
			"--side right to write one of them alone, or --side concatenated")
	}
	return nil
}

// anisotropic transforms data by a pair of maps.
func (c *featuresCommand) anisotropic(cmd *cobra.Command, text string) error {
	if err := c.checkPair(); err != nil {
		return err
	}
	data, err := c.data.OpenFor(cmd, nil, true)
	if err != nil {
		return err
	}
	defer func() { _ = data.Close() }()
	radial, k, err := ofData(cmd, &c.kernel, text, c.tableFile, data)
	if err != nil {
		return err
	}
	if radial != nil {
		if !c.data.Streams() {
			return errors.New("this is a function of the distance: write it with z, or give the data as a file")
		}
		c.resolved = radial
		return c.transform(cmd, []string{text})
	}
	p, err := c.how.FitPair(cmd, k, &c.data, data)
	if err != nil {
		return err
	}
	if err := c.checkSides(true, p.Symmetric()); err != nil {
		return err
	}
	if c.saved != "" {
		if err := data.Save(c.saved, dataset.Made{}); err != nil {
			return err
		}
	}
	file, err := drawing.PairFile(p.Pair, k.Dim, k.Formula, &data.Preparation)
	if err != nil {
		return err
	}
	save, err := beside(cmd, func() (drawing.File, error) { return file, nil })
	if err != nil {
		return err
	}
	rows, err := c.writeSides(cmd, c.sidesOf(file), data)
	if err != nil {
		return err
	}
	if err := dataset.WriteSignature(cmd, p.Left(), c.signature); err != nil {
		return err
	}
	v := k.PairView(p.Pair, p.Way, p.Choices, data.View(rows))
	v.Concatenated, v.Side = c.pair.concatenates(), c.pair.side
	if v.MapFile, err = save(); err != nil {
		return err
	}
	return c.report(cmd, v, func(w io.Writer) { v.Write(w, c.pair.right) })
}

// checkPair refuses flags that contradict each other, and those that pairs do not have.
func (c *featuresCommand) checkPair() error {
	switch {
	case c.kernel.JSON && c.out == "-":
		return errors.New("--json and '-o -' would both write to standard output; write the features to a file")
	}
	if err := c.how.CheckPair(); err != nil {
		return err
	}
	if err := c.outputs(c.out, c.pair.right, c.signature); err != nil {
		return err
	}
	for _, path := range []string{c.pair.right, c.signature} {
		if path == "-" && c.out == "-" {
			return errors.New("two outputs would go to standard output; write one of them to a file")
		}
	}
	return nil
}
