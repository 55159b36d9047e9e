package prose

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
)

// WriteLaTeX writes the certificate as a LaTeX fragment: a paragraph for every claim,
// with the whole proof tree as nested lists. kernel is the kernel's formula in math mode
// (notation.KernelLaTeX). The fragment needs packages amsmath, amssymb and enumitem.
func WriteLaTeX(w io.Writer, c *certificate.Certificate, kernel string) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%% krein certificate, SHA-256 %s\n", c.Digest())
	fmt.Fprintf(b, "\\subsection*{$k(z) = %s$, %s, on $\\mathbb{R}^{%d}$}\n", kernel, latexText(c.Beyond()), c.Dim())
	for _, cl := range c.Claims() {
		fmt.Fprintf(b, "\n\\paragraph{%s: %s.}\n%s.", latexText(string(cl.ID)), cl.Status,
			latexText(Reasoned(Statement(c.Dim(), cl), cl.Because)))
		if cl.Rule != "" {
			fmt.Fprintf(b, " (\\texttt{%s})", latexText(cl.Rule))
		}
		if m, ok := MissingOf(cl); ok {
			b.WriteString(" " + latexText(m.String()) + ".")
		}
		b.WriteString("\n")
		if cl.Proof != nil {
			latexPremises(b, cl.Proof, 0)
		}
	}
	mass := c.Mass()
	fmt.Fprintf(b, "\n\\paragraph{Masses.} %s\n", latexText(Masses(&mass)))
	return b.Flush()
}

func latexPremises(b *bufio.Writer, s *proof.Step, depth int) {
	if len(s.From) == 0 {
		return
	}
	indent := strings.Repeat("  ", depth)
	fmt.Fprintf(b, "%s\\begin{itemize}[nosep]\n", indent)
	for _, p := range s.From {
		fmt.Fprintf(b, "%s\\item %s (\\texttt{%s})\n", indent, latexText(p.Says), latexText(p.Rule))
		latexPremises(b, p, depth+1)
	}
	fmt.Fprintf(b, "%s\\end{itemize}\n", indent)
}

// latexText spells the characters of our sentences that LaTeX does not take as they are.
func latexText(s string) string { return latexRunes.Replace(s) }

var latexRunes = strings.NewReplacer(
	`\`, `\textbackslash{}`, `{`, `\{`, `}`, `\}`, `_`, `\_`, `^`, `\textasciicircum{}`, `#`, `\#`, `$`, `\$`, `%`,
	`\%`, `&`, `\&`, `~`, `\textasciitilde{}`, `<`, `\ensuremath{<}`, `>`, `\ensuremath{>}`, `|`, `\ensuremath{|}`,
	"₊", `\ensuremath{_+}`, "₋", `\ensuremath{_-}`, "₀", `\ensuremath{_0}`, "₁", `\ensuremath{_1}`, "₂", `\ensuremath{_2}`,
	"ᵢ", `\ensuremath{_i}`, "ⱼ", `\ensuremath{_j}`, "ₙ", `\ensuremath{_n}`,
	"⁰", `\ensuremath{^0}`, "¹", `\ensuremath{^1}`, "²", `\ensuremath{^2}`, "³", `\ensuremath{^3}`, "⁴", `\ensuremath{^4}`,
	"⁵", `\ensuremath{^5}`, "⁶", `\ensuremath{^6}`, "⁷", `\ensuremath{^7}`, "⁸", `\ensuremath{^8}`, "⁹", `\ensuremath{^9}`,
	"⁻", `\ensuremath{^-}`, "⁺", `\ensuremath{^+}`, "ⁿ", `\ensuremath{^n}`, "⁽", `\ensuremath{^(}`, "⁾", `\ensuremath{^)}`,
	"ᵀ", `\ensuremath{^\top}`, "≤", `\ensuremath{\le}`, "≥", `\ensuremath{\ge}`, "≠", `\ensuremath{\ne}`, "≢",
	`\ensuremath{\not\equiv}`, "≡", `\ensuremath{\equiv}`, "∞", `\ensuremath{\infty}`, "√", `\ensuremath{\surd}`, "‖",
	`\ensuremath{\|}`, "−", `\ensuremath{-}`, "·", `\ensuremath{\cdot}`, "×", `\ensuremath{\times}`,
	"±", `\ensuremath{\pm}`, "∈", `\ensuremath{\in}`, "∫", `\ensuremath{\int}`, "Σ", `\ensuremath{\Sigma}`, "Λ",
	`\ensuremath{\Lambda}`, "Γ", `\ensuremath{\Gamma}`, "π", `\ensuremath{\pi}`, "ω", `\ensuremath{\omega}`, "α",
	`\ensuremath{\alpha}`, "β", `\ensuremath{\beta}`, "γ", `\ensuremath{\gamma}`, "δ", `\ensuremath{\delta}`,
	"κ", `\ensuremath{\kappa}`, "λ", `\ensuremath{\lambda}`, "μ", `\ensuremath{\mu}`, "ν", `\ensuremath{\nu}`, "τ",
	`\ensuremath{\tau}`, "φ", `\ensuremath{\varphi}`, "ε", `\ensuremath{\varepsilon}`,
	"θ", `\ensuremath{\theta}`, "σ", `\ensuremath{\sigma}`, "η", `\ensuremath{\eta}`, "ρ", `\ensuremath{\rho}`,
	"⇒", `\ensuremath{\Rightarrow}`, "⇔", `\ensuremath{\Leftrightarrow}`, "→", `\ensuremath{\to}`, "↦",
	`\ensuremath{\mapsto}`, "↓", `\ensuremath{\downarrow}`, "∘", `\ensuremath{\circ}`,
	"⟨", `\ensuremath{\langle}`, "⟩", `\ensuremath{\rangle}`, "⌊", `\ensuremath{\lfloor}`, "⌋", `\ensuremath{\rfloor}`,
	"∖", `\ensuremath{\setminus}`, "ℝ", `\ensuremath{\mathbb{R}}`,
	"½", `\ensuremath{\tfrac12}`, "…", `\dots{}`, "–", `--`, "ĭ", `\u{\i}`, "∂", `\ensuremath{\partial}`, "∑",
	`\ensuremath{\sum}`, "∼", `\ensuremath{\sim}`, "≈", `\ensuremath{\approx}`,
)
