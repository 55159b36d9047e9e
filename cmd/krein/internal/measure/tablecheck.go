package measure

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/decompose/minimal"
	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
	"krein/internal/kernel/numeric"
	"krein/internal/outward"
)

// TableCheck is one comparison.
type TableCheck struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Why  string `json:"why"`
}

// TableChecks are the comparisons that were made of a table.
type TableChecks struct {
	Checks []TableCheck `json:"checks"`
}

func (c *TableChecks) add(name string, ok bool, format string, args ...any) {
	c.Checks = append(c.Checks, TableCheck{name, ok, fmt.Sprintf(format, args...)})
}

// Laws walks the quantiles of both parts from end to end.
func (c *TableChecks) Laws(d *decompose.Decomposition) {
	for _, x := range []struct {
		name string
		p    *decompose.Part
	}{{"distribution of m₊", &d.Plus}, {"distribution of m₋", &d.Minus}} {
		if x.p.Radii == nil {
			continue
		}
		const n = 20000
		last, at, bad := 0.0, 0.0, false
		see := func(u, q float64) {
			if !bad && !(q >= last*(1-1e-15)) {
				bad = true
				c.add(x.name, false, "the quantile at u = %v is %v, after %v at %v", u, q, last, at)
			}
			last, at = q, u
		}
		for e := -40.0; e < 0; e += 0.25 { // the lower tail
			if u := math.Exp2(e); u < 1.0/n {
				see(u, x.p.Radii.Quantile(u))
			}
		}
		for i := 1; i < n; i++ {
			u := float64(i) / n
			see(u, x.p.Radii.Quantile(u))
		}
		if t, ok := x.p.Radii.(*decompose.Table); ok {
			for e := -15.0; e > -200; e-- {
				v := math.Exp2(e)
				see(1-v, t.QuantileTail(v))
			}
		}
		if !bad {
			c.add(x.name, true, "quantiles nondecreasing, from %.6g (0.1 %%) to %.6g (99.9 %%)", x.p.Radii.Quantile(0.001),
				x.p.Radii.Quantile(0.999))
		}
	}
}

// Accuracy refuses a table whose own account of its errors is bad.
func (c *TableChecks) Accuracy(d *decompose.Decomposition) {
	if err := d.Within(Accurate); err != nil {
		c.add("accuracy", false, "%v", err)
		return
	}
	bound, kind := d.BiasBound()
	says := "is not bounded, only estimated"
	if kind == decompose.KindProved {
		says = "≤ " + outward.Up(bound, 2)
		if d.Domain != nil {
			says += fmt.Sprintf(" for z ≤ %g", d.Domain.Radius)
		}
		says += " (proved)"
	}
	c.add("accuracy", true, "by the table's account: masses and distributions are within %g %%; |E k̂(z) − k(z)| %s",
		100*Accurate, says)
}

// Kernel compares what the table represents with the kernel that it names.
func (c *TableChecks) Kernel(ctx context.Context, d *decompose.Decomposition) error {
	k, err := KernelOf(d)
	if err != nil {
		c.add("k(z)", true, "not compared: the table's kernel is no formula (%v)", err)
		return nil
	}
	want := numeric.AtZero(k)
	got, norm := d.Plus.Total()-d.Minus.Total(), d.Plus.Total()+d.Minus.Total()
	room := d.Plus.MassErr + d.Minus.MassErr + 0x1p-48*norm
	if d.Domain != nil {
		room += d.Domain.Bias
	}
	off := math.Abs(got - want)
	c.add("k(0)", off <= room, "‖m₊‖ − ‖m₋‖ = %.17g, k(0) = %.17g: apart by %s, and %s is admitted", got,
		want, outward.Up(off, 2), admitted(off, room))
	deviation, at, err := d.Deviation(ctx, numeric.Compile(k).At)
	if err != nil {
		return err
	}
	room = Accurate * norm // the comparison is one of floats
	if d.Domain != nil {
		room = max(room, d.Domain.Bias)
	}
	c.add("k(z)", deviation <= room, "the table's kernel and k(z) are apart by %s at most where they were compared, "+
		"at z = %.3g, and %s is admitted", outward.Up(deviation, 2), at, admitted(deviation, room))
	return nil
}

// admitted writes room so that the figures, x rounded up, say whether x is within.
func admitted(x, room float64) string {
	if x <= room {
		return outward.Up(room, 2)
	}
	return outward.Down(room, 2)
}

// Certificate compares the table with the document it rests on.
func (c *TableChecks) Certificate(d *decompose.Decomposition, data []byte, path string) error {
	if input.HasSchema(data, "minimum") {
		m := new(minimal.Measure)
		if err := m.UnmarshalJSON(data); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		c.add("certificate", m.Digest() == d.Certificate, "the table names %s, the minimum is %s", d.Certificate, m.Digest())
		return c.equal("minimum", d, decompose.FromMinimum(m))
	}
	cert, err := certificate.Decode(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	// Tables name what they rest on, and older ones all of the certificate.
	digest := cert.ClaimDigest(proof.FiniteMass)
	c.add("certificate", digest == d.Certificate || cert.Digest() == d.Certificate,
		"the table names %s, the certificate's claim %s is %s", d.Certificate, proof.FiniteMass, digest)
	c.add("kernel", cert.Formula() == d.Kernel && cert.Beyond() == d.Beyond && cert.Dim() == d.Dim,
		"table: %s, %s, R^%d; certificate: %s, %s, R^%d", d.Kernel, d.Beyond, d.Dim, cert.Formula(),
		cert.Beyond(), cert.Dim())
	return nil
}

// equal compares every number of two tables.
func (c *TableChecks) equal(name string, d, again *decompose.Decomposition) error {
	var a, b bytes.Buffer
	if err := errors.Join(d.Encode(&a), again.Encode(&b)); err != nil {
		return err
	}
	same := bytes.Equal(a.Bytes(), b.Bytes())
	c.add(name, same, "%s", map[bool]string{true: "the same numbers", false: "the table made from it differs"}[same])
	return nil
}

// Write shows the comparisons; the error says which failed.
func (c *TableChecks) Write(cmd *cobra.Command, asJSON bool) error {
	var failed []string
	t := terminal.NewTable("check", "", "")
	t.SetColumnConfigs([]table.ColumnConfig{terminal.Narrow(3, 54)})
	for _, x := range c.Checks {
		verdict := "ok"
		if !x.OK {
			verdict = "FAILED"
			failed = append(failed, x.Name+": "+x.Why)
		}
		t.AppendRow([]any{x.Name, verdict, x.Why})
	}
	var err error
	if asJSON {
		err = terminal.WriteJSON(cmd.OutOrStdout(), c)
	} else {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), t.Render())
	}
	if err == nil && failed != nil {
		err = &terminal.NotMetError{Why: strings.Join(failed, "\n       ")}
	}
	return err
}
