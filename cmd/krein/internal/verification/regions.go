package verification

import (
	"context"
	"fmt"
	"io"
	"maps"
	"math/big"
	"slices"
	"strings"

	"krein/certify/region"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/internal/certify/prose"
)

// RegionView is what 'region' shows.
type RegionView struct {
	*region.Document
	Affine error // why the formula is not affine in the parameter, nil if it is
	Looked int   // values that were certified
	Tried  int   // intervals for which one certificate was looked for
}

// Write writes a table of the claims, and a sentence for each.
func (v *RegionView) Write(w io.Writer) error {
	t, single := terminal.NewTable("claim", "status", v.Name, "follows"), false
	for i := range v.Claims {
		c := &v.Claims[i]
		name := string(c.ID)
		for _, r := range runs(c.Cells) {
			t.AppendRow([]any{name, r.Word(), v.where(r), v.because(r, c)})
			name, single = "", single || r.values > 1
		}
	}
	text := fmt.Sprintf("k(z) = %s on R^%d, %s\n\n%s\n", v.Formula, v.Dim, v.interval(), t.For(w))
	for i := range v.Claims {
		text += "\n" + terminal.Wrap(v.Sentence(&v.Claims[i]), "") + "\n"
	}
	if single {
		text += v.alone()
	}
	text += fmt.Sprintf("\n%s certified.\n", v.looked())
	_, err := io.WriteString(w, text)
	return err
}

// alone says why nothing follows between values that stand alone.
func (v *RegionView) alone() string {
	return "\n" + terminal.Wrap(fmt.Sprintf("Nothing is concluded between values that stand alone: %v.", v.Affine), "") + "\n"
}

// looked counts what was certified.
func (v *RegionView) looked() string {
	text := terminal.Count(v.Looked, "value")
	if v.Tried > 0 {
		text += " and " + terminal.Count(v.Tried, "interval")
	}
	return text
}

// interval is the range of the parameter, and the values of the others.
func (v *RegionView) interval() string {
	all := region.Cell{Span: region.Span{From: v.Lo, To: v.Hi}}
	return all.Interval(v.Name) + v.others()
}

// others are the values of the parameters without a range.
func (v *RegionView) others() (text string) {
	for _, name := range slices.Sorted(maps.Keys(v.Params)) {
		text += fmt.Sprintf(", %s = %s", name, v.Params[name])
	}
	return text
}

// run is a cell, or values that follow each other with the same status.
type run struct {
	region.Cell
	values int // 0: the cell is an interval of which all is known
}

// runs joins single values of the same status where nothing is known between them.
func runs(cells []region.Cell) (out []run) {
	alone := func(c *region.Cell) bool { return c.Single() && c.Status != proof.Undecided }
	for i, c := range cells {
		n := len(out)
		switch {
		case alone(&c) && n > 0 && out[n-1].values > 0 && out[n-1].Status == c.Status:
			out[n-1].To = c.To
			out[n-1].values++
		case alone(&c):
			out = append(out, run{c, 1})
		case c.Status == proof.Undecided && i > 0 && i+1 < len(cells) && alone(&cells[i-1]) && alone(&cells[i+1]) &&
			cells[i-1].Status == cells[i+1].Status: // between two values of a run
		default:
			out = append(out, run{Cell: c})
		}
	}
	return out
}

// where is a run in few letters.
func (v *RegionView) where(r run) string {
	switch {
	case r.values == 2:
		return Short(r.From) + ", " + Short(r.To)
	case r.values > 2:
		return Short(r.From) + ", …, " + Short(r.To)
	}
	return strings.TrimPrefix(r.Interval(v.Name), v.Name+" = ")
}

// Short is a rational in few letters: what is long is rounded.
func Short(v *big.Rat) string {
	if s := v.RatString(); len(s) <= 9 {
		return s
	}
	return strings.TrimSuffix(strings.TrimRight(v.FloatString(10), "0"), ".")
}

// because says from what a run follows.
func (v *RegionView) because(r run, c *region.Claim) string {
	switch {
	case r.Lemma == "boxes":
		n := 0
		for _, b := range c.Boxes {
			if b.Unit == nil && b.From.Cmp(r.To) < 0 && r.From.Cmp(b.To) < 0 {
				n++
			}
		}
		switch {
		case n == 1 && v.Affine == nil:
			return "a certificate of its end, and beyond"
		case n == 1:
			return "a certificate of the interval"
		}
		return fmt.Sprintf("%d certificates of intervals", n)
	case r.values > 1:
		return fmt.Sprintf("%d certificates", r.values)
	case r.values == 1 || r.Lemma == "point":
		return "a certificate"
	}
	return follows[r.Lemma]
}

// follows has the lemmas in a few words.
var follows = map[string]string{
	"hull":   "between two proved values",
	"beyond": "beyond a refuted value",
	"line":   "two proved values decide all",
	"other":  "a proved and a refuted value decide all",
}

