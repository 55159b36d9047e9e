// Package prose writes certificates for people: as text and as LaTeX. Nothing that is checked depends on it.
package prose

import (
	"bufio"
	"fmt"
	"io"
	"math"
	"math/big"
	"slices"
	"strings"

	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
	"krein/internal/outward"
)

// textWidth is the width of a line of WriteText, in characters.
const textWidth = 80

// WriteText writes the certificate for people: a heading, a paragraph for every claim and the masses.
func WriteText(w io.Writer, c *certificate.Certificate) error {
	b := bufio.NewWriter(w)
	mass := c.Mass()
	writeHeading(b, c)
	for _, cl := range c.Claims() {
		fmt.Fprintf(b, "\n%s: %s\n", cl.ID, cl.Status)
		if cl.Witness != nil {
			writeParagraph(b, "  ", "  ", Reasoned(Statement(c.Dim(), cl), cl.Witness.Says)+".")
			fmt.Fprintf(b, "  Rule: %s\n", cl.Witness.Rule)
			writeParagraph(b, "  ", "  ", "It also follows without values: "+cl.Because+".")
		} else {
			writeParagraph(b, "  ", "  ", Reasoned(Statement(c.Dim(), cl), cl.Because)+".")
		}
		if cl.Rule != "" {
			fmt.Fprintf(b, "  Rule: %s\n", cl.Rule)
		}
		if m, ok := MissingOf(cl); ok {
			writeParagraph(b, "  ", "  ", m.String()+".")
		}
		if cl.Proof != nil {
			writePremises(b, "  ", cl.Proof, 1)
		}
	}
	b.WriteByte('\n')
	writeParagraph(b, "", "", "masses: "+masses(&mass, true))
	if r := mass.RadialIntegral; r != nil && mass.Total != nil && math.IsInf(mass.Total.Lower, 1) {
		// where it has been taken for the mass
		writeParagraph(b, "", "", fmt.Sprintf("The papers' radial integral ∫|k̂(ω)| dω of the unitary density, which is no "+
			"mass for d > 1: %s (estimated)", around(r, 6)))
	}
	return b.Flush()
}

// around writes an estimate with its error, see [outward.Around].
func around(b *certificate.Bounds, digits int) string {
	x := b.Lower/2 + b.Upper/2
	return outward.Around(x, math.Nextafter(max(b.Upper-x, x-b.Lower), math.Inf(1)), digits)
}

// writeHeading names the kernel, and says what estimates are.
func writeHeading(b *bufio.Writer, c *certificate.Certificate) {
	beyond := ""
	if c.Beyond() != "natural" {
		beyond = ", " + c.Beyond() + ","
	}
	fmt.Fprintf(b, "k(z) = %s%s on R^%d\n", c.Formula(), beyond, c.Dim())
	if slices.ContainsFunc(c.Claims(),
		func(cl proof.Claim) bool { return cl.Status == proof.Likely || cl.Status == proof.Unlikely }) {
		b.WriteString("(\"likely\" and \"unlikely\" are numerical evidence, not proofs)\n")
	}
}

// shownDepth is how deep WriteText shows a proof tree; the file has all of it.
const shownDepth = 3

// writePremises lists what a step rests on, one bullet a premise.
func writePremises(b *bufio.Writer, indent string, s *proof.Step, depth int) {
	if depth > shownDepth && len(s.From) > 0 {
		fmt.Fprintf(b, "%s· … (%d more steps in the file)\n", indent, s.Size()-1)
		return
	}
	for _, p := range s.From {
		says := p.Says
		if says == "" {
			says = "by the rule"
		}
		writeParagraph(b, indent+"· ", indent+"  ", says+" ["+p.Rule+"]")
		writePremises(b, indent+"  ", p, depth+1)
	}
}

// Masses says what is known of the masses, in six digits.
func Masses(m *certificate.Mass) string { return masses(m, false) }

