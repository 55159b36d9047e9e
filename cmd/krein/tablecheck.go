package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"krein/certify/proof"
	"krein/decompose"
	"krein/decompose/minimal"
	"krein/kernel"
	"krein/kernel/numeric"
)

func newTableCheckCmd() *cobra.Command {
	var (
		certificate string
		prove       bool
		asJSON      bool
	)
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Check a table: its form, its laws, its masses, its certificate",
		Long: `check reads a table strictly (format, version, checksum, every number in its range),
walks both laws' quantiles, wants masses and laws within 1 % by the table's own account,
and compares the kernel that the table represents with the one that it names, at 0 and at
other distances. With --certificate it also compares the table with the certificate ('krein
certify -o') or the minimum ('krein decompose --minimal --proof') that it rests on.

A checksum finds damage, not intent: so far the table's bias is believed. --prove encloses
the kernel's laws again from the formula and proves a bound on the bias of the table as it
is, whoever made it; the table's own must not be smaller (by more than rounding).

Exit status: 0 all is well, 1 a comparison fails, 2 not a table, or damaged.`,
		Example: `  krein table check table.json
  krein table check table.npz --certificate c.json --json
  krein table check table.json --prove`,
		Args: oneTable,
		RunE: func(cmd *cobra.Command, args []string) error {
			if certificate == "-" && args[0] == "-" {
				return errors.New("both the table and the certificate are '-': standard input has only one")
			}
			d, err := loadTable(cmd, args[0])
			if err != nil {
				return err
			}
			c := tableChecks{Checks: []tableCheck{{Name: "file", OK: true, Why: "format, checksum and ranges of " + decompose.Format}}}
			c.laws(d)
			c.accuracy(d)
			if certificate != "" {
				data, err := readFile(cmd, certificate)
				if err != nil {
					return err
				}
				if err := c.certificate(d, data, certificate); err != nil {
					return err
				}
			}
			if err := c.kernel(cmd.Context(), d); err != nil {
				return err
			}
			if prove {
				if err := c.prove(cmd.Context(), d); err != nil {
					return err
				}
			}
			return c.write(cmd, asJSON)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&certificate, "certificate", "", "the certificate or minimum that the table rests on ('-': standard input)")
	fl.BoolVar(&prove, "prove", false, "prove the bias of this table again, from the formula")
	fl.BoolVar(&asJSON, "json", false, "write JSON to standard output")
	return cmd
}

// tableCheck is one comparison.
type tableCheck struct {
	Name string `json:"name"`
	OK   bool   `json:"ok"`
	Why  string `json:"why"`
}

type tableChecks struct {
	Checks []tableCheck `json:"checks"`
}

func (c *tableChecks) add(name string, ok bool, format string, args ...any) {
	c.Checks = append(c.Checks, tableCheck{name, ok, fmt.Sprintf(format, args...)})
}

// laws walks the quantiles of both parts from end to end.
func (c *tableChecks) laws(d *decompose.Decomposition) {
	for _, x := range []struct {
		name string
		p    *decompose.Part
	}{{"law of m₊", &d.Plus}, {"law of m₋", &d.Minus}} {
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
			c.add(x.name, true, "quantiles nondecreasing, from %.6g (0.1 %%) to %.6g (99.9 %%)", x.p.Radii.Quantile(0.001), x.p.Radii.Quantile(0.999))
		}
	}
}

// kernelOf returns the kernel that a table names.
func kernelOf(d *decompose.Decomposition) (*kernel.Kernel, error) {
	opt := &kernel.Options{}
	if r, ok := strings.CutPrefix(d.Beyond, "zero beyond "); ok {
		if opt.Radius, ok = new(big.Rat).SetString(strings.TrimSpace(r)); !ok {
			return nil, fmt.Errorf("unknown extension %q", d.Beyond)
		}
	}
	k, err := kernel.Parse(d.Kernel, opt)
	if err == nil && opt.Radius == nil {
		if b, _ := k.Extension(); b != kernel.Natural {
			k, err = k.Extend(kernel.Natural, nil)
		}
	}
	return k, err
}

// accuracy refuses a table whose own account of its errors is bad.
func (c *tableChecks) accuracy(d *decompose.Decomposition) {
	if err := d.Within(accurate); err != nil {
		c.add("accuracy", false, "%v", err)
		return
	}
	bound, kind := d.BiasBound()
	where := ""
	if d.Domain != nil {
		where = fmt.Sprintf(" for z ≤ %g", d.Domain.Radius)
	}
	c.add("accuracy", true, "masses and laws are within %g %% by the table's account; |E k̂(z) − k(z)| %s %.2g%s (%s)", 100*accurate, relation(kind), bound, where, kind)
}