// Sentence states a claim for the values at which it is decided.
func (v *RegionView) Sentence(c *region.Claim) string {
	var holds, fails, open []string
	for _, cell := range c.Cells {
		text := cell.Interval(v.Name)
		switch cell.Status {
		case proof.Proved:
			holds = append(holds, text)
		case proof.Refuted:
			fails = append(fails, text)
		default:
			open = append(open, text)
		}
	}
	var parts []string
	say := func(status proof.Status, where []string) {
		if len(where) > 0 {
			parts = append(parts, prose.Statement(v.Dim, proof.Claim{ID: c.ID, Status: status})+" for "+v.places(where))
		}
	}
	say(proof.Proved, holds)
	say(proof.Refuted, fails)
	if widest(c.Cells) > 1e-6 {
		parts = append(parts, "Open for "+v.places(open))
	}
	parts = append(parts, exact(c.Cells)...)
	return strings.Join(parts, ". ") + "."
}

// exact says of exact ends where they are.
func exact(cells []region.Cell) (says []string) {
	for _, c := range cells {
		for _, end := range []*region.Exact{c.FromExact, c.ToExact} {
			if end != nil {
				says = append(says, fmt.Sprintf("%s is near %.10g", end, end.Near()))
			}
		}
	}
	return slices.Compact(says)
}

// places lists intervals, or counts them if they are so many that nobody reads the list.
func (v *RegionView) places(where []string) string {
	const most = 4
	if len(where) > most {
		return fmt.Sprintf("%d values and intervals of %s, which the table names", len(where), v.Name)
	}
	return strings.Join(where, " and ")
}

// widest is the share of the interval that is in the widest cell of which nothing is known.
func widest(cells []region.Cell) float64 {
	whole := new(big.Rat).Sub(cells[len(cells)-1].To, cells[0].From)
	most := 0.0
	for _, c := range cells {
		if c.Status == proof.Undecided {
			share, _ := new(big.Rat).Quo(new(big.Rat).Sub(c.To, c.From), whole).Float64()
			most = max(most, share)
		}
	}
	return most
}

// VerifyRegion checks a document and writes the outcome; the error says what was not accepted.
func VerifyRegion(ctx context.Context, w io.Writer, d *region.Document, f *region.Family, dim, steps int, asJSON bool) error {
	reports, err := d.Verify(ctx, f, dim, steps)
	if err != nil && ctx.Err() == nil {
		return &terminal.NotMetError{Why: "rejected: " + err.Error()}
	}
	if err != nil {
		return err
	}
	roots := []string{"krein/certify/region"}
	var failed []string
	t, view := terminal.NewTable("claim", "verdict", "certificates", "status", d.Name), &RegionView{Document: d}
	for i, r := range reports {
		roots = append(roots, Roots(r.Proofs...)...)
		c := &d.Claims[i]
		row := []any{r.Claim, r.Verdict, len(c.Points) + len(c.Boxes)}
		for _, x := range runs(c.Cells) {
			t.AppendRow(append(row, x.Word(), view.where(x)))
			row = []any{"", "", ""}
		}
		if r.Verdict != check.Accepted {
			failed = append(failed, fmt.Sprintf("%s %v: %s", r.Claim, r.Verdict, r.Why))
		}
	}
	trusted := TrustedFor(roots...)
	if asJSON {
		err = writeJSON(w, d, reports, trusted)
	} else {
		_, err = fmt.Fprintf(w, "k(z) = %s on R^%d, %s ≤ %s ≤ %s\n\n%s\n\n%s\n", f.Formula, dim, d.Lo.RatString(), d.Name,
			d.Hi.RatString(), t.For(w), trusted)
	}
	if err == nil && failed != nil {
		err = &terminal.NotMetError{Why: strings.Join(failed, "\n       ")}
	}
	return err
}

func writeJSON(w io.Writer, d *region.Document, reports []region.Report, trusted *TrustedBase) error {
	type claim struct {
		Claim        proof.ID `json:"claim"`
		Verdict      string   `json:"verdict"`
		Why          string   `json:"why,omitempty"`
		Certificates int      `json:"certificates"`
		Cells        string   `json:"cells"`
	}
	out := struct {
		Kernel  string       `json:"kernel"`
		Name    string       `json:"parameter"`
		From    string       `json:"from"`
		To      string       `json:"to"`
		Dim     int          `json:"dim"`
		Results []claim      `json:"results"`
		Trusted *TrustedBase `json:"trusted"`
	}{Kernel: d.Formula, Name: d.Name, From: d.Lo.RatString(), To: d.Hi.RatString(), Dim: d.Dim, Trusted: trusted}
	for i, r := range reports {
		c := &d.Claims[i]
		out.Results = append(out.Results, claim{r.Claim, r.Verdict.String(), r.Why, len(c.Points) + len(c.Boxes), c.Text(d.Name)})
	}
	return terminal.WriteJSON(w, out)
}
