package certify

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/verify"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
	"krein/internal/certify/proof"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

// pdDecided proves or refutes positive definiteness with the rules of the checker only.
func pdDecided(t *testing.T, formula string, dim int) (s *proof.Step, holds bool) {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	f := newSession(context.Background(), k, dim, &Settings{SkipMass: true})
	f.proveOnly(CompletelyMonotone, FiniteMass, PD)
	s, holds = f.proof(PD)
	if s == nil {
		return nil, false
	}
	c := check.New(context.Background(), 0)
	require.NoError(t, c.Step(rule.Goal{Claim: proof.PD, Holds: holds, Kernel: k, Dim: dim}, s))
	require.Error(t, c.Step(rule.Goal{Claim: proof.PD, Holds: !holds, Kernel: k, Dim: dim}, s),
		"the opposite is accepted too")
	return s, holds
}

// TestPDProofs decides the rows of the tables of known answers by proofs.
func TestPDProofs(t *testing.T) {
	for _, name := range []string{"known", "known_more"} {
		total, decided := 0, 0
		for _, r := range someRows(t, name) {
			want, ok := r.Expect[PD]
			if !ok {
				continue
			}
			total++
			switch s, holds := pdDecided(t, r.Formula, r.Dim); {
			case s == nil:
				t.Logf("open: %s in R^%d: %v", r.Formula, r.Dim, want)
			case holds != want:
				t.Errorf("%s in R^%d: %s says %v, the truth is %v", r.Formula, r.Dim, s.Rule, holds, want)
			default:
				decided++
			}
		}
		t.Logf("%s: %d of %d decided", name, decided, total)
		assert.GreaterOrEqual(t, decided, total-1, name)
	}
}

// gaspariCohn is a spline convolved with itself (Gaspari and Cohn 1999, (4.10)).
const gaspariCohn = "let r = z/2; r<1 ? 1-5/3*r^2+5/8*r^3+1/2*r^4-1/4*r^5 : " +
	"r<2 ? 4-5*r+5/3*r^2+5/8*r^3-1/2*r^4+1/12*r^5-2/(3*r) : 0"

