package verification

import (
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	fourier "krein/fourier/stationary"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
	"krein/internal/certify/prose"
)

// StationaryStatement says in words what is stated of a claim of c: its negation where it is refuted, a question where it is
// undecided. What is decomposed of a kernel that is not proved to be symmetric is its symmetric part.
func StationaryStatement(c *stationary.Certificate, cl proof.Claim) string {
	if cl.ID != stationary.Symmetric {
		says := prose.Statement(c.Dim, cl)
		if cl.ID != stationary.PositiveDecomposition || c.Claim(stationary.Symmetric).Status == proof.Proved {
			return says
		}
		const part = "the symmetric part (k(Δ)+k(−Δ))/2"
		if rest, ok := strings.CutPrefix(says, "Is it "); ok {
			return "Is " + part + " " + rest
		}
		return "T" + part[1:] + " is " + strings.ToLower(says[:1]) + says[1:]
	}
	switch cl.Status {
	case proof.Proved:
		return "k(−Δ) = k(Δ) for all Δ"
	case proof.Refuted:
		return "k(−Δ) is not k(Δ) for some Δ"
	}
	return "Is k(−Δ) = k(Δ) for all Δ?"
}

// ClaimNames returns the names of the claims.
func ClaimNames() (names []string) {
	for _, id := range stationary.IDs() {
		names = append(names, string(id))
	}
	return names
}

// heading names the kernel.
func heading(c *stationary.Certificate) string {
	return fmt.Sprintf("k(Δ) = %s on R^%d", c.Formula, c.Dim) + StationaryDetails(c)
}

// StationaryDetails are the parameters, axes and lengths of the kernel, each after a comma.
func StationaryDetails(c *stationary.Certificate) (s string) {
	for _, name := range slices.Sorted(maps.Keys(c.Params)) {
		s += fmt.Sprintf(", %s = %s", name, c.Params[name])
	}
	for i, a := range c.Axes {
		var row []string
		for _, x := range a {
			row = append(row, x.RatString())
		}
		s += fmt.Sprintf(", axis %d along (%s)", i+1, cut(strings.Join(row, ", ")))
	}
	if len(c.Axes) > 1 {
		s += " (each made orthogonal to those before it)"
	}
	if len(c.Lengths) > 0 {
		s += ", lengths " + cut(strings.Join(c.Lengths, ", "))
	}
	return s
}

func cut(s string) string {
	if r := []rune(s); len(r) > 60 {
		return string(r[:60]) + "…"
	}
	return s
}

// WriteStationary writes a certificate for users of the kernel, as prose.WriteSummary writes those of functions of the distance;
// argument is the kernel as command lines name it, and draw tells whether its frequencies can be drawn, see Verdict.
func WriteStationary(w io.Writer, c *stationary.Certificate, argument string, draw func() (signed bool, err error)) error {
	verdict := StationaryVerdict(c, draw)
	first := verdict[0].Says
	if says, ok := strings.CutSuffix(first, ":"); ok { // what it leads to stands below the claims
		first = says + "."
	}
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\n%s\n\n", terminal.Wrap(heading(c), ""), terminal.Wrap(first, ""))
	err := prose.WriteClaims(&b, c.Dim, c.Claims, func(cl proof.Claim) string { return StationaryStatement(c, cl) })
	if err != nil {
		return err
	}
	fmt.Fprintf(&b, "\n%s\n", terminal.Wrap("Masses: "+StationaryMasses(&c.Masses, false)+unknown(c)+".", ""))
	for i, a := range verdict {
		commands := a.For(argument)
		switch {
		case i > 0:
			fmt.Fprintf(&b, "\n%s\n", terminal.Wrap(a.Says, ""))
		case len(commands) > 0: // the verdict stands above the claims
			b.WriteString("\nTo use it:\n")
		}
		for _, command := range commands {
			fmt.Fprintf(&b, "    %s\n", command)
		}
	}
	fmt.Fprintf(&b, "\n%s\n", prose.SeeProofs)
	_, err = io.WriteString(w, b.String())
	return err
}

