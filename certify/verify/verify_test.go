package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/verify"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/internal/kernel/formula"
	"krein/internal/testlong"
	"krein/kernel"
	"krein/kernel/parser"
)

// proofs are certificates with rules of every family.
var proofs = []struct {
	formula string
	dim     int
}{
	{"exp(-z^2/2) - exp(-z^2/200)", 16}, {"(1+z)*exp(-z)", 3}, {"z < 1 ? (1-z)^4*(4*z+1) : 0", 3},
	{"z < 1 ? (1-z)^4*(4*z+1) : 0", 9}, {"ntk", 3}, {"arccos1", 3}, {"-sqrt(1+z^2)", 3}, {"exp(-z)*cos(z)", 2},
	{"exp(-z)*cos(z)", 3}, {"besselj(0,z)", 2}, {"cos(z)", 2}, {"exp(-z^2/2)*(1 - z^2/4)", 4},
	{"exp(-z^2/2)*(1 - 0.2500001*z^2)", 4}, {"(1+z^2)^(-1/2) + exp(-z^3)", 2},
	{"thin_plate", 2}, {"exp(z)", 1},
}

// certificateOf returns a certificate without masses, made once.
func certificateOf(t testing.TB, formula string, dim int) (*kernel.Kernel, *certificate.Certificate) {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err, formula)
	name := fmt.Sprintf("%s in R^%d", formula, dim)
	if madeCertificates[name] == nil {
		c, err := certify.Run(context.Background(), k, dim, &certify.Settings{SkipMass: true})
		require.NoError(t, err)
		madeCertificates[name] = c
	}
	return k, madeCertificates[name]
}

var madeCertificates = map[string]*certificate.Certificate{}

func verdictOf(c *certificate.Certificate, k *kernel.Kernel, dim int, id proof.ID) check.Report {
	return verify.New(c, k, dim, 0).Claim(context.Background(), id)
}

// sealed is the certificate with one claim's proof replaced.
func sealed(c *certificate.Certificate, id proof.ID, status proof.Status, p *proof.Step) *certificate.Certificate {
	claims := c.Claims()
	for i := range claims {
		if claims[i].ID == id {
			claims[i].Status, claims[i].Proof, claims[i].Rule = status, p, p.Rule
			claims[i].Witness = nil // it proves the same on its own, and only refutations have one
		}
	}
	return certificate.New(c.Formula(), c.Beyond(), c.Dim(), claims, certificate.Mass{}).WithPoints(c.Points())
}

// TestForgeries seals certificates again after changing what is claimed: other kernels, other
// dimensions, the opposite, another claim, missing and foreign premises. None may be accepted.
func TestForgeries(t *testing.T) {
	type made struct {
		k    *kernel.Kernel
		dim  int
		cert *certificate.Certificate
	}
	var all []made
	for _, p := range proofs {
		k, c := certificateOf(t, p.formula, p.dim)
		all = append(all, made{k, p.dim, c})
	}
	truth := func(m made, id proof.ID) proof.Status { return m.cert.Claim(id).Status }
	opposite := map[proof.Status]proof.Status{proof.Proved: proof.Refuted, proof.Refuted: proof.Proved}
	tried := 0
	for i, m := range all {
		for _, cl := range m.cert.Claims() {
			if cl.Proof == nil || !testlong.Turn(i, 5) {
				continue
			}
			name := fmt.Sprintf("%s in R^%d: %s", m.k, m.dim, cl.ID)
			require.Equal(t, check.Accepted, verdictOf(m.cert, m.k, m.dim, cl.ID).Verdict, name)
			// The opposite of what was proved.
			assert.NotEqual(t, check.Accepted, verdictOf(sealed(m.cert, cl.ID, opposite[cl.Status], cl.Proof), m.k, m.dim,
				cl.ID).Verdict, "opposite: %s", name)
			// The same proof for another claim.
			for _, id := range proof.IDs() {
				if id != cl.ID && truth(m, id) != cl.Status {
					assert.NotEqual(t, check.Accepted, verdictOf(sealed(m.cert, id, cl.Status, cl.Proof), m.k, m.dim, id).Verdict,
						"as a proof of %s: %s", id, name)
				}
			}
			// The same proof for another kernel of which the opposite is proved.
			for j, o := range all {
				if j == i || truth(o, cl.ID) != opposite[cl.Status] {
					continue
				}
				tried++
				forged := sealed(o.cert, cl.ID, cl.Status, cl.Proof)
				assert.NotEqual(t, check.Accepted, verdictOf(forged, o.k, o.dim, cl.ID).Verdict, "for %s in R^%d: %s",
					o.k, o.dim, name)
			}
			// Premises left out.
			if len(cl.Proof.From) > 0 {
				cut := *cl.Proof
				cut.From = cut.From[1:]
				assert.NotEqual(t, check.Accepted, verdictOf(sealed(m.cert, cl.ID, cl.Status, &cut), m.k, m.dim, cl.ID).Verdict,
					"without a premise: %s", name)
			}
		}
	}
	assert.Greater(t, tried, testlong.RoundsTo(10, 100))
}