// pdRows are kernels with the dimensions up to which they are positive definite (0: none, −1: all),
// and the rules that have to decide below and above.
var pdRows = []struct {
	formula      string
	upTo         int
	yes, no      string
	dims         []int
	radius, note string
}{
	// bounds that are met exactly, and missed by little
	{formula: "exp(-z^2/2)*(1-z^2/4)", upTo: 4, yes: "pd.nonnegative-density", no: "pd.negative-density",
		dims: []int{3, 4, 5}, note: "1 − (d−ω²)/4"},
	{formula: "exp(-z^2/2)*(1-2500001/10000000*z^2)", upTo: 3, no: "pd.negative-density", dims: []int{3, 4}},
	{formula: "exp(-z)*cos(z)", upTo: 2, yes: "pd.damped-cosine", no: "pd.not-damped-cosine", dims: []int{1, 2, 3},
		note: "cot(π/4) = 1"},
	{formula: "exp(-sqrt(3)*z)*cos(z)", upTo: 3, yes: "pd.damped-cosine", no: "pd.not-damped-cosine", dims: []int{3, 4},
		note: "cot(π/6) = √3"},
	{formula: "5*exp(-(1+sqrt(2))*z/2)*cos(z/2)", upTo: 4, yes: "pd.damped-cosine", no: "pd.not-damped-cosine",
		dims: []int{4, 5}, note: "cot(π/8) = 1+√2"},
	{formula: "exp(-z)*cos((sqrt(2)-1)*z)", upTo: 4, yes: "pd.damped-cosine", no: "pd.not-damped-cosine",
		dims: []int{4, 5}, note: "the root of 3 − 2√2"},
	{formula: "exp(-z)*cos(tan(pi/10)*z)", upTo: 5, yes: "pd.damped-cosine", no: "pd.not-damped-cosine", dims: []int{5, 6},
		note: "the threshold"},
	{formula: "exp(-z)*cos(tan(acos(0)/16)*z)", upTo: 16, yes: "pd.damped-cosine", no: "pd.not-damped-cosine",
		dims: []int{16, 17}, note: "the threshold, π/32"},
	{formula: "exp(-z)*cos((1+10^(-30))*tan(acos(0)/16)*z)", upTo: 15, yes: "pd.damped-cosine", no: "pd.not-damped-cosine",
		dims: []int{15, 16}, note: "just above it"},
	{formula: "(1/2)^z*cos(z*(sqrt(2)-1)*log(2))", upTo: 4, yes: "pd.damped-cosine", no: "pd.not-damped-cosine",
		dims: []int{4, 5}, note: "an exponential of another base"},
	{formula: "exp(-999999/1000000*z)*cos(z)", upTo: 1, no: "pd.not-damped-cosine", dims: []int{1, 2}},
	{formula: "z < 1 ? (1-z)^2 : 0", upTo: 3, yes: "pd.askey", no: "pd.not-askey", dims: []int{1, 2, 3, 4, 64}},
	{formula: "z < 3 ? 2*(1-z/3)^(5/2) : 0", upTo: 4, yes: "pd.askey", no: "pd.not-askey", dims: []int{3, 4, 5}},
	{formula: "z < 1 ? (1-z)^(2499999/1000000) : 0", upTo: 3, no: "pd.not-askey", dims: []int{3, 4}},
	{formula: "z < 1 ? (1-z)^4*(4*z+1) : 0", upTo: 3, yes: "pd.wendland", no: "pd.oscillating-tail", dims: []int{1, 3, 4}},
	{formula: "generalised_wendland(7/2, 1, 2)", upTo: 4, yes: "pd.wendland", no: "pd.oscillating-tail",
		dims: []int{4, 5}},
	{formula: "gneiting(1)", upTo: 3, yes: "pd.wendland", no: "pd.oscillating-tail", dims: []int{3, 4},
		note: "first negative at ω ≈ 2457"},
	{formula: "missing_wendland(1)", upTo: 2, yes: "pd.wendland", no: "pd.oscillating-tail", dims: []int{1, 2, 3}},
	{formula: "circular(1)", upTo: 2, yes: "pd.euclid-hat", no: "pd.oscillating-tail", dims: []int{1, 2, 3}},
	{formula: "spherical(5)", upTo: 3, yes: "pd.euclid-hat", no: "pd.oscillating-tail", dims: []int{1, 3, 4}},
	{formula: "pentaspherical(1)", upTo: 5, yes: "pd.euclid-hat", no: "pd.oscillating-tail", dims: []int{5, 6}},
	{formula: "z < 1 ? (1-z)^4*(16+29*z+20*z^2+5*z^3)/16 : 0", upTo: 7, yes: "pd.euclid-hat", dims: []int{7, 8},
		note: "Wu's function of order 7"},
	{formula: "cubic(1)", upTo: 3, yes: "pd.nonnegative-density", no: "pd.oscillating-tail", dims: []int{3, 4}},
	{formula: "z<1/2 ? 1-6*z^2+6*z^3 : (z<1 ? 2*(1-z)^3 : 0)", upTo: 1, yes: "pd.nonnegative-density",
		no: "pd.oscillating-tail", dims: []int{1, 2}},
	{formula: "z<1 ? (1-z)*cos(pi*z)+sin(pi*z)/pi : 0", upTo: 1, yes: "pd.bohman", no: "pd.oscillating-tail",
		dims: []int{1, 2}},
	{formula: gaspariCohn, upTo: 3, yes: "pd.nonnegative-density", dims: []int{3}, note: "a square"},
	{formula: gaspariCohn, upTo: 3, yes: "pd.dimension", dims: []int{1}},
	{formula: "1/(1+z^2)^2-1e-9/(1+z^2)^3", upTo: 0, no: "pd.negative-density", dims: []int{3},
		note: "first negative at ω ≈ 4e9, where no ball holds it"},
	{formula: "2/pi-abs(sin(z))", upTo: 1, yes: "pd.chord", dims: []int{1}, note: "mean 0"},
	{formula: "1/(5-4*cos(z))-cos(5*z)/48", upTo: 1, yes: "pd.trigonometric", dims: []int{1}, note: "the wave of number 5 is 0"},
	{formula: "exp(cos(z))-2*besseli(2,1)*cos(2*z)", upTo: 1, yes: "pd.chord", dims: []int{1}},
	{formula: "-log(5/4-cos(z))-cos(z)", upTo: 1, yes: "pd.trigonometric", dims: []int{1}},
	{formula: "exp(-z^2/2)*cos(z)", upTo: 3, yes: "pd.gaussian-wave", no: "pd.not-gaussian-wave", dims: []int{1, 2, 3, 5},
		note: "1 − 2x at x = 1/2"},
	{formula: "exp(-499999/1000000*z^2)*cos(z)", upTo: 2, no: "pd.not-gaussian-wave", dims: []int{3}},
	{formula: "exp(-z^2)*sin(z)/z", upTo: 16, yes: "pd.gaussian-wave", dims: []int{3, 8, 16}},
	{formula: "besselj(0,3*z)", upTo: 2, yes: "pd.wave", dims: []int{1, 2, 3}},
	{formula: "2*sin(z)/z", upTo: 3, yes: "pd.wave", dims: []int{1, 3, 4}},
	{formula: "bessel(8, 2)", upTo: 8, dims: []int{5, 8, 9}},
	{formula: "(1-z/3)*exp(-z)", upTo: 3, yes: "pd.nonnegative-density", no: "pd.negative-density", dims: []int{2, 3, 4}},
	{formula: "2*exp(-z)-exp(-z/2)", upTo: 1, dims: []int{1, 2}, note: "the density touches zero at 0"},
	// small things
	{formula: "exp(-z^2/2) - 1e-12", upTo: 0, no: "pd.negative-limit", dims: []int{1, 3}},
	{formula: "1/(1+log(1+z^2)) - 1/100", upTo: 0, no: "pd.negative-limit", dims: []int{1, 3}},
	{formula: "exp(-z) + 1e-12", upTo: -1, dims: []int{3}},
	{formula: "z < 1 ? exp(-z) : exp(-z) - 1e-15", upTo: 0, dims: []int{1, 2}},
	{formula: "z == 1 ? 1/2 : exp(-z)", upTo: 0, no: "pd.infinite-mass", dims: []int{1, 3}},
	{formula: "z == 0 ? 2 : exp(-z)", upTo: -1, yes: "pd.at-zero", dims: []int{1, 8}},
	{formula: "z == 0 ? 1 : exp(-z)", upTo: -1, dims: []int{3}},
	{formula: "z == 0 ? 999999/1000000 : exp(-z)", upTo: 0, no: "pd.bounded-by-zero", dims: []int{1, 8}},
	{formula: "z == 0 ? 1 : 0", upTo: -1, yes: "pd.at-zero", dims: []int{1, 8}},
	{formula: "z == 0 ? 1 : sin(z)/z", upTo: 3, dims: []int{3, 4}},
	// flatness
	{formula: "exp(-z^(21/10))", upTo: 0, no: "pd.flat-at-zero", dims: []int{1, 16}},
	{formula: "1/(1+z^4)", upTo: 0, no: "pd.flat-at-zero", dims: []int{1, 16}},
	{formula: "2*exp(-z^2)-exp(-2*z^2)", upTo: 0, no: "pd.flat-at-zero", dims: []int{1, 3}},
	// structure
	{formula: "exp(-z^2) + cos(z)", upTo: 1, yes: "pd.sum", dims: []int{1, 2}},
	{formula: "cos(z)/(1+z^2)", upTo: 1, yes: "pd.product", dims: []int{1, 6}},
	{formula: "sin(z)^2/z^2", upTo: 5, yes: "pd.lambda-squared", no: "pd.infinite-mass", dims: []int{1, 3, 5, 6}},
	{formula: "z<1 ? 12*z^4*log(z)-21*z^4+32*z^3-12*z^2+1 : 0", upTo: 3, yes: "pd.buhmann", no: "pd.oscillating-tail",
		dims: []int{1, 3, 4}},
	{formula: "(1-cos(z))/z^2", upTo: 5, yes: "pd.band-limited", no: "pd.infinite-mass", dims: []int{1, 4, 6}},
	{formula: "exp(-z)*sin(z)/z", upTo: 5, yes: "pd.damped-sine", no: "pd.not-damped-sine", dims: []int{3, 5, 6},
		note: "4·π/4 = π"},
	{formula: "3*(sin(z)-z*cos(z))/z^3", upTo: 5, yes: "pd.band-limited", no: "pd.lambda-bound", dims: []int{1, 5, 6}},
	{formula: "(sin(z)/z)*besselj(0,z)", upTo: 2, yes: "pd.wave", dims: []int{1, 2}},
	{formula: "z < 2 ? (1-z/2)^2*exp(-z) : 0", upTo: 3, yes: "pd.askey-gneiting", dims: []int{1, 2, 3, 5}},
	{formula: "(1-z/2)_+^4*(1+z)*exp(-z)*(1+2*z)", upTo: 3, yes: "pd.product", dims: []int{3, 4}},
	{formula: "1-2/pi*acos(exp(-z)*cos(z))", upTo: 2, yes: "pd.composition", dims: []int{1, 2}},
	{formula: "exp(cos(z)-1)", upTo: 1, yes: "pd.power-series", no: "pd.infinite-mass", dims: []int{1, 2, 16}},
	{formula: "1/(2-cos(z))", upTo: 1, yes: "pd.power-series", no: "pd.infinite-mass", dims: []int{1, 3}},
	{formula: "(2+cos(z))*exp(-z^2)", upTo: 5, yes: "pd.nonnegative-density", dims: []int{2, 5}},
	{formula: "cosh(besselj(0,z))", upTo: 2, yes: "pd.power-series", dims: []int{1, 2}},
	{formula: "7", upTo: -1, yes: "pd.completely-monotone", dims: []int{1}},
	{formula: "-1", upTo: 0, no: "pd.bounded-by-zero", dims: []int{1, 2}},
	{formula: "z < 1 ? (1-sqrt(z))^2 : 0", upTo: 3, dims: []int{1, 3, 5}},
	{formula: "max(1-z,0)+max(1-z/2,0)", upTo: 1, yes: "pd.askey-gneiting", no: "pd.oscillating-tail", dims: []int{1, 2}},
	{formula: "z < 1 ? exp(-1/(1-z^2)) : 0", upTo: 0, no: "pd.points", dims: []int{1}},
	{formula: "2*exp(-z)+exp(-abs(z-1))+exp(-z-1)", upTo: 1, yes: "pd.shifts", dims: []int{1}},
	{formula: "(abs(z+1)^(7/5)-2*z^(7/5)+abs(z-1)^(7/5))/2", upTo: 1, yes: "pd.shifts", dims: []int{1}},
	{formula: "exp(-z^2)+0.6*exp(-(z-4)^2)+0.6*exp(-(z+4)^2)", upTo: 0, dims: []int{1}},
	{formula: "exp(-abs(sin(z))-z)", upTo: 1, yes: "pd.product", dims: []int{1}},
}

