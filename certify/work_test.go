package certify

import (
	"bytes"
	"context"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify/verify"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// searching are the rules of which a step may take more work than TestWork allows: what they do beside computing what
// the evidence names, and where it is not bounded by that.
var searching = map[string]string{
	"pd.negative-mean":               "panels of an integral are halved",
	"pd-sphere.negative-coefficient": "panels of an integral are halved",
	"pd-sphere.fourier":              "panels of integrals are halved, at three precisions in turn",
	"pd-sphere.legendre":             "as pd-sphere.fourier",
	"pd-sphere.cusp":                 "boxes are halved until the function is proved to be holomorphic there",
	"pd-all-spheres.cusp":            "boxes are halved until the function is proved to be holomorphic there",
	"finite-mass.singularity":        "coefficients at a point that is no rational are enclosed until they are proved to differ",
	"pd-sphere.rougher":              "as finite-mass.singularity",
	"pd.oscillating-tail":            "as finite-mass.singularity",
	"finite-mass.analysis":           "pieces and their analyticity are proved by halving intervals",
}

// The work that checking a proof may take, in units of budget.Meter: a unit is about a tenth of a microsecond.
const (
	workOfAStep = 60_000
	workOfAByte = 500
)

// TestWork bounds the work of checking a claim by its evidence: what is counted is at most workOfAByte times the bytes of
// formula, evidence and points, and workOfAStep for each step, but for proofs with a step of the rules of searching.
func TestWork(t *testing.T) {
	for i, row := range goldenRows(t) {
		if i%41 != 0 || !testlong.Turn(i/41, 5) {
			continue
		}
		k, err := parser.Parse(row.formula, nil)
		if err != nil {
			continue
		}
		c, err := Run(context.Background(), k, row.dim, &Settings{SkipMass: true})
		require.NoError(t, err)
		data, err := c.MarshalJSON()
		require.NoError(t, err)
		read, err := certificate.Decode(bytes.NewReader(data))
		require.NoError(t, err)
		points := 0
		for _, p := range read.Points() {
			points += len(p.Formula)
			for _, at := range p.At {
				points += len(at)
			}
		}
		for _, cl := range read.Claims() {
			if cl.Proof == nil {
				continue
			}
			steps, size, exempt := 0, len(k.Formula())+points, false
			var walk func(s *proof.Step)
			walk = func(s *proof.Step) {
				_, slow := searching[s.Rule]
				steps, size, exempt = steps+1, size+len(s.Evidence), exempt || slow
				for _, from := range s.From {
					walk(from)
				}
			}
			walk(cl.Proof)
			r := verify.New(read, k.CutAt(searchless{}), row.dim, 0).Claim(context.Background(), cl.ID)
			assert.Equal(t, check.Accepted, r.Verdict, "%s of %s in R^%d", cl.ID, row.formula, row.dim)
			if most := int64(steps*workOfAStep + size*workOfAByte); !exempt {
				assert.LessOrEqual(t, r.Work, most, "%s of %s in R^%d by %s, %d steps, %d bytes", cl.ID, row.formula, row.dim,
					cl.Proof.Rule, steps, size)
			}
			if testing.Verbose() {
				t.Logf("%d %d %d %s %s %d %s", r.Work, steps, size, cl.Proof.Rule, cl.ID, row.dim, row.formula)
			}
		}
	}
}
