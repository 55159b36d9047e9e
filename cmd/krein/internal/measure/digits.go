package measure

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/big"
	"strings"

	"krein/ball"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/ball/numeral"
	"krein/internal/hankel/atoms"
	"krein/internal/hankel/density"
	"krein/internal/hankel/quadrature"
	"krein/kernel"
)

// upTo is how a mass begins among the frequencies: 0..2 is that of [0, 2].
const upTo = "0.."

// MostDigits bounds the digits of a value.
const MostDigits = 10_000

// DensityDigits are digits of a radial spectral measure, each value within a proved error.
type DensityDigits struct {
	Formula string           `json:"formula"`
	Beyond  string           `json:"beyond"`
	Dim     int              `json:"dim"`
	Digits  int              `json:"digits"`          // that were asked for
	Doubt   string           `json:"doubt,omitempty"` // why m is not proved to represent k at every distance
	Atoms   []SpectrumFigure `json:"atoms"`           // their weights
	// Others bounds the sum of the absolute weights of all atoms that are not listed.
	Others  string           `json:"other_atoms,omitempty"`
	Density []SpectrumFigure `json:"density"` // m(ω), or m([0, ω]) where Omega is "0..ω"
}

// SpectrumFigure is a number with a proved error, at a frequency.
type SpectrumFigure struct {
	Omega string `json:"omega"`
	// Value is a decimal that is within Error of the number; "" where nothing is proved, and then Unknown says why.
	Value   string `json:"value,omitempty"`
	Error   string `json:"error,omitempty"` // "" if Value is the number
	Method  string `json:"method,omitempty"`
	Short   bool   `json:"short,omitempty"` // fewer digits than were asked for
	Unknown string `json:"unknown,omitempty"`
}

// NewDigits encloses the atoms and then the density at the frequencies, which are numerals or fractions. It hands what it
// has to begin, and every value to each, as soon as it is there; either may be nil.
func NewDigits(
	ctx context.Context, k *kernel.Kernel, dim, digits int, omegas []string, begin func(v *DensityDigits), each func(name string, f *SpectrumFigure),
) (*DensityDigits, error) {
	v := &DensityDigits{Formula: k.Formula(), Beyond: k.BeyondString(), Dim: dim, Digits: digits, Doubt: Doubt(ctx, k),
		Atoms: []SpectrumFigure{}}
	p, err := quadrature.New(k, dim)
	if err != nil {
		return nil, noDigits(v, err)
	}
	prec := uint(math.Ceil(float64(digits)*math.Log2(10))) + 4 // one digit more than is shown
	if atoms.Has(p) {
		if err := v.addAtoms(p, prec); err != nil {
			return nil, noDigits(v, err)
		}
	}
	for i, text := range omegas {
		name, enclose := "m("+text+")", func(m, omega *ball.Real) (quadrature.Enclosure, error) {
			return quadrature.At(ctx, p, m, omega, prec)
		}
		end, mass := strings.CutPrefix(text, upTo)
		if mass {
			name, enclose = "m([0, "+end+"])", func(m, omega *ball.Real) (quadrature.Enclosure, error) {
				return quadrature.Distribution(ctx, k, dim, m, omega, prec)
			}
		}
		f, err := v.at(end, prec, enclose)
		if err != nil {
			return nil, err
		}
		f.Omega = text
		if i == 0 && begin != nil {
			begin(v)
		}
		if v.Density = append(v.Density, f); each != nil {
			each(name, &f)
		}
	}
	return v, nil
}

func noDigits(v *DensityDigits, err error) error {
	var none *density.NotEnclosedError
	if errors.As(err, &none) {
		return fmt.Errorf("no digit of the spectrum of %s in R^%d is proved: %s",
			v.Formula, v.Dim, none.Because)
	}
	return err
}

// at encloses a function at a frequency.
func (v *DensityDigits) at(text string, prec uint, enclose func(m, omega *ball.Real) (quadrature.Enclosure, error)) (SpectrumFigure, error) {
	f := SpectrumFigure{Omega: text}
	var m ball.Real
	// A fraction such as 1/3 is a ball itself: a density that depends on it strongly takes more of its digits.
	for _, guard := range []uint{64, 256, 1024} {
		omega, err := numeral.Parse(text, prec+guard)
		if err != nil {
			return f, fmt.Errorf("--at %s: %w", terminal.Shorten(text, 40), err)
		}
		if omega.Negative() != ball.False || omega.Indeterminate() || strings.Contains(text, "±") || strings.Contains(text, "+/-") {
			return f, fmt.Errorf("--at %s: a frequency is a number, 0 or greater", terminal.Shorten(text, 40))
		}
		e, err := enclose(&m, omega)
		var none *density.NotEnclosedError
		switch {
		case errors.As(err, &none):
			f.Unknown = none.Because
			return f, nil
		case err != nil:
			return f, fmt.Errorf("%d digits at ω = %s: %w", v.Digits, text, err)
		}
		if f.Short = !e.Met; e.Method != quadrature.ByNothing {
			f.Method = e.Method.String()
		}
		if e.Met || omega.IsExact() {
			break
		}
	}
	f.write(&m, v.Digits)
	return f, nil
}

