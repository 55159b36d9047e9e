//go:build unix

// Command digits encloses the spectral densities of the named kernels of testdata/kernel_catalogue.json to 30 digits, in R^1, R^2, R^3, R^16 and R^100 at
// ω = 0, 1/10, 1, 10, 100, and prints how many are reached and in how much time, each value in processor time of its own:
//
//	go run ./bench/digits [-digits 30] [-v]
//
// Values of which no density is proved (kernels without a finite one in the dimension, and those of the sphere) count in a column of their own.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"math/big"
	"os"
	"slices"
	"strings"
	"syscall"
	"time"

	"krein/ball"
	"krein/internal/budget"
	"krein/internal/hankel/density"
	"krein/internal/hankel/quadrature"
	"krein/kernel/parser"
)

const limit = 400_000_000 // units of work a value, some half minute

var omegas = []*big.Rat{new(big.Rat), big.NewRat(1, 10), big.NewRat(1, 1), big.NewRat(10, 1), big.NewRat(100, 1)}

func main() {
	digits := flag.Int("digits", 30, "digits of a value")
	verbose := flag.Bool("v", false, "list what is not reached or takes more than a second")
	flag.Parse()
	names, err := catalogue("testdata/kernel_catalogue.json")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	var rows []string
	prec := uint(float64(*digits)*3.3219281) + 5
	fmt.Println("   d   values   reached   fewer digits   budget spent   median s   greatest s   above 1 s   no density proved")
	for _, d := range []int{1, 2, 3, 16, 100} {
		var times []time.Duration
		reached, fewer, spent, none, slow := 0, 0, 0, 0, 0
		for _, name := range names {
			k, err := parser.Parse(name, nil)
			if err != nil {
				rows = append(rows, fmt.Sprintf("%s: %v", name, err))
				continue
			}
			p, err := quadrature.Values(k, d)
			if err != nil {
				none += len(omegas)
				rows = append(rows, fmt.Sprintf("%s, d = %d: %v", name, d, err))
				continue
			}
			for _, w := range omegas {
				ctx, release := budget.Within(context.Background(), limit)
				var m ball.Real
				start := processor()
				got, err := quadrature.At(ctx, p, &m, new(ball.Real).SetRat(w, prec+256), prec)
				t := processor() - start
				release()
				if unknown := (*density.NotEnclosedError)(nil); errors.As(err, &unknown) {
					none++
					continue
				}
				times = append(times, t)
				what := ""
				switch {
				case err != nil:
					spent++
					what = err.Error()
				case !got.Met:
					fewer++
					what = fmt.Sprintf("%d bits of %d", got.Bits, prec)
				default:
					reached++
				}
				if t > time.Second {
					slow++
				}
				if what != "" || t > time.Second {
					rows = append(rows, fmt.Sprintf("%s, d = %d, ω = %s: %.2f s %s", name, d, w.RatString(), t.Seconds(), what))
				}
			}
		}
		slices.Sort(times)
		if len(times) == 0 {
			continue
		}
		fmt.Printf("%4d %8d %9d %14d %14d %10.4f %12.2f %11d %19d\n", d, reached+fewer+spent, reached, fewer, spent,
			times[len(times)/2].Seconds(), times[len(times)-1].Seconds(), slow, none)
	}
	if *verbose {
		fmt.Println(strings.Join(rows, "\n"))
	}
}

// catalogue returns the named kernels with parameters, of which the file has values.
func catalogue(path string) (names []string, err error) {
	b, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("%w; run it at the root of the checkout", err)
	}
	var data struct{ Kernels []struct{ Formula string } }
	if err := json.Unmarshal(b, &data); err != nil {
		return nil, err
	}
	for _, k := range data.Kernels {
		names = append(names, k.Formula)
	}
	return names, nil
}

// processor is the time that the process has used.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
