package piecewise_test

import (
	"cmp"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/kernel/breakpoints"
	"krein/internal/kernel/cuts"
	"krein/internal/kernel/eval"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/kerneltest"
	"krein/internal/kernel/piecewise"
	_ "krein/internal/testlong" // fixes the seed
	"krein/kernel"
)

// liar says of points what it likes: it leaves out, adds, moves, repeats and exchanges them, and so does it with the
// distance of those without end.
type liar struct {
	piecewise.Points
	rand *rand.Rand
}

func (l liar) Of(whole *formula.Expr) piecewise.Cuts { return lies{l.Points.Of(whole), l.rand} }

type lies struct {
	piecewise.Cuts
	rand *rand.Rand
}

func (l lies) Find(try piecewise.Trial, m *budget.Meter) (cut piecewise.Cut, err error) {
	honest, err := l.Cuts.Find(try, m)
	moved := func(e *formula.Expr) *formula.Expr { return formula.Add(e, formula.Rational(big.NewRat(1, 1e9))) }
	for _, e := range honest.At {
		switch l.rand.IntN(8) {
		case 0: // left out
		case 1:
			cut.At = append(cut.At, formula.Frac(l.rand.Int64N(40)-5, 8))
		case 2:
			cut.At = append(cut.At, moved(e))
		case 3:
			cut.At = append(cut.At, e, moved(e))
		case 4:
			cut.At = append(cut.At, e, e)
		default:
			cut.At = append(cut.At, e)
		}
	}
	for range l.rand.IntN(3) {
		cut.At = append(cut.At, formula.Frac(l.rand.Int64N(40)-5, 8))
	}
	if l.rand.IntN(4) > 0 {
		value := func(e *formula.Expr) float64 { return piecewise.BreakpointAt(e).Value }
		slices.SortFunc(cut.At, func(a, b *formula.Expr) int { return cmp.Compare(value(a), value(b)) })
	}
	if cut.Before = honest.Before; l.rand.IntN(4) == 0 {
		cut.Before = big.NewRat(l.rand.Int64N(20)-4, 4)
	}
	return cut, err
}

// TestNoTrustInPoints: whatever is said of breakpoints, pieces that are accepted are the function, and so are its
// values of its own.
func TestNoTrustInPoints(t *testing.T) {
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
			k := kernel.NewNatural(e).CutAt(liar{breakpoints.Search{}, lies})
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

// A formula is cut at constants that are positive and increase, or not at all; before any distance that is positive.
func TestPointsIncrease(t *testing.T) {
	e := kerneltest.Read(t, "max(0, 1 - z)")
	cut := func(before string, at ...string) error {
		table, err := cuts.NewTable([]cuts.Recorded{{Formula: "max(0, 1 - z)", At: at, Before: before}})
		require.NoError(t, err)
		pieces, err := kernel.NewNatural(e).CutAt(table).ExactPieces()
		if err == nil {
			assert.Equal(t, "1 - z", pieces[0].Expr.String())
			assert.Equal(t, "0", pieces[len(pieces)-1].Expr.String())
		}
		return err
	}
	assert.NoError(t, cut("", "1"))
	assert.NoError(t, cut("7", "1/2", "1", "sqrt(2)"))
	for _, at := range [][]string{{"1", "1"}, {"0", "1"}, {"-1", "1"}, {"1", "3", "2"}, {"1", "sqrt(2)", "sqrt(8)/2"}} {
		assert.ErrorContains(t, cut("", at...), "is not proved", "%v", at)
	}
	for _, at := range [][]string{{"2"}, {"0.999999999"}, {"1.000000000000000000000000000001"}} {
		assert.ErrorContains(t, cut("", at...), "between", "%v", at)
	}
	assert.ErrorContains(t, cut("", "1", "2 + 10^-100000"), "an exact constant of more than")
	k := kernel.NewNatural(e)
	_, err := k.ExactPieces()
	assert.ErrorContains(t, err, "between 0 and inf", "nothing is cut that nobody says is to be cut")
	_, err = k.Pieces()
	assert.ErrorContains(t, err, "breakpoints")
	assert.Same(t, k, k.CutAt(nil))
}

// TestRecordedDistances: a distance before which points have no end is digits, with a line between at most: an exponent
// of a few letters would be a number that no memory holds.
func TestRecordedDistances(t *testing.T) {
	for text, ok := range map[string]bool{
		"1/2": true, "3": true, "1e999999999": false, "1e-999999999": false, "0x10": false, "1.5": false, "2/4": false, "-1": false,
		"0": false, "1/0": false, "/": false, "1_0": false,
	} {
		_, err := cuts.NewTable([]cuts.Recorded{{Formula: "z", Before: text}})
		assert.Equal(t, ok, err == nil, "%s: %v", text, err)
	}
}
