// Command experiments measures what the papers measured, with their settings, and sets their numbers
// beside:
//
//	go run ./experiments seed003 --data ../shared/data --markdown docs/experiments.md
//
// --quick takes fewer runs and rows. A data set that is absent is named and left out. Every departure
// from a paper is written below the table that it concerns.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"

	"krein/internal/atomicfile"
)

// lab is what experiments have in common.
type lab struct {
	data string // directory of the data sets
	runs int
	rows int // of classifiers, 0: all
	out  strings.Builder
	raw  map[string]any
}

// papers are the experiments by the name of the command line.
var papers = map[string]func(context.Context, *lab) error{"seed003": seed003}

func main() {
	if err := run(); err != nil {
		log.Fatal(err)
	}
}

func run() error {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	l := &lab{raw: map[string]any{}}
	fs := flag.NewFlagSet("experiments", flag.ExitOnError)
	fs.StringVar(&l.data, "data", "../shared/data", "directory of the data sets")
	quick := fs.Bool("quick", false, "2 runs, and 2000 rows for classifiers")
	fs.IntVar(&l.runs, "runs", 10, "runs of every measurement")
	fs.IntVar(&l.rows, "rows", 0, "training and test rows of classifiers; 0: all")
	markdown := fs.String("markdown", "", "write the tables to this file, else to standard output")
	raw := fs.String("json", "", "write all numbers to this file")
	names := slices.Sorted(func(yield func(string) bool) {
		for n := range papers {
			if !yield(n) {
				return
			}
		}
	})
	if len(os.Args) < 2 || os.Args[1] != "all" && papers[os.Args[1]] == nil {
		return fmt.Errorf("say which paper: all, %s", strings.Join(names, ", "))
	}
	if err := fs.Parse(os.Args[2:]); err != nil {
		return err
	}
	if *quick {
		l.runs, l.rows = 2, 2000
	}
	l.say("# The papers' experiments\n\nMade by `go run ./experiments %s`; numbers are mean ± standard deviation over %d runs.", made(os.Args[1:]), l.runs)
	for _, n := range names {
		if os.Args[1] == "all" || os.Args[1] == n {
			if err := papers[n](ctx, l); err != nil {
				return fmt.Errorf("%s: %w", n, err)
			}
		}
	}
	if *raw != "" {
		b, err := json.MarshalIndent(l.raw, "", "  ")
		if err != nil {
			return err
		}
		if err := atomicfile.Write(*raw, func(w io.Writer) error { _, err := w.Write(b); return err }); err != nil {
			return err
		}
	}
	if *markdown == "" {
		fmt.Print(l.out.String())
		return nil
	}
	return atomicfile.Write(*markdown, func(w io.Writer) error { _, err := io.WriteString(w, l.out.String()); return err })
}

// made is the command line without what says where files are.
func made(args []string) string {
	var kept []string
	for i := 0; i < len(args); i++ {
		switch args[i] {
		case "--data", "--markdown", "--json":
			i++
		default:
			kept = append(kept, args[i])
		}
	}
	return strings.Join(kept, " ")
}

// say adds a line to the page.
func (l *lab) say(format string, args ...any) { fmt.Fprintf(&l.out, format+"\n", args...) }

// row adds a row of a table.
func (l *lab) row(cells ...string) { l.say("| %s |", strings.Join(cells, " | ")) }

// head begins a table.
func (l *lab) head(cells ...string) {
	l.say("")
	l.row(cells...)
	l.say("|%s", strings.Repeat("---|", len(cells)))
}

// file is that of a data set, "" if it is absent.
func (l *lab) file(name string) string {
	path := filepath.Join(l.data, name+".csv.gz")
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}
