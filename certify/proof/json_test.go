package proof

import (
	"bytes"
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// sample returns a certificate with a bit of everything.
func sample() *Certificate {
	c := &Certificate{formula: "z < 2 ? exp(-z) & \"x\" : 0", beyond: "zero beyond 2", dim: 16}
	for i, id := range IDs() {
		cl := Claim{
			ID: id, Status: Status(i % 5), Because: "1/2 ≤ (d−1)/2 < 8", Rule: "rule.x",
			Evidence: []byte(`{"at":2,"exponent":"1/2","list":[1,{"a":"<"}]}`),
		}
		if cl.Status == Proved || cl.Status == Refuted {
			cl.Proof = NewStep("rule.x", "since x", map[string]string{"at": "1/3"}, NewStep("rule.y", "", nil))
		}
		c.claims = append(c.claims, cl)
	}
	c.mass = Mass{Kind: MassEstimated, Total: &Bounds{0.1, 0.30000000000000004}, Plus: &Bounds{1e-300, math.Inf(1)}, RadialIntegral: &Bounds{2, 3}}
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
		"status":   func(c *Certificate) { c.claims[3].Status = Refuted },
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
	c.claims[1].Status = Undecided
	_, err = Decode(strings.NewReader(encoded(t, c)))
	assert.NoError(t, err)
	// Every truncation is noticed.
	text = strings.TrimSpace(text)
	for n := range len(text) {
		_, err := Decode(strings.NewReader(text[:n]))
		require.Error(t, err, "%d bytes of %d", n, len(text))
	}
}

func FuzzDecode(f *testing.F) {
	var b bytes.Buffer
	if err := sample().Encode(&b); err != nil {
		f.Fatal(err)
	}
	f.Add(b.Bytes())
	f.Add([]byte(`{"format":"krein.certificate/1"}`))
	f.Add([]byte(`{"format":{"a":[[[`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		text := encoded(t, c)
		d, err := Decode(strings.NewReader(text))
		require.NoError(t, err)
		require.Equal(t, c.Digest(), d.Digest())
		require.Equal(t, text, encoded(t, d))
	})
}

func TestRequire(t *testing.T) {
	c := sample() // statuses: undecided, likely, unlikely, proved, refuted, undecided, likely
	assert.NoError(t, c.Require(PDSphere, false))
	assert.NoError(t, c.Require(PD, true))
	var e *NotCertifiedError
	require.ErrorAs(t, c.Require(PD, false), &e)
	assert.Equal(t, NotCertifiedError{PD, Likely, c.claims[1].Because}, *e)
	for _, id := range []ID{FiniteMass, CompletelyMonotone, PDAllSpheres} {
		assert.Error(t, c.Require(id, true), id)
	}
	assert.Panics(t, func() { c.Claim("pd-torus") })
}