// TestPDRules wants the right answer, by the right rule where one is named.
func TestPDRules(t *testing.T) {
	for _, r := range testlong.Some(pdRows, 4) {
		for _, d := range r.dims {
			name := fmt.Sprintf("%s in R^%d", r.formula, d)
			want := r.upTo < 0 || d <= r.upTo
			s, holds := pdDecided(t, r.formula, d)
			if !assert.NotNil(t, s, name) {
				continue
			}
			assert.Equal(t, want, holds, "%s, by %s", name, s.Rule)
			rule := r.no
			if want {
				rule = r.yes
			}
			if rule != "" {
				assert.Equal(t, rule, s.Rule, name)
			}
		}
	}
}

// TestPDEvidence changes every member of the evidence of proofs of every kind, and takes premises
// away.
func TestPDEvidence(t *testing.T) {
	seen := make(map[string]bool)
	for _, r := range testlong.Some(pdRows, 2) {
		for _, d := range r.dims[:1] {
			s, holds := pdDecided(t, r.formula, d)
			if s == nil {
				continue
			}
			kind := s.Rule
			if strings.Contains(string(s.Evidence), `"panels"`) {
				kind += " by panels"
			}
			if seen[kind] {
				continue
			}
			seen[kind] = true
			k, err := parser.Parse(r.formula, nil)
			require.NoError(t, err)
			g := rule.Goal{Claim: proof.PD, Holds: holds, Kernel: k, Dim: d}
			for _, evidence := range variants(t, s.Evidence) {
				if s.Rule == "pd.power-series" && higher(t, evidence, s.Evidence) {
					continue
				}
				changed := *s
				changed.Evidence = evidence
				err := check.New(context.Background(), 0).Step(g, &changed)
				assert.Error(t, err, "%s in R^%d: %s accepts %s instead of %s", r.formula, d, s.Rule, evidence, s.Evidence)
			}
			if len(s.From) > 0 {
				changed := *s
				changed.From = s.From[1:]
				assert.Error(t, check.New(context.Background(), 0).Step(g, &changed), s.Rule)
			}
			changed := *s
			changed.From = append(s.From[:len(s.From):len(s.From)], proof.NewStep("pd.wave", "", nil))
			assert.Error(t, check.New(context.Background(), 0).Step(g, &changed), s.Rule)
		}
	}
	t.Logf("%d rules", len(seen))
}

