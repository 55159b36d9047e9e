//go:build unix

// Command transform prints Hankel transforms ∫₀^∞ f(x) J_ν(rx) x dx by hankel.Transform, and masses ‖m‖ = ∫ |m(ω)| dω of spectra, with processor time
// and proved digits, and those of mpmath (quadosc, quad or nsum; besselj) and of Arb (acb_calc_integrate, acb_hypgeom_bessel_j, acb_real_abs) in the same
// run, where they are here:
//
//	go run ./bench/transform [-digits 30]
//
// mpmath gives no error: its digits are those that agree with the proved value. Arb integrates up to a point from which on the rest is
// below the error asked for, which only exponentials allow. For masses mpmath is told the density and where it changes its sign, Arb the density alone.
package main

import (
	"bufio"
	"bytes"
	"context"
	_ "embed"
	"flag"
	"fmt"
	"math"
	"math/big"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"krein/ball"
	"krein/hankel"
	"krein/internal/ball/numeral"
	"krein/internal/hankel/quadrature"
	"krein/internal/hankel/search"
	"krein/kernel"
	"krein/kernel/parser"
)

// A row is a transform. The programs beside know it by its name.
type row struct{ name, f, nu, r string }

var rows = []row{
	{"exp, r = 10", "exp(-257/100*z)/z", "1", "10"},
	{"exp, r = 1000", "exp(-257/100*z)/z", "1", "1000"},
	{"gauss", "exp(-z^2/2)", "0", "3"},
	{"root end", "z < 1 ? (1-z)^(-1/2) : 0", "0", "5"},
	{"log end", "z < 1 ? log(z)*z^(-1/2) : 0", "1/2", "3"},
	{"1/(1+z^2)", "1/(1+z^2)", "0", "1"},
	{"(1+z/2)^-3", "(1+z/2)^-3", "0", "1"},
	{"1/z", "1/z", "7/3", "7"},
	{"cusp, r = 50", "z^(-1/2)/(1+z^4)", "1/3", "50"},
}

// A mass is that of the kernel f on R^dim.
type mass struct {
	name, f string
	dim     int
}

var masses = []mass{
	{"‖m‖, gaussians", "exp(-z^2/2)-exp(-z^2/200)", 3},
	{"‖m‖, rational", "exp(-z)*cos(z)", 3},
	{"‖m‖, one end", "z < 1 ? 1-z^2 : 0", 1},
	{"‖m‖, two ends", "(z < 1 ? 1-z^2 : 0) - (z < sqrt(2) ? 1-z^2/2 : 0)/2", 1},
}

//go:embed side/mpmath.py
var python string

//go:embed side/arb.c
var c string

func main() {
	digits := flag.Int("digits", 30, "digits asked for")
	flag.Parse()
	values := map[string]*ball.Real{}
	fmt.Printf("%-16s %-8s %10s %8s   %s\n", "transform", "by", "time, s", "digits", "value")
	show := func(name, by string, seconds float64, digits int, value string) {
		fmt.Printf("%-16s %-8s %10.3f %8d   %s\n", name, by, seconds, digits, value)
	}
	for _, q := range rows {
		k, err := parser.Parse(q.f, nil)
		if err != nil {
			panic(err)
		}
		prec := uint(float64(*digits)*math.Log2(10)) + 4
		var z ball.Real
		start := processor()
		_, err = hankel.Transform(context.Background(), k, &z, fraction(q.nu), fraction(q.r), prec)
		t := processor() - start
		if err != nil {
			fmt.Println(q.name, err)
			continue
		}
		values[q.name] = &z
		show(q.name, "krein", t.Seconds(), int(float64(z.RelAccuracyBits())*math.Log10(2)), numeral.Text(&z, *digits))
	}
	for _, q := range masses {
		k, err := parser.Parse(q.f, nil)
		if err != nil {
			panic(err)
		}
		start := processor()
		z, err := total(k, q.dim, uint(float64(*digits)*math.Log2(10))+4)
		t := processor() - start
		if err != nil {
			fmt.Println(q.name, err)
			continue
		}
		values[q.name] = z
		show(q.name, "krein", t.Seconds(), int(float64(z.RelAccuracyBits())*math.Log10(2)), numeral.Text(z, *digits))
	}
	beside := func(by string, cmd *exec.Cmd) {
		out, err := cmd.Output()
		if err != nil {
			fmt.Printf("%s: %v\n", by, err)
		}
		lines := bufio.NewScanner(bytes.NewReader(out))
		for lines.Scan() { // name; seconds; value
			f := strings.SplitN(lines.Text(), ";", 3)
			if len(f) < 3 || values[f[0]] == nil {
				fmt.Println(by, lines.Text())
				continue
			}
			v, err := numeral.Parse(strings.TrimSpace(f[2]), 2000)
			if err != nil {
				fmt.Println(by, lines.Text())
				continue
			}
			var seconds float64
			fmt.Sscan(f[1], &seconds)
			show(f[0], by, seconds, agree(values[f[0]], v), strings.TrimSpace(f[2]))
		}
	}
	py := os.Getenv("PYTHON")
	if py == "" {
		py = "/usr/bin/python3"
	}
	beside("mpmath", exec.Command(py, "-c", python, fmt.Sprint(*digits)))
	if bin := build(); bin != "" {
		beside("Arb", exec.Command(bin, fmt.Sprint(*digits)))
		os.RemoveAll(filepath.Dir(bin))
	}
}

// total encloses the mass ‖m‖.
func total(k *kernel.Kernel, dim int, prec uint) (*ball.Real, error) {
	ctx := context.Background()
	p, err := quadrature.New(k, dim)
	if err != nil {
		return nil, err
	}
	j, err := search.NewJordan(ctx, p)
	if err != nil {
		return nil, err
	}
	all, err := j.All(ctx, prec)
	if err != nil {
		return nil, err
	}
	return &all.Total, nil
}

// agree is how many digits of x the ball v has, or agrees to.
func agree(x, v *ball.Real) int {
	var d ball.Real
	d.Sub(x, v, 2000)
	off := d.MagUpper().Float64() / math.Abs(x.Nearest())
	if !(off < 1) {
		return 0
	}
	return int(-math.Log10(math.Max(off, 1e-300)))
}

// build compiles the program beside against Arb, or says why not.
func build() string {
	dir, err := os.MkdirTemp("", "transform")
	if err != nil {
		return ""
	}
	source, bin := filepath.Join(dir, "side.c"), filepath.Join(dir, "side")
	if err := os.WriteFile(source, []byte(c), 0o600); err != nil {
		return ""
	}
	var out []byte
	for _, libs := range [][]string{{"-lflint-arb", "-lflint"}, {"-larb", "-lflint"}, {"-lflint"}} {
		args := append([]string{"-O2", "-I/usr/include/flint", source, "-o", bin}, libs...)
		if out, err = exec.Command("cc", append(args, "-lgmp", "-lm")...).CombinedOutput(); err == nil {
			return bin
		}
	}
	first, _, _ := strings.Cut(string(out), "\n")
	fmt.Println("Arb: skipped, no C compiler or no libflint-arb-dev:", first)
	os.RemoveAll(dir)
	return ""
}

func fraction(text string) *ball.Real {
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		panic(text)
	}
	return new(ball.Real).SetRat(r, 2000)
}

// processor is the time that the process has used.
func processor() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		panic(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
