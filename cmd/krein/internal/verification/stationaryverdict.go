package verification

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"krein/internal/certify/certificate"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
	"krein/internal/certify/prose"
	"krein/internal/outward"
)

// StationaryVerdict says how to use the kernel of a certificate. draw returns nil if its frequencies can be drawn, or the reason
// why they cannot; it is called at most once. signed tells that columns may have both signs: otherwise a positive definite
// kernel needs no signature.
func StationaryVerdict(c *check.Certificate, draw func() (signed bool, err error)) []prose.Advice {
	advice := verdict(c)
	if advice.Commands == nil {
		return []prose.Advice{advice}
	}
	signed, err := draw()
	if err == nil {
		if !signed && c.Claim(check.PD).Status == proof.Proved {
			for i, command := range advice.Commands {
				advice.Commands[i] = strings.TrimSuffix(command, prose.Signature)
			}
		}
		return []prose.Advice{advice}
	}
	advice = prose.Advice{Says: strings.TrimSuffix(advice.Says, mapPair) + " " + prose.Undrawn(err)}
	if c.Claim(check.Symmetric).Status != proof.Proved || len(c.Axes) > 0 { // a model's file has the formula alone
		return []prose.Advice{advice}
	}
	return append([]prose.Advice{advice}, prose.Instead(err)...)
}

// mapPair introduces the commands for a kernel that is not symmetric.
const mapPair = " It has a pair of maps, k(x−y) ≈ Φ(x) J Ψ(y)ᵀ:"

func verdict(c *check.Certificate) prose.Advice {
	status := func(id proof.ID) proof.Status { return c.Claim(id).Status }
	where := fmt.Sprintf("on R^%d", c.Dim)
	one := []string{"krein features " + prose.Kernel + " --data rows.csv -o phi.npy --right psi.npy" + prose.Signature}
	same := []string{"krein features " + prose.Kernel + " --data rows.csv -o phi.npy" + prose.Signature}
	finite := c.Claim(check.FiniteMass)
	switch {
	case finite.Status == proof.Refuted:
		says := fmt.Sprintf("No complex measure of finite mass represents it %s, so it has no random Fourier features: %s.",
			where, finite.Because)
		if status(check.PositiveDecomposition) == proof.Proved {
			part := "Its symmetric part"
			if status(check.Symmetric) == proof.Proved {
				part = "It"
			}
			says += " " + part + " is a difference of positive definite kernels all the same."
		}
		return prose.Advice{Says: says}
	case finite.Status != proof.Proved:
		return prose.Advice{Says: fmt.Sprintf("Whether a complex measure of finite mass represents it %s is open: %s.",
			where, finite.Because)}
	case massesOf(&c.Masses, "%s%s%s", realPlus, realMinus, imaginary) == "000":
		return prose.Zero()
	case status(check.PD) == proof.Proved:
		return prose.Advice{Says: fmt.Sprintf("Positive definite %s%s: use it as it is.", where,
			massesOf(&c.Masses, ", with total mass %s", realPlus)), Commands: same}
	case status(check.Symmetric) == proof.Proved:
		says := "Whether it is positive definite " + where + " is open; it is"
		if status(check.PD) == proof.Refuted {
			says = "Indefinite " + where + ", but"
		}
		return prose.Advice{Says: says + " a difference of two positive definite kernels" +
			massesOf(&c.Masses, ", with masses %s and %s", realPlus, realMinus) + ".", Commands: same}
	case status(check.Symmetric) == proof.Refuted:
		return prose.Advice{
			Says: "Not symmetric: a complex measure of finite mass represents it " + where +
				massesOf(&c.Masses, ", with the masses %s and %s of the real part and twice %s of the imaginary one", realPlus,
					realMinus, imaginary) +
				"." + mapPair, Commands: one,
		}
	}
	return prose.Advice{Says: "A complex measure of finite mass represents it " + where +
		"; whether it is symmetric is open." + mapPair, Commands: one}
}

func realPlus(m *check.Masses) *check.Interval  { return m.RealPlus }
func realMinus(m *check.Masses) *check.Interval { return m.RealMinus }
func imaginary(m *check.Masses) *check.Interval { return m.Imaginary }

// massesOf puts masses into a text, nothing if they are not known.
func massesOf(m *check.Masses, text string, which ...func(*check.Masses) *check.Interval) string {
	if m.Kind != certificate.MassEnclosed || m.Method == check.Infinite {
		return ""
	}
	var figures []any
	for _, of := range which {
		b := of(m)
		lo, err := strconv.ParseFloat(b.Lower, 64)
		hi, err2 := strconv.ParseFloat(b.Upper, 64)
		if err != nil || err2 != nil || math.IsInf(hi, 1) { // finite, but beyond what is written
			return ""
		}
		figures = append(figures, outward.Figure(lo, hi, 6))
	}
	return fmt.Sprintf(text, figures...)
}