// ExplainStationary writes the claims of a certificate with their reasons and rules, the enclosures of the masses, and the lemmas.
func ExplainStationary(w io.Writer, c *stationary.Certificate) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", terminal.Wrap(heading(c), ""))
	for _, cl := range c.Claims {
		fmt.Fprintf(&b, "\n%s: %s\n%s\n", cl.ID, cl.Status, terminal.Wrap(prose.Reasoned(StationaryStatement(c, cl), cl.Because)+".",
			"  "))
		if cl.Rule != "" {
			fmt.Fprintf(&b, "  Rule: %s\n", cl.Rule)
		}
	}
	fmt.Fprintf(&b, "\n%s\n", terminal.Wrap("masses: "+StationaryMasses(&c.Masses, true)+unknown(c), ""))
	if len(c.Lemmas) > 0 {
		fmt.Fprintf(&b, "\nlemmas, on radial kernels:\n")
	}
	for _, l := range c.Lemmas {
		var known []string
		for _, cl := range l.Claims() {
			if cl.Proof != nil {
				known = append(known, fmt.Sprintf("%s %s by %s", cl.ID, cl.Status, cl.Rule))
			}
		}
		fmt.Fprintf(&b, "%s\n", terminal.Wrap(fmt.Sprintf("· %s, %s, on R^%d: %s", l.Formula(), l.Beyond(), l.Dim(),
			strings.Join(known, "; ")), "  "))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// StationaryMasses says what is known of the masses: in full, the enclosures, and otherwise six digits and how many are proved.
func StationaryMasses(m *stationary.Masses, full bool) string {
	if m.Kind != certificate.MassEnclosed {
		return "not known"
	}
	if m.Method == stationary.Infinite {
		return "‖μ‖ is infinite"
	}
	parts := []prose.NamedMass{{Name: "‖μ_R⁺‖"}, {Name: "‖μ_R⁻‖"}, {Name: "‖μ_I⁺‖ = ‖μ_I⁻‖"}}
	for i, b := range []*stationary.Interval{m.RealPlus, m.RealMinus, m.Imaginary} {
		var err error
		if parts[i].Bounds, err = certificate.ParseBounds(b.Lower, b.Upper); err != nil {
			return "not known" // a certificate that is decoded has bounds that can be read
		}
	}
	if !full && m.Imaginary.Upper == "0" {
		parts = parts[:2]
		parts[0].Name, parts[1].Name = "‖μ₊‖", "‖μ₋‖"
	}
	return prose.EnclosedMasses(full, parts...)
}

// unknown says of which kernels masses are enclosed, where they are finite and not known.
func unknown(c *stationary.Certificate) string {
	if c.Masses.Kind == certificate.MassEnclosed || c.Claim(stationary.FiniteMass).Status != proof.Proved {
		return ""
	}
	return ": certificates have those of positive definite kernels, functions of the distance, sums of products over " +
		"orthogonal subspaces, and piecewise polynomials of the 1-norm; krein decompose has estimates of those that it can draw"
}

// VerifyStationary checks claims of a certificate, all that it decides and the masses if names is nil, and writes what comes of
// it; the error says what was not accepted.
func VerifyStationary(ctx context.Context, w io.Writer, c *stationary.Certificate, k *fourier.Kernel, names []string, steps int,
	asJSON bool) error {
	if names == nil {
		for _, cl := range c.Claims {
			if cl.Proof != nil {
				names = append(names, string(cl.ID))
			}
		}
		if c.Masses.Kind == certificate.MassEnclosed {
			names = append(names, input.MassClaim)
		}
		if names == nil {
			return &terminal.NotMetError{Why: "the certificate proves and refutes nothing"}
		}
	}
	var results []ClaimResult
	var failed []string
	for _, name := range names {
		start := time.Now()
		r := ClaimResult{Claim: proof.ID(name)}
		if name == input.MassClaim {
			v, why := stationary.VerifyMasses(ctx, c, k, steps)
			r.Status, r.Verdict, r.Why = string(c.Masses.Kind), v.String(), why
		} else {
			v := stationary.Verify(ctx, c, k, proof.ID(name), steps)
			r.Status, r.Verdict, r.Rule, r.Why, r.Steps = v.Status.String(), v.Verdict.String(), v.Rule, v.Why, v.Steps
		}
		r.Seconds = time.Since(start).Seconds()
		if results = append(results, r); r.Verdict != check.Accepted.String() {
			failed = append(failed, fmt.Sprintf("%s %s: %s", name, r.Verdict, strings.TrimPrefix(r.Rule+": "+r.Why, ": ")))
		}
	}
	if why := c.IsAbout(k); why != nil && !asJSON {
		return WriteMismatch(w, why, results)
	}
	if err := write(w, c, results, asJSON); err != nil {
		return err
	}
	if failed != nil {
		return &terminal.NotMetError{Why: strings.Join(failed, "\n       ")}
	}
	return nil
}

// write shows the results, and what was trusted.
func write(w io.Writer, c *stationary.Certificate, results []ClaimResult, asJSON bool) error {
	trusted := TrustedFor("krein/internal/certify/check/stationary")
	if asJSON {
		return terminal.WriteJSON(w, struct {
			Kernel  string        `json:"kernel"`
			Dim     int           `json:"dim"`
			Results []ClaimResult `json:"results"`
			Trusted *TrustedBase  `json:"trusted"`
		}{c.Formula, c.Dim, results, trusted})
	}
	_, err := fmt.Fprintf(w, "%s\n\n%s\n\n%s\n\n%s\n", terminal.Wrap(heading(c), ""), Table(results).Render(),
		terminal.Wrap("masses: "+StationaryMasses(&c.Masses, true)+unknown(c), ""), trusted)
	return err
}
