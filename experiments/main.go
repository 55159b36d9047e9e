// Command experiments measures what the papers measured, with their settings, and sets their numbers beside:
//
//	go run ./experiments seed000|seed002|seed003|seed004|all --data ../shared/data
//	go run ./experiments page
//
// Results are kept as JSON, one file a paper, after every number; pages, tables and plots are made from these files
// alone, so that a part can be measured again (--only) and a run that was stopped goes on (--resume). A data set that
// is absent is named and left out. --quick takes few runs and rows, and leaves the repository's files alone.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log"
	"os"
	"os/signal"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"time"
)

// paper is what one paper measured. measure fills the lab's book, page writes it down.
type paper struct {
	name, title string
	measure     func(ctx context.Context, l *lab) error
	page        func(p *page)
}

// papers are the experiments, in the order of the command line.
var papers = []*paper{&seed000, &seed002, &seed003, &seed004}

func main() {
	log.SetFlags(0)
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		log.Fatal(err)
	}
}

// run is the command.
func run(ctx context.Context, args []string) error {
	l := &lab{progress: os.Stderr}
	fs := flag.NewFlagSet("experiments", flag.ContinueOnError)
	fs.StringVar(&l.data, "data", "../shared/data", "directory of the data sets")
	fs.IntVar(&l.runs, "runs", 10, "runs of every measurement")
	fs.IntVar(&l.rows, "rows", usualRows, "training and test rows of classifiers, with this default more "+
		"of some data sets; 0: all")
	fs.BoolVar(&l.resume, "resume", false, "keep what was measured with the same --runs and --rows")
	quick := fs.Bool("quick", false, "2 runs, 300 rows, the first sizes, few values of C by 2 "+
		"folds, into a folder of its own")
	only := fs.String("only", "", "measure what matches this regular expression alone: table/kernel/data/method/size")
	sets := fs.String("sets", "", "measure on these data sets alone: names with commas between them")
	out := fs.String("out", "docs", "directory of the pages")
	results := fs.String("results", "experiments/results", "directory of the results")
	threads := fs.Int("threads", 2, "processors")
	var names []string
	for _, p := range papers {
		names = append(names, p.name)
	}
	what := "all, page, " + strings.Join(names, ", ")
	if len(args) == 0 {
		return errors.New("say what to do: " + what)
	}
	if err := fs.Parse(args[1:]); err != nil {
		return err
	}
	if fs.NArg() > 0 {
		return fmt.Errorf("%q: flags only after the first word", fs.Arg(0))
	}
	var err error
	if l.only, err = regexp.Compile(*only); err != nil {
		return err
	}
	if *sets != "" {
		l.among = strings.Split(*sets, ",")
	}
	runtime.GOMAXPROCS(*threads)
	if *quick {
		set := map[string]bool{}
		fs.Visit(func(f *flag.Flag) { set[f.Name] = true })
		l.quick, l.runs, l.rows, l.most = true, 2, 300, 2
		if !set["results"] {
			*results = filepath.Join(os.TempDir(), "krein-experiments", "results")
		}
		if !set["out"] {
			*out = filepath.Join(os.TempDir(), "krein-experiments")
		}
	}
	found := args[0] == "page"
	for _, p := range papers {
		if args[0] != "all" && args[0] != p.name {
			continue
		}
		found = true
		if l.book, err = open(*results, p.name); err != nil {
			return err
		}
		l.book.Absent, l.book.Day, l.book.Minutes = nil, "", 0
		start := time.Now()
		err := p.measure(ctx, l)
		if err == nil && *only+*sets == "" && !l.resume && *threads == 2 {
			l.book.Day, l.book.Minutes = start.Format("2 January 2006"), time.Since(start).Minutes()
		}
		if err := errors.Join(err, l.book.save()); err != nil {
			if ctx.Err() != nil {
				return fmt.Errorf("%s: interrupted; what was measured is in %s, and --resume goes on from there", p.name, *results)
			}
			return fmt.Errorf("%s: %w", p.name, err)
		}
	}
	if !found {
		return fmt.Errorf("%q: say what to do: %s", args[0], what)
	}
	return writePages(*results, *out)
}
