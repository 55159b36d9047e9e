package certify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/big"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/numeric"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// hidings are ways to give a formula F the value V at the distance Z alone, or (the second list)
// another value than its own there, which D, if it occurs, is added to. The last ones are made for
// Z = 0, too, where z < 0 never holds.
var (
	hidings = []string{
		"(z == Z ? 1 : -1) > 0 ? V : F",
		"((z < Z ? 0 : 1) + (z > Z ? 0 : 1)) == 2 ? V : F",
		"((z <= Z ? 1 : 0)*(z >= Z ? 1 : 0)) > 1/2 ? V : F",
		"not(z < Z or z > Z) ? V : F",
		"z >= Z and z <= Z ? V : F",
		"abs(z-Z) <= 0 ? V : F",
		"max(z,Z) == min(z,Z) ? V : F",
		"z*log(6) == Z*(log(2)+log(3)) ? V : F",
		"sqrt(z) == sqrt(Z) ? V : F",
		"((z-Z)^2 > 0 ? 1 : 0) < 1 ? V : F",
		"min(z <= Z ? 1 : 0, z >= Z ? 1 : 0) == 1 ? V : F",
		"(((z == Z ? 1 : 0) == 1 ? 2 : 3) == 2 ? -1 : 1) < 0 ? V : F",
		"z > Z ? F : (z < Z ? F : V)",
		"exp(z == Z ? 1 : 0) > 2 ? V : F",
		"z*(sqrt(2)+sqrt(3))^2 == Z*(5+2*sqrt(6)) ? V : F",
		"z == Z or (z == Z ? 1 : 0) == 1 ? V : F",
		"(z == Z ? (z < Z ? F : V) : (z == Z ? 17 : F))",
	}
	changes = []string{
		"F + (((z <= Z ? 1 : 0)*(z >= Z ? 1 : 0)) > 1/2 ? D : 0)",
		"((z == Z ? 1 : -1) > 0 ? 1 : 0)*D + F",
		"abs(z == Z ? D : 0) + F",
		"min(z <= Z ? 1 : 0, z >= Z ? 1 : 0)*D + F",
		"D^(z == Z ? 1 : 2) - D^2 + F",
		"F*exp(-1)^(z == Z ? 1 : 0)",
		"cos(z == Z ? 1 : 0)*F",
		"F/(z == Z ? 2 : 1)",
		"F*(1+log(z == Z ? 2 : 1))",
		"F*besselj(0, z == Z ? 1 : 0)",
		"F + atan(z != Z ? 0 : D)",
	}
	undefinings = []string{
		"F + 0/(z-Z)",
		"F + 0*log(abs(z-Z))",
		"1/(z-Z)^2 > 0 ? F : F + 1",
		"max(F, F - 1/(z-Z)^2)",
		"F*((z-Z)/(z-Z))",
		"F*(1/(z-Z))^0",
		"z == Z ? F/(z-Z) : F",
	}
)

// singlePoint is a kernel that differs from another one, if at all, at one distance.
type singlePoint struct {
	formula string
	row     knownRow
	at      *big.Rat
	same    bool // the value is the one that it had
}

// hide writes the i-th way for a row; ok is false if the formula is not suited.
func hide(row knownRow, way string, at *big.Rat, same bool) (p singlePoint, ok bool) {
	k, err := parser.Parse(row.Formula, nil)
	if err != nil {
		return p, false
	}
	z, _ := at.Float64()
	if v := math.Abs(k.At(z)); !(v > 1e-6 && v < 1e6) || math.IsNaN(numeric.AtZero(k)) ||
		math.IsInf(numeric.AtZero(k), 0) {
		return p, false
	}
	value := formula.Substitute(k.FormulaExpr(), formula.Rational(at)).String()
	if !same {
		value = "(" + value + ")+1/100"
	}
	text := strings.NewReplacer("F", "("+row.Formula+")", "V", value, "D", "1/100", "Z",
		"("+at.RatString()+")").Replace(way)
	if _, err := parser.Parse(text, nil); err != nil { // written in u
		return p, false
	}
	return singlePoint{text, row, at, same}, true
}

