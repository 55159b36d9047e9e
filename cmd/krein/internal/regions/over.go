package regions

import (
	"fmt"
	"io"
	"slices"

	"krein/certify/certificate"
	"krein/certify/proof"
	"krein/certify/prose"
	"krein/certify/region"
	"krein/cmd/krein/internal/terminal"
)

// WriteOver writes what one certificate says of the kernels of f for all values of the parameter in an interval.
func WriteOver(w io.Writer, f *region.Family, s region.Span, c *certificate.Certificate, claims []proof.ID) error {
	cell := region.Cell{From: s.From, To: s.To, OpenFrom: s.OpenFrom, OpenTo: s.OpenTo, Status: proof.Proved}
	v := View{Document: &region.Document{Formula: f.Formula, Name: f.Name, Params: f.Params, Lo: s.From, Hi: s.To}}
	every := fmt.Sprintf("every %s with %s", f.Name, cell.Interval(f.Name))
	t := terminal.NewTable("claim", "status", "")
	for _, cl := range c.Claims() {
		if len(claims) > 0 && !slices.Contains(claims, cl.ID) {
			continue
		}
		says := prose.Statement(c.Dim(), cl) + " for " + every
		if cl.Status == proof.Undecided {
			says = prose.Reasoned("Not decided for "+every+" at once", cl.Because)
		}
		t.AppendRow([]any{string(cl.ID), cl.Status.String(), says})
	}
	_, err := fmt.Fprintf(w, "k(z) = %s, %s, on R^%d, for %s%s\n\n%s\n", f.Formula, c.Beyond(), c.Dim(), every, v.others(), t.For(w))
	return err
}
