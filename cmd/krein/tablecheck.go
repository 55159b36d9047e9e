package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"

	"github.com/spf13/cobra"

	"krein/certify/proof"
	"krein/decompose"
	"krein/kernel"
)

func newTableCheckCmd() *cobra.Command {
	var (
		certificate string
		asJSON      bool
	)
	cmd := &cobra.Command{
		Use:   "check FILE",
		Short: "Check a table: its form, its laws, its masses, its certificate",
		Long: `check reads a table strictly (format, version, checksum, every number in its range),
walks both laws' quantiles, and compares ‖m₊‖ − ‖m₋‖ with k(0) of the kernel that the
table names. With --certificate it also compares the table with the certificate ('krein
certify -o') or the minimum ('krein decompose --minimal --proof') that it rests on.

A checksum finds damage, not intent: a table is believed, its bias is not proved again.

Exit status: 0 all is well, 1 a comparison fails, 2 not a table, or damaged.`,
		Example: `  krein table check table.json
  krein table check table.npz --certificate c.json --json`,
		Args: oneTable,
		RunE: func(cmd *cobra.Command, args []string) error {
			if certificate == "-" && args[0] == "-" {
				return errors.New("both the table and the certificate are '-': standard input has only one")
			}
			d, err := loadTable(cmd, args[0])
			if err != nil {
				return err
			}
			c := tableChecks{Checks: []tableCheck{{"file", true, "format, checksum and ranges of " + decompose.Format}}}
			c.laws(d)
			c.kernel(d)
			if certificate != "" {
				data, err := readFile(cmd, certificate)
				if err != nil {
					return err
				}
				if err := c.certificate(d, data, certificate); err != nil {
					return err
				}
			}
			return c.write(cmd, asJSON)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&certificate, "certificate", "", "the certificate or minimum that the table rests on ('-': standard input)")
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

// kernel compares the masses with k(0).
func (c *tableChecks) kernel(d *decompose.Decomposition) {
	k, err := kernel.Parse(d.Kernel, nil)
	if err != nil {
		c.add("k(0)", true, "not compared: the table's kernel is no formula (%v)", err)
		return
	}
	want := k.AtZero()
	got := d.Plus.Total() - d.Minus.Total()
	room := d.Plus.MassErr + d.Minus.MassErr + 4*0x1p-53*(d.Plus.Total()+d.Minus.Total())
	off := math.Abs(got - want)
	c.add("k(0)", off <= room, "‖m₊‖ − ‖m₋‖ = %.17g, k(0) = %.17g: apart by %.2g, the masses' errors admit %.2g", got, want, off, room)
}

// certificate compares the table with the document it rests on.
func (c *tableChecks) certificate(d *decompose.Decomposition, data []byte, path string) error {
	var formula, beyond, digest string
	var dim int
	if isMinimum(data) {
		m := new(decompose.Minimum)
		if err := m.UnmarshalJSON(data); err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		formula, beyond, digest, dim = m.Kernel, m.Beyond, m.Digest(), m.Dim
	} else {
		cert, err := proof.Decode(bytes.NewReader(data))
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
		formula, beyond, digest, dim = cert.Formula(), cert.Beyond(), cert.Digest(), cert.Dim()
	}
	c.add("certificate", digest == d.Certificate, "the table names %s, the file is %s", d.Certificate, digest)
	c.add("kernel", formula == d.Kernel && beyond == d.Beyond && dim == d.Dim, "table: %s, %s, R^%d; certificate: %s, %s, R^%d", d.Kernel, d.Beyond, d.Dim, formula, beyond, dim)
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
		err = &notMetError{strings.Join(failed, "\n       ")}
	}
	return err
}
