package main

import (
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// page is the page of a paper in the making.
type page struct {
	book *book
	out  string // directory of the pages
	text strings.Builder
	err  error
}

// say adds a line.
func (p *page) say(format string, args ...any) { fmt.Fprintf(&p.text, format+"\n", args...) }

// table adds a heading, the command that measures it, and a table; what there is to say of it comes after. Without results
// there is nothing.
func (p *page) table(t *table) {
	if text := t.markdown(p.book); text != "" {
		p.say("\n## %s\n\nMeasured by `%s`.\n\n%s", t.title, t.command(p.book.Paper), strings.TrimSuffix(text, "\n"))
	}
}

// command measures a table, and no other.
func (t *table) command(paper string) string {
	rows := ""
	if t.name == wholeTable1 {
		rows = " --rows 0"
	}
	return fmt.Sprintf("go run ./experiments %s%s --only '^%s/'", paper, rows, t.name)
}

// plots adds a figure for each kernel of a table.
func (p *page) plots(t *table) {
	groups, _ := t.groups(p.book)
	var kernels []string
	for _, g := range groups {
		if !slices.Contains(kernels, g.kernel) {
			kernels = append(kernels, g.kernel)
		}
	}
	for _, k := range kernels {
		svg, err := t.svg(p.book, k)
		if err != nil || svg == nil {
			p.err = errorOr(p.err, err)
			continue
		}
		name := fmt.Sprintf("%s-%s-%s.svg", p.book.Paper, t.name, strings.ReplaceAll(k, " ", "-")) // links have no spaces
		p.err = errorOr(p.err, p.picture(name, svg))
		p.say("\n![%s: %s](../img/experiments/%s)", k, t.title, name)
	}
}

// picture writes a picture.
func (p *page) picture(name string, svg []byte) error {
	path := filepath.Join(p.out, "img", "experiments", name)
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return err
	}
	return writeFile(path, svg)
}

func errorOr(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// writePages makes the pages of all papers that have results, the index and the headlines.
func writePages(results, out string) error {
	var index strings.Builder
	index.WriteString(`# The papers' experiments

What the papers measured, measured again: one command a paper, with their settings, their numbers next to ours where they print any, every
departure written down. Results are [JSON](../experiments/results); these pages are made from it by ` + "`go run ./experiments page`" + `, and measured by

` + "```sh\ngo run ./experiments all --data ../shared/data     # or one of the papers; --only REGEXP a part, --resume what is missing, --quick a look\n```" + `

`)
	var books []*book
	for _, p := range papers {
		b, err := open(results, p.name)
		if err != nil {
			return err
		}
		if len(b.Points) == 0 {
			continue
		}
		books = append(books, b)
		g := &page{book: b, out: out}
		g.say("# %s (%s)\n\nMade from `experiments/results/%s.json` by `go run ./experiments page`; measured by "+
			"`go run ./experiments %s`.", p.title, strings.Replace(p.name, "seed", "seed ", 1), p.name, p.name)
		g.say("%s", b.conditions())
		p.page(g)
		if g.err != nil {
			return g.err
		}
		path := filepath.Join(out, "experiments", p.name+".md")
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			return err
		}
		if err := writeFile(path, []byte(g.text.String())); err != nil {
			return err
		}
		fmt.Fprintf(&index, "- [%s](experiments/%s.md), %s: %s\n", p.title, p.name,
			strings.Replace(p.name, "seed", "seed ", 1), b.verdict())
	}
	index.WriteString("\n" + inOneRun(books) + "\n\nThe headlines are in [results.md](results.md).\n")
	if err := os.MkdirAll(out, 0o777); err != nil {
		return err
	}
	if err := writeFile(filepath.Join(out, "experiments.md"), []byte(index.String())); err != nil {
		return err
	}
	text, err := headlines(books, results, out)
	if err != nil {
		return err
	}
	return writeFile(filepath.Join(out, "results.md"), []byte(text))
}

// inOneRun says when books were measured, and how long it took.
func inOneRun(books []*book) string {
	text, minutes := "Nothing was measured.", 0.0
	for _, b := range books {
		if b.Minutes == 0 {
			return "Measured in parts, at the same time as each other and other work."
		}
		minutes += b.Minutes
		text = fmt.Sprintf("Measured on %s, one paper after the other, in %.0f minutes on two processors; seed 004's table "+
			"of all rows is of 23 November 2026.", b.Day, minutes)
	}
	return text
}

// conditions says how the book's numbers were made.
func (b *book) conditions() string {
	var runs, rows []int
	loaded := 0.0
	for _, p := range b.Points {
		if p.Runs > 0 && !slices.Contains(runs, p.Runs) {
			runs = append(runs, p.Runs)
		}
		if !slices.Contains(rows, p.Rows) {
			rows = append(rows, p.Rows)
		}
		loaded = max(loaded, p.Load)
	}
	slices.Sort(runs)
	slices.Sort(rows)
	s := fmt.Sprintf("Numbers are mean ± standard deviation over %s runs", list(runs))
	if len(rows) > 0 && !slices.Equal(rows, []int{0}) {
		s += fmt.Sprintf("; classifiers have up to %s training and as many test rows, drawn once", bounds(rows))
		for _, name := range slices.Sorted(maps.Keys(larger)) {
			if kernels := b.anew(name); len(kernels) > 0 {
				s += fmt.Sprintf(" (%s with %s: %d and %d, every method)", name, strings.Join(kernels, " and "), larger[name].train,
					larger[name].test)
			}
		}
	}
	s += "."
	if loaded > 2.5 {
		s += fmt.Sprintf(" The machine had other work to do (load averages up to %.0f): times are upper bounds.", loaded)
	}
	if len(b.Absent) > 0 {
		s += fmt.Sprintf(" Absent, and left out: %s.", strings.Join(b.Absent, ", "))
	}
	return s
}

// anew names the kernels whose accuracies on a data set are all by its larger split, and of others the sizes at which
// they are.
func (b *book) anew(data string) (names []string) {
	type row struct{ kernel, size string }
	old := map[row]bool{}
	var rows []row
	for _, p := range b.Points {
		r := row{p.Kernel, p.Size}
		if p.Data != data || !strings.HasPrefix(p.Table, "accuracy") || p.Missing {
			continue
		}
		if !slices.Contains(rows, r) {
			rows = append(rows, r)
		}
		if p.Tested < larger[data].test {
			old[r], old[row{p.Kernel, ""}] = true, true
		}
	}
	for _, r := range rows {
		name := r.kernel
		if old[row{r.kernel, ""}] {
			name += ", " + r.size
		}
		if !old[r] && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// bounds lists numbers of rows, 0 being all.
func bounds(rows []int) string {
	if rows[0] != 0 {
		return list(rows)
	}
	return list(rows[1:]) + ", or all,"
}

func list(n []int) string {
	return strings.Join(strings.Fields(strings.Trim(fmt.Sprint(n), "[]")), " or ")
}