// higher reports whether one shift of a power series is above another: e + c is positive definite with every larger c,
// too, so this is another proof of what is true.
func higher(t *testing.T, evidence, than json.RawMessage) bool {
	t.Helper()
	var a, b rule.Series
	require.NoError(t, json.Unmarshal(than, &b))
	return json.Unmarshal(evidence, &a) == nil && a.Shift.Rat != nil && a.Shift.Cmp(b.Shift.Rat) > 0
}

// variants returns JSON values that differ from data in one scalar, or in the length of one array.
func variants(t *testing.T, data []byte) (out []json.RawMessage) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var v any
	require.NoError(t, dec.Decode(&v))
	emit := func() {
		var b bytes.Buffer
		enc := json.NewEncoder(&b)
		enc.SetEscapeHTML(false)
		require.NoError(t, enc.Encode(v))
		out = append(out, json.RawMessage(strings.TrimSpace(b.String())))
	}
	var walk func(x any, set func(any))
	walk = func(x any, set func(any)) {
		switch x := x.(type) {
		case map[string]any:
			for key, y := range x {
				walk(y, func(n any) { x[key] = n })
			}
		case []any:
			if len(x) > 0 {
				set(x[1:])
				emit()
				set(x)
			}
			for i, y := range x {
				walk(y, func(n any) { x[i] = n })
			}
		case string:
			for _, n := range []string{x + "1", "3" + x, strings.Replace(x, "1", "7", 1), ""} {
				if n != x {
					set(n)
					emit()
				}
			}
			set(x)
		case json.Number:
			for _, n := range []string{"1" + x.String(), "0", "-" + x.String()} {
				if n != x.String() && n != "-0" {
					set(json.Number(n))
					emit()
				}
			}
			set(x)
		case bool:
			set(!x)
			emit()
			set(x)
		}
	}
	walk(v, func(n any) { v = n })
	return out
}

