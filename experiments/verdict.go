package main

import (
	"fmt"
	"slices"
	"strings"
)

// score counts rows: a kernel, a data set and a size, krein against every other method there, published
// or measured.
type score struct {
	rows   int
	better int // krein's mean is above (of errors, below) every other one's
	held   int // not better, but nowhere worse than another mean by more than that one's standard deviation
	worse  []string
}

// judge counts the rows of a table for krein.
func (t *table) judge(b *book) score { return t.judgeFor(b, krein) }

// judgeFor counts the rows of a table for a method. Methods that are ours too, under names that begin as krein's does, take no part.
func (t *table) judgeFor(b *book, method string) (s score) {
	groups, sizes := t.groups(b)
	for _, g := range groups {
		for _, size := range sizes {
			ours := g.points[method][size]
			if ours == nil || ours.Missing {
				continue
			}
			better, held, others := true, true, 0
			for _, m := range g.methods {
				p := g.points[m][size]
				if p == nil || p.Missing || strings.HasPrefix(m, "krein") || strings.HasPrefix(m, krein) {
					continue
				}
				others++
				gain := ours.Mean - p.Mean
				if t.errors {
					gain = -gain
				}
				better = better && gain > 0
				held = held && gain >= -p.SD
				if gain < -p.SD {
					s.worse = append(s.worse, fmt.Sprintf("%s, %s, %s: %.4f, %s %.4f ± %.4f", g.kernel, g.data, size, ours.Mean, m, p.Mean, p.SD))
				}
			}
			if others == 0 {
				continue
			}
			s.rows++
			switch {
			case better:
				s.better++
			case held:
				s.held++
			}
		}
	}
	return s
}

// lost is the number of rows where another method is better by more than its standard deviation.
func (s score) lost() int { return s.rows - s.better - s.held }

func (s *score) add(o score) {
	s.rows, s.better, s.held = s.rows+o.rows, s.better+o.better, s.held+o.held
	s.worse = append(s.worse, o.worse...)
}

// judged are the tables of a book in which krein is compared with others, by the names of points.
func (b *book) judged() (tables []*table) {
	var names []string
	for _, p := range b.Points {
		if p.Method == krein && !strings.HasPrefix(p.Table, "time") && !slices.Contains(names, p.Table) {
			names = append(names, p.Table)
		}
	}
	for _, n := range names {
		tables = append(tables, &table{name: n, errors: !strings.HasPrefix(n, "accuracy"), published: publishedIn[b.Paper]})
	}
	return tables
}

// counts adds what the rows of tables come to.
func (p *page) counts(tables ...*table) {
	p.say("\n## Rows won and lost\n")
	p.say("A row is a kernel, a data set and a size. Better: krein's mean is better than every other method's, published or measured; held: it is nowhere worse than another mean by more than that one's standard deviation.\n")
	p.say("| table | method | rows | better | held | worse |\n|---|---|---|---|---|---|")
	var worse []string
	for _, t := range tables {
		for _, m := range []string{krein, "krein, least predicted error"} {
			if s := t.judgeFor(p.book, m); s.rows > 0 {
				p.say("| %s | %s | %d | %d | %d | %d |", t.name, m, s.rows, s.better, s.held, s.lost())
				if m == krein {
					worse = append(worse, s.worse...)
				}
			}
		}
	}
	if len(worse) > 0 {
		p.say("\nWorse, each of the methods that are:\n\n- %s", strings.Join(worse, "\n- "))
	}
}

// publishedIn are the numbers that papers print, by paper.
var publishedIn = map[string][]*point{}

// scores are those of errors and of accuracies.
func (b *book) scores() (errors, accuracies score) {
	for _, t := range b.judged() {
		if t.errors {
			errors.add(t.judge(b))
		} else {
			accuracies.add(t.judge(b))
		}
	}
	return errors, accuracies
}

func (s score) String() string {
	return fmt.Sprintf("%d better, %d within a standard deviation, %d worse", s.better, s.held, s.lost())
}

// verdict is the line of the index.
func (b *book) verdict() string {
	errors, accuracies := b.scores()
	var parts []string
	if errors.rows > 0 {
		parts = append(parts, fmt.Sprintf("errors in %d rows: %v", errors.rows, errors))
	}
	if accuracies.rows > 0 {
		parts = append(parts, fmt.Sprintf("accuracies in %d rows: %v", accuracies.rows, accuracies))
	}
	return strings.Join(parts, "; ")
}

// headlines is the page of results.
func headlines(books []*book) string {
	var out strings.Builder
	out.WriteString("# Results\n\nMade by `go run ./experiments page` from what was measured; the pages behind each line say how.\n\n")
	out.WriteString("| paper | of | rows | krein better than every other method | within one standard deviation of the best | worse |\n|---|---|---|---|---|---|\n")
	var errors, accuracies score
	line := func(name, of string, s score) {
		if s.rows > 0 {
			fmt.Fprintf(&out, "| %s | %s | %d | %d | %d | %d |\n", name, of, s.rows, s.better, s.held, s.lost())
		}
	}
	for _, b := range books {
		e, a := b.scores()
		name := fmt.Sprintf("[%s](experiments/%s.md)", b.Paper, b.Paper)
		line(name, "approximation error", e)
		line(name, "test accuracy", a)
		errors.add(e)
		accuracies.add(a)
	}
	line("all", "approximation error", errors)
	line("all", "test accuracy", accuracies)
	return out.String()
}
