package certify

import (
	"context"

	"krein/internal/certify/proof"
	"krein/kernel"
)

// Prove looks for a proof of one claim about k on R^dim, or of its negation (holds is then false),
// and for nothing else; the checker (package check) has accepted what it returns. The step is nil
// if no proof was found: then nothing is known. It panics if k is nil or dim < 1.
func Prove(ctx context.Context, k *kernel.Kernel, dim int, id ID) (s *proof.Step, holds bool) {
	f, done := begin(ctx, k, dim, &Settings{Claims: []ID{id}})
	defer done()
	f.proveAll(id)
	return f.proof(id)
}
