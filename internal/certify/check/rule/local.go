package rule

import (
	"fmt"

	"krein/internal/certify/proof"
	"krein/internal/kernel/asymptotic"
	"krein/internal/kernel/constant"
	"krein/internal/kernel/formula"
	"krein/internal/kernel/piecewise"
	"krein/kernel"
)

// memo is what has been derived of kernels, by their effective functions, and which proofs of what.
// Keys are texts of whole formulas with the names of kernels opened, since one name may stand for
// different formulas in different files.
type memo struct {
	kernels  map[string]*derived
	accepted map[accepted]bool
	evidence map[string][]byte // as Recall spelt it
}

// Recall is compute, remembered under the kernel, as c.Singularities is, and the inputs, which say all that the evidence is
// computed from: it is dear, and a search whose steps c looks at has had it computed just before. What is remembered is its
// spelling, so that nobody who has the evidence can change it; nothing is where compute fails or the work ended.
// What was recomputed of one formula holds for every kernel with this effective function; the type and the inputs are in
// the key, and so is the whole formula, names opened.
func Recall[E any](c *Checker, k *kernel.Kernel, inputs string, compute func() (E, error)) (E, error) {
	var zero E
	key := fmt.Sprintf("%T %s of %s", zero, inputs, formula.Opened(k.Expr()))
	if known, ok := c.memo.evidence[key]; ok {
		var ev E
		if err := proof.DecodeEvidence(known, &ev); err == nil {
			return ev, nil
		}
	}
	ev, err := compute()
	if err != nil || c.ctx.Err() != nil {
		return ev, err
	}
	if data, err := proof.EncodeEvidence(ev); err == nil {
		c.memo.evidence[key] = data
	}
	return ev, nil
}

// derived is what is proved of one kernel; each part is found when first asked for, and kept unless the work ended.
// A part that is found after the work ended is not kept: it may lack what more work would find. Nothing that is kept can be
// wrong, only weaker than possible.
type derived struct {
	kernel     *kernel.Kernel            // the first one of this function that was met
	local      map[int]*asymptotic.Local // by order
	infinity   *asymptotic.Infinity
	regularity map[Regularity]error
}

func (c *Checker) derived(k *kernel.Kernel) *derived {
	key := formula.Opened(k.Expr()).String() // a name does not say what it stands for
	d := c.memo.kernels[key]
	if d == nil {
		d = &derived{kernel: k, local: make(map[int]*asymptotic.Local), regularity: make(map[Regularity]error)}
		c.memo.kernels[key] = d
	}
	return d
}

// Singularities is k.ExactSingularities, remembered by order: evidence must not depend on what was asked before. Of a
// kernel whose pieces are not known it is empty, not Complete, and says so in Because.
func (c *Checker) Singularities(k *kernel.Kernel, order int) *asymptotic.Local {
	d := c.derived(k)
	if known := d.local[order]; known != nil {
		return known
	}
	local, err := k.ExactSingularities(order)
	if err != nil {
		local = &asymptotic.Local{Because: err.Error()}
	}
	if c.ctx.Err() == nil {
		d.local[order] = local
	}
	return local
}

// AtInfinity is k.ExactInfinity, remembered.
func (c *Checker) AtInfinity(k *kernel.Kernel) *asymptotic.Infinity {
	d := c.derived(k)
	if d.infinity != nil {
		return d.infinity
	}
	inf := k.ExactInfinity()
	if c.ctx.Err() == nil {
		d.infinity = &inf
	}
	return &inf
}

// limits returns the limits of k at b from the right and, for b > 0, from the left.
// Order 1 has the terms up to O(τ), 0 those up to O(1): a limit is proved by either if it is there.
func limits(k *kernel.Kernel, b *formula.Expr, atOrigin bool) ([]constant.Value, error) {
	var out []constant.Value
	for _, right := range []bool{true, false} {
		if atOrigin && !right {
			continue
		}
		x, err := k.ExactAt(piecewise.BreakpointAt(b), right, 1)
		if err != nil { // the derivatives of Γ have no exact form
			x, err = k.ExactAt(piecewise.BreakpointAt(b), right, 0)
		}
		if err != nil {
			return nil, Incomplete("%v", err)
		}
		l, ok := x.Limit()
		if !ok {
			return nil, Incomplete("no limit of k at z = %s is known", b)
		}
		out = append(out, l)
	}
	return out, nil
}

// Core returns a formula of k, for every z > 0 at which it has a value: the effective function, or, where that is one
// piece and continuous on [0,∞), the piece; names of the catalogue are replaced by their formulas.
// The piece and the formula agree at every z > 0 at which the formula has a value, by ExactPieces and continuity; a
// condition such as z == 0 ? 1 : sin(z)/z would hide from rules that take formulas apart.
func (c *Checker) Core(k *kernel.Kernel) *formula.Expr {
	whole := formula.Unfold(k.Expr())
	pieces, err := k.ExactPieces()
	if err != nil || len(pieces) != 1 || c.Regular(k, Continuous) != nil {
		return whole
	}
	return formula.Unfold(pieces[0].Expr)
}
