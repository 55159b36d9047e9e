package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/decompose"
	"krein/kernel"
)

// minimalFlags are the flags of 'decompose --minimal'.
type minimalFlags struct {
	on       bool
	bias     string
	frontier []string
	proof    string
	plot     string
}

func (f *minimalFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.on, "minimal", false, "the measure of least total mass for distances in [0, --radius], within --bias")
	fl.StringVar(&f.bias, "bias", "1e-3", "with --minimal: the largest |k̂ − k| on [0, --radius]")
	fl.StringSliceVar(&f.frontier, "frontier", nil, "with --minimal: show the least mass for each of these biases, as in 1e-1,1e-2,1e-3")
	fl.StringVar(&f.proof, "proof", "", "with --minimal: write the minimum with its proofs (krein.minimum/1) to this file")
	fl.StringVar(&f.plot, "plot", "", "with --frontier: draw mass against bias into this file (.svg or .png)")
}

// check rejects combinations that mean nothing.
func (f *minimalFlags) check(cmd *cobra.Command, radius string) error {
	if !f.on {
		for _, name := range []string{"bias", "frontier", "proof", "plot"} {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s has a meaning only with --minimal", name)
			}
		}
		return nil
	}
	switch {
	case radius == "":
		return errors.New("--minimal needs --radius, the largest distance that matters (2 on the unit sphere)")
	case f.plot != "" && f.frontier == nil:
		return errors.New("--plot draws a frontier: give the biases with --frontier 1e-1,1e-2,1e-3")
	case f.frontier != nil && (f.proof != "" || cmd.Flags().Changed("output")):
		return errors.New("--frontier shows several minima; --output and --proof write a single one: give --bias instead")
	}
	return nil
}

func positive(flag, s string) (float64, error) {
	r, ok := new(big.Rat).SetString(s)
	if !ok || r.Sign() <= 0 {
		return 0, fmt.Errorf("--%s %q: want a positive number such as 2, 0.001 or 1e-3", flag, s)
	}
	x, _ := r.Float64()
	return x, nil
}

// runMinimal is 'decompose --minimal'.
func runMinimal(cmd *cobra.Command, k *kernel.Kernel, kf *kernelFlags, f *minimalFlags, out string) error {
	radius, err := positive("radius", kf.radius)
	if err != nil {
		return err
	}
	if f.frontier != nil {
		return runFrontier(cmd, k, kf, f, radius)
	}
	bias, err := positive("bias", f.bias)
	if err != nil {
		return err
	}
	m, err := decompose.Minimal(cmd.Context(), k, kf.dim, decompose.Domain{Radius: radius, Bias: bias})
	if err != nil {
		return err
	}
	if f.proof != "" {
		data, err := m.MarshalJSON()
		if err != nil {
			return err
		}
		if err := writeOutput(cmd, f.proof, append(data, '\n')); err != nil {
			return err
		}
	}
	if out != "" {
		if err := saveTable(cmd, m.Decomposition(), out); err != nil {
			return err
		}
	}
	w := cmd.OutOrStdout()
	switch {
	case out == "-" || f.proof == "-":
		return nil
	case kf.json:
		return writeJSON(w, m)
	}
	return writeMinimum(w, m, out)
}

func writeMinimum(w io.Writer, m *decompose.Minimum, out string) error {
	fmt.Fprintf(w, "k(z) = %s on 0 ≤ z ≤ %g in R^%d, |k̂ − k| ≤ %g\n\n", m.Kernel, m.Radius, m.Dim, m.Tolerance)
	t := newTable("radius ω", "mass")
	for _, a := range m.Atoms {
		t.AppendRow(table.Row{fmt.Sprintf("%.9g", a.Omega), fmt.Sprintf("%+.9g", a.Coef)})
	}
	fmt.Fprintf(w, "%s\n\n", t.Render())
	fmt.Fprintf(w, "total mass %.8g; no measure does with less than %.8g (gap %.2g %%); bias ≤ %.3g: all proved\n", m.Mass, m.Lower, 100*m.Gap(), m.Bias)
	_, err := fmt.Fprintln(w, wrap(m.Advice(), ""))
	if err == nil && out != "" {
		_, err = fmt.Fprintf(w, "\ntable written to %s\n", out)
	}
	return err
}

func runFrontier(cmd *cobra.Command, k *kernel.Kernel, kf *kernelFlags, f *minimalFlags, radius float64) error {
	var biases []float64
	for _, s := range f.frontier {
		b, err := positive("frontier", strings.TrimSpace(s))
		if err != nil {
			return err
		}
		biases = append(biases, b)
	}
	all, err := decompose.Frontier(cmd.Context(), k, kf.dim, decompose.Domain{Radius: radius}, biases)
	var heavy *decompose.TooHeavyError
	if err != nil && !errors.As(err, &heavy) {
		return err
	}
	if f.plot != "" && len(all) > 0 {
		data, err := frontierPlot(f.plot, fmt.Sprintf("%s on [0, %g] in R^%d", k, radius, kf.dim), all)
		if err != nil {
			return err
		}
		if err := writeOutput(cmd, f.plot, data); err != nil {
			return err
		}
	}
	w := cmd.OutOrStdout()
	if kf.json {
		if err := writeJSON(w, map[string]any{"frontier": all}); err != nil {
			return err
		}
		return err
	}
	fmt.Fprintf(w, "k(z) = %s on 0 ≤ z ≤ %g in R^%d\n\n", k, radius, kf.dim)
	t := newTable("bias ≤", "least mass ≤", "≥", "gap", "atoms")
	for _, m := range all {
		t.AppendRow(table.Row{strconv.FormatFloat(m.Tolerance, 'g', -1, 64), fmt.Sprintf("%.7g", m.Mass), fmt.Sprintf("%.7g", m.Lower),
			fmt.Sprintf("%.2g %%", 100*m.Gap()), len(m.Atoms)})
	}
	fmt.Fprintln(w, t.Render())
	if len(all) > 0 {
		fmt.Fprintln(w, "\n"+wrap(all[len(all)-1].Advice(), ""))
	}
	return err
}

// isMinimum reports whether a file holds a minimum rather than a certificate.
func isMinimum(data []byte) bool {
	head := string(data[:min(len(data), 200)])
	return strings.Contains(head, `"krein.minimum/`)
}

// verifyMinimum is 'verify' for the proofs of a minimum.
func verifyMinimum(ctx context.Context, w io.Writer, data []byte, k *kernel.Kernel, dim int) error {
	m := new(decompose.Minimum)
	if err := m.UnmarshalJSON(data); err != nil {
		return err
	}
	if err := decompose.VerifyMinimum(ctx, k, dim, m); err != nil {
		if ctx.Err() != nil {
			return err
		}
		return &notMetError{fmt.Sprintf("rejected: %v", err)}
	}
	_, err := fmt.Fprintf(w, "accepted: %s on 0 ≤ z ≤ %g in R^%d has the bias ≤ %g with the mass %.9g, and no measure within %g has less than %.9g\n",
		m.Kernel, m.Radius, m.Dim, m.Bias, m.Mass, m.Tolerance, m.Lower)
	return err
}
