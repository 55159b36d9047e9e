package main

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"
)

// score counts rows: a kernel, a data set and a size, a method against every other one there, published or measured.
type score struct {
	rows   int
	better int // the mean is better than every other one
	held   int // not better, but nowhere worse than another mean by more than that one's standard deviation
	exact  int // of errors: rows where there is none
	worse  []string
	// logs is the sum of the binary logarithms of the error over the least of the others, and ratios how many.
	logs   float64
	ratios int
}

// rules say who is compared with whom.
type rules struct {
	method string         // the judged one, krein if it is ""
	blind  bool           // leaves out methods whose columns are made of the data
	seeing bool           // leaves out all others, and rows where no such method is measured
	data   string         // that data set alone
	once   map[place]bool // where it is there: rows in it are left out, and others join it
}

// place is a row of errors, whose size is a number of columns: papers have some in common.
type place struct {
	kernel, data string
	columns      int
}

// place is the row of a point of errors. Seed 002's rows are on the sphere for both kernels, which makes another row of the
// Delta-Gaussian kernel and, for one that is of the sphere alone, the same.
func (b *book) place(p *point) place {
	k := p.Kernel
	if b.Paper == "seed002" && k == "delta-gaussian" {
		k += " on the sphere"
	}
	return place{k, p.Data, p.Asked}
}

// sees says whether a method's columns are made of rows of the data.
func sees(method string) bool {
	return strings.HasPrefix(method, "Nyström") || method == columnsPCA || method == leveraged || method == kreinAdapted
}

// A story compares what can be compared: maps that see no data with such, those that see distances, and those that are made
// of the data. A row of one says nothing of another.
type story struct {
	of      string // what is measured
	errors  bool
	who     string
	against string
	rules   rules
}

// stories are those of errors and accuracies, in the order of the page.
var stories = []story{
	{"approximation error", true, "a kernel and a dimension", "maps that see no data", rules{method: kreinUnseen, blind: true}},
	{"approximation error", true, "distances between rows, too", "maps that see no data", rules{blind: true}},
	{"approximation error", true, "the rows", "Nyström and PCA of kernels with rows", rules{method: kreinAdapted, seeing: true}},
	{"test accuracy", false, "distances between rows", "maps that see no data", rules{method: least, blind: true}},
	{"test accuracy", false, "the rows", "Nyström and PCA of kernels with rows", rules{method: kreinAdapted, seeing: true}},
	{"test accuracy", false, "rows and labels, and chooses among up to 40 ways", "all, which choose C alone", rules{}},
}

// isOurs says whether a method is krein in one of its ways: these are not compared with each other.
func isOurs(method string) bool {
	return strings.HasPrefix(method, "krein") || strings.HasPrefix(method, krein)
}

// judge counts the rows of a table.
func (t *table) judge(b *book, r rules) (s score) {
	r.method = r.judged()
	groups, sizes := t.groups(b)
	for _, g := range groups {
		if r.data != "" && g.data != r.data {
			continue
		}
		for _, size := range sizes {
			ours := g.points[r.method][size]
			if ours == nil || ours.Missing {
				continue
			}
			if at := b.place(ours); r.once != nil && t.errors {
				if r.once[at] {
					continue
				}
				r.once[at] = true
			}
			t.row(&s, g, size, ours, r)
		}
	}
	return s
}

// solved is what the errors of regressions by maps of one kernel differ by, in shares of them, when both are at the minimum
// up to the tolerance of the solver.
const solved = 1e-6

// judged is the method that the rules judge.
func (r *rules) judged() string { return cmp.Or(r.method, krein) }

// row counts one row.
func (t *table) row(s *score, g *group, size string, ours *point, r rules) {
	better, held, others, best := true, true, 0, math.Inf(1)
	for _, m := range g.methods {
		p := g.points[m][size]
		if p == nil || p.Missing || isOurs(m) || r.blind && sees(m) || r.seeing && !sees(m) {
			continue
		}
		others++
		best = min(best, p.Mean)
		gain := ours.Mean - p.Mean
		if t.errors {
			gain = -gain
			if max(ours.Mean, p.Mean) < exactly { // both exact, up to rounding
				gain = 0
			}
			if math.Abs(gain) <= solved*math.Abs(p.Mean) {
				gain = 0
			}
		}
		better = better && gain > 0
		held = held && gain >= -p.SD
		if gain < -p.SD {
			s.worse = append(s.worse, fmt.Sprintf("%s, %s, %s: %.4f, %s %.4f ± %.4f", g.kernel, g.data, size, ours.Mean, m,
				p.Mean, p.SD))
		}
	}
	if others == 0 {
		return
	}
	s.rows++
	switch {
	case better:
		s.better++
	case held:
		s.held++
	}
	switch {
	case !t.errors:
	case ours.Mean < exactly:
		s.exact++
	case best > exactly:
		s.logs, s.ratios = s.logs+math.Log2(ours.Mean/best), s.ratios+1
	}
}