// masses says what is known of the masses: in full, the enclosures, and otherwise six digits and how many are proved.
func masses(m *certificate.Mass, full bool) string {
	if m.Total == nil {
		return "unknown"
	}
	if math.IsInf(m.Total.Lower, 1) {
		return "‖m‖ is infinite"
	}
	named := []NamedMass{{"‖m₊‖", m.Plus}, {"‖m₋‖", m.Minus}, {"‖m‖", m.Total}}
	named = slices.DeleteFunc(named, func(n NamedMass) bool { return n.Bounds == nil })
	if m.Kind != certificate.MassEstimated {
		return EnclosedMasses(full, named...)
	}
	var parts []string
	for _, n := range named {
		parts = append(parts, fmt.Sprintf("%s ≈ %.6g", n.Name, (n.Bounds.Lower+n.Bounds.Upper)/2))
	}
	return strings.Join(parts, ", ") + " (estimated: the errors are not bounded)"
}

// A NamedMass is an enclosed mass with its name.
type NamedMass struct {
	Name   string
	Bounds *certificate.Bounds
}

// EnclosedMasses says what is proved of masses: in full, the enclosures, and otherwise six digits and how many are proved.
func EnclosedMasses(full bool, masses ...NamedMass) string {
	var parts []string
	digits := exactly
	for _, m := range masses {
		lower, upper, exact := m.Bounds.Decimals()
		switch {
		case exact && lower == upper && (full || len(lower) <= shortest):
			parts = append(parts, m.Name+" = "+lower)
		case full:
			parts = append(parts, m.Name+" in "+m.Bounds.String())
		default:
			text, n := rounded(m.Bounds)
			digits = min(digits, n)
			if n >= figures {
				text = "≈ " + text
			}
			parts = append(parts, m.Name+" "+text)
		}
	}
	text := strings.Join(parts, ", ")
	if digits >= figures && digits < exactly {
		text += fmt.Sprintf(", proved to %d digits", digits)
	}
	return text
}

// shortest is the length up to which an exact mass is written whole.
const shortest = 10

// figures is how many digits of a mass people are shown.
const figures = 6

// exactly stands for the number of digits of a mass that is a float64, or known exactly.
const exactly = 16

// rounded writes a mass in six digits, trailing zeros included, or as "between a and b" if its bounds do not agree to as
// many. digits is how many they agree to.
func rounded(b *certificate.Bounds) (text string, digits int) {
	if lower, upper, exact := b.Decimals(); exact && (math.IsInf(b.Upper, 1) || b.Lower < leastNormal && upper != "0") {
		return beyondFloats(lower, upper)
	}
	middle := b.Lower/2 + b.Upper/2
	digits = outward.Digits(middle, b.Upper-b.Lower, exactly)
	if digits <= figures {
		return outward.Figure(b.Lower, b.Upper, figures), digits - 1
	}
	return fmt.Sprintf("%#.*g", figures, middle), digits - 1
}

// leastNormal is the least float64 with all its digits.
const leastNormal = 0x1p-1022

// beyondFloats is rounded for bounds that float64 loses, which are decimals.
func beyondFloats(lower, upper string) (text string, digits int) {
	if upper == "inf" {
		return "at least " + lower, 0
	}
	if lower == "0" {
		return "at most " + upper, 0
	}
	var l, u, width big.Float
	l.SetPrec(96).SetString(lower)
	u.SetPrec(96).SetString(upper)
	share, _ := width.Quo(width.Sub(&u, &l), &u).Float64()
	if digits = outward.Digits(1, share, exactly); digits <= figures {
		return "between " + lower + " and " + upper, digits - 1
	}
	return l.Text('g', figures), digits - 1
}

// writeParagraph writes text broken into lines of textWidth, the first of which begins with first.
func writeParagraph(b *bufio.Writer, first, indent, text string) {
	width := 0
	for _, word := range strings.Fields(text) {
		n := len([]rune(word))
		switch {
		case width == 0:
			b.WriteString(first)
			width = len([]rune(first))
		case width+1+n > textWidth:
			b.WriteString("\n" + indent)
			width = len(indent)
		default:
			b.WriteString(" ")
			width++
		}
		b.WriteString(word)
		width += n
	}
	b.WriteString("\n")
}
