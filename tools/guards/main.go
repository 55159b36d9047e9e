// Command guards drops the guards of a package, and of those in the folders below it, one at a time
// and runs the tests of all these packages: a guard that no test misses is not tested. A checker's
// guards are the hypotheses of its theorems.
//
//	guards [flags] DIR
//
// Without flags it says what it found of all guards. The tests are compiled once, with every guard behind a switch; a
// first run of every test records which guards say no in it, so that a guard is dropped in these tests only.
package main

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

func main() {
	var (
		list  = flag.Bool("list", false, "list the guards and stop")
		only  = flag.String("only", "", "a regular expression that the guards must match, as -list writes them")
		tenth = flag.String("tenth", "", "only every tenth guard: a number from 0 to 9, or \"today\" for "+
			"one that changes every day")
		tests = flag.String("run", ".", "a regular expression of the tests that count")
		skip  = flag.String("skip", "^$", "a regular expression of tests that do not count all the same: slow ones")
		known = flag.String("known", "", "a file of guards that no test need miss: their names as -list "+
			"writes them, a tab and a reason")
		jobs    = flag.Int("jobs", runtime.GOMAXPROCS(0), "tests at the same time")
		timeout = flag.Duration("timeout", 2*time.Minute, "of one test; more is noticed as a hang")
		verbose = flag.Bool("v", false, "say of every guard which test misses it")
		faster  = flag.Duration("faster", 30*time.Second, "leave out tests that take longer")
	)
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: guards [flags] DIR")
		flag.PrintDefaults()
		os.Exit(2)
	}
	s := sweep{jobs: *jobs, timeout: *timeout, tests: *tests, skip: *skip, faster: *faster, verbose: *verbose,
		out: os.Stdout}
	err := s.run(flag.Arg(0), *list, *only, *tenth, *known)
	if err != nil {
		fmt.Fprintln(os.Stderr, "guards:", err)
		os.Exit(1)
	}
}

// sweep is one run of the command.
type sweep struct {
	jobs    int
	timeout time.Duration
	tests   string
	skip    string
	faster  time.Duration
	verbose bool
	out     io.Writer

	dir    string // of the package above the others
	work   string
	guards []guard
	tested []tests           // by package
	fires  map[int][]testRun // by guard: the tests in which it says no, the fastest first
}

// tests are the compiled tests of the package in dir.
type tests struct{ dir, binary string }

// testRun is a test and how long it took.
type testRun struct {
	tests
	name string
	took time.Duration
}

func (s *sweep) run(dir string, list bool, only, tenth, known string) (err error) {
	if s.dir, err = filepath.Abs(dir); err != nil {
		return err
	}
	var packages []pkg
	if s.guards, packages, err = find(s.dir); err != nil {
		return err
	}
	if len(packages) == 0 {
		return fmt.Errorf("no Go files in %s", dir)
	}
	reasons, err := readKnown(known, s.guards)
	if err != nil {
		return err
	}
	chosen, err := choose(s.guards, only, tenth)
	if err != nil {
		return err
	}
	if list {
		for _, i := range chosen {
			fmt.Fprintf(s.out, "%s:%d\t%s\n", s.guards[i].file, s.guards[i].line, s.guards[i])
		}
		return nil
	}
	if s.work, err = os.MkdirTemp("", "guards"); err != nil {
		return err
	}
	defer os.RemoveAll(s.work)
	if err := s.compile(packages); err != nil {
		return err
	}
	if err := s.trace(); err != nil {
		return err
	}
	missed := s.drop(chosen, reasons)
	var bad int
	for _, i := range missed {
		g := s.guards[i]
		why := "is dropped and no test fails"
		if len(s.fires[i]) == 0 {
			why = "says no in no test"
		}
		fmt.Fprintf(s.out, "%s:%d: %s\t%s\n", g.file, g.line, g, why)
		bad++
	}
	fmt.Fprintf(s.out, "%d guards in %s, %d of them looked at, %d known, %d missed by no test\n", len(s.guards),
		packages[0].name, len(chosen), countKnown(chosen, s.guards, reasons), bad)
	if bad > 0 {
		return errors.New("guards that no test misses: write a certificate that only the guard stops, or delete it")
	}
	return nil
}

// choose returns the numbers of the guards that are looked at.
func choose(guards []guard, only, tenth string) (out []int, err error) {
	re, err := regexp.Compile(only)
	if err != nil {
		return nil, err
	}
	part := -1
	switch {
	case tenth == "today":
		part = time.Now().YearDay() % 10
	case tenth != "":
		if part, err = strconv.Atoi(tenth); err != nil || part < 0 || part > 9 {
			return nil, fmt.Errorf("-tenth %s: want 0 to 9, or today", tenth)
		}
	}
	for i, g := range guards {
		if re.MatchString(g.String()) && (part < 0 || i%10 == part) {
			out = append(out, i)
		}
	}
	return out, nil
}

