package certificate

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strconv"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/certify/proof"
)

// with returns the text of c in which the member at path, of names and indices between slashes, is that JSON text, or
// is none if it is empty.
func with(t *testing.T, c *Certificate, path, value string) string {
	t.Helper()
	var top any
	dec := json.NewDecoder(strings.NewReader(encoded(t, c)))
	dec.UseNumber()
	require.NoError(t, dec.Decode(&top))
	names := strings.Split(path, "/")
	last := names[len(names)-1]
	at := top
	for _, name := range names[:len(names)-1] {
		if list, ok := at.([]any); ok {
			i, err := strconv.Atoi(name)
			require.NoError(t, err, path)
			at = list[i]
		} else {
			at = at.(map[string]any)[name]
		}
	}
	if value == "" {
		require.Contains(t, at, last, path)
		delete(at.(map[string]any), last)
	} else {
		at.(map[string]any)[last] = json.RawMessage(value)
	}
	text, err := json.Marshal(top)
	require.NoError(t, err)
	return string(text)
}

// read decodes a text with the digest that it asks for, so that it is refused for no other reason than the digest.
func read(text string) error {
	_, err := Decode(strings.NewReader(text))
	if err == nil {
		return nil
	}
	_, want, damaged := strings.Cut(err.Error(), `but the contents have "`)
	if !damaged {
		return err
	}
	i := strings.Index(text, `"digest":"`) + len(`"digest":"`)
	_, err = Decode(strings.NewReader(text[:i] + want[:64] + text[i+64:]))
	return err
}

