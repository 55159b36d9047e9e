package main

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"krein/decompose/zonal"
	"krein/kernel"
)

// zonalFlags are the flags of 'decompose --sphere'.
type zonalFlags struct {
	on      bool
	degrees int
	tol     string
}

func (f *zonalFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.BoolVar(&f.on, "sphere", false, "expand the kernel on the unit sphere of R^d in Gegenbauer polynomials instead")
	fl.IntVar(&f.degrees, "degrees", 0, "with --sphere: the highest degree (default: as the tolerance asks, up to 8192 by closed forms or 1024 by quadrature)")
	fl.StringVar(&f.tol, "tol", "1e-10", "with --sphere: the mass beyond the highest degree aimed at, relative to the total")
}

// check rejects combinations that mean nothing.
func (f *zonalFlags) check(cmd *cobra.Command, minimal bool) error {
	if !f.on {
		for _, name := range []string{"degrees", "tol"} {
			if cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s has a meaning only with --sphere", name)
			}
		}
		return nil
	}
	switch {
	case minimal:
		return errors.New("--sphere and --minimal are two different decompositions; give one of them")
	case f.degrees < 0 || f.degrees > 1<<20:
		return fmt.Errorf("--degrees %d: want 1 … %d", f.degrees, 1<<20)
	}
	return nil
}

// runZonal is 'decompose --sphere'.
func runZonal(cmd *cobra.Command, k *kernel.Kernel, kf *kernelFlags, f *zonalFlags, out, plotFile string) error {
	tol, err := positive("tol", f.tol)
	if err != nil {
		return err
	}
	stop := spin(cmd, fmt.Sprintf("expanding on the unit sphere of R^%d", kf.dim))
	z, err := zonal.New(cmd.Context(), k, kf.dim, &zonal.Settings{Tol: tol, MaxDegree: f.degrees})
	stop()
	if err != nil {
		return err
	}
	if plotFile != "" {
		data, err := zonalPlot(plotFile, z)
		if err != nil {
			return err
		}
		if err := writeOutput(cmd, plotFile, data); err != nil {
			return err
		}
	}
	w := cmd.OutOrStdout()
	switch {
	case out == "-":
		return z.Encode(w)
	case out != "":
		if err := z.Save(out); err != nil {
			return err
		}
	}
	if kf.json {
		return writeJSON(w, viewZonal(z))
	}
	if err := writeZonal(w, z); err != nil {
		return err
	}
	if out != "" {
		_, err = fmt.Fprintf(w, "\nwritten to %s; 'krein verify %s --kernel … --dim %d' proves it again\n", out, out, z.Dim)
	}
	return err
}

// zonalDigits are the digits of enclosures shown.
const zonalDigits = 15

type zonalTermView struct {
	Degree    int     `json:"degree"`
	Value     string  `json:"value"` // an enclosure in decimal
	Harmonics float64 `json:"harmonics"`
	Sign      *int    `json:"sign"` // null: not proved
}

type zonalView struct {
	Formula  string          `json:"formula"`
	Beyond   string          `json:"beyond"`
	Dim      int             `json:"dim"`
	AtZero   string          `json:"at_zero"`
	Definite bool            `json:"positive_definite"`
	Plus     string          `json:"mass_plus"`
	Minus    string          `json:"mass_minus"`
	Degree   int             `json:"degree"`
	Tail     float64         `json:"tail"`
	Bias     float64         `json:"bias"`
	Because  string          `json:"because"`
	Terms    []zonalTermView `json:"coefficients"`
}

func viewZonal(z *zonal.Decomposition) *zonalView {
	v := &zonalView{Formula: z.Kernel, Beyond: z.Beyond, Dim: z.Dim, AtZero: z.AtZero.Text(zonalDigits), Definite: z.Definite, Plus: z.Plus.Mass.Text(zonalDigits),
		Minus: z.Minus.Mass.Text(zonalDigits), Degree: z.Degree(), Tail: z.Tail(), Bias: z.Bias, Because: z.Because}
	for n := range z.Coef {
		t := zonalTermView{Degree: n, Value: z.Coef[n].Text(zonalDigits), Harmonics: min(zonal.HarmonicDimension(n, z.Dim), math.MaxFloat64)}
		if s, ok := z.Sign(n); ok {
			t.Sign = &s
		}
		v.Terms = append(v.Terms, t)
	}
	return v
}

