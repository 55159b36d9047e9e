// Package testformula draws formulas for tests: functions of the distance, kernels of x − y, and the named kernels of
// both with parameters from 10⁻⁹ to 10⁶. It draws what nobody writes, so that what nobody foresaw is tried. Formulas
// need not be valid, but most are.
package testformula

import (
	"math"
	"math/rand/v2"
	"strconv"
	"strings"
)

// A Catalogue has the named kernels of the language, which the caller knows.
type Catalogue struct {
	Radial []Named // of the distance
	Delta  []Named // of x − y
}

// Named is a named kernel.
type Named struct {
	Name   string
	Params []Param
}

// Param is a parameter: its range in words, as in "0 < alpha <= 2", and whether it may be left out.
type Param struct {
	Name, Range string
	Optional    bool
}

// Gen draws formulas. The same seed draws the same ones.
type Gen struct {
	*rand.Rand
	names *Catalogue
}

// New returns a generator. names may be nil for one that draws by Radial alone.
func New(seed uint64, names *Catalogue) Gen { return Gen{rand.New(rand.NewPCG(seed, 20)), names} }

// A Kernel is a formula and what it needs on the command line.
type Kernel struct {
	Formula string
	Dim     int
	Args    []string // --param and --lengths, with their values
	Radial  bool     // it is drawn as a function of the distance
}

// Flags returns the flags of the command line that stand for all but the formula.
func (k Kernel) Flags() []string { return append([]string{"--dim", strconv.Itoa(k.Dim)}, k.Args...) }

// Kernel draws a kernel of any sort.
func (g Gen) Kernel() Kernel {
	switch g.IntN(8) {
	case 0:
		return Kernel{Formula: g.Radial(), Dim: g.Dim(), Radial: true}
	case 1, 2:
		return g.NamedRadial()
	case 3, 4:
		return g.NamedDelta()
	}
	return g.Delta()
}

// Parameter draws a positive number from 10⁻⁹ to 10⁶, a third of them not far from 1.
func (g Gen) Parameter() string {
	switch g.IntN(6) {
	case 0:
		return g.pick("1", "2", "1/2", "3", "1/10", "5/2", "7", "10")
	case 1:
		return g.pick("1e-9", "1e-6", "1e-3", "1000", "1e5", "1e6", "999999999/1000000000", "1000001/1000000")
	case 2:
		return g.pick("pi", "sqrt(2)", "sqrt(3)/10", "e", "pi/1000", "1000*sqrt(2)")
	}
	return strconv.FormatFloat(math.Pow(10, 15*g.Float64()-9), 'g', 1+g.IntN(4), 64)
}

// rational is a Parameter that --param and --lengths take.
func (g Gen) rational() string {
	for {
		if s := g.Parameter(); !strings.ContainsAny(s, "pstq") && s != "e" {
			return s
		}
	}
}

// NamedRadial draws a named kernel of the distance.
func (g Gen) NamedRadial() Kernel { return Kernel{Formula: g.named(), Dim: g.smallDim(), Radial: true} }

func (g Gen) named() string {
	e := g.names.Radial[g.IntN(len(g.names.Radial))]
	var args []string
	for _, p := range e.Params {
		if p.Optional && g.IntN(3) == 0 {
			break
		}
		v := g.Parameter()
		switch { // one in three within the range of what is an order, a depth or a power
		case strings.Contains(p.Range, "integer") || g.IntN(3) == 0:
			v = strconv.Itoa(1 + g.IntN(4))
		case strings.Contains(p.Range, "<= 2"):
			v = g.pick("1", "2", "1/2", "3/2", "1e-9", "1999999/1000000", "0.001")
		}
		args = append(args, v)
	}
	if len(args) == 0 {
		return e.Name
	}
	return e.Name + "(" + strings.Join(args, ",") + ")"
}

// NamedDelta draws a named kernel of x − y, with numbers or vectors as parameters.
func (g Gen) NamedDelta() Kernel {
	e := g.names.Delta[g.IntN(len(g.names.Delta))]
	k := Kernel{Dim: g.smallDim()}
	var args []string
	for i, p := range e.Params {
		name := p.Name
		if name == "sigma" || name == "rho" || g.IntN(3) > 0 {
			v := g.Parameter()
			if (name == "r" || name == "beta") && g.IntN(3) == 0 {
				v = g.pick("-", "0*") + v
			}
			args = append(args, v)
			continue
		}
		vector := "v" + strconv.Itoa(i)
		args = append(args, vector)
		k.Args = append(k.Args, "--param", vector+"="+g.vector(k.Dim, name == "r" || name == "beta"))
	}
	k.Formula = e.Name + "(" + strings.Join(args, ",") + ")"
	if g.IntN(6) == 0 {
		k.Formula = g.pick("2*", "-1*", "1e-9*", "1 - ", "1e6*") + k.Formula
	}
	if g.IntN(6) == 0 {
		k.Formula += g.pick(" - ", " + ", "*") + g.term(&k)
	}
	return g.settled(k)
}

func (g Gen) vector(dim int, signed bool) string {
	v := make([]string, dim)
	for i := range v {
		v[i] = g.rational()
		if signed && g.IntN(3) == 0 {
			v[i] = g.pick("0", "-"+v[i])
		}
	}
	return strings.Join(v, ",")
}

func (g Gen) smallDim() int {
	switch g.IntN(8) {
	case 0:
		return 4 + g.IntN(12)
	case 1:
		return 16 + g.IntN(48)
	}
	return 1 + g.IntN(3)
}
