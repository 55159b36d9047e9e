package verification

import (
	"context"
	"fmt"
	"image/color"
	"io"
	"math"
	"math/big"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"krein/certify/region"
	"krein/cmd/krein/internal/figure"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/certify/check"
	"krein/internal/certify/proof"
	"krein/internal/certify/prose"
)

// RegionMapView is what 'region' shows of several parameters.
type RegionMapView struct {
	*region.Map
	Left string // why the rest is open: the budget or the tolerance
}

// shownLines is how many values of the outer parameters the table has about.
const shownLines = 9

// Write writes the shares of the box, and the cells at some values of the outer parameters.
func (v *RegionMapView) Write(w io.Writer) error {
	proved, refuted := v.Shares()
	open := max(1-proved-refuted, 0)
	holds := prose.Statement(v.Dim, proof.Claim{ID: v.Claim, Status: proof.Proved})
	fails := prose.Statement(v.Dim, proof.Claim{ID: v.Claim, Status: proof.Refuted})
	heading := fmt.Sprintf("k(z) = %s on R^%d, %s", v.Formula, v.Dim, v.Box())
	single := RegionView{Document: &region.Document{Params: v.Params}}
	shares := terminal.NewTable("claim", "status", "share of the box", "")
	shares.AppendRow([]any{string(v.Claim), "proved", Percent(proved, false), holds})
	shares.AppendRow([]any{"", "refuted", Percent(refuted, false), fails})
	shares.AppendRow([]any{"", "open", Percent(open, true), "(" + v.Left + ")"})
	lines := terminal.NewTable("where", "proved", "refuted")
	all := v.lines()
	step := max((len(all)+shownLines-1)/shownLines, 1)
	for i := 0; i < len(all); i += step {
		lines.AppendRow([]any{v.Where(all[i].spans), v.where(all[i].cells, proof.Proved), v.where(all[i].cells, proof.Refuted)})
	}
	_, err := fmt.Fprintf(w, "%s\n\n%s\n\n%s\n\n%s.\n", terminal.Wrap(heading+single.others(), ""), shares.For(w), lines.For(w),
		terminal.Count(v.Certificates(), "certificate"))
	return err
}

// Percent writes a share: it rounds what is decided down, and what is open up.
func Percent(share float64, up bool) string {
	if up {
		return fmt.Sprintf("%.1f %%", math.Ceil(share*1000)/10)
	}
	return fmt.Sprintf("%.1f %%", math.Floor(share*1000)/10)
}

// line is what is known at values of the outer parameters.
type line struct {
	spans []region.Span
	cells []region.Cell
}

// lines returns what is known at values of all outer parameters, in increasing order.
func (v *RegionMapView) lines() (out []line) {
	v.Leaves(func(spans []region.Span, p *region.Part) bool {
		if !slices.ContainsFunc(spans, func(s region.Span) bool { return s.From.Cmp(s.To) != 0 }) {
			out = append(out, line{spans, p.Cells})
		}
		return true
	})
	return out
}

// where writes the cells of a status.
func (v *RegionMapView) where(cells []region.Cell, status proof.Status) string {
	var out []string
	for _, c := range cells {
		if c.Status == status {
			out = append(out, c.Interval(v.Inner().Name))
		}
	}
	if n := len(out); n > 3 { // a list of what stands alone fits no line
		return fmt.Sprintf("%s, …, %s (%d in all)", out[0], out[n-1], n)
	}
	return strings.Join(out, ", ")
}

// VerifyRegionMap checks a map for a box and writes the outcome; the error says what was not accepted.
func VerifyRegionMap(ctx context.Context, w io.Writer, m *region.Map, f *region.Family, axes []region.Axis, dim, steps int, asJSON bool) error {
	report, err := m.Verify(ctx, f, axes, dim, steps)
	if err != nil && ctx.Err() == nil {
		return &terminal.NotMetError{Why: "rejected: " + err.Error()}
	}
	if err != nil {
		return err
	}
	trusted := TrustedFor(append([]string{"krein/certify/region"}, Roots(report.Proofs...)...)...)
	proved, refuted := m.Shares()
	if asJSON {
		err = terminal.WriteJSON(w, struct {
			Kernel       string       `json:"kernel"`
			Box          string       `json:"box"`
			Dim          int          `json:"dim"`
			Claim        proof.ID     `json:"claim"`
			Verdict      string       `json:"verdict"`
			Why          string       `json:"why,omitempty"`
			Certificates int          `json:"certificates"`
			Proved       float64      `json:"proved"`
			Refuted      float64      `json:"refuted"`
			Trusted      *TrustedBase `json:"trusted"`
		}{m.Formula, m.Box(), m.Dim, m.Claim, report.Verdict.String(), report.Why, m.Certificates(), proved, refuted, trusted})
	} else {
		t := terminal.NewTable("claim", "verdict", "certificates", "proved", "refuted")
		t.AppendRow([]any{m.Claim, report.Verdict, m.Certificates(), Percent(proved, false), Percent(refuted, false)})
		_, err = fmt.Fprintf(w, "k(z) = %s on R^%d, %s\n\n%s\n\n%s\n", f.Formula, dim, m.Box(), t.For(w), trusted)
	}
	if err == nil && report.Verdict != check.Accepted {
		err = &terminal.NotMetError{Why: fmt.Sprintf("%s %v: %s", m.Claim, report.Verdict, report.Why)}
	}
	return err
}