// zonalRows is how many coefficients are shown.
const zonalRows = 16

func writeZonal(w io.Writer, z *zonal.Decomposition) error {
	fmt.Fprintf(w, "k(z) = %s on the unit sphere of R^%d\nf(u) = k(√(2−2u)) = Σ a_n P_n(u), u = ⟨x,y⟩, P_n(1) = 1\n\n", z.Kernel, z.Dim)
	t := newTable("n", "a_n", "N(n,d)", "sign")
	row := func(n int) {
		sign := "not proved"
		if s, ok := z.Sign(n); ok {
			sign = [3]string{"−", "0", "+"}[s+1]
		}
		t.AppendRow(table.Row{n, z.Coef[n].Text(zonalDigits), strconv.FormatFloat(zonal.HarmonicDimension(n, z.Dim), 'g', 6, 64), sign})
	}
	shown := 0
	last := z.Degree()
	for n := 0; n <= last; n++ {
		if z.Coef[n].IsZero() {
			continue
		}
		if shown++; shown > zonalRows && n < last {
			t.AppendRow(table.Row{"⋮"})
			row(last)
			break
		}
		row(n)
	}
	fmt.Fprintln(w, t.Render())
	total := z.Mass()
	fmt.Fprintf(w, "\n‖a₊‖ = %s\n‖a₋‖ = %s\nΣ |a_n| = %s, k(0) = %s\n", z.Plus.Mass.Text(zonalDigits), z.Minus.Mass.Text(zonalDigits), total.Text(zonalDigits), z.AtZero.Text(zonalDigits))
	if z.Definite {
		fmt.Fprintln(w, "k is positive definite on this sphere: no a_n is negative")
	}
	fmt.Fprintf(w, "beyond degree %d: Σ |a_n| ≤ %.3g; bias of the sampler ≤ %.3g: all proved\n", last, z.Tail(), z.Bias)
	_, err := fmt.Fprintln(w, wrap("why: "+z.Because, ""))
	return err
}

// zonalPlot draws |a_n| over n ≥ 1, both axes logarithmic.
func zonalPlot(path string, z *zonal.Decomposition) ([]byte, error) {
	p := newPlot(fmt.Sprintf("%s on the unit sphere of R^%d", z.Kernel, z.Dim), "degree n", "|a_n|")
	var points [2]plotter.XYs
	for n := 1; n <= z.Degree(); n++ {
		mid, _ := z.Coef[n].Float64()
		if size := math.Abs(mid); size >= math.SmallestNonzeroFloat64*0x1p60 {
			i := 0
			if mid < 0 {
				i = 1
			}
			points[i] = append(points[i], plotter.XY{X: float64(n), Y: size})
		}
	}
	if points[0] == nil && points[1] == nil {
		return nil, errors.New("--plot: the kernel is constant on the sphere, there is nothing to draw")
	}
	for i, name := range []string{"positive", "negative"} {
		if points[i] == nil {
			continue
		}
		s, err := plotter.NewScatter(points[i])
		if err != nil {
			return nil, err
		}
		s.GlyphStyle = draw.GlyphStyle{Color: signed[i].c, Radius: vg.Points(2.2), Shape: draw.CircleGlyph{}}
		p.Add(s)
		p.Legend.Add(name, s)
	}
	if z.Degree() == 1 {
		p.X.Min, p.X.Max = 0.5, 2
	}
	if p.Y.Min == p.Y.Max {
		p.Y.Min, p.Y.Max = p.Y.Min/2, p.Y.Max*2
	}
	logarithmic(&p.X, &p.Y)
	return renderPlots(path, p)
}

// saysZonal says what is known of a zonal decomposition that was proved.
func saysZonal(z *zonal.Decomposition) string {
	return fmt.Sprintf("%s on the unit sphere of R^%d has the coefficients a_0 … a_%d, ‖a₊‖ = %s, ‖a₋‖ = %s, and the sampler a bias ≤ %g",
		z.Kernel, z.Dim, z.Degree(), z.Plus.Mass.Text(zonalDigits), z.Minus.Mass.Text(zonalDigits), z.Bias)
}