// TestBytesFlipped changes the file byte by byte; a changed file is not even read.
func TestBytesFlipped(t *testing.T) {
	k, c := certificateOf(t, "exp(-z)*cos(z)", 3)
	var b bytes.Buffer
	require.NoError(t, c.Encode(&b))
	data := b.Bytes()
	rng := rand.New(rand.NewPCG(1, 2))
	for range testlong.Rounds(400) {
		changed := bytes.Clone(data)
		i := rng.IntN(len(changed))
		changed[i] ^= byte(1 + rng.IntN(255))
		read, err := certificate.Decode(bytes.NewReader(changed))
		if err != nil {
			continue
		}
		// Only white space may have changed.
		assert.Equal(t, c.Digest(), read.Digest(), "byte %d", i)
		assert.Equal(t, check.Accepted, verdictOf(read, k, 3, proof.FiniteMass).Verdict)
	}
}

// mutate changes one value somewhere in a decoded proof, at random.
func mutate(v any, rng *rand.Rand) any {
	switch v := v.(type) {
	case map[string]any:
		if len(v) == 0 {
			return v
		}
		keys := make([]string, 0, len(v))
		for k := range v {
			if k != "says" {
				keys = append(keys, k)
			}
		}
		if len(keys) == 0 {
			return v
		}
		k := keys[rng.IntN(len(keys))]
		if rng.IntN(12) == 0 {
			delete(v, k)
			return v
		}
		v[k] = mutate(v[k], rng)
		return v
	case []any:
		if len(v) == 0 {
			return append(v, "1")
		}
		switch rng.IntN(6) {
		case 0:
			return v[1:]
		case 1:
			return append(v, v[0])
		}
		i := rng.IntN(len(v))
		v[i] = mutate(v[i], rng)
		return v
	case string:
		if v == "" {
			return "0"
		}
		i := rng.IntN(len(v))
		return v[:i] + string("0123456789-/.z"[rng.IntN(14)]) + v[i+1:]
	case float64:
		return v + float64(rng.IntN(5)-2)
	case bool:
		return !v
	}
	return v
}

// TestMutatedProofs changes evidence, rules and premises at random and seals the certificate again.
// Whatever is then accepted must be true: the status must still be that which was proved.
func TestMutatedProofs(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	accepted, rejected := 0, 0
	for _, p := range testlong.Some(proofs, 5) {
		k, c := certificateOf(t, p.formula, p.dim)
		data, err := c.MarshalJSON()
		require.NoError(t, err)
		for _, cl := range c.Claims() {
			if cl.Proof == nil {
				continue
			}
			for range testlong.Rounds(24) {
				var file map[string]any
				require.NoError(t, json.Unmarshal(data, &file))
				claim := file["claims"].([]any)[claimIndex(cl.ID)].(map[string]any)
				proof, err := json.Marshal(claim["proof"])
				require.NoError(t, err)
				claim["proof"] = mutate(claim["proof"], rng)
				if same, err := json.Marshal(claim["proof"]); err == nil && bytes.Equal(same, proof) {
					continue // a step without evidence had nothing to change
				}
				if m, ok := claim["proof"].(map[string]any); ok {
					claim["rule"] = m["rule"]
				}
				changed := reseal(t, file)
				read, err := certificate.Decode(strings.NewReader(changed))
				if err != nil {
					rejected++
					continue
				}
				r := verdictOf(read, k, p.dim, cl.ID)
				if r.Verdict == check.Accepted {
					accepted++
					require.Equal(t, cl.Status, r.Status, "%s in R^%d: %s is accepted as %v with the proof %v", p.formula, p.dim,
						cl.ID, r.Status, claim["proof"])
				} else {
					rejected++
				}
			}
		}
	}
	t.Logf("%d mutated certificates rejected, %d accepted with a conclusion that holds", rejected, accepted)
	assert.Greater(t, rejected, 5*accepted, "mutations should hardly ever leave a proof")
}