// hatching is how many lines of a hatch cross the picture of a map.
const hatching = 60

// RegionMapPicture draws a map of two parameters: filled where the claim is proved, hatched where it is refuted, white where nothing
// is known, so that grey tells them apart, too, and a curve through the thresholds at values of the first.
func RegionMapPicture(path string, m *region.Map) ([]byte, error) {
	if len(m.Axes) != 2 {
		return nil, fmt.Errorf("a picture shows two parameters, and not %d: give the others a value", len(m.Axes))
	}
	x, y := &m.Axes[0], &m.Axes[1]
	p := figure.New(fmt.Sprintf("%s on R^%d: %s", terminal.Shorten(m.Formula, 60), m.Dim, m.Claim), x.Name, y.Name)
	p.X.Min, p.X.Max = float(x.From), float(x.To)
	p.Y.Min, p.Y.Max = float(y.From), float(y.To)
	var err error
	m.Leaves(func(spans []region.Span, part *region.Part) bool {
		s := spans[0]
		for _, c := range part.Cells {
			if c.Status != proof.Undecided && s.From.Cmp(s.To) != 0 && c.From.Cmp(c.To) != 0 {
				err = addCell(p, c.Status, float(s.From), float(s.To), float(c.From), float(c.To))
			}
			if err != nil {
				return false
			}
		}
		return true
	})
	if err != nil {
		return nil, err
	}
	for _, c := range thresholds((&RegionMapView{Map: m}).lines()) {
		l, err := plotter.NewLine(c)
		if err != nil {
			return nil, err
		}
		l.LineStyle = draw.LineStyle{Color: color.Black, Width: vg.Points(1.2)}
		p.Add(l)
	}
	return render(path, p, "refuted (hatched), open (white)")
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}

// addCell draws a rectangle.
func addCell(p *plot.Plot, status proof.Status, x0, x1, y0, y1 float64) error {
	if status == proof.Proved {
		box, err := plotter.NewPolygon(plotter.XYs{{X: x0, Y: y0}, {X: x1, Y: y0}, {X: x1, Y: y1}, {X: x0, Y: y1}})
		if err == nil {
			box.Color, box.LineStyle = colors[status], draw.LineStyle{Color: colors[status], Width: vg.Points(0.3)}
			p.Add(box)
		}
		return err
	}
	// lines u + v = constant, in parts of the picture
	w, h := p.X.Max-p.X.Min, p.Y.Max-p.Y.Min
	u0, u1, v0, v1 := (x0-p.X.Min)/w, (x1-p.X.Min)/w, (y0-p.Y.Min)/h, (y1-p.Y.Min)/h
	for n := math.Ceil((u0 + v0) * hatching / 2); n <= (u1+v1)*hatching/2; n++ {
		sum := 2 * n / hatching
		from, to := max(u0, sum-v1), min(u1, sum-v0)
		if from >= to {
			continue
		}
		l, err := plotter.NewLine(plotter.XYs{{X: p.X.Min + from*w, Y: p.Y.Min + (sum-from)*h}, {X: p.X.Min + to*w, Y: p.Y.Min + (sum-to)*h}})
		if err != nil {
			return err
		}
		l.LineStyle = draw.LineStyle{Color: colors[status], Width: vg.Points(0.7)}
		p.Add(l)
	}
	return nil
}

// thresholds are curves through the values at which the claim changes from proved to refuted or back, along lines: the first
// one with the first one of the next line, and so on, where these have as many.
func thresholds(lines []line) (curves []plotter.XYs) {
	var open []plotter.XYs // those that may go on
	for _, l := range lines {
		var at plotter.XYs
		var last *region.Cell
		for i := range l.cells {
			c := &l.cells[i]
			if c.Status == proof.Undecided {
				continue
			}
			if last != nil && last.Status != c.Status {
				at = append(at, plotter.XY{X: float(l.spans[0].From), Y: (float(last.To) + float(c.From)) / 2})
			}
			last = c
		}
		if len(at) != len(open) {
			curves, open = append(curves, open...), make([]plotter.XYs, len(at))
		}
		for i := range at {
			open[i] = append(open[i], at[i])
		}
	}
	curves = append(curves, open...)
	return slices.DeleteFunc(curves, func(c plotter.XYs) bool { return len(c) < 2 })
}
