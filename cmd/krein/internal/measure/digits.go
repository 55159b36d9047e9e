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
	"krein/internal/budget"
	"krein/internal/hankel/atoms"
	"krein/internal/hankel/density"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/search"
	"krein/kernel"
)

// upTo is how a mass begins among the frequencies: 0..2 is that of [0, 2], everything that of all.
const (
	upTo       = "0.."
	everything = "0..inf"
)

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
	// Masses are those of the Jordan parts of m, on [0, ω] where Omega is "0..ω", everywhere for "0..inf".
	Masses []Masses `json:"masses,omitempty"`
}

// Masses are those of the Jordan parts: of m₊, of m₋ and their sum.
type Masses struct {
	Omega string         `json:"omega"`
	Plus  SpectrumFigure `json:"plus"`
	Minus SpectrumFigure `json:"minus"`
	Total SpectrumFigure `json:"total"`
}

// SpectrumFigure is a number with a proved error, at a frequency.
type SpectrumFigure struct {
	Omega string `json:"omega,omitempty"`
	// Value is a decimal that is within Error of the number; "" where nothing is proved, and then Unknown says why.
	Value   string `json:"value,omitempty"`
	Error   string `json:"error,omitempty"` // "" if Value is the number
	Method  string `json:"method,omitempty"`
	Short   bool   `json:"short,omitempty"` // fewer digits than were asked for
	Unknown string `json:"unknown,omitempty"`
}

// A DigitsQuestion is what digits are asked of: a kernel in a dimension, at frequencies that are numerals or fractions, 0..ω for the mass of [0, ω], or 0..inf
// for all of it.
type DigitsQuestion struct {
	Kernel *kernel.Kernel
	Dim    int
	Digits int
	Omegas []string
	// PD reports whether the kernel is proved to be positive definite, by other means than the sign of its density; it is asked where that does not
	// suffice for masses.
	PD func(ctx context.Context) (bool, error)
}

// NewDigits encloses the atoms and then the rest. It hands what it has to begin, and every value to each, as soon as it is there; either may be nil.
func NewDigits(ctx context.Context, q *DigitsQuestion, begin func(v *DensityDigits), each func(name string, f *SpectrumFigure)) (*DensityDigits, error) {
	v := &DensityDigits{Formula: q.Kernel.Formula(), Beyond: q.Kernel.BeyondString(), Dim: q.Dim, Digits: q.Digits, Doubt: Doubt(ctx, q.Kernel),
		Atoms: []SpectrumFigure{}, Density: []SpectrumFigure{}}
	p, err := quadrature.Values(q.Kernel, q.Dim)
	if err != nil {
		return nil, noDigits(v, err)
	}
	prec := uint(math.Ceil(float64(q.Digits)*math.Log2(10))) + 4 // one digit more than is shown
	if atoms.Has(p) {
		if err := v.addAtoms(p, prec); err != nil {
			return nil, noDigits(v, err)
		}
	}
	if begin != nil {
		begin(v)
	}
	if each == nil {
		each = func(string, *SpectrumFigure) {}
	}
	parts := &signedParts{p: p, pd: q.PD}
	for _, text := range q.Omegas {
		if text == everything {
			if err := v.addMasses(ctx, parts, text, "", prec, each); err != nil {
				return nil, err
			}
			continue
		}
		end, mass := strings.CutPrefix(text, upTo)
		name, enclose := "m("+text+")", quadrature.At
		if mass {
			name, enclose = "m([0, "+end+"])", quadrature.Distribution
		}
		f, err := v.at(end, prec, func(m, omega *ball.Real) (quadrature.Enclosure, error) { return enclose(ctx, p, m, omega, prec) })
		if err != nil {
			return nil, err
		}
		f.Omega = text
		v.Density = append(v.Density, f)
		each(name, &f)
		if mass && f.Unknown == "" {
			if err := v.addMasses(ctx, parts, text, end, prec, each); err != nil {
				return nil, err
			}
		}
	}
	return v, nil
}

// signedParts encloses them, and takes what is proved elsewhere about the sign.
type signedParts struct {
	p     *density.Density
	pd    func(ctx context.Context) (bool, error)
	parts *search.Jordan
	asked bool
}