// TestPDVerify sends proofs through the file and the verifier, and asks it about other dimensions
// and kernels.
func TestPDVerify(t *testing.T) {
	for _, c := range []struct {
		formula string
		dim     int
	}{
		{"exp(-z^2/2)*(1-z^2/4)", 4}, {"gneiting(1)", 4}, {"cubic(1)", 3}, {"exp(-z)-1/10*exp(-z^2)", 3},
		{"exp(cos(z)-1)", 2}, {"z == 0 ? 2 : exp(-z)", 3}, {"cos(z)/(1+z^2)", 1}, {"exp(-z^2/2) - 1e-12", 3}, {"cos(z)", 2},
	} {
		name := fmt.Sprintf("%s in R^%d", c.formula, c.dim)
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		s, holds := pdDecided(t, c.formula, c.dim)
		require.NotNil(t, s, name)
		status := proof.Refuted
		if holds {
			status = proof.Proved
		}
		claims := make([]proof.Claim, 0, len(IDs()))
		for _, id := range IDs() {
			cl := proof.Claim{ID: id, Because: "not asked", Evidence: json.RawMessage("{}")}
			if id == PD {
				cl.Status, cl.Rule, cl.Because, cl.Proof = status, s.Rule, s.Says, s
			}
			claims = append(claims, cl)
		}
		f, done := begin(context.Background(), k, c.dim, nil)
		points := f.points(claims)
		done()
		var file bytes.Buffer
		require.NoError(t, certificate.New(k.Formula(), k.BeyondString(), c.dim, claims,
			certificate.Mass{}).WithPoints(points).Encode(&file), name)
		cert, err := certificate.Decode(&file)
		require.NoError(t, err, name)
		ask := func(k *kernel.Kernel, dim int) check.Verdict {
			return verify.New(cert, k, dim, 0).Claim(context.Background(), PD).Verdict
		}
		assert.Equal(t, check.Accepted, ask(k, c.dim), name)
		assert.NotEqual(t, check.Accepted, ask(k, c.dim+1), name)
		other, err := parser.Parse("("+c.formula+")*2", nil)
		require.NoError(t, err)
		assert.NotEqual(t, check.Accepted, ask(other, c.dim), name)
	}
}

