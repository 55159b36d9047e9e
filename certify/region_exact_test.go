package certify_test

import (
	"bytes"
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/region"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/internal/testlong"
)

// exactEnds are families whose regions are known to their ends.
var exactEnds = []struct {
	formula, lo, hi string
	dim             int
	cells           string
	plain           bool
}{
	// tan(π/2d): Zastavnyi 2000
	{"exp(-z)*cos(b*z)", "0", "3", 3, "proved 0 ≤ b ≤ 1/sqrt(3); refuted 1/sqrt(3) < b ≤ 3", true},
	{"exp(-z)*cos(b*z)", "-1", "2", 5, "refuted -1 ≤ b < -tan(pi/10); proved -tan(pi/10) ≤ b ≤ tan(pi/10); refuted tan(pi/10) < b ≤ 2", true},
	{"exp(-z)*cos(b*z)", "0", "3", 16, "proved 0 ≤ b ≤ tan(pi/32); refuted tan(pi/32) < b ≤ 3", false},
	// s^(−d/2), at s = 3: the density at 0
	{"exp(-z^2) - b*exp(-z^2/3)", "0", "1", 1, "proved 0 ≤ b ≤ 1/sqrt(3); refuted 1/sqrt(3) < b ≤ 1", false},
	{"exp(-z^2) - b*exp(-z^2/3)", "0", "1", 2, "proved 0 ≤ b ≤ 1/3; refuted 1/3 < b ≤ 1", true},
	{"exp(-z^2) - b*exp(-z^2/3)", "0", "1", 3, "proved 0 ≤ b ≤ 1/sqrt(27); refuted 1/sqrt(27) < b ≤ 1", true},
	// at infinity, and at 0
	{"exp(-z) - b*exp(-sqrt(2)*z)", "0", "2", 3, "proved 0 ≤ b ≤ 1/sqrt(2); refuted 1/sqrt(2) < b ≤ 2", false},
	{"exp(-z^2/2) - b*exp(-z^2)", "-1", "2", 3, "proved -1 ≤ b ≤ 0; refuted 0 < b ≤ 2", false},
	{"(1 - b*z^2)*exp(-z^2/2)", "-1", "1", 3, "refuted -1 ≤ b < 0; proved 0 ≤ b ≤ 1/3; refuted 1/3 < b ≤ 1", false},
	{"exp(-z)*(1 + b*z)", "-1", "2", 3, "refuted -1 ≤ b < -1/3; proved -1/3 ≤ b ≤ 1; refuted 1 < b ≤ 2", true},
	// not affine in b, and 0 at ω = 0 for the end 27^(−1/4): that is not proved, and no end is said
	{"exp(-z^2) - b^2*exp(-z^2/3)", "0", "1", 3, "proved 0 ≤ b ≤ 0.43869133; open 0.43869133 < b < 0.43869134; refuted 0.43869134 ≤ b ≤ 1", false},
}

// TestExactEnds: ends of regions are exact, rationals or not, they belong to what is proved, and the file says so.
func TestExactEnds(t *testing.T) {
	for i, row := range exactEnds {
		if !row.plain && !testlong.Turn(i, 4) {
			continue
		}
		f := &region.Family{Formula: row.formula, Name: "b"}
		d, err := certify.Region(context.Background(), f, rational(t, row.lo), rational(t, row.hi), row.dim, nil)
		require.NoError(t, err, row.formula)
		assert.Equal(t, row.cells, d.Claims[0].Text("b"), row.formula)
		var b bytes.Buffer
		require.NoError(t, d.Encode(&b))
		again, err := region.Decode(bytes.NewReader(b.Bytes()))
		require.NoError(t, err, row.formula)
		reports, err := again.Verify(context.Background(), f, row.dim, 0)
		require.NoError(t, err, row.formula)
		assert.Equal(t, check.Accepted, reports[0].Verdict, "%s: %s", row.formula, reports[0].Why)

		looked := 0 // and a run that begins with it finds it all
		more, err := certify.Region(context.Background(), f, rational(t, row.lo), rational(t, row.hi), row.dim,
			&certify.RegionSettings{Begun: again, Box: func(certify.ID, *region.Box) { looked++ }})
		require.NoError(t, err, row.formula)
		assert.Equal(t, row.cells, more.Claims[0].Text("b"), row.formula)
		if !strings.Contains(row.cells, "open") {
			assert.Zero(t, looked, row.formula)
		}
	}
}

