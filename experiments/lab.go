package main

import (
	"context"
	"fmt"
	"io"
	"os"
	"regexp"
	"slices"
	"sync"
	"syscall"
	"time"

	"krein/internal/parallel"
)

// lab is where experiments are made.
type lab struct {
	data     string // directory of the data sets
	runs     int
	rows     int // of classifiers, 0: all
	quick    bool
	most     int // sizes, 0: all
	resume   bool
	only     *regexp.Regexp // of the names of points; nil: all
	among    []string       // data sets; nil: all
	book     *book
	progress io.Writer
}

// wanted says whether a number is to be measured now.
func (l *lab) wanted(k key) bool {
	if l.only != nil && !l.only.MatchString(k.String()) {
		return false
	}
	old := l.book.find(k)
	return !(l.resume && old != nil && (old.Missing || old.Runs == l.runs && old.Rows == l.rows))
}

// measure measures a number if it is wanted, and keeps it. What of a point the measurement does not
// fill in is filled in here. An error that is not ctx's is ours, and ends the run; what a method cannot do is
// a point with Missing and a Note.
func (l *lab) measure(ctx context.Context, k key, measurement func() (*point, error)) error {
	if !l.wanted(k) {
		return ctx.Err()
	}
	start, used := time.Now(), processorSeconds()
	p, err := measurement()
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return fmt.Errorf("%v: %w", k, err)
	}
	l.record(k, p, time.Since(start), processorSeconds()-used)
	return l.book.save()
}

// record keeps a number.
func (l *lab) record(k key, p *point, took time.Duration, used float64) {
	p.key, p.Runs, p.Rows, p.Load, p.Took = k, l.runs, l.rows, load(), used
	l.book.put(p)
	if l.progress != nil {
		said := fmt.Sprintf("%.4g ± %.2g", p.Mean, p.SD)
		if p.Missing {
			said = p.Note
		}
		fmt.Fprintf(l.progress, "%s %v: %s (%.1f s)\n", l.book.Paper, k, said, took.Seconds())
	}
}

// number is one that is to be measured.
type number struct {
	key
	measurement func() (*point, error)
}

// measureAll is measure for several numbers, side by side: what uses one processor at a time leaves none idle. Their
// own processor seconds are not known then.
func (l *lab) measureAll(ctx context.Context, all []number) error {
	var wanted []number
	for _, n := range all {
		if l.wanted(n.key) {
			wanted = append(wanted, n)
		}
	}
	points, took := make([]*point, len(wanted)), make([]time.Duration, len(wanted))
	var mu sync.Mutex
	next := 0 // to be kept: in their order
	return parallel.Try(ctx, len(wanted), func(w int) error {
		start := time.Now()
		p, err := wanted[w].measurement()
		if err != nil {
			return fmt.Errorf("%v: %w", wanted[w].key, err)
		}
		mu.Lock()
		defer mu.Unlock()
		points[w], took[w] = p, time.Since(start)
		for ; next < len(wanted) && points[next] != nil; next++ {
			l.record(wanted[next].key, points[next], took[next], 0)
		}
		return l.book.save()
	})
}

// sets returns the data sets of --sets, and the first two for --quick.
func (l *lab) sets(names ...string) []string {
	if l.among != nil {
		names = slices.DeleteFunc(names, func(n string) bool { return !slices.Contains(l.among, n) })
	}
	if l.quick && len(names) > 2 {
		return names[:2]
	}
	return names
}

// sizes returns the first ones, for --quick.
func (l *lab) sizes(all []size) []size {
	if l.most > 0 && len(all) > l.most {
		return all[:l.most]
	}
	return all
}

// size is a number of features, as a paper says it, and the columns that every method gets.
type size struct {
	name    string
	columns int
}

// processorSeconds are what this process has used of all processors.
func processorSeconds() float64 {
	var use syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &use); err != nil {
		return 0
	}
	return time.Duration(use.Utime.Nano() + use.Stime.Nano()).Seconds()
}

// load returns the load average of the last minute, 0 if it is not known.
func load() (v float64) {
	if text, err := os.ReadFile("/proc/loadavg"); err == nil {
		_, _ = fmt.Sscan(string(text), &v)
	}
	return v
}