// wrong says what is wrong with a status, "" if nothing is. With another value at z > 0 than the
// limit, a kernel that is continuous at 0 has no finite spectral measure, and is neither positive
// definite, of any order, nor completely monotone, nor, if the distance occurs there, positive
// definite on a sphere.
func (p singlePoint) wrong(id ID, status Status) string {
	truth, known := p.row.Expect[id]
	two := p.at.Cmp(big.NewRat(2, 1))
	unaffected := p.same || id == PDSphere && (p.row.Dim == 1 && two != 0 || two > 0) || id == PDAllSpheres && two > 0
	if id == PositiveDecomposition && !p.same {
		// the difference is one of positive definite kernels in R^1, and not known otherwise
		unaffected, known = true, known && (p.row.Dim == 1 || !truth)
	}
	switch {
	case unaffected && known && (status == Proved && !truth || status == Refuted && truth):
		return fmt.Sprintf("the truth is %v", truth)
	case !unaffected && status == Proved:
		return "a value of its own refutes it"
	}
	return ""
}

// certifyHidden fails if a claim is decided wrongly, and returns the certificate.
func certifyHidden(t *testing.T, p singlePoint) *Certificate {
	t.Helper()
	k, err := parser.Parse(p.formula, nil)
	require.NoError(t, err, p.formula)
	cert, err := Run(context.Background(), k, p.row.Dim, &Settings{SkipMass: true})
	require.NoError(t, err, p.formula)
	for _, id := range IDs() {
		cl := cert.Claim(id)
		assert.Empty(t, p.wrong(id, cl.Status), "%s in R^%d: %s is %s (%s: %s)", p.formula, p.row.Dim, id, cl.Status,
			cl.Rule, cl.Because)
	}
	return cert
}

// quickRows are kernels that are certified quickly, with what is true of them.
var quickRows = []knownRow{
	{Formula: "exp(-z)", Dim: 3, Expect: map[ID]bool{FiniteMass: true, PD: true, CompletelyMonotone: true, PDSphere: true,
		PDAllSpheres: true, ConditionallyPD: true, PositiveDecomposition: true}},
	{Formula: "askey(2)", Dim: 3, Expect: map[ID]bool{FiniteMass: true, PD: true, CompletelyMonotone: false,
		PDSphere: true, PDAllSpheres: false, ConditionallyPD: true, PositiveDecomposition: true}},
	{Formula: "sin(z)/z", Dim: 3, Expect: map[ID]bool{FiniteMass: true, PD: true, CompletelyMonotone: false,
		PDSphere: true, ConditionallyPD: true, PositiveDecomposition: true}},
	{Formula: "z < 2 ? 1 - z^2/4 : 0", Dim: 3, Expect: map[ID]bool{FiniteMass: false, PD: false, CompletelyMonotone: false,
		PDSphere: true, PDAllSpheres: true}},
}

// TestSinglePointsOfTheAudit has the formulas that were once proved to be what they are not.
func TestSinglePointsOfTheAudit(t *testing.T) {
	for _, formula := range testlong.Some([]string{
		"(z == 1 ? 1 : -1) > 0 ? 1/2 : exp(-z)",
		"((z < 1 ? 0 : 1) + (z > 1 ? 0 : 1)) == 2 ? 1/5 : exp(-z)",
		"exp(-z) + ((z <= 1 ? 1 : 0)*(z >= 1 ? 1 : 0) > 1/2 ? 1/100 : 0)",
		"((z == 1 ? 1 : -1) > 0 ? 1 : 0)*exp(-z)+exp(-2*z)",
		"(z == 1/2 ? 1 : -1) > 0 ? 1/2 : askey(2)",
		"(z == 1 ? 1 : -1) > 0 ? 1/2 : sin(z)/z",
		"exp(-z)^(z == 1 ? 2 : 1)",
	}, 2) {
		cert := certifyHidden(t, singlePoint{formula: formula, row: knownRow{Dim: 3}, at: big.NewRat(1, 1)})
		for _, id := range []ID{FiniteMass, PD, PDSphere, PDAllSpheres, ConditionallyPD} { // all are continuous at 0
			cl := cert.Claim(id)
			assert.Equal(t, Refuted, cl.Status, "%s: %s (%s: %s)", formula, id, cl.Rule, cl.Because)
		}
	}
	// A nugget may be positive definite, but is the transform of no finite measure.
	for _, formula := range testlong.Some([]string{"(z == 0 ? 1 : -1) > 0 ? 2 : exp(-z)", "z^2 <= 0 ? 2 : exp(-z)",
		"(z > 0 ? 0 : 1)+exp(-z)"}, 2) {
		k := parse(t, formula)
		cert, err := Run(context.Background(), k, 3, &Settings{SkipMass: true})
		require.NoError(t, err)
		assert.Equal(t, Refuted, cert.Claim(FiniteMass).Status, formula)
		assert.NotEqual(t, Refuted, cert.Claim(PD).Status, formula)
	}
}

