package main

import (
	"fmt"
	"math"
	"slices"
	"strings"
)

// table is how points are laid out: a row for a kernel, data set and method, a column for a size.
type table struct {
	name  string // that of the points
	title string
	// published are the paper's numbers; their Method says so.
	published []*point
	// errors says that small values are better; ratios and plots are of errors, or accuracies.
	errors bool
	// seconds lays out times.
	seconds bool
	// label is what values are, and along what they are drawn: if no errors or accuracies by columns, they
	// are not compared.
	label, along string
	// ratio is the method that ratios are taken to, krein if it is "".
	ratio string
	// sizes are column heads in their order; nil: those of the points.
	sizes []string
}

// exactly is the error up to which a method counts as exact: rounding.
const exactly = 1e-9

// group are the rows of one kernel and data set.
type group struct {
	kernel, data string
	methods      []string
	points       map[string]map[string]*point // by method and size
}

// groups collects the points of a table.
func (t *table) groups(b *book) (groups []*group, sizes []string) {
	sizes = slices.Clone(t.sizes)
	for _, p := range slices.Concat(t.published, b.Points) {
		if p.Table != t.name {
			continue
		}
		i := slices.IndexFunc(groups, func(g *group) bool { return g.kernel == p.Kernel && g.data == p.Data })
		if i < 0 {
			if !slices.ContainsFunc(b.Points, func(q *point) bool {
				return q.Table == t.name && q.Kernel == p.Kernel && q.Data == p.Data
			}) {
				continue // published alone: the data set is absent
			}
			i = len(groups)
			groups = append(groups, &group{p.Kernel, p.Data, nil, map[string]map[string]*point{}})
		}
		g := groups[i]
		if g.points[p.Method] == nil {
			g.methods, g.points[p.Method] = append(g.methods, p.Method), map[string]*point{}
		}
		g.points[p.Method][p.Size] = p
		if !slices.Contains(sizes, p.Size) && !p.Missing {
			sizes = append(sizes, p.Size)
		}
	}
	return groups, sizes
}

// markdown is the table, "" if nothing was measured.
func (t *table) markdown(b *book) string {
	groups, sizes := t.groups(b)
	if len(groups) == 0 {
		return ""
	}
	reference, last := t.ratio, "to krein"
	if reference == "" {
		reference = krein
	} else {
		last = "to " + strings.Trim(reference, "*")
	}
	var out strings.Builder
	row := func(cells ...string) { fmt.Fprintf(&out, "| %s |\n", strings.Join(cells, " | ")) }
	head := slices.Concat([]string{"kernel", "data", "method"}, sizes, []string{last})
	if t.label != "" {
		head = head[:len(head)-1]
	}
	marked := false
	row(head...)
	fmt.Fprintf(&out, "|%s\n", strings.Repeat("---|", len(head)))
	for _, g := range groups {
		for _, m := range g.methods {
			cells := []string{g.kernel, g.data, m + t.mark(g.data, m)}
			for _, s := range sizes {
				cells = append(cells, t.cell(g.points[m][s]))
			}
			for _, p := range g.points[m] {
				if p.Missing {
					cells[3] = "none: " + p.Note
				}
			}
			marked = marked || t.mark(g.data, m) != ""
			row(append(cells, t.ratioOf(g, m, reference, sizes))[:len(head)]...)
		}
	}
	if marked {
		out.WriteString("\n† The rule by which krein chooses was tuned with this data set in view.\n")
	}
	return out.String()
}

// tuned are the data sets that were in view when the rule was made by which krein chooses for classifiers.
var tuned = []string{"letter", "ijcnn1", "covtype", "spambase"}

// mark is beside the method that chooses by a rule that was tuned with the data set in view.
func (t *table) mark(data, method string) string {
	if method == krein && !t.errors && !t.seconds && t.label == "" && slices.Contains(tuned, data) {
		return " †"
	}
	return ""
}

// cell prints a number.
func (t *table) cell(p *point) string {
	switch {
	case p == nil || p.Missing:
		return ""
	case t.seconds:
		return duration(p.Seconds)
	case t.errors && p.Mean < exactly:
		return fmt.Sprintf("exact, %d columns", p.Columns)
	case t.errors && p.Mean < 0.01:
		return fmt.Sprintf("%.2e ± %.0e", p.Mean, p.SD)
	case p.SD == 0 && p.Runs == 0, t.label != "" && p.SD == 0:
		return fmt.Sprintf("%.4g", p.Mean)
	}
	return fmt.Sprintf("%.4f ± %.4f", p.Mean, p.SD)
}

func duration(s float64) string {
	switch {
	case s < 1e-3:
		return fmt.Sprintf("%.2f ms", 1e3*s)
	case s < 1:
		return fmt.Sprintf("%.1f ms", 1e3*s)
	}
	return fmt.Sprintf("%.2f s", s)
}

// ratioOf is the geometric mean of the values over those of the reference, for the sizes that both have; of
// accuracies the mean difference in points of a hundred.
func (t *table) ratioOf(g *group, m, reference string, sizes []string) string {
	sum, n := 0.0, 0
	for _, s := range sizes {
		p, r := g.points[m][s], g.points[reference][s]
		if p == nil || r == nil || p.Missing || r.Missing {
			continue
		}
		a, b := p.Mean, r.Mean
		if t.seconds {
			a, b = p.Seconds, r.Seconds
		}
		switch {
		case !t.errors && !t.seconds:
			sum += 100 * (a - b)
		case a < exactly || b < exactly:
			continue
		default:
			sum += math.Log2(a / b)
		}
		n++
	}
	switch {
	case n == 0 || m == reference:
		return ""
	case !t.errors && !t.seconds:
		return strings.Replace(fmt.Sprintf("%+.1f", sum/float64(n)), "-", "−", 1)
	}
	return fmt.Sprintf("× %.3g", math.Exp2(sum/float64(n)))
}
