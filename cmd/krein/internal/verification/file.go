package verification

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"time"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/decompose/minimal"
	"krein/decompose/zonal"
	"krein/internal/certify/check"
	"krein/kernel"
)

// File is a file other than a certificate whose content can be proved again: a table, a minimum or a zonal
// decomposition.
type File struct {
	Kind string
	bias *float64 // that the file states, nil if it states none
	// verify proves the content for a kernel on R^dim; says is then what is known, in one clause.
	verify func(ctx context.Context, k *kernel.Kernel, dim int) (says string, err error)
}

// Read reads such a file; nil says that it is none.
func Read(data []byte) (*File, error) {
	switch {
	case input.HasSchema(data, "minimum"):
		m := new(minimal.Measure)
		if err := m.UnmarshalJSON(data); err != nil {
			return nil, err
		}
		return &File{"minimum", &m.Bias, func(ctx context.Context, k *kernel.Kernel, dim int) (string, error) {
			return measure.LeastSays(m), minimal.Verify(ctx, k, dim, m)
		}}, nil
	case input.HasSchema(data, "zonal"):
		z, err := zonal.Decode(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		return &File{"zonal decomposition", &z.Bias, func(ctx context.Context, k *kernel.Kernel, dim int) (string, error) {
			return measure.SphereSays(z), zonal.Verify(ctx, k, dim, z)
		}}, nil
	case input.HasSchema(data, "table"), bytes.HasPrefix(data, []byte("PK")): // an .npz is a zip archive
		d, err := decompose.Decode(bytes.NewReader(data))
		if err != nil {
			return nil, err
		}
		p := &File{Kind: "table"}
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

// saysTable says what is known of a table whose bias was proved.
func saysTable(d *decompose.Decomposition, bias float64) string {
	where := "for all z, with its masses"
	if d.Domain != nil {
		where = fmt.Sprintf("for 0 ≤ z ≤ %g, whatever k is beyond", d.Domain.Radius)
	}
	return fmt.Sprintf("the features of this table for %s in R^%d have |E k̂(z) − k(z)| ≤ %g %s", d.Kernel,
		d.Dim, bias, where)
}

// Run proves the file again and writes the outcome; the error says why it was not accepted.
func (p *File) Run(ctx context.Context, w io.Writer, k *kernel.Kernel, dim int, timeout time.Duration,
	asJSON bool) error {
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
	trusted := TrustedFor("krein/decompose")
	switch {
	case asJSON:
		err = terminal.WriteJSON(w, struct {
			Kernel  string       `json:"kernel"`
			Beyond  string       `json:"beyond"`
			Dim     int          `json:"dim"`
			File    string       `json:"file"`
			Bias    *float64     `json:"bias,omitempty"` // as the file states it
			Verdict string       `json:"verdict"`
			Says    string       `json:"says,omitempty"`
			Why     string       `json:"why,omitempty"`
			Seconds float64      `json:"seconds"`
			Trusted *TrustedBase `json:"trusted"`
		}{k.Formula(), k.BeyondString(), dim, p.Kind, p.bias, verdict.String(), says, why,
			time.Since(start).Seconds(), trusted})
	case verdict == check.Accepted:
		_, err = fmt.Fprintf(w, "accepted: %s\n\n%s\n", says, trusted)
	default:
		err = nil
	}
	if err == nil && verdict != check.Accepted {
		err = &terminal.NotMetError{Why: verdict.String() + ": " + why}
	}
	return err
}