// TestSinglePoints hides a value at one distance in formulas whose properties are known; no claim
// may be decided wrongly. With -long, in all rows of the tables.
func TestSinglePoints(t *testing.T) {
	one, half := big.NewRat(1, 1), big.NewRat(1, 2)
	if !testlong.Enabled() {
		for i, way := range append(hidings[:len(hidings):len(hidings)], changes...) {
			if !testlong.Turn(i, 4) {
				continue
			}
			if p, ok := hide(quickRows[i%len(quickRows)], way, half, false); ok {
				certifyHidden(t, p)
			}
			if i%4 == 0 && i < len(hidings) {
				if p, ok := hide(quickRows[i/4%len(quickRows)], way, half, true); ok {
					certifyHidden(t, p)
				}
			}
		}
		return
	}
	rows := append(knownRows(t, "../testdata/known.json"), knownRows(t, "../testdata/known_more.json")...)
	n, all := 0, append(hidings[:len(hidings):len(hidings)], changes...)
	for i, row := range rows {
		for _, at := range []*big.Rat{one, half} {
			p, ok := hide(row, all[i%len(all)], at, false)
			if !ok {
				continue
			}
			n++
			certifyHidden(t, p)
			if p, ok = hide(row, hidings[i%len(hidings)], at, true); ok {
				n++
				certifyHidden(t, p)
			}
			break
		}
	}
	t.Logf("%d kernels", n)
	assert.GreaterOrEqual(t, n, 180)
}

// TestForgedSinglePoints has the proofs of a kernel checked for kernels that differ from it at one
// distance, as they stand and with the other formula in place of the kernel's.
func TestForgedSinglePoints(t *testing.T) {
	rows := quickRows
	if !testlong.Enabled() {
		rows = rows[:3]
	}
	for _, row := range rows {
		base := parse(t, row.Formula)
		cert, err := Run(context.Background(), base, row.Dim, &Settings{SkipMass: true})
		require.NoError(t, err)
		ways := append(append(hidings[:len(hidings):len(hidings)], changes...), undefinings...)
		for i, way := range ways {
			if !testlong.Enabled() && i%3 != len(row.Formula)%3 {
				continue
			}
			p, ok := hide(row, way, big.NewRat(1, 2), false)
			require.True(t, ok, way)
			k := parse(t, p.formula)
			for _, id := range IDs() {
				cl := cert.Claim(id)
				if cl.Status != Proved {
					continue
				}
				for _, s := range []*proof.Step{cl.Proof, replaced(t, cl.Proof, base.Formula(), k.Formula())} {
					err := check.New(context.Background(), 0).Step(rule.Goal{Claim: id, Holds: true, Kernel: k, Dim: row.Dim}, s)
					assert.Error(t, err, "%s of %s in R^%d by %s", id, p.formula, row.Dim, s.Rule)
				}
			}
		}
	}
}

// replaced returns a step in which every formula old of the evidence is another one.
func replaced(t *testing.T, s *proof.Step, old, formula string) *proof.Step {
	t.Helper()
	from, err := json.Marshal(old)
	require.NoError(t, err)
	to, err := json.Marshal(formula)
	require.NoError(t, err)
	c := *s
	c.Evidence = bytes.ReplaceAll(s.Evidence, from, to)
	c.From = nil
	for _, p := range s.From {
		c.From = append(c.From, replaced(t, p, old, formula))
	}
	return &c
}

