package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/verify"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

// massRows are kernels for every method.
var massRows = []struct {
	formula string
	dim     int
	method  verify.MassMethod
	density string
}{
	{"exp(-z^2/2) + 1/3", 2, verify.MassOfPD, ""},
	{"sin(z)/z", 3, verify.MassOfPD, ""},
	{"z < 2 ? acos(z^2/2-1)/pi : 0", 16, verify.MassInfinite, ""},
	{"exp(-z) - 1/4", 3, verify.MassByDensity, "sign"},
	{"exp(-z^2)*(1-z^2)", 5, verify.MassByDensity, "panels and a tail of one sign"},
	{"exp(-z^3)", 2, verify.MassByDensity, "panels and a tail of one sign"},
	{"exp(-z^4)", 2, verify.MassByDensity, "panels and a bounded tail"},
	{"z < 1 ? (1-z^2)^2 : 0", 1, verify.MassByDensity, "panels and an oscillating tail"},
}

var madeMasses []massCase

type massCase struct {
	name    string
	k       *kernel.Kernel
	dim     int
	cert    *certificate.Certificate
	seconds float64
}

// massCases makes the certificates, once.
func massCases(t *testing.T) (all []massCase) {
	t.Helper()
	if madeMasses != nil {
		return madeMasses
	}
	defer func() { madeMasses = all }()
	for _, r := range massRows {
		k, err := parser.Parse(r.formula, nil)
		require.NoError(t, err)
		start := time.Now()
		claims := []certify.ID{certify.FiniteMass, certify.PD} // on which masses rest
		c, err := certify.Run(context.Background(), k, r.dim, &certify.Settings{Claims: claims})
		require.NoError(t, err)
		m := massCase{fmt.Sprintf("%s in R^%d", r.formula, r.dim), k, r.dim, c, time.Since(start).Seconds()}
		require.Equal(t, certificate.MassEnclosed, c.Mass().Kind, m.name)
		var ev verify.MassEvidence
		require.NoError(t, proof.DecodeEvidence(c.Mass().Evidence, &ev), m.name)
		require.Equal(t, r.method, ev.Method, m.name)
		require.Equal(t, r.density, ev.Density, m.name)
		all = append(all, m)
	}
	return all
}

// withMass is the certificate with other masses, sealed again.
func (m *massCase) withMass(mass certificate.Mass) *certificate.Certificate {
	return certificate.New(m.cert.Formula(), m.cert.Beyond(), m.cert.Dim(), m.cert.Claims(), mass).WithPoints(m.cert.Points())
}

func (m *massCase) verdict(c *certificate.Certificate) verify.MassReport {
	return verify.New(c, m.k, m.dim, 0).Masses(context.Background())
}

// lastDigit changes a decimal by one unit of its last digit.
func lastDigit(t *testing.T, s string, by int64) string {
	t.Helper()
	mantissa, exponent, has := strings.Cut(s, "e")
	whole, fraction, point := strings.Cut(mantissa, ".")
	n, ok := new(big.Int).SetString(whole+fraction, 10)
	require.True(t, ok, s)
	n.Add(n, big.NewInt(by))
	if n.Sign() < 0 {
		return s
	}
	out := n.String()
	for len(out) <= len(fraction) {
		out = "0" + out
	}
	if point {
		out = strings.TrimSuffix(strings.TrimRight(out[:len(out)-len(fraction)]+"."+out[len(out)-len(fraction):], "0"), ".")
	}
	if has {
		out += "e" + exponent
	}
	return out
}

