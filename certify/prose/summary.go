package prose

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"krein/certify/certificate"
	"krein/certify/proof"
)

// WriteSummary writes a certificate for users of the kernel: for each claim its status, what is stated of it, the reason
// and its identifier; then the masses, and the advice that follows with commands. kernel is the kernel as the command
// line names it, quoted, with its flags. claims selects claims, none selects all; the masses and the advice are left out
// if the claims that they rest on are.
func WriteSummary(
	w io.Writer, c *certificate.Certificate, kernel string, routes Routes, claims ...proof.ID,
) error {
	asked := func(id proof.ID) bool { return len(claims) == 0 || slices.Contains(claims, id) }
	b := bufio.NewWriter(w)
	writeHeading(b, c)
	if routes.Inner != nil {
		writeParagraph(b, "", "", fmt.Sprintf("(u = ⟨x,y⟩ = 1 − z²/2 holds for rows of length 1. The claims on R^%d are about the "+
			"function of the distance z that is k up to 2, and zero beyond.)", c.Dim()))
	}
	b.WriteString("\n")
	const first = 11
	indent := strings.Repeat(" ", first)
	for _, cl := range c.Claims() {
		if !asked(cl.ID) {
			continue
		}
		why := cl.Because
		if cl.Witness != nil {
			why = cl.Witness.Says
		}
		writeParagraph(b, fmt.Sprintf("%-*s", first, cl.Status), indent,
			fmt.Sprintf("%s [%s]", Reasoned(Statement(c.Dim(), cl), why), cl.ID))
		if m, ok := MissingOf(cl); ok {
			writeParagraph(b, indent, indent, m.String())
		}
	}
	if !asked(proof.FiniteMass) || !asked(proof.PD) {
		return b.Flush()
	}
	mass := c.Mass()
	writeParagraph(b, fmt.Sprintf("%-*s", first, "masses"), indent, Masses(&mass))
	for _, a := range Verdict(c, routes) {
		b.WriteString("\n")
		writeParagraph(b, "", "", a.Says)
		for _, command := range a.For(kernel) {
			fmt.Fprintf(b, "    %s\n", command)
		}
	}
	return b.Flush()
}
