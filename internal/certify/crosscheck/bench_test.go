package crosscheck

import (
	"context"
	"testing"

	"krein/internal/certify/proof"
)

// The time of all looks at a kernel of which nothing is found.
func BenchmarkLook(b *testing.B) {
	for _, formula := range []string{"exp(-z^2/2)", "besselj(0,z)^2", "ntk"} {
		b.Run(formula, func(b *testing.B) {
			k := parse(b, formula)
			for b.Loop() {
				look := New(context.Background(), k)
				for _, id := range proof.IDs() {
					look.Contradiction(2, id)
				}
			}
		})
	}
}
