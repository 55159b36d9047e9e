package prose

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
)

// WriteSummary writes a certificate for users of the kernel: the verdict, a table of the claims, with reasons except for what is proved, the
// masses, commands that use the kernel, and how to see the proofs. kernel is the kernel as the command line names it, quoted,
// with its flags. claims selects claims, none selects all; the verdict, the masses and the commands are left out if the
// claims that they rest on are.
func WriteSummary(
	w io.Writer, c *certificate.Certificate, kernel string, routes Routes, claims ...proof.ID,
) error {
	asked := func(id proof.ID) bool { return len(claims) == 0 || slices.Contains(claims, id) }
	whole := asked(proof.FiniteMass) && asked(proof.PD)
	b := bufio.NewWriter(w)
	writeHeading(b, c)
	if routes.Inner != nil {
		writeParagraph(b, "", "", fmt.Sprintf("(u = ⟨x,y⟩ = 1 − z²/2 holds for rows of length 1. The claims on R^%d are about the "+
			"function of the distance z that is k up to 2, and zero beyond.)", c.Dim()))
	}
	b.WriteString("\n")
	var verdict []Advice
	if whole {
		verdict = Verdict(c, routes)
		writeParagraph(b, "", "", verdict[0].Says)
		b.WriteString("\n")
	}
	writeTable(b, c.Claims(), statements(c.Dim()), asked)
	if whole {
		mass := c.Mass()
		b.WriteString("\n")
		writeParagraph(b, "Masses: ", "", Masses(&mass)+".")
	}
	for i, a := range verdict {
		commands := a.For(kernel)
		switch {
		case i > 0:
			b.WriteString("\n")
			writeParagraph(b, "", "", a.Says)
		case len(commands) > 0: // the verdict stands above the claims
			b.WriteString("\nTo use it:\n")
		}
		for _, command := range commands {
			fmt.Fprintf(b, "    %s\n", command)
		}
	}
	b.WriteString("\n" + SeeProofs + "\n")
	return b.Flush()
}

// SeeProofs is the last line of a verdict.
const SeeProofs = "Add --explain to see the proofs, or -o FILE to keep them for 'krein verify'."

// WriteClaims writes the table of those claims that are asked for, each with its statement ([Statement] if statement is nil) about
// a kernel on R^dim, and with reasons except for what is proved.
func WriteClaims(w io.Writer, dim int, all []proof.Claim, statement func(proof.Claim) string, asked ...proof.ID) error {
	b := bufio.NewWriter(w)
	if statement == nil {
		statement = statements(dim)
	}
	writeTable(b, all, statement, func(id proof.ID) bool { return len(asked) == 0 || slices.Contains(asked, id) })
	return b.Flush()
}

// statements says what is stated of claims about a kernel on R^dim.
func statements(dim int) func(proof.Claim) string {
	return func(cl proof.Claim) string { return Statement(dim, cl) }
}

func writeTable(b *bufio.Writer, all []proof.Claim, statement func(proof.Claim) string, asked func(proof.ID) bool) {
	writeRow(b, "claim", "status", "")
	b.WriteString(strings.Repeat("─", textWidth) + "\n")
	for _, cl := range all {
		if !asked(cl.ID) {
			continue
		}
		why := cl.Because
		if cl.Witness != nil {
			why = cl.Witness.Says
		}
		says := statement(cl)
		if cl.Status != proof.Proved { // the reason for what is proved is its proof
			says = Reasoned(says, why)
		}
		if m, ok := MissingOf(cl); ok {
			says += ". " + m.String()
		}
		writeRow(b, string(cl.ID), cl.Status.String(), says)
	}
}

// writeRow writes a row of the table of claims; its last cell takes as many lines as it needs.
func writeRow(b *bufio.Writer, claim, status, because string) {
	first := fmt.Sprintf("%-23s %-10s ", claim, status)
	if because == "" {
		b.WriteString(strings.TrimRight(first, " ") + "\n")
		return
	}
	writeParagraph(b, first, strings.Repeat(" ", len(first)), because)
}
