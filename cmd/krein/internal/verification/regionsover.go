package verification

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"krein/certify/region"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
	"krein/internal/certify/prose"
)

// Together returns the claims of a certificate for an interval, with those that pieces of the interval decide (certify.Over)
// in their place; pieces may be nil.
func Together(c *certificate.Certificate, pieces *region.Document) []proof.Claim {
	all := c.Claims()
	if pieces == nil {
		return all
	}
	for i := range all {
		at := slices.IndexFunc(pieces.Claims, func(p region.Claim) bool { return p.ID == all[i].ID })
		if at >= 0 && all[i].Status != proof.Proved && all[i].Status != proof.Refuted {
			all[i] = pieces.Claims[at].Boxes[0].Cert.Claim(all[i].ID)
		}
	}
	return all
}

// WriteOver writes what is decided of the kernels of f for all values of the parameter in an interval, by one certificate and,
// unless they are nil, by pieces of the interval; divide is the command that divides the interval, for one claim that is open.
func WriteOver(w io.Writer, f *region.Family, s region.Span, c *certificate.Certificate, pieces *region.Document,
	claims []proof.ID, divide func(claim proof.ID) string) error {
	v := RegionView{Document: &region.Document{Formula: f.Formula, Name: f.Name, Params: f.Params, Lo: s.From, Hi: s.To}}
	heading := fmt.Sprintf("k(z) = %s, %s, on R^%d, for every %s with %s%s", f.Formula, c.Beyond(), c.Dim(), f.Name,
		s.Interval(f.Name), v.others())
	if _, err := fmt.Fprintf(w, "%s\n\n", terminal.Wrap(heading, "")); err != nil {
		return err
	}
	all := Together(c, pieces)
	if says := verdictOver(f.Name, c.Dim(), all, claims); says != "" {
		if _, err := fmt.Fprintf(w, "%s\n\n", terminal.Wrap(says, "")); err != nil {
			return err
		}
	}
	if err := prose.WriteClaims(w, c.Dim(), all, nil, claims...); err != nil {
		return err
	}
	if pieces != nil {
		if _, err := fmt.Fprintf(w, "\n%s\n", terminal.Wrap(inPieces(f.Name, pieces), "")); err != nil {
			return err
		}
	}
	if m := c.Mass(); m.Total != nil {
		says := fmt.Sprintf("For every such %s: %s.", f.Name, prose.Masses(&m))
		if _, err := fmt.Fprintf(w, "\n%s\n", terminal.Wrap(says, "")); err != nil {
			return err
		}
	}
	for _, cl := range all {
		if asked := len(claims) == 0 || slices.Contains(claims, cl.ID); asked && cl.Status == proof.Undecided {
			_, err := fmt.Fprintf(w, "\n%s\n    %s\n", terminal.Wrap("Undecided claims may hold for a part of the range. "+
				"To divide it, one claim at a time:", ""), divide(cl.ID))
			return err
		}
	}
	return nil
}

// verdictOver says first whether all of the kernels are positive definite, or none; "" if that was not asked, or is open.
func verdictOver(name string, dim int, all []proof.Claim, asked []proof.ID) string {
	i := slices.IndexFunc(all, func(c proof.Claim) bool { return c.ID == proof.PD })
	switch {
	case i < 0 || len(asked) > 0 && !slices.Contains(asked, proof.PD):
	case all[i].Status == proof.Proved:
		return fmt.Sprintf("%s for every such %s.", prose.Statement(dim, all[i]), name)
	case all[i].Status == proof.Refuted:
		return fmt.Sprintf("%s for any such %s.", prose.Statement(dim, all[i]), name)
	}
	return ""
}

// inPieces says of which claims there are several certificates.
func inPieces(name string, pieces *region.Document) string {
	var ids, where []string
	for i := range pieces.Claims {
		p := &pieces.Claims[i]
		if len(p.Points) == 0 {
			continue
		}
		ids, where = append(ids, string(p.ID)), []string{p.Boxes[0].Interval(name)}
		for _, at := range p.Points {
			where = append(where, name+" = "+Short(at.At))
		}
	}
	return fmt.Sprintf("Several certificates together decide %s: one for %s.", strings.Join(ids, ", "),
		strings.Join(where, ", and one for "))
}
