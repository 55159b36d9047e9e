package certify

import (
	"bytes"
	"context"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/ball"
	"krein/certify/verify"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/proof"
	"krein/internal/certify/witness"
	"krein/internal/testlong"
	"krein/internal/testnumpy"
)

// A rule that is broken lets a false claim through: the second look must ring, whatever the claim,
// and then nothing is proved.
func TestAlarm(t *testing.T) {
	for _, x := range []struct {
		formula string
		dim     int
		claim   ID
	}{
		{"z == 1 ? 1/2 : exp(-z)", 3, FiniteMass},
		{"z == 1 ? 1/2 : exp(-z)", 3, PD},
		{"exp(-z) + z/100", 3, FiniteMass},
		{"cos(z)", 2, PD},
		{"exp(-z)-exp(-2*z)", 3, PDSphere},
		{"exp(-z)-exp(-2*z)", 3, PDAllSpheres},
		{"max(0,1-z)", 2, CompletelyMonotone},
		{"z < 1 ? 1 : 0", 2, ConditionallyPD},
	} {
		f := sessionOf(t, x.formula, x.dim)
		f.verdicts[x.claim] = verdict{conclusion: conclusion{holds: ball.True, because: "a broken rule says so",
			rule: string(x.claim) + ".broken"}, proof: proof.NewStep(string(x.claim)+".broken", "", nil)}
		f.lookAgain()
		require.NotEmpty(t, f.alarm, "%s of %s in R^%d", x.claim, x.formula, x.dim)
		assert.Contains(t, f.alarm, "krein certify '"+f.K.Formula()+"' --dim "+strconv.Itoa(x.dim))
		cl, err := f.claim(x.claim)
		require.NoError(t, err)
		assert.Equal(t, Undecided, cl.Status)
		assert.Equal(t, f.alarm, cl.Because)
		assert.Nil(t, cl.Proof)
		assert.Nil(t, f.masses().Total)
	}
	f := sessionOf(t, "exp(-z)", 3)
	f.proveAll()
	f.lookAgain()
	assert.Empty(t, f.alarm)
}

var witnessed = []struct {
	formula string
	dim     int
	claims  []ID
}{
	{"cos(z)", 2, []ID{PD}},
	{"exp(-z^4)", 2, []ID{PD, ConditionallyPD}},
	{"exp(-z^2/2) - exp(-z^2/200)", 16, []ID{ConditionallyPD}},
	{"z < 1 ? 1-z^2 : 0", 2, []ID{PD, ConditionallyPD}},
	{"exp(u) - 1.2", 3, []ID{PDSphere}},
	{"besselj(0, z)", 3, []ID{PD}},
}

// A witness travels in the file, is checked, and is what NumPy says it is; one that is changed in
// any way is not accepted.
func TestWitnesses(t *testing.T) {
	ctx := context.Background()
	var formulas, programs []string
	for _, x := range testlong.Some(witnessed, 2) {
		k := parse(t, x.formula)
		c, err := Run(ctx, k, x.dim, &Settings{SkipMass: true})
		require.NoError(t, err)
		for _, id := range x.claims {
			require.NotNil(t, c.Claim(id).Witness, "%s of %s", id, x.formula)
		}
		d, err := Decode(strings.NewReader(encoded(t, c)))
		require.NoError(t, err)
		for _, cl := range d.Claims() {
			if cl.Witness != nil {
				r := verify.New(d, k, x.dim, 0).Claim(ctx, cl.ID)
				assert.Equal(t, check.Accepted, r.Verdict, "%s of %s: %s", cl.ID, x.formula, r.Why)
			}
		}
		var program bytes.Buffer
		n, err := witness.WriteNumPy(&program, c, k)
		require.NoError(t, err)
		require.Positive(t, n)
		assert.Equal(t, n, strings.Count(program.String(), "print("))
		if strings.Contains(program.String(), "scipy") {
			continue
		}
		programs = append(programs, program.String())
		for range n {
			formulas = append(formulas, x.formula)
		}
	}
	sums := strings.Fields(testnumpy.Run(t, "import sys\nfor p in sys.argv[1:]: exec(p, {})", programs...))
	require.Len(t, sums, len(formulas))
	for i, s := range sums {
		sum, err := strconv.ParseFloat(s, 64)
		require.NoError(t, err)
		assert.Negative(t, sum, formulas[i])
	}
}

func TestForgedWitnesses(t *testing.T) {
	ctx := context.Background()
	for _, x := range witnessed[1:2] {
		k := parse(t, x.formula)
		c, err := Run(ctx, k, x.dim, &Settings{SkipMass: true})
		require.NoError(t, err)
		forge := func(id ID, change func(w *proof.Step) *proof.Step) check.Report {
			claims := c.Claims()
			for i := range claims {
				if claims[i].ID == id {
					w := *claims[i].Witness
					claims[i].Witness = change(&w)
				}
			}
			forged := certificate.New(c.Formula(), c.Beyond(), c.Dim(), claims, c.Mass()).WithPoints(c.Points())
			return verify.New(forged, k, x.dim, 0).Claim(ctx, id)
		}
		for _, id := range x.claims {
			same := func(w *proof.Step) *proof.Step { return w }
			require.Equal(t, check.Accepted, forge(id, same).Verdict)
			var ev pd.PointsEvidence
			require.NoError(t, c.Claim(id).Witness.Decode(&ev))
			for what, change := range map[string]func(w *proof.Step) *proof.Step{
				"the value": func(w *proof.Step) *proof.Step {
					e := ev
					e.Form = ev.Form.Add(ev.Form, ev.Form, 64)
					return proof.NewStep(w.Rule, "", e, w.From...)
				},
				"a proof that is no witness": func(*proof.Step) *proof.Step { return c.Claim(id).Proof },
				"the witness of another claim": func(*proof.Step) *proof.Step {
					if id == PD {
						return c.Claim(ConditionallyPD).Witness
					}
					return c.Claim(PD).Witness
				},
			} {
				assert.NotEqual(t, check.Accepted, forge(id, change).Verdict, "%s: %s", id, what)
			}
		}
		cl := c.Claim(PD)
		claims := c.Claims()
		for i := range claims {
			if claims[i].Status != Refuted {
				claims[i].Witness = cl.Witness
				assert.Panics(t, func() { certificate.New(c.Formula(), c.Beyond(), c.Dim(), claims, c.Mass()) })
				break
			}
		}
	}
}
