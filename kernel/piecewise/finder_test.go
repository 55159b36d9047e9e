package piecewise_test

import (
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/budget"
	_ "krein/internal/testlong" // fixes the seed
	"krein/kernel"
	_ "krein/kernel/breakpoints"
	"krein/kernel/eval"
	"krein/kernel/formula"
	"krein/kernel/internal/kerneltest"
	"krein/kernel/piecewise"
)

// liar says of breakpoints what it likes: it leaves out, adds, moves and repeats, and its pieces are anything.
type liar struct {
	honest piecewise.Finder
	rand   *rand.Rand
}

func (l liar) points(b []piecewise.Breakpoint) (out []piecewise.Breakpoint) {
	for _, x := range b {
		for range 1 + l.rand.IntN(2) {
			switch l.rand.IntN(5) {
			case 0: // left out
			case 1:
				out = append(out, piecewise.Breakpoint{Value: x.Value, Exact: formula.Frac(l.rand.Int64N(40)-5, 8)})
			default:
				out = append(out, piecewise.Breakpoint{Value: l.rand.Float64(), Exact: x.Exact})
			}
		}
	}
	for range l.rand.IntN(3) {
		out = append(out, piecewise.BreakpointAt(formula.Frac(l.rand.Int64N(40)-5, 8)))
	}
	l.rand.Shuffle(len(out), func(i, j int) { out[i], out[j] = out[j], out[i] })
	return out
}

func (l liar) Split(whole *formula.Expr, m *budget.Meter) ([]piecewise.Piece, []piecewise.Breakpoint, error) {
	pieces, cuts, err := l.honest.Split(whole, m)
	wrong := slices.Clone(pieces)
	for i := range wrong {
		wrong[i] = wrong[l.rand.IntN(i+1)]
		if l.rand.IntN(3) == 0 {
			wrong[i].Expr = formula.Variable()
		}
	}
	return wrong, l.points(cuts), err
}

func (l liar) Critical(lo, hi piecewise.Breakpoint, m *budget.Meter,
	e ...*formula.Expr) ([]piecewise.Breakpoint, error) {
	found, err := l.honest.Critical(lo, hi, m, e...)
	if l.rand.IntN(4) == 0 {
		err = &piecewise.EndlessError{What: "a lie", Before: l.rand.IntN(6) - 2}
	}
	return l.points(found), err
}

// TestNoTrustInTheFinder: whatever is said of breakpoints, pieces that are accepted are the function, and so are its
// values of its own.
func TestNoTrustInTheFinder(t *testing.T) {
	honest, restore := piecewise.Swap(nil)
	defer restore()
	assert.Panics(t, func() { piecewise.Search(liar{}) }, "a program has one Finder")
	texts := []string{
		"abs(z - 1) + exp(-z)", "max(1 - z, 0)^3 - min(z, 1/2)", "z < 1 ? (z < 2/3 ? exp(-z) : 1/z) : 2", "z == 1 ? 5 : z^2",
		"abs(sin(3*z))", "max(sin(z), 0)", "1/(z - 2) + abs(z - 1/3)", "sqrt(abs(z^2 - 2))", "z < sqrt(2) ? log(z) : cos(z)",
		"abs(abs(z - 2) - 1)", "z < 2 && !(z == 1) ? acos(1 - z^2/2) : 0", "acos(1 - 2*z^2)", "wendland(3, 1, 2)",
	}
	var read []*formula.Expr
	for _, text := range texts {
		read = append(read, kerneltest.Read(t, text))
	}
	accepted, refused := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		e := kerneltest.Expr(3, formula.Variable()).Draw(t, "e")
		if i := rapid.IntRange(0, 2*len(texts)-1).Draw(t, "text"); i < len(texts) {
			e = read[i]
		}
		lies := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "lies"), 1))
		value := func(e *formula.Expr, z *big.Rat) *ball.Real {
			return eval.Enclose(nil, e, new(ball.Real).SetRat(z, 200), 128)
		}
		compare := func(k *kernel.Kernel, before *big.Rat) {
			pieces, err := k.ExactPieces()
			if err != nil {
				refused++
				return
			}
			accepted++
			for i := range pieces {
				for j := range int64(9) {
					z := big.NewRat(1+11*j, 16)
					if before != nil && z.Cmp(before) >= 0 {
						continue
					}
					c, err := pieces[i].Lo.Constant()
					require.NoError(t, err)
					inside := new(ball.Real).SetRat(z, 200).LessEq(c.Ball(new(ball.Real), 200)) == ball.False
					if !pieces[i].Hi.Inf {
						c, err := pieces[i].Hi.Constant()
						require.NoError(t, err)
						inside = inside && new(ball.Real).SetRat(z, 200).Less(c.Ball(new(ball.Real), 200)) == ball.True
					}
					v := value(e, z)
					if !inside || v.Indeterminate() {
						continue
					}
					assert.NotEqual(t, ball.False, value(pieces[i].Expr, z).Overlaps(v), "%s at %s is not %s", e, z, pieces[i].Expr)
				}
			}
			own, err := k.OwnValues()
			for _, o := range own {
				c, failed := o.At.Constant()
				if err != nil || failed != nil || !o.Defined {
					continue
				}
				at, ok := c.Rat()
				if ok && (before == nil || at.Cmp(before) < 0) {
					assert.NotEqual(t, ball.False, o.Value.Ball(new(ball.Real), 128).Overlaps(value(e, at)), "%s at %s", e, at)
				}
			}
		}
		for range 8 {
			piecewise.Swap(liar{honest, lies})
			k := kernel.NewNatural(e)
			compare(k, nil)
			if near, end := k.Near(); near != nil {
				before, ok := end.Rat()
				require.True(t, ok)
				compare(near, before)
			}
		}
	})
	assert.Greater(t, accepted, 50)
	assert.Greater(t, refused, 20)
}
