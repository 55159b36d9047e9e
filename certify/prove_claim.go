package certify

import (
	"context"
	"fmt"

	"krein/certify/proof"
	"krein/internal/budget"
	"krein/kernel"
)

// Prove looks for a proof of one claim about k on R^dim, or of its negation (holds is then false), and for nothing else; the checker (package check) has
// accepted what it returns. The step is nil if no proof was found: then nothing is known. It panics if k is nil or dim < 1.
func Prove(ctx context.Context, k *kernel.Kernel, dim int, id ID) (s *proof.Step, holds bool) {
	if k == nil {
		panic("certify: nil kernel")
	}
	if dim < 1 {
		panic(fmt.Sprintf("certify: dimension %d", dim))
	}
	set := (&Settings{SkipMass: true}).withDefaults()
	ctx, release := budget.New(ctx, set.units(proofUnits))
	defer release()
	f := newFacts(ctx, k, dim, &set)
	f.proveAll(id)
	return f.proof(id)
}