// TestRejected: what is wrong is refused for that reason, though the digest fits.
func TestRejected(t *testing.T) {
	step := `{"rule":"r","says":"","evidence":{}}`
	deep := step
	for range maxDepth + 1 {
		deep = strings.Replace(step, "}}", `},"from":[`+deep+`]}`, 1)
	}
	many := strings.Replace(step, "}}", `},"from":[`+strings.Repeat(step+",", maxSteps)+step+`]}`, 1)
	for _, row := range []struct{ path, value, why string }{
		{"dim", "17", ""},
		{"format", `"krein.certificate/1"`, `format is "krein.certificate/1", this program reads`},
		{"format", "null", "format: null instead of a string"},
		{"format", "3", "format: json: "},
		{"digest", "null", "digest: null instead of a string"},
		{"extra", "1", `unknown member "extra"`},
		{"Dim", "16", `unknown member "Dim"`},
		{"dim", "", `member "dim" is missing`},
		{"dim", "0", "dim is 0, not an integer ≥ 1"},
		{"dim", "-3", "dim is -3, not an integer ≥ 1"},
		{"dim", "16.5", "not an integer ≥ 1"},
		{"dim", "null", "dim is null, not an integer ≥ 1"},
		{"kernel", "[]", "kernel: [ instead of an object"},
		{"kernel/beyond", "", `kernel: member "beyond" is missing`},
		{"kernel/beyond", "null", "kernel: beyond: null instead of a string"},
		{"kernel/beyond", `""`, "an empty formula or continuation"},
		{"kernel/formula", `""`, "an empty formula or continuation"},
		{"kernel/formula", "1", "kernel: formula: json: "},
		{"points", "", `member "points" is missing`},
		{"points", "null", "points: null instead of a list"},
		{"points", "{}", "points: json: "},
		{"points", "[3]", "points: formula 1: 3 instead of an object"},
		{"points", `[{"formula":"max(0, 1 - z)","at":["1","sqrt(2)"],"before":"9/2"}]`, ""},
		{"points", `[{"formula":"max(0, 1 - z)","at":["2","1"]}]`, ""}, // of no use, and found out where it is asked for
		{"points", `[{"formula":"a","at":["1"]},{"formula":"b","before":"2"}]`, ""},
		{"points", `[{"formula":"b","at":["1"]},{"formula":"a","at":["1"]}]`, "formulas are in order, each once"},
		{"points", `[{"formula":"a","at":["1"]},{"formula":"a","at":["1"]}]`, "formulas are in order, each once"},
		{"points", `[{"at":["1"]}]`, `formula 1: member "formula" is missing`},
		{"points", `[{"formula":"a"}]`, "there are none"},
		{"points", `[{"formula":"","at":["1"]}]`, "no formula"},
		{"points", `[{"formula":"a","at":[]}]`, "at is no list of texts"},
		{"points", `[{"formula":"a","at":null}]`, "at is no list of texts"},
		{"points", `[{"formula":"a","at":[null]}]`, "at is no list of texts"},
		{"points", `[{"formula":"a","at":[1]}]`, "at is no list of texts"},
		{"points", `[{"formula":"a","at":["z"]}]`, "is no constant as it is printed"},
		{"points", `[{"formula":"a","at":["2/4"]}]`, "is no constant as it is printed"},
		{"points", `[{"formula":"a","at":["0.5"]}]`, "is no constant as it is printed"},
		{"points", `[{"formula":"a","at":["z < 1"]}]`, "is a condition, not a number"},
		{"points", `[{"formula":"a","at":["("]}]`, "point 1"},
		{"points", `[{"formula":"a","at":["` + strings.Repeat("1", 5000) + `"]}]`, "more than 4096 letters"},
		{"points", `[{"formula":"a","at":["1"` + strings.Repeat(`,"1"`, 5000) + `]}]`, "5001 of them"},
		{"points", `[{"formula":"a","before":""}]`, "before: no distance"},
		{"points", `[{"formula":"a","before":"0"}]`, "is no positive rational in lowest terms"},
		{"points", `[{"formula":"a","before":"-1"}]`, "is no positive rational in lowest terms"},
		{"points", `[{"formula":"a","before":"2/4"}]`, "is no positive rational in lowest terms"},
		{"points", `[{"formula":"a","before":"1e9"}]`, "is no positive rational in lowest terms"},
		{"points", `[{"formula":"a","at":["1"],"after":"2"}]`, `unknown member "after"`},
		{"claims", "null", "0 claims, want 7"},
		{"claims", "{}", "claims: json: "},
		{"claims", "[3]", "claim 1: 3 instead of an object"},
		{"claims/3/id", `"pd-torus"`, `claim 4 is "pd-torus", want "pd-sphere"`},
		{"claims/3/id", `"pd"`, `claim 4 is "pd", want "pd-sphere"`},
		{"claims/3/id", "1", "claim 4: id: json: "},
		{"claims/1/status", `"certain"`, `"certain"`},
		{"claims/1/status", "null", "claim 2: status: null instead of a string"},
		{"claims/0/because", `""`, "finite-mass: no reason given"},
		{"claims/0/because", "null", "claim 1: because: null instead of a string"},
		{"claims/0/why", "1", `claim 1: unknown member "why"`},
		{"claims/0/rule", `""`, ""}, // it is undecided
		{"claims/1/rule", `""`, "pd: likely without a rule"},
		{"claims/1/rule", "null", "claim 2: rule: null instead of a string"},
		{"claims/3/rule", `"rule.y"`, `pd-sphere: the rule is "rule.y", but the proof begins with "rule.x"`},
		{"claims/0/evidence", "1", "claim 1: evidence: it is not an object"},
		{"claims/0/evidence", "null", "claim 1: evidence: it is not an object"},
		{"claims/0/evidence", `{"at":2,"at":3}`, `member "at" is given twice`},
		{"claims/0/evidence", `{"list":[1,{"a":2,"a":2}]}`, `member "a" is given twice`},
		{"claims/1/proof", step, "pd: a claim has a proof if and only if it is proved or refuted, and this one is likely"},
		{"claims/3/proof", "", "pd-sphere: a claim has a proof if and only if it is proved or " +
			"refuted, and this one is proved"},
		{"claims/3/proof", "null", "claim 4: proof: <nil> instead of an object"},
		{"claims/3/proof/rule", `""`, "claim 4: proof: a step without a rule"},
		{"claims/3/proof/says", "null", "claim 4: proof: says: null instead of a string"},
		{"claims/3/proof/evidence", "[]", "claim 4: proof: evidence: it is not an object"},
		{"claims/3/proof/from", "{}", "claim 4: proof: from: json: "},
		{"claims/3/proof/from", "[]", "claim 4: proof: from: an empty list of premises"},
		{"claims/3/proof/from", "[" + step + ",1]", "claim 4: proof: premise 2: 1 instead of an object"},
		{"claims/3/proof/from", "[" + deep + "]", "deeper than 64 steps"},
		{"claims/3/proof/from", "[" + many + "]", "more than 100000 steps"},
		{"claims/4/witness", step, ""},
		{"claims/4/witness", "1", "claim 5: witness: 1 instead of an object"},
		{"claims/3/witness", step, "pd-sphere: a witness against a claim that is proved"},
		{"mass", "[]", "mass: [ instead of an object"},
		{"mass/all", "1", `mass: unknown member "all"`},
		{"mass/kind", "", `mass: member "kind" is missing`},
		{"mass/kind", "null", "mass: kind: null instead of a string"},
		{"mass/kind", `"guessed"`, `masses of the unknown kind "guessed"`},
		{"mass/kind", `"unknown"`, "bounds on masses that are unknown"},
		{"mass/kind", `"enclosed"`, "lower: json: "},
		{"mass", `{"kind":"unknown"}`, ""},
		{"mass/total", "", "estimated masses without the total mass"},
		{"mass/plus", "7", "mass: plus: 7 instead of an object"},
		{"mass/plus/upper", "", `mass: plus: member "upper" is missing`},
		{"mass/plus/lower", "null", "mass: plus: lower: null is not a number"},
		{"mass/plus/upper", `"1"`, "mass: plus: upper: json: "},
		{"mass/plus/upper", "1e999", "mass: plus: upper: json: "},
		{"mass/total/lower", "0.5", "mass: total: not 0 ≤ lower ≤ upper: lower 0.5, upper 0.3"},
		{"mass/total/lower", "-0.1", "mass: total: not 0 ≤ lower ≤ upper: lower -0.1, upper 0.3"},
		{"mass/total/lower", `"nan"`, "mass: total: not 0 ≤ lower ≤ upper: lower NaN, upper 0.3"},
		{"mass/total/lower", `"-inf"`, "mass: total: not 0 ≤ lower ≤ upper: lower -Inf, upper 0.3"},
		{"mass/evidence", "{}", "estimated masses: enclosed masses have evidence, and no others"},
	} {
		checkRead(t, with(t, sample(), row.path, row.value), row.why, row.path, row.value)
	}
	for _, row := range []struct{ path, value, why string }{
		{"mass/evidence", "", "enclosed masses: enclosed masses have evidence, and no others"},
		{"mass/evidence", "null", "mass: evidence: it is not an object"},
		{"mass/evidence", "[]", "mass: evidence: it is not an object"},
		{"mass/evidence", `{"method":"x","method":"x"}`, `member "method" is given twice`},
		{"mass/evidence", `{"ends":["1p0","5p-1"]}`, ""},
		{"mass/kind", `"estimated"`, "lower: json: "},
		{"mass/kind", `"unknown"`, "lower: json: "},
		{"mass/total/lower", "1.25", "mass: total: lower: json: "},
		{"mass/total/lower", "null", "mass: total: lower: null instead of a string"},
		{"mass/total/upper", "null", "mass: total: upper: null instead of a string"},
		{"mass/total/lower", `"1.250"`, `"1.250" is not written as a bound is`},
		{"mass/total/lower", `"1.26"`, "mass: total: not lower ≤ upper: lower 1.26, upper 1.2500001"},
		{"mass/total/lower", `"-1.25"`, "is no decimal"},
		{"mass/radial-integral/lower", `"2"`, "mass: radial-integral: lower: json: "},
	} {
		checkRead(t, with(t, enclosedSample(t), row.path, row.value), row.why, row.path, row.value)
	}
}