// lost is the number of rows where another method is better by more than its standard deviation.
func (s score) lost() int { return s.rows - s.better - s.held }

func (s *score) add(o score) {
	s.rows, s.better, s.held, s.exact = s.rows+o.rows, s.better+o.better, s.held+o.held, s.exact+o.exact
	s.logs, s.ratios = s.logs+o.logs, s.ratios+o.ratios
	s.worse = append(s.worse, o.worse...)
}

// ratio is the geometric mean of the errors over the least of the others', where both have one.
func (s score) ratio() string {
	if s.ratios == 0 {
		return ""
	}
	text := fmt.Sprintf("%.2g", math.Exp2(s.logs/float64(s.ratios)))
	if s.exact > 0 {
		text += fmt.Sprintf("; %d rows exact", s.exact)
	}
	return text
}

// judged are the tables of a book in which krein is compared with others: those of accuracies by their names, those of
// times not.
func (b *book) judged() (tables []*table) {
	var names []string
	for _, p := range b.Points {
		if p.Method == krein && !strings.HasPrefix(p.Table, "time") && p.Table != regression && !slices.Contains(names, p.Table) {
			names = append(names, p.Table)
		}
	}
	for _, n := range names {
		t := &table{name: n, errors: !strings.HasPrefix(n, "accuracy") && n != wholeTable1, published: publishedIn[b.Paper]}
		if n == table1 { // the paper's numbers are of all rows, and so compared with wholeTable1
			t.published = nil
		}
		tables = append(tables, t)
	}
	return tables
}

// publishedIn are the numbers that papers print, by paper.
var publishedIn = map[string][]*point{}

// scores are those of a book's errors, or accuracies.
func (b *book) scores(errors bool, r rules) (s score) {
	for _, t := range b.judged() {
		if t.errors == errors {
			s.add(t.judge(b, r))
		}
	}
	return s
}

func (s score) String() string {
	return fmt.Sprintf("%d better, %d held, %d worse", s.better, s.held, s.lost())
}

// verdict is the line of the index: what is best known, of maps that see no data where they are measured.
func (b *book) verdict() string {
	var parts []string
	for _, of := range stories {
		if s := b.scores(of.errors, of.rules); s.rows > 0 {
			parts = append(parts, fmt.Sprintf("%s, %s against %s, %d rows: %v", of.of, of.rules.judged(), of.against, s.rows, s))
		}
	}
	return strings.Join(parts, "; ")
}

// rule is what the counts mean.
const rule = `A row is a kernel, a data set and a size. Better: krein's mean is better than that of every other method, published or measured; held: it is nowhere worse than another mean by more
than that one's standard deviation; worse: the rest.`

// least is krein where it only looks at the kernel.
const least = "krein, least predicted error"

// counts adds what the rows of tables come to.
func (p *page) counts(tables ...*table) {
	p.say("\n## Rows won and lost\n\n%s\n\n| table | method | against | rows | better | held | worse |\n"+
		"|---|---|---|---|---|---|---|", rule)
	var worse []string
	for _, t := range tables {
		for _, of := range stories {
			s := t.judge(p.book, of.rules)
			if s.rows == 0 || of.errors != t.errors {
				continue
			}
			p.say("| %s | %s | %s | %d | %d | %d | %d |", t.name, of.rules.judged(), of.against, s.rows, s.better, s.held, s.lost())
			for _, w := range s.worse {
				worse = append(worse, of.rules.judged()+": "+w)
			}
		}
	}
	if len(worse) > 0 {
		p.say("\nWorse, and than whom:\n\n- %s", strings.Join(worse, "\n- "))
	}
}

// threeMaps are what seed 004's rows had to choose among until 24 November 2026.
const threeMaps = 3

// byRule counts the accuracy rows that krein chose in by the rule as it is, and names those of which it is not known
// that they were.
func (b *book) byRule() (have int, before []string) {
	for _, p := range b.Points {
		if p.Method != krein || !strings.HasPrefix(p.Table, "accuracy") || p.Missing {
			continue
		}
		if p.Candidates > threeMaps || p.Candidates > 0 && b.Paper != "seed004" {
			have++
		} else {
			before = append(before, fmt.Sprintf("%s %s %s", p.Kernel, p.Data, p.Size))
		}
	}
	return have, before
}

// ruled says so.
func (b *book) ruled() string {
	have, before := b.byRule()
	text := fmt.Sprintf("%d of the %d rows are measured by this rule", have, have+len(before))
	if len(before) == 0 {
		return text + "."
	}
	return text + "; the others are older: " + strings.Join(before, ", ") + "."
}