// readKnown reads the guards that no test need miss; each must exist and have a reason.
func readKnown(path string, guards []guard) (map[string]string, error) {
	reasons := make(map[string]string)
	if path == "" {
		return reasons, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line == "" || strings.HasPrefix(line, "//") {
			continue
		}
		name, reason, ok := strings.Cut(line, "\t")
		if !ok || strings.TrimSpace(reason) == "" {
			return nil, fmt.Errorf("%s: no tab and reason: %s", path, line)
		}
		if !slices.ContainsFunc(guards, func(g guard) bool { return g.String() == name }) {
			return nil, fmt.Errorf("%s: there is no guard %s", path, name)
		}
		reasons[name] = strings.TrimSpace(reason)
	}
	return reasons, nil
}

func countKnown(chosen []int, guards []guard, reasons map[string]string) (n int) {
	for _, i := range chosen {
		if reasons[guards[i].String()] != "" {
			n++
		}
	}
	return n
}

// compile compiles the tests with every guard behind a switch.
func (s *sweep) compile(packages []pkg) error {
	overlay, err := write(s.work, s.guards, packages)
	if err != nil {
		return err
	}
	for i, p := range packages {
		if found, _ := filepath.Glob(filepath.Join(p.dir, "*_test.go")); len(found) == 0 {
			continue
		}
		t := tests{p.dir, filepath.Join(s.work, fmt.Sprintf("tests%d", i))}
		cmd := exec.Command("go", "test", "-c", "-overlay", overlay, "-o", t.binary, ".")
		cmd.Dir = t.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			return fmt.Errorf("the tests do not compile with guards behind switches: %w\n%s", err, out)
		}
		s.tested = append(s.tested, t)
	}
	return nil
}

// run runs a test with a guard dropped, or none (−1), and returns what it prints.
func (t testRun) run(drop int, trace string, limit time.Duration) ([]byte, error) {
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	cmd := exec.CommandContext(ctx, t.binary, "-test.run", "^"+t.name+"$", "-test.failfast", "-test.short")
	cmd.Dir = t.dir
	cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", dropVariable, drop), traceVariable+"="+trace)
	return cmd.CombinedOutput()
}

// each calls f for 0 ≤ i < n, several at a time.
func (s *sweep) each(n int, f func(i int)) {
	var wg sync.WaitGroup
	next := make(chan int)
	for range s.jobs {
		wg.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	wg.Wait()
}

// trace runs every test once with all guards and records which say no.
func (s *sweep) trace() error {
	skip, err := regexp.Compile(s.skip)
	if err != nil {
		return err
	}
	var all []testRun
	for _, t := range s.tested {
		out, err := exec.Command(t.binary, "-test.list", s.tests).Output()
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(out)) {
			if name := strings.TrimSpace(line); (strings.HasPrefix(name, "Test") || strings.HasPrefix(name, "Example")) &&
				!skip.MatchString(name) {
				all = append(all, testRun{tests: t, name: name})
			}
		}
	}
	var lock sync.Mutex
	var failed error
	s.fires = make(map[int][]testRun)
	s.each(len(all), func(i int) {
		t := all[i]
		trace := filepath.Join(s.work, fmt.Sprintf("trace%d", i))
		begin := time.Now()
		out, err := t.run(-1, trace, s.faster)
		t.took = time.Since(begin)
		fired, readErr := readTrace(trace)
		lock.Lock()
		defer lock.Unlock()
		switch {
		case t.took >= s.faster:
			fmt.Fprintf(s.out, "%s takes longer than %v and is left out\n", t.name, s.faster)
			return
		case err != nil:
			failed = fmt.Errorf("%s fails with all guards in place: %w\n%s", t.name, err, out)
			return
		case readErr != nil:
			failed = readErr
			return
		}
		for _, g := range fired {
			s.fires[g] = append(s.fires[g], t)
		}
	})
	for _, runs := range s.fires {
		slices.SortFunc(runs, func(a, b testRun) int { return int(a.took - b.took) })
	}
	return failed
}

// readTrace reads the numbers of the guards that said no.
func readTrace(path string) (out []int, err error) {
	data, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	for sc := bufio.NewScanner(bytes.NewReader(data)); sc.Scan(); {
		n, err := strconv.Atoi(sc.Text())
		if err != nil {
			return nil, err
		}
		out = append(out, n)
	}
	return out, nil
}

// drop drops the chosen guards one at a time and returns those that no test misses, in order.
func (s *sweep) drop(chosen []int, reasons map[string]string) (missed []int) {
	var lock sync.Mutex
	s.each(len(chosen), func(n int) {
		i := chosen[n]
		if reasons[s.guards[i].String()] != "" {
			return
		}
		for _, t := range s.fires[i] {
			if _, err := t.run(i, "", max(s.timeout, 4*t.took)); err != nil {
				if s.verbose {
					lock.Lock()
					fmt.Fprintf(s.out, "%s: %s\n", s.guards[i], t.name)
					lock.Unlock()
				}
				return
			}
		}
		lock.Lock()
		defer lock.Unlock()
		missed = append(missed, i)
		if s.verbose {
			fmt.Fprintf(s.out, "%s: missed\n", s.guards[i])
		}
	})
	slices.Sort(missed)
	return missed
}
