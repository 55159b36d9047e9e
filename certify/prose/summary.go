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

// WriteSummary writes a certificate for those who want to use the kernel: a line or two for every
// claim, the masses, and what follows from it, with commands. kernel is the kernel as the
// command line names it, quoted, with its flags. claims are those that were asked for, none for all:
// others are left out, and so are masses and advice that rest on others.
func WriteSummary(w io.Writer, c *certificate.Certificate, kernel string, claims ...proof.ID) error {
	asked := func(id proof.ID) bool { return len(claims) == 0 || slices.Contains(claims, id) }
	b := bufio.NewWriter(w)
	writeHeading(b, c)
	b.WriteString("\n")
	const first, second = 25, 11
	for _, cl := range c.Claims() {
		if !asked(cl.ID) {
			continue
		}
		why := cl.Because
		if cl.Witness != nil {
			why = cl.Witness.Says
		}
		writeParagraph(b, fmt.Sprintf("%-*s%-*s", first, cl.ID, second, cl.Status), strings.Repeat(" ", first+second), why)
		if m, ok := MissingOf(cl); ok {
			indent := strings.Repeat(" ", first+second)
			writeParagraph(b, indent, indent, m.String())
		}
	}
	if !asked(proof.FiniteMass) || !asked(proof.PD) {
		return b.Flush()
	}
	mass := c.Mass()
	writeParagraph(b, fmt.Sprintf("%-*s", first, "masses"), strings.Repeat(" ", first+second), Masses(&mass))
	for _, a := range Verdict(c) {
		b.WriteString("\n")
		writeParagraph(b, "", "", a.Says)
		for _, command := range a.For(kernel) {
			fmt.Fprintf(b, "    %s\n", command)
		}
	}
	return b.Flush()
}
