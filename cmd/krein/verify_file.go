package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"krein/certify/check"
	"krein/decompose"
	"krein/decompose/minimal"
	"krein/decompose/zonal"
	"krein/kernel"
)

// provedFile is a file other than a certificate whose content can be proved again: a table, a minimum or a zonal decomposition.
type provedFile struct {
	kind string
	bias *float64 // that the file states, nil if it states none
	// verify proves the content for a kernel on R^dim; says is then what is known, in one clause.
	verify func(ctx context.Context, k *kernel.Kernel, dim int) (says string, err error)
}

// readProved reads such a file; nil says that it is none.
func readProved(data []byte) (*provedFile, error) {
	switch {
	case holds(data, "minimum"):
		m := new(minimal.Measure)
		if err := m.UnmarshalJSON(data); err != nil {
			return nil, err
		}
		return &provedFile{"minimum", &m.Bias, func(ctx context.Context, k *kernel.Kernel, dim int) (string, error) {
			return saysMinimum(m), minimal.Verify(ctx, k, dim, m)
		}}, nil
	case holds(data, "zonal"):
		z, err := zonal.Decode(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return &provedFile{"zonal decomposition", &z.Bias, func(ctx context.Context, k *kernel.Kernel, dim int) (string, error) {
			return saysZonal(z), zonal.Verify(ctx, k, dim, z)
		}}, nil
	case holds(data, "table"), bytes.HasPrefix(data, []byte("PK")): // an .npz is a zip archive
		d, err := decompose.Decode(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		p := &provedFile{kind: "table"}
		switch {
		case d.Bias != nil:
			p.bias = &d.Bias.Law
		case d.Domain != nil:
			p.bias = &d.Domain.Bias
		}
		p.verify = func(ctx context.Context, k *kernel.Kernel, dim int) (string, error) {
			bias, err := decompose.VerifyTable(ctx, k, dim, d)
			return saysTable(d, bias), err
		}
		return p, nil
	}
	return nil, nil
}

// holds reports whether a file begins as one of the schema krein.NAME does.
func holds(data []byte, name string) bool {
	return bytes.Contains(data[:min(len(data), 200)], []byte(`"krein.`+name+`/`))
}

// saysTable says what is known of a table whose bias was proved.
func saysTable(d *decompose.Decomposition, bias float64) string {
	where := "for all z, with its masses"
	if d.Domain != nil {
		where = fmt.Sprintf("for 0 ≤ z ≤ %g, whatever k is beyond", d.Domain.Radius)
	}
	return fmt.Sprintf("the features of this table for %s in R^%d have |E k̂(z) − k(z)| ≤ %g %s", d.Kernel, d.Dim, bias, where)
}

// run proves the file again and writes the outcome; the error says why it was not accepted.
func (p *provedFile) run(ctx context.Context, w io.Writer, k *kernel.Kernel, dim int, timeout time.Duration, asJSON bool) error {
	outer, start := ctx, time.Now()
	if timeout > 0 {
		var stop context.CancelFunc
		ctx, stop = context.WithTimeout(ctx, timeout)
		defer stop()
	}
	verdict, why := check.Accepted, ""
	says, err := p.verify(ctx, k, dim)
	switch {
	case err == nil:
	case outer.Err() != nil:
		return err
	case ctx.Err() != nil:
		verdict, why, says = check.Incomplete, fmt.Sprintf("it takes longer than --timeout %v", timeout), ""
	default:
		verdict, why, says = check.Rejected, err.Error(), ""
	}
	trusted := trustedFor("krein/decompose")
	switch {
	case asJSON:
		err = writeJSON(w, struct {
			Kernel  string       `json:"kernel"`
			Beyond  string       `json:"beyond"`
			Dim     int          `json:"dim"`
			File    string       `json:"file"`
			Bias    *float64     `json:"bias,omitempty"` // as the file states it
			Verdict string       `json:"verdict"`
			Says    string       `json:"says,omitempty"`
			Why     string       `json:"why,omitempty"`
			Seconds float64      `json:"seconds"`
			Trusted *trustedBase `json:"trusted"`
		}{k.Formula(), k.BeyondString(), dim, p.kind, p.bias, verdict.String(), says, why, time.Since(start).Seconds(), trusted})
	case verdict == check.Accepted:
		_, err = fmt.Fprintf(w, "accepted: %s\n\n%s\n", says, trusted)
	default:
		err = nil
	}
	if err == nil && verdict != check.Accepted {
		err = &notMetError{msg: verdict.String() + ": " + why}
	}
	return err
}