// TestMassesVerified: what the prover writes is accepted after a trip through the file, and every
// other bound is not.
func TestMassesVerified(t *testing.T) {
	for _, m := range testlong.Some(massCases(t), 7) {
		var b bytes.Buffer
		require.NoError(t, m.cert.Encode(&b))
		size := b.Len()
		read, err := certificate.Decode(&b)
		require.NoError(t, err, m.name)
		start := time.Now()
		r := m.verdict(read)
		took := time.Since(start).Seconds()
		assert.Equal(t, check.Accepted, r.Verdict, "%s: %s", m.name, r.Why)
		t.Logf("%s: ‖m‖ = %v by %s; made in %.2f s, verified in %.2f s; %d panels, %d bytes of evidence of %d", m.name,
			read.Mass().Total, r.Method, m.seconds, took, r.Panels, len(read.Mass().Evidence), size)
		assert.Less(t, len(read.Mass().Evidence), 100_000, m.name)

		// Bounds that are off by one unit of their last digit, swapped, missing, narrower.
		mass := m.cert.Mass()
		parts := []**certificate.Bounds{&mass.Total, &mass.Plus, &mass.Minus}
		names := []string{"total", "plus", "minus"}
		tries := 100
		if r.Panels > 100 { // each takes as long
			tries = 3
		}
		for i, p := range parts {
			old := *p
			lower, upper, ok := old.Decimals()
			require.True(t, ok)
			try := func(l, u string) {
				forged, err := certificate.ParseBounds(l, u)
				if err != nil || l == lower && u == upper || tries == 0 {
					return
				}
				tries--
				*p = forged
				assert.Equal(t, check.Rejected, m.verdict(m.withMass(mass)).Verdict, "%s: %s = %v for %v", m.name,
					names[i], forged, old)
				*p = old
			}
			for _, by := range []int64{-1, 1} {
				if lower != "inf" {
					try(lastDigit(t, lower, by), upper)
				}
				if upper != "inf" {
					try(lower, lastDigit(t, upper, by))
				}
				if lower != "inf" && upper != "inf" {
					try(lastDigit(t, lower, by), lastDigit(t, upper, by))
				}
			}
			try(lower, lower)
			try(upper, upper)
			try("0", "inf")
			try("1", "1")
			if i > 0 {
				*p = nil
				assert.Equal(t, check.Rejected, m.verdict(m.withMass(mass)).Verdict, "%s: without %s", m.name, names[i])
				*p = old
			}
		}
		if mass.Plus.String() != mass.Minus.String() {
			mass.Plus, mass.Minus = mass.Minus, mass.Plus
			assert.Equal(t, check.Rejected, m.verdict(m.withMass(mass)).Verdict, "%s: swapped", m.name)
		}
	}
}

// TestMassEvidenceForged changes the evidence: every member left out, every number and string
// changed, lists cut, and evidence of other kernels and methods.
func TestMassEvidenceForged(t *testing.T) {
	all := massCases(t)
	tried := 0
	for i, m := range all {
		if !testlong.Turn(i, 7) {
			continue
		}
		mass := m.cert.Mass()
		try := func(evidence []byte, what string) {
			if bytes.Equal(evidence, m.cert.Mass().Evidence) {
				return
			}
			tried++
			forged := mass
			forged.Evidence = evidence
			assert.NotEqual(t, check.Accepted, m.verdict(m.withMass(forged)).Verdict, "%s: %s", m.name, what)
		}
		for j, o := range all {
			if j != i {
				try(o.cert.Mass().Evidence, "the evidence of "+o.name)
			}
		}
		panels, late := m.verdict(m.cert).Panels, 0
		var tree any
		require.NoError(t, json.Unmarshal(mass.Evidence, &tree))
		for _, c := range changes(tree, "", 0) {
			data, err := json.Marshal(c.tree)
			require.NoError(t, err)
			// members in the order of the format
			var ev verify.MassEvidence
			if err := json.Unmarshal(data, &ev); err == nil {
				data, err = proof.EncodeEvidence(ev)
				require.NoError(t, err)
			}
			if i := strings.Index(c.what, "panels/"); i >= 0 && panels > 100 {
				if late++; late%12 != 0 {
					continue // each takes long
				}
			}
			try(data, c.what)
		}
		try([]byte(`{}`), "nothing")
		try(slices.Concat(mass.Evidence[:len(mass.Evidence)-1], []byte(`,"more":1}`)), "an unknown member")
		huge := verify.MassEvidence{Method: verify.MassByDensity, Density: "panels and a bounded tail",
			Panels: &verify.PanelEvidence{Changes: [][2]verify.Dyadic{}}}
		for x := 1.0; len(huge.Panels.Ends) < 50_000; x *= 1 + 0x1p-12 {
			huge.Panels.Ends = append(huge.Panels.Ends, verify.Dyadic(x))
		}
		data, err := proof.EncodeEvidence(huge)
		require.NoError(t, err)
		try(data, "50000 panels")
	}
	assert.Greater(t, tried, testlong.RoundsTo(8, 250))
}