// addAtoms takes the atoms over.
func (v *DensityDigits) addAtoms(p *density.Density, prec uint) error {
	all, _, err := atoms.Enclosed(p, prec)
	if err != nil {
		return err
	}
	if all.Lattice != nil {
		v.Others = "infinitely many; krein decompose has them"
		return nil
	}
	others := all.Lost
	for i := range all.List {
		a := &all.List[i]
		if len(v.Atoms) == mostAtoms || a.Weight.ContainsZero() {
			others = others.Add(a.Weight.MagUpper())
			continue
		}
		f := SpectrumFigure{Omega: a.Omega.String(), Short: a.Weight.RelAccuracyBits() < int64(prec)-1}
		f.write(&a.Weight, v.Digits)
		v.Atoms = append(v.Atoms, f)
	}
	if !others.IsZero() {
		v.Others = strings.Trim(numeral.Text(new(ball.Real).SetMag(others), 3), "[]± ")
	}
	return nil
}

// mostAtoms is how many atoms are listed.
const mostAtoms = 100

// write takes the digits of a ball.
func (f *SpectrumFigure) write(x *ball.Real, digits int) {
	text := strings.Trim(numeral.Text(x, digits), "[]")
	value, bound, has := strings.Cut(text, "± ")
	switch f.Value = strings.TrimSpace(value); {
	case has && f.Value == "" && bound == "inf":
		f.Unknown = "the density may be infinite there, or jump"
	case has && f.Value == "": // nothing but a bound
		f.Value, f.Error, f.Short = "0", bound, true
	default:
		f.Error = bound
	}
}

// SpectrumGrid returns n equally spaced frequencies as exact fractions or decimals; from and to are decimals.
func SpectrumGrid(from, to float64, n int) (omegas []string) {
	a, b := decimal(from), decimal(to)
	step := new(big.Rat).Sub(b, a)
	step.Quo(step, big.NewRat(int64(n-1), 1))
	for i := range n {
		x := new(big.Rat).Mul(step, big.NewRat(int64(i), 1))
		x.Add(x, a)
		text := x.RatString()
		if places, exact := x.FloatPrec(); exact && places > 0 && places <= 6 {
			text = x.FloatString(places)
		}
		omegas = append(omegas, text)
	}
	return omegas
}

// decimal returns the number that a float64 is written as.
func decimal(x float64) *big.Rat {
	r, _ := new(big.Rat).SetString(fmt.Sprint(x))
	return r
}

// Begin shows the question and the atoms.
func (v *DensityDigits) Begin(w io.Writer) {
	fmt.Fprintf(w, "k(z) = %s, %s, in R^%d\n%d digits of the spectrum; errors are proved\n", v.Formula, v.Beyond, v.Dim, v.Digits)
	writeDoubt(w, v.Doubt)
	for i := range v.Atoms {
		v.Atoms[i].Show(w, "atom at ω = "+v.Atoms[i].Omega)
	}
	switch {
	case v.Others == "":
	case len(v.Atoms) == 0:
		fmt.Fprintf(w, "\natoms: %s\n", v.Others)
	default:
		fmt.Fprintf(w, "\nall other atoms: at most %s in sum\n", v.Others)
	}
}

// Show shows a value by its name.
func (f *SpectrumFigure) Show(w io.Writer, name string) {
	if f.Unknown != "" {
		fmt.Fprintf(w, "\n%s is not known\n%s\n", name, terminal.Wrap(f.Unknown, "  "))
		return
	}
	bound := "exactly"
	if f.Error != "" {
		bound = "± " + f.Error
	}
	if f.Short {
		bound += "; more digits are not reached"
	}
	if f.Method != "" {
		bound += ", by " + f.Method
	}
	fmt.Fprintf(w, "\n%s =\n  %s\n  %s\n", name, f.Value, bound)
}

// WriteCSV writes the density as CSV.
func (v *DensityDigits) WriteCSV(w io.Writer) error {
	var b strings.Builder
	b.WriteString("omega,density,error\n")
	for _, f := range v.Density {
		bound := f.Error
		if bound == "" && f.Value != "" {
			bound = "0"
		}
		fmt.Fprintf(&b, "%s,%s,%s\n", f.Omega, f.Value, bound)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
