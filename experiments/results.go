package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"krein/internal/learn/landmarks"
)

// headlines is the page of results: everything on it is counted from files.
func headlines(books []*book, results, out string) (string, error) {
	var text strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	say(`# Results

Made by ` + "`go run ./experiments page`" + ` from [what was measured](../experiments/results); no number here is typed. The pages of the papers say how each was made.

## Against the papers' methods

Three comparisons, which are not mixed: of maps that see **no data** with such; of maps whose way of drawing is chosen by **distances** between rows with the same; and of maps made of the **rows** with Nyström's and with kernel PCA of as many columns.

` + rule + ` The last column is the geometric mean of krein's error over the best other method's. In the lines of all papers a row that two papers have (kernel, data set, columns) counts once.

| paper | of | krein sees | against | rows | better | held | worse | error ratio |
|---|---|---|---|---|---|---|---|---|`)
	line := func(paper string, of story, s score) {
		if s.rows > 0 {
			say("| %s | %s | %s | %s | %d | %d | %d | %d | %s |", paper, of.of, of.who, of.against, s.rows, s.better, s.held,
				s.lost(), s.ratio())
		}
	}
	for _, b := range books {
		for _, of := range stories {
			line(fmt.Sprintf("[%s](experiments/%s.md)", b.Paper, b.Paper), of, b.scores(of.errors, of.rules))
		}
	}
	for _, of := range stories {
		var total score
		of.rules.once = map[place]bool{}
		for _, b := range books {
			total.add(b.scores(of.errors, of.rules))
		}
		line("**all**", of, total)
	}
	if n := more(books); n > 0 {
		say("\nAll have as many columns as krein, but in %d rows of errors, measured before November 30, where krein has a constant column more.", n)
	}
	have, rows := 0, 0
	for _, b := range books {
		now, before := b.byRule()
		have, rows = have+now, rows+now+len(before)
	}
	measured := "in all rows"
	if have < rows {
		measured = fmt.Sprintf("in %d of %d rows; the others stand as before, and are named on the pages", have, rows)
	}
	say(`
- **No data**: "%s" is the representation without a bias that has the least predicted error at distances of random points (on the sphere) or up to 2, as krein draws for a kernel and a dimension.
- **Distances**: "%s" takes the representation and coupling with the least error predicted at 64 distances between rows, among them measures of the least mass or the least variance for distances that occur. It sees nothing else of the rows; "%s" is the same for classifiers.
- **Rows**: "%s" is the map of krein features --adapt: principal columns of the kernels with rows that a Cholesky decomposition picks at random, %d of them or three for a column at most. "%s" and "%s" have all rows as their pool, as many columns, and scores by a sketch of all rows; "%s" has principal columns of uniform rows. None of them is known to be near the kernel where rows are unlike these.
- **Rows and labels**: for classifiers "%s" chooses by cross-validation, as it chooses C, among maps, principal columns of maps and of kernels with rows, and columns picked by labels; the page of [seed 000](experiments/seed000.md) says which, and which test accuracies were seen before the rule was fixed: it was tuned with %s and %s in view, not with mnist, usps and housing. It is measured so %s. Other methods have no such choice: these rows say what a user gets, not which features are better.`,
		kreinUnseen, krein, least, kreinAdapted, landmarks.MostPoints(0), nystrom, truncated, columnsPCA, krein, strings.Join(tuned[:len(tuned)-1], ", "), tuned[len(tuned)-1], measured)
	accuracyByData(say, books)
	if err := speed(say, results); err != nil {
		return "", err
	}
	err := certificates(say, out)
	return text.String(), err
}

// more counts the rows of errors in which krein has more columns than were asked of all.
func more(books []*book) (n int) {
	for _, b := range books {
		for _, t := range b.judged() {
			for _, p := range b.Points {
				if t.errors && p.Table == t.name && p.Method == krein && p.Columns > p.Asked {
					n++
				}
			}
		}
	}
	return n
}

// accuracyByData counts accuracy rows by data set.
func accuracyByData(say func(string, ...any), books []*book) {
	var names []string
	for _, b := range books {
		for _, t := range b.judged() {
			groups, _ := t.groups(b)
			for _, g := range groups {
				if !t.errors && !slices.Contains(names, g.data) {
					names = append(names, g.data)
				}
			}
		}
	}
	if len(names) == 0 {
		return
	}
	say("\n## Test accuracy by data set\n\n| data | in view when the rule was tuned | rows | better | held | worse |\n|---|---|---|---|---|---|")
	for _, n := range names {
		var s score
		for _, b := range books {
			s.add(b.scores(false, rules{data: n}))
		}
		if s.rows == 0 { // not measured to the end
			continue
		}
		seen := "no"
		if slices.Contains(tuned, n) {
			seen = "yes"
		}
		say("| %s | %s | %d | %d | %d | %d |", n, seen, s.rows, s.better, s.held, s.lost())
	}
}

// benchLine is one of bench/sklearn/run.sh.
var benchLine = regexp.MustCompile(`^(\S+) (\S+) threads=(\d+) krein=([\d.]+)ns sklearn=([\d.]+)ns ratio=([\d.]+)$`)

// speed adds what bench/sklearn/run.sh printed into sklearn.txt, if that is there.
func speed(say func(string, ...any), results string) error {
	text, err := os.ReadFile(filepath.Join(results, "sklearn.txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	say("\n## Nanoseconds a feature\n\nA cosine column of Gaussian features for 1000 rows, `sh bench/sklearn/run.sh` " +
		"(its output is experiments/results/sklearn.txt):\n")
	head := false
	for l := range strings.SplitSeq(strings.TrimSpace(string(text)), "\n") {
		m := benchLine.FindStringSubmatch(l)
		if m == nil {
			say("%s\n", l)
			continue
		}
		if !head {
			say("| data | type | threads | krein | scikit-learn | times as fast |\n|---|---|---|---|---|---|")
			head = true
		}
		say("| %s |", strings.Join(m[1:], " | "))
	}
	return nil
}

// certificates counts the claims of the documented certificates.
func certificates(say func(string, ...any), out string) error {
	files, err := filepath.Glob(filepath.Join(out, "certificates", "*.json"))
	if err != nil || len(files) == 0 {
		return err
	}
	count := map[string]int{}
	for _, f := range files {
		text, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		var c struct {
			Claims []struct{ Status string }
		}
		if err := json.Unmarshal(text, &c); err != nil {
			return fmt.Errorf("%s: %w", f, err)
		}
		for _, claim := range c.Claims {
			count[claim.Status]++
		}
	}
	say("\n## Certificates of the papers' kernels\n\n%d [certificates](seeds.md): %d claims proved, %d refuted, each "+
		"with a proof that `krein verify` derives again; %d likely or unlikely, %d undecided.",
		len(files), count["proved"], count["refuted"], count["likely"]+count["unlikely"], count["undecided"])
	return nil
}
