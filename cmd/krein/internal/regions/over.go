package regions

import (
	"fmt"
	"io"
	"slices"

	"krein/certify/region"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
	"krein/internal/certify/prose"
)

// WriteOver writes what one certificate says of the kernels of f for all values of the parameter in an interval; divide is
// the command that divides the interval, for one claim that is open.
func WriteOver(w io.Writer, f *region.Family, s region.Span, c *certificate.Certificate, claims []proof.ID,
	divide func(claim proof.ID) string) error {
	v := View{Document: &region.Document{Formula: f.Formula, Name: f.Name, Params: f.Params, Lo: s.From, Hi: s.To}}
	heading := fmt.Sprintf("k(z) = %s, %s, on R^%d, for every %s with %s%s", f.Formula, c.Beyond(), c.Dim(), f.Name,
		s.Interval(f.Name), v.others())
	if _, err := fmt.Fprintf(w, "%s\n\n", terminal.Wrap(heading, "")); err != nil {
		return err
	}
	if err := prose.WriteClaims(w, c, claims...); err != nil {
		return err
	}
	for _, cl := range c.Claims() {
		if asked := len(claims) == 0 || slices.Contains(claims, cl.ID); asked && cl.Status == proof.Undecided {
			_, err := fmt.Fprintf(w, "\n%s\n    %s\n", terminal.Wrap("Undecided claims may hold for a part of the range. "+
				"To divide it, one claim at a time:", ""), divide(cl.ID))
			return err
		}
	}
	return nil
}
