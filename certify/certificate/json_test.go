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

	"krein/certify/proof"
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
	c.mass = Mass{Kind: MassEstimated, Total: &Bounds{Lower: 0.1, Upper: 0.30000000000000004}, Plus: &Bounds{Lower: 1e-300, Upper: math.Inf(1)}, RadialIntegral: &Bounds{Lower: 2, Upper: 3}}
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

func TestDecodeRejects(t *testing.T) {
	text := encoded(t, sample())
	swap := func(old, new string) string {
		require.Contains(t, text, old)
		return strings.Replace(text, old, new, 1)
	}
	for name, bad := range map[string]string{
		"empty":              "",
		"not an object":      "[]",
		"truncated":          text[:len(text)/2],
		"trailing":           text + "{}",
		"other version":      swap(Format, "krein.certificate/1"),
		"format of a null":   swap(`"`+Format+`"`, "null"),
		"unknown member":     swap(`"dim": 16,`, `"dim": 16, "extra": 1,`),
		"repeated member":    swap(`"dim": 16,`, `"dim": 16, "dim": 17,`),
		"upper case member":  swap(`"dim"`, `"Dim"`),
		"missing member":     swap(`"dim": 16,`, ``),
		"dimension 0":        swap(`"dim": 16`, `"dim": 0`),
		"fractional":         swap(`"dim": 16`, `"dim": 16.5`),
		"null dimension":     swap(`"dim": 16`, `"dim": null`),
		"unknown claim":      swap(`"pd-sphere"`, `"pd-torus"`),
		"claim given twice":  swap(`"pd-sphere"`, `"pd"`),
		"unknown status":     swap(`"likely"`, `"certain"`),
		"empty reason":       swap(`"because": "1/2 ≤ (d−1)/2 < 8"`, `"because": ""`),
		"unknown in claim":   swap(`"because":`, `"why": 1, "because":`),
		"evidence no object": swap(`"evidence": {`, `"evidence": 1, "e": {`),
		"evidence repeats":   swap(`"at": 2,`, `"at": 2, "at": 3,`),
		"deep repeats":       swap(`"a": "<"`, `"a": "<", "a": 2`),
		"lower over upper":   swap(`"lower": 0.1`, `"lower": 0.5`),
		"negative mass":      swap(`"lower": 0.1`, `"lower": -0.1`),
		"mass not a number":  swap(`"lower": 0.1`, `"lower": "nan"`),
		"null bound":         swap(`"lower": 0.1`, `"lower": null`),
		"huge number":        swap(`"lower": 0.1`, `"lower": 1e999`),
		"other mass":         swap(`"total":`, `"all":`),
		"kind of mass":       swap(`"kind": "estimated"`, `"kind": "guessed"`),
		"mass without kind":  swap(`"kind": "estimated",`, ``),
		"unknown mass":       swap(`"kind": "estimated"`, `"kind": "unknown"`),
		"not UTF-8":          swap(`"zero beyond 2"`, "\"zero\xff\""),
	} {
		_, err := Decode(strings.NewReader(bad))
		assert.Error(t, err, name)
	}
	// A status other than undecided needs a rule.
	c := sample()
	c.claims[1].Rule = ""
	_, err := Decode(strings.NewReader(encoded(t, c)))
	assert.ErrorContains(t, err, "without a rule")
	c.claims[1].Status = proof.Undecided
	_, err = Decode(strings.NewReader(encoded(t, c)))
	assert.NoError(t, err)
	// Every truncation is noticed.
	text = strings.TrimSpace(text)
	for n := range len(text) {
		_, err := Decode(strings.NewReader(text[:n]))
		require.Error(t, err, "%d bytes of %d", n, len(text))
	}
}

// What is printed is a line, not all of the file.
func TestString(t *testing.T) {
	c := sample()
	s := fmt.Sprint(c)
	assert.True(t, strings.HasPrefix(s, fmt.Sprintf("%s on R^%d: finite-mass %s, pd ", c.Formula(), c.Dim(), c.Claim(proof.FiniteMass).Status)), s)
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
	c.mass = Mass{Kind: MassEnclosed, Total: b, Plus: b, Minus: zero, Evidence: []byte(`{"method":"x","ends":["1p0","3p-1"]}`), RadialIntegral: &Bounds{Lower: 2, Upper: 3}}
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
	swap := func(old, new string) string {
		require.Contains(t, text, old)
		return strings.Replace(text, old, new, 1)
	}
	evidence := text[strings.LastIndex(text, `"evidence":`):]
	evidence = evidence[:strings.Index(evidence, `"radial`)]
	for name, bad := range map[string]string{
		"without evidence":    swap(evidence, ""),
		"evidence of a null":  swap(evidence, `"evidence": null,`),
		"evidence of a list":  swap(evidence, `"evidence": [],`),
		"evidence twice":      swap(evidence, evidence+evidence),
		"member twice":        swap(`"method": "x",`, `"method": "x","method": "x",`),
		"called estimated":    swap(`"kind": "enclosed"`, `"kind": "estimated"`),
		"called unknown":      swap(`"kind": "enclosed"`, `"kind": "unknown"`),
		"a number":            swap(`"lower": "1.25"`, `"lower": 1.25`),
		"another spelling":    swap(`"lower": "1.25"`, `"lower": "1.250"`),
		"lower over upper":    swap(`"lower": "1.25"`, `"lower": "1.26"`),
		"negative":            swap(`"lower": "1.25"`, `"lower": "-1.25"`),
		"null":                swap(`"lower": "1.25"`, `"lower": null`),
		"an estimate spelled": swap(`"lower": 2`, `"lower": "2"`),
	} {
		_, err := Decode(strings.NewReader(bad))
		require.Error(t, err, name)
		assert.NotContains(t, err.Error(), "digest", "%s: refused for another reason", name)
	}
	// An estimate does not become an enclosure by its name.
	_, err = Decode(strings.NewReader(strings.Replace(encoded(t, sample()), `"kind": "estimated"`, `"kind": "enclosed"`, 1)))
	require.Error(t, err)
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
