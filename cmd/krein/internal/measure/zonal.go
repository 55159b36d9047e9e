package measure

import (
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose/zonal"
	"krein/internal/ball/numeral"
	"krein/internal/outward"
	"krein/kernel"
)

// SphereFlags are the flags of 'decompose --sphere'.
type SphereFlags struct{ On bool }

// Add registers the flags.
func (f *SphereFlags) Add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.On, "sphere", false, "expand the kernel on the unit sphere of R^d in Gegenbauer polynomials instead")
}

// Check rejects combinations that mean nothing.
func (f *SphereFlags) Check(minimal bool) error {
	if f.On && minimal {
		return errors.New("--sphere and --minimal are two different decompositions; give one of them")
	}
	return nil
}

// Settings are those that the flags ask for.
func (f *SphereFlags) Settings() *zonal.Settings { return &zonal.Settings{} }

// RunSphere is 'decompose --sphere'.
func RunSphere(cmd *cobra.Command, k *kernel.Kernel, kf *input.KernelFlags, f *SphereFlags, out, plotFile string) error {
	set := f.Settings()
	set.Effort = input.Effort(cmd.Context())
	stop := terminal.Spin(cmd, fmt.Sprintf("expanding on the unit sphere of R^%d", kf.Dim))
	z, err := zonal.New(cmd.Context(), k, kf.Dim, set)
	stop()
	if err != nil {
		return err
	}
	if plotFile != "" {
		data, err := spherePicture(plotFile, z)
		if err != nil {
			return err
		}
		if err := terminal.WriteOutput(cmd, plotFile, data); err != nil {
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
	if kf.JSON {
		return terminal.WriteJSON(w, sphereView(z))
	}
	if err := writeSphere(w, z); err != nil {
		return err
	}
	if out != "" {
		_, err = fmt.Fprintf(w, "\n'krein verify %s --kernel … --dim %d' proves it again\n", out, z.Dim)
	}
	return err
}

// CoefficientDigits are the digits of enclosures shown.
const CoefficientDigits = 15

type termView struct {
	Degree    int     `json:"degree"`
	Value     string  `json:"value"` // an enclosure in decimal
	Harmonics float64 `json:"harmonics"`
	Sign      *int    `json:"sign"` // null: not proved
}

// SphereView is an expansion as JSON shows it.
type SphereView struct {
	Formula  string     `json:"formula"`
	Beyond   string     `json:"beyond"`
	Dim      int        `json:"dim"`
	AtZero   string     `json:"at_zero"`
	Definite bool       `json:"positive_definite"`
	Plus     string     `json:"mass_plus"`
	Minus    string     `json:"mass_minus"`
	Degree   int        `json:"degree"`
	Tail     float64    `json:"tail"`
	Bias     float64    `json:"bias"`
	Because  string     `json:"because"`
	Terms    []termView `json:"coefficients"`
}

func sphereView(z *zonal.Decomposition) *SphereView {
	v := &SphereView{Formula: z.Kernel, Beyond: z.Beyond, Dim: z.Dim, AtZero: numeral.Text(&z.AtZero, CoefficientDigits),
		Definite: z.Definite, Plus: numeral.Text(&z.Plus.Mass, CoefficientDigits),
		Minus: numeral.Text(&z.Minus.Mass, CoefficientDigits), Degree: z.Degree(), Tail: z.Tail(), Bias: z.Bias, Because: z.Because}
	for n := range z.Coef {
		t := termView{Degree: n, Value: numeral.Text(&z.Coef[n], CoefficientDigits),
			Harmonics: min(zonal.HarmonicDimension(n, z.Dim), math.MaxFloat64)}
		if s, ok := z.Sign(n); ok {
			t.Sign = &s
		}
		v.Terms = append(v.Terms, t)
	}
	return v
}

// CoefficientSign is the sign of a coefficient, if it is proved.
func CoefficientSign(z *zonal.Decomposition, n int) string {
	s, ok := z.Sign(n)
	if !ok {
		return "not proved"
	}
	return [3]string{"−", "0", "+"}[s+1]
}

// rowsShown is how many coefficients are shown.
const rowsShown = 16

func writeSphere(w io.Writer, z *zonal.Decomposition) error {
	fmt.Fprintf(w, "k(z) = %s on the unit sphere of R^%d\nf(u) = k(√(2−2u)) = Σ a_n P_n(u), u = ⟨x,y⟩, P_n(1) = 1\n\n",
		z.Kernel, z.Dim)
	t := terminal.NewTable("n", "a_n", "N(n,d)", "sign")
	row := func(n int) {
		t.AppendRow(table.Row{n, numeral.Text(&z.Coef[n], CoefficientDigits),
			strconv.FormatFloat(zonal.HarmonicDimension(n, z.Dim), 'g', 6, 64), CoefficientSign(z, n)})
	}
	shown := 0
	last := z.Degree()
	for n := 0; n <= last; n++ {
		if z.Coef[n].IsZero() {
			continue
		}
		if shown++; shown > rowsShown && n < last {
			t.AppendRow(table.Row{"⋮"})
			row(last)
			break
		}
		row(n)
	}
	fmt.Fprintln(w, t.Render())
	total := z.Mass()
	fmt.Fprintf(w, "\n‖a₊‖ = %s\n‖a₋‖ = %s\nΣ |a_n| = %s, k(0) = %s\n", numeral.Text(&z.Plus.Mass, CoefficientDigits),
		numeral.Text(&z.Minus.Mass, CoefficientDigits), numeral.Text(total, CoefficientDigits), numeral.Text(&z.AtZero, CoefficientDigits))
	if z.Definite {
		fmt.Fprintln(w, "k is positive definite on this sphere: no a_n is negative")
	}
	fmt.Fprintf(w, "beyond degree %d: Σ |a_n| ≤ %s; bias of the sampler ≤ %s: all proved\n", last,
		outward.Up(z.Tail(), 3), outward.Up(z.Bias, 3))
	_, err := fmt.Fprintln(w, terminal.Wrap("why: "+z.Because, ""))
	return err
}

// SphereSays says what is known of a zonal decomposition that was proved.
func SphereSays(z *zonal.Decomposition) string {
	return fmt.Sprintf("%s on the unit sphere of R^%d has the coefficients a_0 … a_%d, ‖a₊‖ = %s, ‖a₋‖ = %s, "+
		"and the sampler a bias ≤ %s",
		z.Kernel, z.Dim, z.Degree(), numeral.Text(&z.Plus.Mass, CoefficientDigits), numeral.Text(&z.Minus.Mass, CoefficientDigits),
		outward.Up(z.Bias, 3))
}