// enclose encloses the parts of [0, ω], of all for nil. The reason is why they are not known.
func (j *signedParts) enclose(ctx context.Context, omega *ball.Real, prec uint) (a *search.Parts, because string, err error) {
	if j.parts == nil {
		if j.parts, err = search.NewJordan(ctx, j.p); err != nil {
			return nil, "", err
		}
	}
	try := func() (*search.Parts, error) {
		if omega == nil {
			return j.parts.All(ctx, prec)
		}
		return j.parts.UpTo(ctx, omega, prec)
	}
	a, err = try()
	if (err != nil || !a.Met) && ctx.Err() == nil && !j.asked && !j.parts.Positive() && j.pd != nil {
		j.asked = true
		pd, failed := j.pd(ctx)
		if failed != nil {
			return nil, "", failed
		}
		if pd {
			j.parts.SetPositive()
			a, err = try()
		}
	}
	var none *density.NotEnclosedError
	var open *mass.Error
	switch {
	case ctx.Err() != nil:
		return nil, "", ctx.Err()
	case errors.As(err, &none):
		return nil, none.Because, nil
	case errors.As(err, &open):
		return nil, open.Because, nil
	}
	return a, "", err
}

// addMasses encloses the masses of the parts on [0, end], of all for "".
func (v *DensityDigits) addMasses(ctx context.Context, parts *signedParts, text, end string, prec uint, each func(name string, f *SpectrumFigure)) error {
	names := [3]string{"‖m₊‖", "‖m₋‖", "‖m‖"}
	var omega *ball.Real
	if end != "" {
		for i, name := range []string{"m₊", "m₋", "|m|"} {
			names[i] = name + "([0, " + end + "])"
		}
		var err error
		if omega, err = numeral.Parse(end, prec+256); err != nil {
			return err
		}
		if omega.IsZero() {
			return nil
		}
	}
	a, because, err := parts.enclose(ctx, omega, prec)
	switch {
	case budget.Over(ctx):
		because = budget.Why(ctx, "")
	case err != nil:
		return fmt.Errorf("%d digits of the masses: %w", v.Digits, err)
	}
	if end != "" && because == "" && parts.parts.Positive() {
		each = func(string, *SpectrumFigure) {} // m₊ is m
	}
	m := Masses{Omega: text}
	for i, f := range []*SpectrumFigure{&m.Plus, &m.Minus, &m.Total} {
		if f.Unknown = because; because == "" {
			x := []*ball.Real{&a.Plus, &a.Minus, &a.Total}[i]
			f.Short = !x.IsZero() && x.RelAccuracyBits() < int64(prec)-1
			f.Method = howMasses(parts.parts, a)
			f.write(x, v.Digits)
		}
		each(names[i], f)
	}
	v.Masses = append(v.Masses, m)
	return nil
}

// howMasses says what the masses rest on.
func howMasses(j *search.Jordan, a *search.Parts) string {
	switch {
	case j.Positive():
		return "a proof that the density is nonnegative"
	case a.Changes < 0:
		return "an expansion of the density at infinity"
	case a.Changes == 0:
		return "a proof that the density has one sign there"
	case a.Changes == 1:
		return "the zero of the density"
	}
	return fmt.Sprintf("the %d zeros of the density", a.Changes)
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
		a.Weight.AddRad(all.Off)
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

// WriteCSV writes the density as CSV, and after it the masses of the parts, whose names are in place of frequencies.
func (v *DensityDigits) WriteCSV(w io.Writer) error {
	var b strings.Builder
	b.WriteString("omega,density,error\n")
	row := func(name string, f *SpectrumFigure) {
		bound := f.Error
		if bound == "" && f.Value != "" {
			bound = "0"
		}
		fmt.Fprintf(&b, "%s,%s,%s\n", name, f.Value, bound)
	}
	for i := range v.Density {
		row(v.Density[i].Omega, &v.Density[i])
	}
	for i := range v.Masses {
		m := &v.Masses[i]
		row(m.Omega+" plus", &m.Plus)
		row(m.Omega+" minus", &m.Minus)
		row(m.Omega+" total", &m.Total)
	}
	_, err := io.WriteString(w, b.String())
	return err
}