type changed struct {
	what string
	tree any
}

// changes returns copies of a JSON tree with one place changed each; of long lists it changes a few
// members.
func changes(tree any, path string, depth int) (out []changed) {
	sub := func(key string, child any, set func(any) any) {
		for _, c := range changes(child, path+"/"+key, depth+1) {
			out = append(out, changed{c.what, set(c.tree)})
		}
	}
	switch v := tree.(type) {
	case map[string]any:
		for key, child := range v {
			with := func(c any, drop bool) any {
				w := map[string]any{}
				for k, x := range v {
					w[k] = x
				}
				if w[key] = c; drop {
					delete(w, key)
				}
				return w
			}
			out = append(out, changed{path + "/" + key + " left out", with(nil, true)})
			sub(key, child, func(c any) any { return with(c, false) })
		}
	case []any:
		if len(v) == 0 {
			return nil
		}
		out = append(out, changed{path + " empty", []any{}}, changed{path + " cut", v[:len(v)-1]},
			changed{path + " cut in front", v[1:]})
		for _, i := range []int{0, len(v) / 2, len(v) - 1} {
			sub(fmt.Sprint(i), v[i], func(c any) any { w := slices.Clone(v); w[i] = c; return w })
		}
	case string:
		out = append(out, changed{path + " empty", ""})
		if i := strings.IndexAny(v, "123456789"); i >= 0 {
			d := v[i] + 1
			if d > '9' {
				d = '1'
			}
			out = append(out, changed{path + " changed", v[:i] + string(d) + v[i+1:]})
		}
		if strings.Contains(v, "p-") {
			out = append(out, changed{path + " doubled", v + "0"})
		}
	case float64:
		if !strings.HasSuffix(path, "sign/panels") { // a budget
			out = append(out, changed{path + " changed", v + 7})
		}
		out = append(out, changed{path + " negative", -v}, changed{path + " huge", 1e9})
	}
	return out
}

// TestMassesNotProved: other kinds are not accepted, forged claims neither.
func TestMassesNotProved(t *testing.T) {
	k, c := certificateOf(t, "exp(-z^2/2) - exp(-z^2/200)", 16) // without masses
	m := massCase{"", k, 16, c, 0}
	r := m.verdict(c)
	assert.Equal(t, check.Rejected, r.Verdict)
	assert.Contains(t, r.Why, "unknown, not proved")
	est := &certificate.Bounds{Lower: 0, Upper: 5}
	r = m.verdict(m.withMass(certificate.Mass{Kind: certificate.MassEstimated, Total: est, Plus: est, Minus: est}))
	assert.Equal(t, check.Rejected, r.Verdict)
	assert.Contains(t, r.Why, "estimated, not proved")
	enclosed, err := certificate.ParseBounds("0", "5")
	require.NoError(t, err)
	assert.Panics(t, func() { m.withMass(certificate.Mass{Kind: certificate.MassEnclosed, Total: enclosed}) },
		"no evidence")
	assert.Panics(t, func() {
		m.withMass(certificate.Mass{Kind: certificate.MassEnclosed, Total: est, Evidence: []byte("{}")})
	}, "floats")

	for _, m := range massCases(t) {
		// Each method wants claims that hold.
		for _, id := range []proof.ID{proof.FiniteMass, proof.PD} {
			claims := m.cert.Claims()
			for i := range claims {
				if claims[i].ID == id {
					claims[i].Status, claims[i].Proof, claims[i].Witness = proof.Undecided, nil, nil
				}
			}
			forged := certificate.New(m.cert.Formula(), m.cert.Beyond(), m.dim, claims, m.cert.Mass()).
				WithPoints(m.cert.Points())
			var ev verify.MassEvidence
			require.NoError(t, proof.DecodeEvidence(m.cert.Mass().Evidence, &ev))
			want := check.Rejected
			if id == proof.PD && ev.Method != verify.MassOfPD {
				want = check.Accepted
			}
			assert.Equal(t, want, m.verdict(forged).Verdict, "%s without %s", m.name, id)
		}
		other, err := parser.Parse("exp(-z)", nil)
		require.NoError(t, err)
		assert.Equal(t, check.Rejected, verify.New(m.cert, other, m.dim, 0).Masses(context.Background()).Verdict,
			"%s: another kernel", m.name)
		assert.Equal(t, check.Rejected, verify.New(m.cert, m.k, m.dim+1, 0).Masses(context.Background()).Verdict,
			"%s: another dimension", m.name)
		done, stop := context.WithCancel(context.Background())
		stop()
		assert.Equal(t, check.Incomplete, verify.New(m.cert, m.k, m.dim, 0).Masses(done).Verdict, "%s: stopped", m.name)
	}
}

