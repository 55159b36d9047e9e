package certify

import (
	"context"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/verify"
	"krein/internal/budget"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/internal/kernel/cuts"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

// searchless are the points of kernels that are given to a checker in tests: it takes those of the certificate, and has
// no business with these.
type searchless struct{ piecewise.Uncut }

func (s searchless) Of(*formula.Expr) piecewise.Cuts { return s }

func (searchless) Find(piecewise.Trial, *budget.Meter) (piecewise.Cut, error) {
	panic("a checker looks for breakpoints")
}

func (searchless) Pieces() ([]piecewise.Piece, error) {
	panic("a checker asks for pieces that are not proved")
}

// pointedKernels have points of all kinds: of conditions, abs, min and max, denominators, infinitely many, values of their
// own, in dimensions in which claims about them hold and do not.
var pointedKernels = []struct {
	formula string
	dim     int
}{
	{"max(0, 1-z)", 1}, {"max(0, 1-z)", 3}, {"max(0, 1-z)^2*(1+2*z)", 3}, {"abs(1-z)", 1}, {"exp(-z)+abs(sin(z))/9", 2},
	{"z < sqrt(2) ? exp(-z) : 0", 2}, {"z == 1 ? 2 : exp(-z)", 3}, {"exp(-z)*abs(sin(pi*z))", 1},
	{"min(exp(-z), exp(-2*z)+1/9)", 2}, {"1/abs(z-3)", 1}, {"ntk", 3}, {"max(exp(-z), exp(-2*z))", 2},
	{"z == 0 ? 1 : sin(z)/z", 3}, {"z < 1 ? exp(-z) : (z < 2 ? exp(-z) : exp(-z))", 2}, {"sqrt(abs(z^2-2))", 2},
}

// forgedPoints lists what can be done to the points of a certificate.
func forgedPoints(honest []cuts.Recorded, others []cuts.Recorded) (forged map[string][]cuts.Recorded) {
	forged = map[string][]cuts.Recorded{"none": nil}
	with := func(what string, i int, change func(r *cuts.Recorded)) {
		list := slices.Clone(honest)
		list[i].At = slices.Clone(list[i].At)
		change(&list[i])
		if len(list[i].At) == 0 && list[i].Before == "" {
			list = slices.Delete(list, i, i+1)
		}
		forged[fmt.Sprintf("%s of %s", what, honest[i].Formula)] = list
	}
	moved := func(text string, by *big.Rat) string {
		e, err := formula.Read(text, nil)
		if err != nil {
			panic(err)
		}
		return formula.Add(e, formula.Rational(by)).String()
	}
	for i, r := range honest {
		for j := range r.At {
			with(fmt.Sprintf("no point %d", j), i, func(r *cuts.Recorded) { r.At = slices.Delete(r.At, j, j+1) })
			with(fmt.Sprintf("point %d twice", j), i, func(r *cuts.Recorded) { r.At = slices.Insert(r.At, j, r.At[j]) })
			for _, by := range []*big.Rat{big.NewRat(1, 1e9), big.NewRat(-1, 1e9), big.NewRat(1, 2)} {
				with(fmt.Sprintf("point %d moved by %v", j, by), i, func(r *cuts.Recorded) { r.At[j] = moved(r.At[j], by) })
			}
			with(fmt.Sprintf("point %d and one beside it", j), i, func(r *cuts.Recorded) {
				r.At = slices.Insert(r.At, j+1, moved(r.At[j], big.NewRat(1, 1e9)))
			})
		}
		if len(r.At) > 1 {
			with("points exchanged", i, func(r *cuts.Recorded) { r.At[0], r.At[1] = r.At[1], r.At[0] })
		}
		with("a point first", i, func(r *cuts.Recorded) { r.At = slices.Insert(r.At, 0, "1/1000") })
		with("a point last", i, func(r *cuts.Recorded) { r.At = append(r.At, "1000") })
		with("a point at 0", i, func(r *cuts.Recorded) { r.At = slices.Insert(r.At, 0, "0") })
		with("a negative point", i, func(r *cuts.Recorded) { r.At = slices.Insert(r.At, 0, "-1") })
		with("many points", i, func(r *cuts.Recorded) {
			r.At = nil
			for n := range int64(60) {
				r.At = append(r.At, formula.Frac(n+1, 20).String())
			}
		})
		for _, before := range []string{"", "1/1000", "1", "1000000"} {
			with("before "+before, i, func(r *cuts.Recorded) { r.Before = before })
		}
	}
	// those of formulas that nobody asks about, and of other formulas under the name of these
	list := slices.Clone(honest)
	for _, r := range others {
		if !slices.ContainsFunc(list, func(h cuts.Recorded) bool { return h.Formula == r.Formula }) {
			list = append(list, r)
		}
	}
	slices.SortFunc(list, func(a, b cuts.Recorded) int { return strings.Compare(a.Formula, b.Formula) })
	forged["more formulas"] = list
	for i := range honest {
		of := others[i%len(others)]
		with("points of another", i, func(r *cuts.Recorded) { r.At, r.Before = of.At, of.Before })
	}
	return forged
}

// TestForgedPoints: whatever a certificate says of points, no proof of the contrary of what is proved is accepted: none of
// its own that is turned round, none of another kernel, and none by a rule alone. A proof that holds may fail.
func TestForgedPoints(t *testing.T) {
	type pointed struct {
		k    *kernel.Kernel
		dim  int
		cert *certificate.Certificate
	}
	var all []pointed
	var proofs []proof.Claim
	var points []cuts.Recorded
	for i, row := range pointedKernels {
		if !testlong.Turn(i, 5) {
			continue
		}
		k, err := parser.Parse(row.formula, nil)
		require.NoError(t, err)
		c, err := Run(context.Background(), k, row.dim, &Settings{SkipMass: true})
		require.NoError(t, err)
		all, points = append(all, pointed{k.CutAt(searchless{}), row.dim, c}), append(points, c.Points()...)
		for _, cl := range c.Claims() {
			if cl.Witness = nil; cl.Proof != nil {
				proofs = append(proofs, cl)
			}
		}
	}
	for _, r := range check.Rules() {
		if !slices.Contains(IDs(), r.Claim) {
			continue // of premises alone
		}
		cl := proof.Claim{ID: r.Claim, Status: Refuted, Because: "…", Rule: r.ID, Proof: proof.NewStep(r.ID, "", nil)}
		if r.Holds {
			cl.Status = Proved
		}
		proofs = append(proofs, cl)
	}
	require.NotEmpty(t, points)
	kept, failed := 0, 0
	for _, p := range all {
		for what, list := range forgedPoints(p.cert.Points(), points) {
			forged := p.cert.WithPoints(list)
			checker := verify.New(forged, p.k, p.dim, 0)
			for _, cl := range forged.Claims() {
				if cl.Proof == nil {
					continue
				}
				if checker.Claim(context.Background(), cl.ID).Verdict == check.Accepted {
					kept++
				} else {
					failed++
				}
			}
			v := check.NewVerifier(p.k.CutAt(forged.Table()), p.dim, 0)
			for _, cl := range proofs {
				truth := p.cert.Claim(cl.ID).Status
				for _, status := range []Status{Proved, Refuted} {
					cl.Status = status
					if truth != Proved && truth != Refuted || status == truth {
						continue
					}
					r := v.Verify(context.Background(), cl, cl.ID)
					assert.NotEqual(t, check.Accepted, r.Verdict, "%s in R^%d, %s: %s %s by %s", p.k, p.dim, what, cl.ID, status, cl.Rule)
				}
			}
		}
	}
	assert.Greater(t, kept, 50)
	assert.Greater(t, failed, 10)
	t.Logf("%d proofs kept, %d failed", kept, failed)
}

// TestPointsAreNeeded: a certificate without its points proves less, and says nothing else.
func TestPointsAreNeeded(t *testing.T) {
	k, err := parser.Parse("max(0, 1-z)", nil)
	require.NoError(t, err)
	c, err := Run(context.Background(), k, 1, nil)
	require.NoError(t, err)
	require.NotEmpty(t, c.Points())
	_, err = verified(c, k, 1)
	require.NoError(t, err)
	_, err = verified(c.WithPoints(nil), k, 1)
	assert.Error(t, err)
}
