package certificate

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/proof"
)

// sample returns a certificate with a bit of everything.
func sample() *Certificate {
	c := &Certificate{formula: "z < 2 ? exp(-z) & \"x\" : 0", beyond: "zero beyond 2", dim: 16}
	for i, id := range proof.IDs() {
		cl := proof.Claim{
			ID: id, Status: proof.Status(i % 5), Because: "1/2 ≤ (d−1)/2 < 8", Rule: "rule.x",
			Evidence: []byte(`{"at":2,"exponent":"1/2","list":[1,{"a":"<"}]}`),
		}
		if cl.Status == proof.Proved || cl.Status == proof.Refuted {
			cl.Proof = proof.NewStep("rule.x", "since x", map[string]string{"at": "1/3"}, proof.NewStep("rule.y", "", nil))
		}
		c.claims = append(c.claims, cl)
	}
	c.mass = Mass{Kind: MassEstimated, Total: &Bounds{Lower: 0.1, Upper: 0.30000000000000004},
		Plus: &Bounds{Lower: 1e-300, Upper: math.Inf(1)}, Minus: Estimate(2.5e-8), RadialIntegral: Estimate(2)}
	return c
}

func encoded(t *testing.T, c *Certificate) string {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, c.Encode(&b))
	return b.String()
}

func TestRoundTrip(t *testing.T) {
	c := sample()
	text := encoded(t, c)
	d, err := Decode(strings.NewReader(text))
	require.NoError(t, err)
	assert.Equal(t, c, d)
	assert.Equal(t, text, encoded(t, d))
	assert.Equal(t, c.Digest(), d.Digest())
	assert.Len(t, c.Digest(), 64)
	assert.Contains(t, text, `"upper": "inf"`)
	assert.Contains(t, text, `exp(-z) &`, "formulas stay readable")

	// Through package json, which escapes differently, too.
	data, err := json.Marshal(c)
	require.NoError(t, err)
	var e Certificate
	require.NoError(t, json.Unmarshal(data, &e))
	assert.Equal(t, c, &e)
}

func TestDigestSeesEverything(t *testing.T) {
	base := sample().Digest()
	for name, change := range map[string]func(*Certificate){
		"formula":  func(c *Certificate) { c.formula += " " },
		"beyond":   func(c *Certificate) { c.beyond = "natural" },
		"dim":      func(c *Certificate) { c.dim++ },
		"status":   func(c *Certificate) { c.claims[3].Status = proof.Refuted },
		"because":  func(c *Certificate) { c.claims[0].Because = "x" },
		"rule":     func(c *Certificate) { c.claims[0].Rule = "x" },
		"evidence": func(c *Certificate) { c.claims[6].Evidence = []byte(`{}`) },
		"mass":     func(c *Certificate) { c.mass.Total.Upper = math.Nextafter(c.mass.Total.Upper, 1) },
		"no mass":  func(c *Certificate) { c.mass.Plus = nil },
	} {
		c := sample()
		change(c)
		assert.NotEqual(t, base, c.Digest(), name)
	}
}

// What is printed is a line, not all of the file.
func TestString(t *testing.T) {
	c := sample()
	s := fmt.Sprint(c)
	assert.True(t, strings.HasPrefix(s, fmt.Sprintf("%s on R^%d: finite-mass %s, pd ", c.Formula(), c.Dim(),
		c.Claim(proof.FiniteMass).Status)), s)
	for _, cl := range c.Claims() {
		assert.Contains(t, s, fmt.Sprintf("%s %s", cl.ID, cl.Status))
	}
	assert.NotContains(t, s, "\n")
}

func TestRequire(t *testing.T) {
	c := sample() // statuses: undecided, likely, unlikely, proved, refuted, undecided, likely
	assert.NoError(t, c.Require(proof.PDSphere, false))
	assert.NoError(t, c.Require(proof.PD, true))
	var e *NotCertifiedError
	require.ErrorAs(t, c.Require(proof.PD, false), &e)
	assert.Equal(t, NotCertifiedError{proof.PD, proof.Likely, c.claims[1].Because, c.claims[1].Rule}, *e)
	for _, id := range []proof.ID{proof.FiniteMass, proof.CompletelyMonotone, proof.PDAllSpheres} {
		assert.Error(t, c.Require(id, true), id)
	}
	assert.Panics(t, func() { c.Claim("pd-torus") })
}