// FuzzMassEvidence: whatever evidence says, nothing panics, and what is accepted is what the prover
// wrote or says the same bounds.
func FuzzMassEvidence(f *testing.F) {
	k, err := parser.Parse("exp(-z^2) - exp(-z^2/2)/2", nil)
	require.NoError(f, err)
	c, err := certify.Run(context.Background(), k, 2, nil)
	require.NoError(f, err)
	good := c.Mass()
	f.Add([]byte(good.Evidence))
	f.Add([]byte(`{"method":"infinite"}`))
	f.Add([]byte(`{"method":"positive definite","plus":"1","minus":"0"}`))
	f.Add([]byte(`{"method":"density","density":"sign","sign":{"method":"parts"},"plus":"1p0","minus":"0"}`))
	f.Add([]byte(`{"method":"density","density":"panels and a tail of one ` +
		`sign","panels":{"ends":["1p0","3p-1"],"changes":[["1p0","5p-2"]]},"plus":"1p0","minus":"0"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var ev verify.MassEvidence
		if len(data) > 1<<14 || proof.DecodeEvidence(data, &ev) != nil {
			return
		}
		ctx, stop := context.WithTimeout(context.Background(), 5*time.Second)
		defer stop()
		m, err := verify.MassesFrom(ctx, k, 2, ev)
		if err != nil || ev.Method != verify.MassByDensity {
			return
		}
		// the true masses are within both
		for i, b := range []*certificate.Bounds{m.Total, m.Plus, m.Minus} {
			g := []*certificate.Bounds{good.Total, good.Plus, good.Minus}[i]
			if b.Upper < g.Lower || g.Upper < b.Lower {
				t.Fatalf("%s gives %v, not %v", data, b, g)
			}
		}
	})
}

// TestMassesOfSpentWork: what a certificate says when its search has little work, and none left at its end, is what a
// checker finds.
func TestMassesOfSpentWork(t *testing.T) {
	enclosed := 0
	for _, formula := range []string{"129/1000", "3/7*exp(-z)", "exp(-z^2)/3+2/11", "pi/7*exp(-z)", "1/(3+z^2)"} {
		for _, effort := range []float64{1e-5, 1e-4, 1e-3, 3e-3, 1e-2, 3e-2} {
			k, err := parser.Parse(formula, nil)
			require.NoError(t, err)
			cert, err := certify.Run(t.Context(), k, 54, &certify.Settings{Effort: effort * 10, Time: time.Duration(effort * float64(300*time.Millisecond))})
			require.NoError(t, err)
			if cert.Mass().Kind != certificate.MassEnclosed {
				continue
			}
			enclosed++
			r := verify.New(cert, k, 54, 0).Masses(t.Context())
			assert.Equal(t, check.Accepted, r.Verdict, "%s, effort %g: %s", formula, effort, r.Why)
		}
	}
	assert.Positive(t, enclosed)
}