// checkRead wants a text to be refused for a reason, or read if there is none.
func checkRead(t *testing.T, text, why, path, value string) {
	t.Helper()
	value = value[:min(len(value), 80)]
	if err := read(text); why == "" {
		assert.NoError(t, err, "%s: %s", path, value)
	} else {
		assert.ErrorContains(t, err, why, "%s: %s", path, value)
	}
}

// TestTextRejected: texts that are no certificate as a whole.
func TestTextRejected(t *testing.T) {
	text := encoded(t, sample())
	swap := func(old, new string) string {
		require.Contains(t, text, old)
		return strings.Replace(text, old, new, 1)
	}
	for bad, why := range map[string]string{
		"":                 "the JSON is not well formed: EOF",
		"[]":               "[ instead of an object",
		text[:len(text)/2]: "the JSON is not well formed: ",
		text + "{}":        "the JSON is not well formed: ",
		swap(`"dim": 16,`, `"dim": 16, "dim": 16,`):      `member "dim" is given twice`,
		swap(`"zero beyond 2"`, "\"zero\xff\""):          "the text is not UTF-8",
		swap(`"because": "1/2`, `"because": "1/3`):       "the file was damaged or edited",
		swap(`"1/2 ≤ (d−1)/2 < 8"`, `"1/2 ≤ (d−1)/2 <"`): "the file was damaged or edited",
	} {
		_, err := Decode(strings.NewReader(bad))
		assert.ErrorContains(t, err, why)
	}
	text = strings.TrimSpace(text)
	for n := range len(text) {
		_, err := Decode(strings.NewReader(text[:n]))
		require.Error(t, err, "%d bytes of %d", n, len(text))
		require.NotContains(t, err.Error(), "digest", "%d bytes of %d", n, len(text))
	}
	_, err := Decode(bytes.NewReader(make([]byte, maxEncoded+1)))
	assert.ErrorContains(t, err, "longer than 67108864 bytes")
	broken := errors.New("broken")
	_, err = Decode(iotest.ErrReader(broken))
	assert.ErrorIs(t, err, broken)
	r, w := io.Pipe()
	require.NoError(t, r.CloseWithError(broken))
	assert.ErrorIs(t, sample().Encode(w), broken)
}

// TestNewPanics: nobody makes a certificate that is not consistent.
func TestNewPanics(t *testing.T) {
	c := sample()
	assert.NotPanics(t, func() { New("z", "natural", 1, c.claims, Mass{}) })
	assert.PanicsWithValue(t, "certificate: 1 claims, want 7", func() { New("z", "natural", 1, c.claims[:1], Mass{}) })
	total := &Bounds{Lower: 1, Upper: 2}
	exact, err := ParseBounds("1", "2")
	require.NoError(t, err)
	for want, m := range map[string]Mass{
		"certificate: estimated masses: exact decimals are bounds of enclosed masses, and of no others": {Kind: MassEstimated,
			Total: exact},
		"certificate: enclosed masses: exact decimals are bounds of enclosed masses, and of no others": {Kind: MassEnclosed,
			Total: total, Evidence: []byte("{}")},
		"certificate: enclosed masses without the total mass": {Kind: MassEnclosed,
			Evidence: []byte("{}")},
	} {
		assert.PanicsWithValue(t, want, func() { New("z", "natural", 1, c.claims, m) })
	}
	other := c.Claims()
	other[0].Status = proof.Refuted
	assert.Panics(t, func() { New("z", "natural", 1, other, Mass{}) })
}