// enclosedSample is the sample with masses that are proved.
func enclosedSample(t testing.TB) *Certificate {
	c := sample()
	b, err := ParseBounds("1.25", "1.2500001")
	require.NoError(t, err)
	zero, err := ParseBounds("0", "0")
	require.NoError(t, err)
	c.mass = Mass{Kind: MassEnclosed, Total: b, Plus: b, Minus: zero,
		Evidence: []byte(`{"method":"x","ends":["1p0","3p-1"]}`), RadialIntegral: &Bounds{Lower: 2, Upper: 3}}
	return c
}

func TestEnclosedMasses(t *testing.T) {
	c := enclosedSample(t)
	text := encoded(t, c)
	d, err := Decode(strings.NewReader(text))
	require.NoError(t, err)
	assert.Equal(t, c, d)
	assert.Equal(t, text, encoded(t, d))

	for name, change := range map[string]func(m *Mass){
		"evidence":    func(m *Mass) { m.Evidence = []byte(`{"method":"x","ends":["1p0","5p-1"]}`) },
		"no evidence": func(m *Mass) { m.Evidence = nil },
		"decimal":     func(m *Mass) { m.Total, _ = ParseBounds("1.25", "1.2500002") },
		"kind":        func(m *Mass) { m.Kind = MassEstimated },
	} {
		e := enclosedSample(t)
		change(&e.mass)
		assert.NotEqual(t, c.Digest(), e.Digest(), name)
	}
}

// FuzzDecode: what is read is written in the same way.
func FuzzDecode(f *testing.F) {
	for _, c := range []*Certificate{sample(), enclosedSample(f)} {
		var b bytes.Buffer
		require.NoError(f, c.Encode(&b))
		f.Add(b.Bytes())
		data, err := c.MarshalJSON()
		require.NoError(f, err)
		f.Add(data)
	}
	f.Add([]byte(`{"format":"krein.certificate/1"}`))
	f.Add([]byte(`{"format":{"a":[[[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decode(data)
		if err != nil {
			// the same with a digest that fits, where only that is wrong
			i := bytes.LastIndex(data, []byte(`"digest"`))
			j := strings.Index(err.Error(), "but the contents have \"")
			if i < 0 || j < 0 {
				return
			}
			want := err.Error()[j+len("but the contents have \""):][:64]
			c, err = decode(append(bytes.Clone(data[:i]), `"digest":"`+want+`"}`...))
			if err != nil {
				return
			}
		}
		text, err := c.MarshalJSON()
		require.NoError(t, err)
		d, err := decode(text)
		require.NoError(t, err)
		require.Equal(t, c, d)
	})
}

// Estimates are values without an error, where masses are estimated and nowhere else.
func TestEstimates(t *testing.T) {
	text := encoded(t, sample())
	assert.Contains(t, text, "\"minus\": {\n      \"value\": 2.5e-8\n    }")
	assert.Equal(t, Estimate(math.Inf(1)).String(), "+Inf")
	for _, bad := range []float64{-1, math.NaN()} {
		assert.Panics(t, func() { Estimate(bad) })
	}
	for _, c := range []struct {
		bounds string
		exact  bool
	}{{`{"value":-1}`, false}, {`{"value":"nan"}`, false}, {`{"value":1,"upper":2}`, false}, {`{"value":1}`, true}, {`{}`, false}} {
		_, err := decodeBounds([]byte(c.bounds), c.exact)
		assert.Error(t, err, c.bounds)
	}
	b, err := decodeBounds([]byte(`{"value":"inf"}`), false)
	require.NoError(t, err)
	assert.True(t, math.IsInf(b.Upper, 1))
}