func claimIndex(id proof.ID) int {
	for i, o := range proof.IDs() {
		if o == id {
			return i
		}
	}
	return -1
}

// reseal writes the file with the digest that the reader asks for.
func reseal(t *testing.T, file map[string]any) string {
	t.Helper()
	text, err := json.Marshal(file)
	require.NoError(t, err)
	_, err = certificate.Decode(bytes.NewReader(text))
	if err == nil {
		return string(text)
	}
	_, after, found := strings.Cut(err.Error(), "but the contents have \"")
	if !found {
		return string(text)
	}
	file["digest"] = after[:64]
	text, err = json.Marshal(file)
	require.NoError(t, err)
	return string(text)
}

// FuzzVerify feeds claims to the checker, in a file whose digest is right: it must not panic, hang or accept what the prover
// did not. An execution is one claim of a cheap kernel with little work, so that there are hundreds in a second.
func FuzzVerify(f *testing.F) {
	const steps = 20
	k, c := certificateOf(f, "exp(-z)", 3)
	var b bytes.Buffer
	if err := c.Encode(&b); err != nil {
		f.Fatal(err)
	}
	template := b.String()
	parse := func() (file map[string]any, claims []any) {
		if err := json.Unmarshal([]byte(template), &file); err != nil {
			f.Fatal(err)
		}
		return file, file["claims"].([]any)
	}
	_, claims := parse()
	for i, claim := range claims {
		text, err := json.Marshal(claim)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(uint8(i), text)
	}
	f.Fuzz(func(t *testing.T, which uint8, text []byte) {
		var claim map[string]any
		if json.Unmarshal(text, &claim) != nil {
			return
		}
		file, claims := parse()
		claims[int(which)%len(claims)] = claim
		read, err := certificate.Decode(strings.NewReader(reseal(t, file)))
		if err != nil {
			return
		}
		id := proof.IDs()[int(which)%len(claims)]
		if r := verify.New(read, k, 3, steps).Claim(context.Background(), id); r.Verdict == check.Accepted {
			require.Equal(t, c.Claim(id).Status, r.Status)
		}
	})
}

// TestGuardsValueless: a tree with a constant that has no value is no function, whatever is dropped from it on the way.
func TestGuardsValueless(t *testing.T) {
	root := formula.Apply(formula.OpSqrt, formula.Int(2))
	nothing := formula.Div(formula.Apply(formula.OpExp, formula.Neg(formula.Variable())),
		formula.Sub(root, formula.Apply(formula.OpSqrt, formula.Int(2))))
	good := formula.Apply(formula.OpExp, formula.Neg(formula.Variable()))
	for e, want := range map[*formula.Expr]bool{good: true, nothing: false} {
		k := kernel.NewNatural(e)
		cert, err := certify.Run(context.Background(), k, 2,
			&certify.Settings{SkipMass: true, Claims: []proof.ID{proof.FiniteMass}})
		require.NoError(t, err)
		require.Equal(t, want, cert.Claim(proof.FiniteMass).Proof != nil, "of %s", e)
		if want {
			r := verify.New(cert, k, 2, 0).Claim(context.Background(), proof.FiniteMass)
			assert.Equal(t, check.Accepted, r.Verdict, "%s: %s", e, r.Why)
		}
	}
}