// TestForgedEnds: an exact end that is another one, or that its certificates do not have, is rejected.
func TestForgedEnds(t *testing.T) {
	for _, formula := range []string{"exp(-z)*cos(b*z)", "exp(-z^2) - b*exp(-z^2/3)"} {
		f := &region.Family{Formula: formula, Name: "b"}
		d, err := certify.Region(context.Background(), f, rational(t, "0"), rational(t, "1"), 3, nil)
		require.NoError(t, err)
		var file bytes.Buffer
		require.NoError(t, d.Encode(&file))
		exact := d.Claims[0].Boxes[len(d.Claims[0].Boxes)-1].Unit.String()
		near := "0.57735026919"
		if exact != "1/sqrt(3)" {
			near = "0.19245008973"
		}
		other, err := region.NewExact(near) // 1e-11 from it
		require.NoError(t, err)
		verdict := func(e *region.Document) check.Verdict {
			var b bytes.Buffer
			require.NoError(t, e.Encode(&b)) // sealed anew
			e, err := region.Decode(bytes.NewReader(b.Bytes()))
			if err != nil {
				return check.Rejected
			}
			reports, err := e.Verify(context.Background(), f, 3, 0)
			require.NoError(t, err)
			return reports[0].Verdict
		}
		require.Equal(t, check.Accepted, verdict(d))
		units := func(c *region.Claim, change func(b *region.Box)) {
			for i := range c.Boxes {
				if c.Boxes[i].Unit != nil {
					change(&c.Boxes[i])
				}
			}
		}
		follow := func(c *region.Claim) { // the cells that would follow from what the file says
			if cells, err := region.Cells(c.ID, formula != "exp(-z)*cos(b*z)", d.Lo, d.Hi, c.Values(), c.Pieces()); err == nil {
				c.Cells = cells
			}
		}
		for name, change := range map[string]func(c *region.Claim){
			"another end": func(c *region.Claim) { units(c, func(b *region.Box) { b.Unit = other }); follow(c) },
			"another end of one": func(c *region.Claim) {
				done := false
				units(c, func(b *region.Box) {
					if !done {
						b.Unit, done = other, true
					}
				})
				follow(c)
			},
			"the open end is closed": func(c *region.Claim) {
				units(c, func(b *region.Box) { b.OpenFrom, b.OpenTo = false, false })
				follow(c)
			},
			"a wider interval": func(c *region.Claim) {
				units(c, func(b *region.Box) {
					if b.From.Cmp(rational(t, "1")) == 0 && b.To.Cmp(b.From) != 0 {
						b.To = rational(t, "2")
					} else if b.To.Cmp(rational(t, "1")) == 0 && b.To.Cmp(b.From) != 0 {
						b.From = rational(t, "1/2")
					} else {
						b.Unit = other
					}
				})
				follow(c)
			},
			"no boxes":        func(c *region.Claim) { units(c, func(b *region.Box) { b.Unit = other }) },
			"another cell":    func(c *region.Claim) { c.Cells[0].ToExact = other },
			"no exact end":    func(c *region.Claim) { c.Cells[0].ToExact = nil },
			"the end is open": func(c *region.Claim) { c.Cells[0].OpenTo = true },
			"the status":      func(c *region.Claim) { c.Cells[1].Status = proof.Proved },
			"certificates exchanged": func(c *region.Claim) {
				n := len(c.Boxes)
				c.Boxes[n-2].Cert, c.Boxes[n-1].Cert = c.Boxes[n-1].Cert, c.Boxes[n-2].Cert
			},
		} {
			e, err := region.Decode(bytes.NewReader(file.Bytes()))
			require.NoError(t, err)
			change(&e.Claims[0])
			assert.NotEqual(t, check.Accepted, verdict(e), "%s: %s", formula, name)
		}
	}
}