// TestUndefinedIsNotLikely: a formula that has no value at some distance, at which no sample shows it, is nothing that
// holds, not even by estimate; one that has values everywhere keeps what is proved.
func TestUndefinedIsNotLikely(t *testing.T) {
	parts := []string{
		"log(1-z/1e6)", "tan(z)", "1/cos(sqrt(2)*z)", "asin(1+1e-50*exp(-z))", "sqrt(1-z/1e7)", "log(abs(z-1/3))",
		"acos(-1-1e-40*exp(-z))", "1/(z-sqrt(5))", "gamma(1-z/1e5)", "(1-z/1e6)^(1/3)", "besselk(1,1-z/1e6)",
		"log(1-exp(-z)*e^(z^2/1e9)/2)",
	}
	hide := []string{"exp(-z)+0*(G)", "exp(-z)*(G)^0", "exp(-z)+0/(1/(G))", "exp(-z)+min(0,(G)^2)", "exp(-z)*1^(G)"}
	for i, g := range parts {
		if !testlong.Turn(i, 4) {
			continue
		}
		formula := strings.ReplaceAll(hide[i%len(hide)], "G", g)
		k, err := parser.Parse(formula, nil)
		if err != nil {
			assert.Contains(t, err.Error(), "undefined", formula)
			continue
		}
		c, err := Run(t.Context(), k, 3, &Settings{Claims: []ID{FiniteMass, PD, ConditionallyPD}})
		require.NoError(t, err)
		for _, cl := range c.Claims() {
			assert.NotContains(t, []Status{Likely, Proved}, cl.Status, "%s: %s: %s", formula, cl.ID, cl.Because)
		}
		assert.Nil(t, c.Mass().Total, formula)
	}
	for _, formula := range []string{"exp(-z)+0*asin(z/sqrt(1+z^2))", "exp(-z)*log(1+z)^0", "exp(-z)+0/cosh(z)"} {
		c, err := Run(t.Context(), parse(t, formula), 3, &Settings{Claims: []ID{FiniteMass}, SkipMass: true})
		require.NoError(t, err)
		assert.Equal(t, Proved, c.Claim(FiniteMass).Status, "%s: %s", formula, c.Claim(FiniteMass).Because)
	}
}

// TestUndefinedIsNotDecided: nothing is decided about a formula that has no value on an interval of distances, however narrow, and
// whatever the rest of it is. Where single distances have none, and all others do, what is refuted stays so.
func TestUndefinedIsNotDecided(t *testing.T) {
	intervals := []string{"log(abs(z-43/20)-1e-9)", "sqrt((z-9/8)^2-1e-12)", "acos(2-1e9*(z-7/5)^2)", "asin(1+1e-30*cos(z))",
		"acosh(1+(z-3)^2-1e-9)", "atanh(1e6*(z-1/2))", "besselk(1,(z-2)^2-1e-9)", "((z-1/3)^2-1e-9)^(1/3)", "1/max(0,abs(z-8/7)-1e-8)",
		"1/(sqrt(sin(z)^2)-sin(z))", "1/(abs(z-7)-z+7)", "log(abs(max(sin(z),0)))"}
	hide := []string{"F+0*(U)", "F*(U)^0", "F+(U-(U))", "F+0/(1/(U))", "F*(U)/(U)", "F+min(0,(U)^2)"}
	bases := []string{"exp(-z)*(1-3*z^2)", "(1-z^2)", "exp(-z^2)*cosh(3*z)"}
	for i, u := range intervals {
		if !testlong.Turn(i, 4) {
			continue
		}
		f := strings.NewReplacer("F", bases[i%3], "U", u).Replace(hide[i%len(hide)])
		k, err := parser.Parse(f, nil)
		if err != nil {
			assert.Contains(t, err.Error(), "undefined", f)
			continue
		}
		c, err := Run(t.Context(), k, 3, &Settings{SkipMass: true})
		require.NoError(t, err, f)
		for _, cl := range c.Claims() {
			assert.NotContains(t, []Status{Proved, Refuted}, cl.Status, "%s: %s: %s", f, cl.ID, cl.Because)
		}
	}
	for _, f := range []string{"exp(-z)*(1-3*z^2)+0/(z-1)", "exp(-z)*(1-3*z^2)+0*tan(z)", "tan(z)", "exp(-z)*(1-3*z^2)*(sin(z)-1/2)^0",
		"exp(-z)*(1-3*z^2)/(1+0/(exp(z)-7))", "exp(-z)*(1-3*z^2)+0*log(abs(sin(z)))", "exp(-z)*(1-3*z^2)+0*abs(z-1)^(-1/2)",
		"exp(-z)*(1-3*z^2)+0/sin(1-z^2/2)"} {
		c, err := Run(t.Context(), parse(t, f), 3, &Settings{Claims: []ID{PD, PDSphere}, SkipMass: true})
		require.NoError(t, err, f)
		assert.Equal(t, []Status{Refuted, Refuted}, []Status{c.Claim(PD).Status, c.Claim(PDSphere).Status}, f)
	}
}