// kernel compares what the table represents with the kernel that it names.
func (c *tableChecks) kernel(ctx context.Context, d *decompose.Decomposition) error {
	k, err := kernelOf(d)
	if err != nil {
		c.add("k(z)", true, "not compared: the table's kernel is no formula (%v)", err)
		return nil
	}
	want := k.AtZero()
	got, norm := d.Plus.Total()-d.Minus.Total(), d.Plus.Total()+d.Minus.Total()
	room := d.Plus.MassErr + d.Minus.MassErr + 0x1p-48*norm
	if d.Domain != nil {
		room += d.Domain.Bias
	}
	off := math.Abs(got - want)
	c.add("k(0)", off <= room, "‖m₊‖ − ‖m₋‖ = %.17g, k(0) = %.17g: apart by %.2g, and %.2g is admitted", got, want, off, room)
	deviation, at, err := d.Deviation(ctx, numeric.Compile(k).At)
	if err != nil {
		return err
	}
	room = accurate * norm // the comparison is one of floats
	if d.Domain != nil {
		room = max(room, d.Domain.Bias)
	}
	c.add("k(z)", deviation <= room, "the table's kernel and k(z) are apart by %.2g at most where they were compared, at z = %.3g, and %.2g is admitted", deviation, at, room)
	return nil
}

// certificate compares the table with the document it rests on.
func (c *tableChecks) certificate(d *decompose.Decomposition, data []byte, path string) error {
	if holds(data, "minimum") {
		m := new(minimal.Measure)
		if err := m.UnmarshalJSON(data); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		c.add("certificate", m.Digest() == d.Certificate, "the table names %s, the minimum is %s", d.Certificate, m.Digest())
		return c.equal("minimum", d, decompose.FromMinimum(m))
	}
	cert, err := proof.Decode(bytes.NewReader(data))
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	// Tables name what they rest on, and older ones all of the certificate.
	digest := cert.ClaimDigest(proof.FiniteMass)
	c.add("certificate", digest == d.Certificate || cert.Digest() == d.Certificate,
		"the table names %s, the certificate's claim %s is %s", d.Certificate, proof.FiniteMass, digest)
	c.add("kernel", cert.Formula() == d.Kernel && cert.Beyond() == d.Beyond && cert.Dim() == d.Dim,
		"table: %s, %s, R^%d; certificate: %s, %s, R^%d", d.Kernel, d.Beyond, d.Dim, cert.Formula(), cert.Beyond(), cert.Dim())
	return nil
}

// prove proves the bias of the table again.
func (c *tableChecks) prove(ctx context.Context, d *decompose.Decomposition) error {
	if d.Quality == decompose.BiasProved && d.Bias == nil {
		return errors.New("--prove: the table is that of a minimum, whose proofs 'krein verify' checks; --certificate compares the two")
	}
	k, err := kernelOf(d)
	if err != nil {
		return fmt.Errorf("--prove: the table's kernel is no formula: %w", err)
	}
	b, err := decompose.VerifyBias(ctx, k, d)
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		c.add("bias", false, "no bound can be proved: %v", err)
	case d.Bias == nil:
		c.add("bias", true, "|E k̂(z) − k(z)| ≤ %.3g for all z, proved now; the table says nothing", b.Law)
	default:
		c.add("bias", b.Law <= 1.01*d.Bias.Law, "|E k̂(z) − k(z)| ≤ %.4g for all z, proved again; the table says %.4g", b.Law, d.Bias.Law)
	}
	return nil
}

// equal compares every number of two tables.
func (c *tableChecks) equal(name string, d, again *decompose.Decomposition) error {
	var a, b bytes.Buffer
	if err := errors.Join(d.Encode(&a), again.Encode(&b)); err != nil {
		return err
	}
	same := bytes.Equal(a.Bytes(), b.Bytes())
	c.add(name, same, "%s", map[bool]string{true: "the same numbers", false: "the table made from it differs"}[same])
	return nil
}

func (c *tableChecks) write(cmd *cobra.Command, asJSON bool) error {
	var failed []string
	t := newTable("check", "", "")
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
		err = writeJSON(cmd.OutOrStdout(), c)
	} else {
		_, err = fmt.Fprintln(cmd.OutOrStdout(), t.Render())
	}
	if err == nil && failed != nil {
		err = &notMetError{msg: strings.Join(failed, "\n       ")}
	}
	return err
}
