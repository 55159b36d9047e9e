package main

import (
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// Bounds on one certificate at effort 1, of at most 4 kB and in dimensions up to 1000: time, and memory. Without -long
// the effort is a tenth, and the time less: what does not look at its budget shows all the same.
const (
	sweepTime   = 10 * time.Second
	sweepMemory = 1 << 30
	shortTime   = 4 * time.Second
)

// TestSweep: no formula takes the machine. Each is certified in a process of its own, whose time and memory are those
// that the system counts. KREIN_SWEEP=FIRST:COUNT chooses the seeds.
func TestSweep(t *testing.T) {
	first, count := 1, 3
	if testlong.Enabled() {
		count = 5000
	}
	if s := os.Getenv("KREIN_SWEEP"); s != "" {
		_, err := fmt.Sscanf(s, "%d:%d", &first, &count)
		require.NoError(t, err)
	}
	type row struct {
		name, formula string
		dim           int
	}
	var rows []row
	for seed := first; seed < first+count; seed++ {
		g := formulaGen{rand.New(rand.NewPCG(uint64(seed), 20))}
		rows = append(rows, row{"seed " + strconv.Itoa(seed), g.formula(), g.dim()})
	}
	for i, f := range []string{"exp(cos(z)-1)", "exp(sin(z)^2)", "1/(2-cos(z))", "max(0,1-z*10^20)^1.99"} {
		rows = append(rows, row{"named " + f, f, 2 + i/3})
	}
	for _, f := range deepFormulas() {
		rows = append(rows, row{"deep", f, 1})
	}
	// symbolic powers, and numerators of rational densities
	damped := listed(60, "+", "exp(-sqrt(%d)*z)*cos(z)")
	rows = append(rows, row{"deep", damped, 1}, row{"deep", damped, 1000})
	for _, r := range testlong.Some(rows, 14) {
		sweepOne(t, r.name, r.formula, r.dim)
	}
}

func sweepOne(t *testing.T, name, formula string, dim int) {
	t.Helper()
	limit, effort := sweepTime, "1"
	if !testlong.Enabled() {
		limit, effort = shortTime, "0.1"
	}
	cmd := exec.Command(os.Args[0], "certify", "--effort", effort, "--dim", strconv.Itoa(dim), "--", formula)
	cmd.Env = append(os.Environ(), asKrein+"=1")
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	start := time.Now()
	require.NoError(t, cmd.Start())
	// well beyond the bound, on a busy machine too
	killer := time.AfterFunc(20*limit, func() { _ = cmd.Process.Kill() })
	err := cmd.Wait()
	killer.Stop()
	// The wall clock says too much on a busy machine, the processors' sum where several work at once.
	used := min(time.Since(start), cmd.ProcessState.UserTime()+cmd.ProcessState.SystemTime())
	memory := cmd.ProcessState.SysUsage().(*syscall.Rusage).Maxrss * 1024
	text := out.String()
	switch code := cmd.ProcessState.ExitCode(); {
	case used > limit || memory > sweepMemory || code < 0:
		t.Errorf("%s: %v, %d MB, %v: %s in R^%d", name, used, memory>>20, err, formula, dim)
	case code != exitDone && code != exitFailed || strings.Contains(text, "goroutine ") || strings.Contains(text, "panic"):
		assert.Fail(t, "the program failed", "%s: %s in R^%d: exit %d: %s", name, formula, dim, code,
			text[:min(len(text), 1500)])
	case testing.Verbose():
		t.Logf("%s: %.1f s, %d MB, exit %d: %.150s in R^%d", name, used.Seconds(), memory>>20, code, formula, dim)
	}
}

// deepFormulas are long, deep or extreme in ways that took time exponential in their length, or memory without bound,
// once.
func deepFormulas() []string {
	return []string{
		"1/(1+" + listed(100, "+", "z^%d") + ")",                                      // signs of sums
		listed(60, "*", "(2-cos(z/%d))") + "*exp(-z)",                                 // growth of products
		listed(39, "*", "(z+sqrt(%d))") + "*exp(-z)",                                  // constants within constants
		strings.Repeat("1/(1+", 100) + "z" + strings.Repeat(")", 100),                 // zeros of quotients
		strings.Repeat("1-(", 50) + "z^(10^9)" + strings.Repeat(")", 50) + "*exp(-z)", // a spectrum's remainder
		strings.Repeat("1/(1+", 45) + "7-z^2" + strings.Repeat(")", 45) + "*exp(-z)",  // equations within equations
		listed(16, "*", "cos(sqrt(%d)*z)"),                                            // products of waves
		"(1+z)^(-10^20)",                                                              // tables of densities
		"besselj(10^20,z)",                                                            // expansions for large orders
		"gamma(2000-1/1000003)*exp(-z)",                                               // exact values of gamma
	}
}

// listed joins f of 1, …, n.
func listed(n int, by, f string) string {
	s := make([]string, n)
	for i := range s {
		s[i] = fmt.Sprintf(f, i+1)
	}
	return strings.Join(s, by)
}

// formulaGen draws formulas as nobody writes them.
type formulaGen struct{ *rand.Rand }

func (g formulaGen) pick(s ...string) string { return s[g.IntN(len(s))] }

func (g formulaGen) dim() int {
	switch g.IntN(4) {
	case 0:
		return 1 + g.IntN(3)
	case 1:
		return 4 + g.IntN(12)
	case 2:
		return 16 + g.IntN(112)
	}
	return 128 + g.IntN(873)
}

// number draws a positive constant, small, large, irrational or huge.
func (g formulaGen) number() string {
	switch g.IntN(10) {
	case 0:
		return fmt.Sprintf("10^%d", g.IntN(41)-20)
	case 1:
		return fmt.Sprintf("%d/%d", 1+g.IntN(1000), 1+g.IntN(1000))
	case 2:
		return g.pick("pi", "e", "sqrt(2)", "log(3)", "exp(pi)", "besselj(0,1)", "gamma(1/3)")
	case 3:
		return strconv.FormatFloat(g.Float64()*10, 'f', 1+g.IntN(12), 64)
	}
	return strconv.Itoa(1 + g.IntN(12))
}

// exponent draws the second operand of a power.
func (g formulaGen) exponent() string {
	switch g.IntN(8) {
	case 0:
		return g.pick("10^20", "10^9", "1000", "(-10^20)", "(1/10^20)", "123456789/7")
	case 1:
		return g.pick("sqrt(3)", "pi", "(-sqrt(2))")
	case 2:
		return fmt.Sprintf("(%d/%d)", 1+g.IntN(40), 1+g.IntN(40))
	case 3:
		return fmt.Sprintf("(-%d)", 1+g.IntN(9))
	}
	return strconv.Itoa(2 + g.IntN(6))
}

// formula draws a kernel: an expression, a product with one that decays, or up to 30 pieces.
func (g formulaGen) formula() string {
	switch g.IntN(8) {
	case 6:
		return g.long()
	case 7:
		return g.sphere()
	case 0:
		return g.expr(2+g.IntN(3)) + "*exp(-z)"
	case 1:
		return g.expr(1+g.IntN(3)) + "*" + g.pick("exp(-z^2)", "1/(1+z^2)", "max(0,1-z)^3", "besselk(1,z)")
	case 2:
		return g.pieces()
	}
	return g.expr(1 + g.IntN(6))
}

// long draws a sum or product of up to 100 terms, or a tower of one operation.
func (g formulaGen) long() string {
	n := 2 + g.IntN(99)
	if g.IntN(3) == 0 {
		open, end := g.pick("cos(", "1/(1+", "exp(-", "abs(1-", "sqrt(1+", "besselj(0,", "1-(", "2*sin("), ")"
		n = min(n, 50)
		return strings.Repeat(open, n) + g.expr(1) + strings.Repeat(end, n) + g.pick("", "*exp(-z)")
	}
	by := g.pick("+", "-", "*")
	shape := g.pick("cos(%s*z)", "exp(-%s*z)", "(1+cos(%s*z))", "1/(1+%s*z^2)", "%s*z", "(z+%s)", "max(0,1-z/%s)^2",
		"(%s-besselj(0,z))")
	var b strings.Builder
	for i := range n {
		term := fmt.Sprintf(shape, g.pick(strconv.Itoa(i+1), fmt.Sprintf("sqrt(%d)", i+2), g.number(), "10^20"))
		if b.Len()+len(term) > 3900 {
			break
		}
		if i > 0 {
			b.WriteString(by)
		}
		b.WriteString(term)
	}
	return b.String() + g.pick("", "*exp(-z)")
}

// sphere draws a kernel of u = ⟨x,y⟩.
func (g formulaGen) sphere() string {
	return strings.ReplaceAll(g.pick("(2+E)^20", "exp(9*E)", "1/(3+E^2)", "acos(E/(1+E^2))^3", "E^300", "abs(E)^(1/3)",
		"cos(1000*acos(E/2))", "besselj(0,100*E)", "E > 1/2 ? E : 0"),
		"E", g.pick("u", "u", "u^2", "sin(u)", "(u/"+g.number()+")"))
}

func (g formulaGen) pieces() string {
	n := 1 + g.IntN(30)
	var b strings.Builder
	at := 0
	for range n {
		at += 1 + g.IntN(5)
		fmt.Fprintf(&b, "z < %d/%d ? %s : (", at, 1+g.IntN(3), g.expr(g.IntN(3)))
		if b.Len() > 3500 {
			break
		}
	}
	s := b.String()
	return s + "0" + strings.Repeat(")", strings.Count(s, "? "))
}

func (g formulaGen) expr(depth int) string {
	if depth == 0 {
		return g.pick("z", "z", "z", "z^2", "(z*"+g.number()+")", g.number(), "z/"+g.number())
	}
	x := func() string { return g.expr(depth - 1 - g.IntN(2)*min(depth-1, 1)) }
	switch g.IntN(14) {
	case 0, 1:
		return "(" + x() + g.pick(" + ", " - ", " + ") + x() + ")"
	case 2:
		return x() + "*" + x()
	case 3:
		return "(" + x() + ")/(" + g.number() + " + (" + x() + ")^2)"
	case 4, 5:
		return "(" + x() + ")^" + g.exponent()
	case 6:
		return g.pick("besselj", "besseli", "besselk") + "(" + g.pick("0", "1", "1/2", "5/2", "1/3", "17", "1000", "99/7") +
			", " + x() + ")"
	case 7:
		return g.pick("max", "min") + "(" + g.pick("0", "1", g.number()) + ", " + x() + ")"
	case 8:
		return "abs(" + x() + ")"
	case 9:
		return g.pick("sin", "cos") + "(" + g.number() + "*" + x() + ")"
	case 10:
		return "exp(-(" + x() + "))"
	}
	return g.pick("exp", "log", "sqrt", "sin", "cos", "tan", "asin", "acos", "atan", "sinh", "cosh", "tanh", "erf", "erfc",
		"gamma") + "(" + x() + ")"
}