// TestPDContinuity: complete monotonicity and infinite mass decide nothing where k(0) is not the
// limit.
func TestPDContinuity(t *testing.T) {
	for _, c := range []struct {
		formula string
		claim   ID
		holds   bool
		rule    string
	}{
		{"z == 0 ? 1/2 : exp(-z)", CompletelyMonotone, true, "pd.completely-monotone"}, // not positive definite
		{"z == 0 ? 2 : exp(-z)", FiniteMass, false, "pd.infinite-mass"},                // positive definite
	} {
		k, err := parser.Parse(c.formula, nil)
		require.NoError(t, err)
		f := newSession(context.Background(), k, 3, &Settings{SkipMass: true})
		f.proveOnly(c.claim)
		s, holds := f.proof(c.claim)
		require.NotNil(t, s, c.formula)
		require.Equal(t, c.holds, holds, c.formula)
		g := rule.Goal{Claim: PD, Holds: c.holds, Kernel: k, Dim: 3}
		assert.Error(t, f.checker.Step(g, proof.NewStep(c.rule, "", nil, s)), c.formula)
	}
}

// TestPDDamped refutes what decays slowly by its product with a Gaussian.
func TestPDDamped(t *testing.T) {
	for _, r := range testlong.Some([]knownRow{
		{Formula: "cos(z)/(1+z^2)", Dim: 2}, {Formula: "cos(z)/(1+z^2)", Dim: 3},
		{Formula: "1/(1+z)-0.2*exp(-z^2/100)", Dim: 3}, {Formula: "1/(1+z)-cos(z)/(10+z)", Dim: 2},
		{Formula: "(1+z)^-1-sin(z)/z/10", Dim: 3}, {Formula: "sin(z)/z/(1+z)", Dim: 4},
		{Formula: "sin(z)/z/(1+z^2)", Dim: 5}, {Formula: "(abs(z+1)^0.6-2*abs(z)^0.6+abs(z-1)^0.6)/2", Dim: 3},
	}, 2) {
		k, err := parser.Parse(r.Formula, nil)
		require.NoError(t, err)
		f := newSession(context.Background(), k, r.Dim, &Settings{SkipMass: true})
		out := findPDDamped(f)
		require.Len(t, out, 1, "%s in R^%d", r.Formula, r.Dim)
		assert.NoError(t, check.New(context.Background(),
			0).Step(rule.Goal{Claim: proof.PD, Kernel: k, Dim: r.Dim}, out[0].step))
	}
	f := newSession(context.Background(), checktest.Parsed(t, "cos(z)/(1+z^2)"), 1, &Settings{SkipMass: true})
	assert.Empty(t, findPDDamped(f), "which is positive definite")
}
