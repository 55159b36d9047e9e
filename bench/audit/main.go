// Command audit certifies the covariance functions of public libraries, as their pages and sources print them, in the
// dimensions for which these say that they are valid, and writes docs/audit.md:
//
//	go run ./bench/audit > docs/audit.md
package main

import (
	"bytes"
	"context"
	"fmt"
	"math"
	"os"
	"os/signal"
	"strings"

	"krein/certify"
	"krein/hankel"
	"krein/internal/certify/witness"
	"krein/internal/kernel/numeric"
	"krein/kernel"
	"krein/kernel/notation"
	"krein/kernel/parser"
)

// finding is what is known of a row.
type finding struct {
	row
	dims    []int
	status  []certify.Status
	refuted int // the first dimension in which it is refuted, 0 if none
	because string
	program string
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := run(ctx); err != nil {
		fmt.Fprintln(os.Stderr, "audit:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	text, err := audit(ctx)
	if err == nil {
		_, err = os.Stdout.WriteString(text)
	}
	return err
}

// audit looks at all rows and returns the page.
func audit(ctx context.Context) (string, error) {
	var found []finding
	for _, r := range rows {
		f, err := look(ctx, r)
		if err != nil {
			return "", fmt.Errorf("%s %s: %w", r.library, r.model, err)
		}
		fmt.Fprintf(os.Stderr, "%s %s: %v in %v\n", r.library, r.model, f.status, f.dims)
		found = append(found, f)
	}
	return page(found), nil
}

// dimsOf returns the dimensions looked at: all up to the claimed one, or some.
func dimsOf(claimed int) (dims []int) {
	if claimed == any {
		return []int{1, 2, 3, 4, large}
	}
	for d := 1; d <= claimed; d++ {
		dims = append(dims, d)
	}
	return dims
}

// look certifies a row, up to the first dimension in which it is refuted.
func look(ctx context.Context, r row) (finding, error) {
	f := finding{row: r}
	k, err := parser.Parse(r.formula, nil)
	if err != nil {
		return f, err
	}
	for _, d := range dimsOf(r.claimed) {
		c, err := certify.Run(ctx, k, d, &certify.Settings{Claims: []certify.ID{certify.PD}})
		if err != nil {
			return f, err
		}
		pd := c.Claim(certify.PD)
		f.dims, f.status = append(f.dims, d), append(f.status, pd.Status)
		if pd.Status != certify.Refuted {
			continue
		}
		f.refuted, f.because = d, pd.Because
		if pd.Witness != nil {
			f.because = pd.Witness.Says
		}
		var b bytes.Buffer
		if _, err := witness.WriteNumPy(&b, c, k); err != nil {
			return f, err
		}
		if f.program = b.String(); pd.Witness == nil && strings.TrimSpace(f.program) == "" {
			f.program = densityProgram(k, d)
		}
		break
	}
	return f, nil
}

// densityProgram returns a program that adds up the spectral density where it is negative, by the midpoint rule, for a
// kernel that is zero beyond 1: what there is where no few points show it. It is empty if no such frequency is seen
// below 200.
func densityProgram(k *kernel.Kernel, dim int) string {
	s, err := hankel.New(k, dim, nil)
	if err != nil || numeric.Compile(k).At(1.5) != 0 {
		return ""
	}
	lowest, at := 0.0, 0.0
	for omega := 0.25; omega <= 200; omega += 0.25 {
		if m, e := s.Density(omega); m+10*e < 0 && m/math.Pow(omega, float64(dim-1)/2) < lowest {
			lowest, at = m/math.Pow(omega, float64(dim-1)/2), omega
		}
	}
	if at == 0 {
		return ""
	}
	text, _ := notation.NumPy(k.Expr())
	return fmt.Sprintf(`# pd is false: the spectral density is negative at ω = %[1]g
import numpy as np, scipy.special as sp; np.seterr(all="ignore")
z = (np.arange(10**6) + 0.5) / 10**6
K = %[2]s
print(np.mean(K * z**(%[3]d / 2) * sp.jv(%[3]d / 2 - 1, %[1]g * z)))
`, at, text, dim)
}

// verdict says it in a cell.
func (f *finding) verdict() string {
	if f.refuted > 0 {
		return fmt.Sprintf("**refuted** in R^%d", f.refuted)
	}
	var proved, open []string
	for i, s := range f.status {
		d := fmt.Sprint(f.dims[i])
		switch s {
		case certify.Proved:
			proved = append(proved, d)
		case certify.Likely, certify.Unlikely:
			open = append(open, d+" ("+s.String()+")")
		default:
			open = append(open, d)
		}
	}
	var out []string
	if proved != nil {
		out = append(out, "proved, d = "+strings.Join(proved, ", "))
	}
	if open != nil {
		out = append(out, "undecided, d = "+strings.Join(open, ", "))
	}
	return strings.Join(out, "; ")
}

// limit is the claimed range in words.
func (f *finding) limit() string {
	if f.claimed == any {
		return "none"
	}
	return fmt.Sprintf("d ≤ %d", f.claimed)
}

func page(found []finding) string {
	var b strings.Builder
	proved, refuted, open := 0, 0, 0
	for _, f := range found {
		switch {
		case f.refuted > 0:
			refuted++
		case strings.Contains(f.verdict(), "undecided"):
			open++
		default:
			proved++
		}
	}
	fmt.Fprintf(&b, `# Public catalogues, audited

Made by `+"`go run ./bench/audit > docs/audit.md`"+`. Covariance functions of %d entries of public libraries, as their pages or sources print them, and whether they are
positive definite in the dimensions for which these say so: %d are, %d are not, %d are undecided in some. Where no limit of the dimension is given,
1, 2, 3, 4 and %d are looked at. "Printed" is the formula at unit scale, in our letters; what a page prints need not be what its program computes.
Those that are not have a program in NumPy below, which prints a negative number: a quadratic form of values at points, or a value of the spectral density.

| library | model | printed | limit given | verdict |
|---|---|---|---|---|
`, len(found), proved, refuted, open, large)
	for _, f := range found {
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s |\n", f.library, f.model, strings.ReplaceAll(f.printed, "|", "\\|"),
			f.limit(), f.verdict())
	}
	b.WriteString("\n## What is wrong, and how to see it\n")
	for _, f := range found {
		if f.refuted == 0 {
			continue
		}
		fmt.Fprintf(&b, "\n### %s, %s\n\n%s. %s.\n\n", f.library, f.model, strings.ToUpper(f.remark[:1])+f.remark[1:],
			upper(f.because))
		if strings.TrimSpace(f.program) != "" {
			fmt.Fprintf(&b, "```python\n%s```\n\n", f.program)
		}
		fmt.Fprintf(&b, "Source: %s. `krein certify '%s' --dim %d`\n", f.where, f.formula, f.refuted)
	}
	b.WriteString("\n## Remarks on others\n\n")
	for _, f := range found {
		if f.refuted == 0 && f.remark != "" {
			fmt.Fprintf(&b, "- %s, %s: %s.\n", f.library, f.model, f.remark)
		}
	}
	b.WriteString("\n## Sources\n\n")
	seen := map[string]bool{}
	for _, f := range found {
		if !seen[f.where] {
			seen[f.where] = true
			fmt.Fprintf(&b, "- %s: %s\n", f.library, f.where)
		}
	}
	return b.String()
}

// upper begins a sentence.
func upper(s string) string {
	for i, r := range s {
		return strings.ToUpper(string(r)) + s[i+len(string(r)):]
	}
	return s
}
