package stationary

import (
	"context"
	"errors"
	"fmt"
	"math/big"

	"krein/ball"
	"krein/certify/verify"
	fourier "krein/fourier/stationary"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/proof"
	"krein/internal/hankel/line"
	"krein/internal/kernel/cuts"
	"krein/kernel"
)

// Verify checks the certificate's proof of a claim about k. Only the status and the proof are taken from the
// certificate; it is rejected if it is about another kernel. steps bounds the work as in check.New. Verify panics if
// the kernel is nil. Formulas are cut where the certificate says, and nowhere else.
// The kernel is the caller's: the certificate has to name the same formula, dimension, parameters,
// axes and lengths, and is believed in nothing else. Points are those of the file, for which see
// piecewise.Points.
func Verify(ctx context.Context, cert *Certificate, k *fourier.Kernel, id proof.ID, steps int) check.Report {
	points, err := cuts.NewTable(cert.Points)
	if err != nil {
		return check.Report{Claim: id, Status: cert.Claim(id).Status, Why: err.Error()}
	}
	return VerifyAt(ctx, cert, k.CutAt(points), id, steps)
}

// VerifyAt is Verify with formulas cut where k is.
// The status and the tree are one claim: "proved" with the tree of a refutation finds no rule that
// concludes it.
func VerifyAt(ctx context.Context, cert *Certificate, k *fourier.Kernel, id proof.ID, steps int) check.Report {
	cl := cert.Claim(id)
	r := check.Report{Claim: id, Status: cl.Status}
	if err := cert.IsAbout(k); err != nil {
		r.Why = err.Error()
		return r
	}
	if cl.Proof == nil || cl.Status != proof.Proved && cl.Status != proof.Refuted {
		r.Why = fmt.Sprintf("there is no proof: the claim is %s", cl.Status)
		return r
	}
	r.Steps = cl.Proof.Size()
	c := New(ctx, cert.Find, steps)
	r.Verdict, r.Rule,
		r.Why = check.VerdictOf(c.Step(Goal{Claim: id, Holds: cl.Status == proof.Proved, Kernel: k}, cl.Proof))
	return r
}

// Method says how masses are proved.
// Each method is a theorem on masses; what it rests on is checked by VerifyMassesAt first.
type Method string

// The methods, and the claims on which they rest.
const (
	// Infinite: finite-mass is refuted.
	Infinite Method = "infinite"
	// OfPD: finite-mass and pd are proved: μ_R is positive with mass k(0), and μ_I = 0.
	OfPD Method = "positive definite"
	// OfRadial: k is radial, and its certificate has the masses.
	OfRadial Method = "radial"
	// OfFactors: k is one product of even factors, whose certificates have their masses: total masses are multiplied, and
	// ‖μ_R⁺‖ − ‖μ_R⁻‖ = k(0).
	OfFactors Method = "factors"
	// OfLine: k is one product, of even factors, whose certificates have their masses, and of one factor on a line with an
	// odd part, whose complex measure p_R + ip_I is enclosed by internal/hankel/line: ‖μ_R‖ and ‖μ_I‖ are products, for the other
	// factors are real, ‖μ_R⁺‖ − ‖μ_R⁻‖ = k(0) and ‖μ_I⁺‖ = ‖μ_I⁻‖.
	OfLine Method = "line"
	// OfProducts: k is a sum of products. Masses are bounded by the triangle inequality, added up where the measures are
	// mutually singular, and are no less than those of what k is on the subspaces, and than |k(0)|.
	OfProducts Method = "products"
	// OfNorm1: k is a function of the 1-norm, a sum of truncated powers, of which the masses are known between bounds.
	OfNorm1 Method = "truncated powers"
)

// Masses are those of the Jordan parts of μ_R and μ_I, ‖μ_I⁺‖ = ‖μ_I⁻‖ = Imaginary, as decimal bounds; nil where Kind
// is unknown.
type Masses struct {
	Kind      certificate.MassKind `json:"kind"`
	Method    Method               `json:"method,omitempty"`
	RealPlus  *Interval            `json:"real-plus,omitempty"`
	RealMinus *Interval            `json:"real-minus,omitempty"`
	Imaginary *Interval            `json:"imaginary,omitempty"`
}

// Interval has decimals as certificate.Bounds writes them.
type Interval struct {
	Lower string `json:"lower"`
	Upper string `json:"upper"`
}

// The shape alone; the numbers are derived again.
func (m *Masses) consistent() error {
	all := m.RealPlus != nil && m.RealMinus != nil && m.Imaginary != nil
	none := m.RealPlus == nil && m.RealMinus == nil && m.Imaginary == nil && m.Method == ""
	switch m.Kind {
	case certificate.MassUnknown:
		if !none {
			return errors.New("bounds on masses that are unknown")
		}
		return nil
	case certificate.MassEnclosed:
		if !all {
			return errors.New("enclosed masses without bounds")
		}
		for _, b := range []*Interval{m.RealPlus, m.RealMinus, m.Imaginary} {
			if _, err := certificate.ParseBounds(b.Lower, b.Upper); err != nil {
				return err
			}
		}
		return nil
	}
	return fmt.Errorf("masses of the kind %q", m.Kind)
}

// VerifyMasses derives the masses again, and checks the claims on which they rest, as Verify does.
func VerifyMasses(ctx context.Context, cert *Certificate, k *fourier.Kernel, steps int) (check.Verdict, string) {
	points, err := cuts.NewTable(cert.Points)
	if err != nil {
		return check.Rejected, err.Error()
	}
	return VerifyMassesAt(ctx, cert, k.CutAt(points), steps)
}

// VerifyMassesAt is VerifyMasses with formulas cut where k is.
// The claims are verified first: finite-mass for every method but Infinite, which needs its
// refutation, and pd for OfPD. Then the masses are derived by the method, and have to be the same
// decimals: what is written is compared, never used.
func VerifyMassesAt(ctx context.Context, cert *Certificate, k *fourier.Kernel, steps int) (check.Verdict, string) {
	if err := cert.IsAbout(k); err != nil {
		return check.Rejected, err.Error()
	}
	if cert.Masses.Kind != certificate.MassEnclosed {
		return check.Rejected, fmt.Sprintf("the masses are %s, not proved", cert.Masses.Kind)
	}
	for _, need := range []struct {
		id    proof.ID
		holds bool
		on    bool
	}{{FiniteMass, cert.Masses.Method != Infinite, true}, {PD, true, cert.Masses.Method == OfPD}} {
		if !need.on {
			continue
		}
		r := VerifyAt(ctx, cert, k, need.id, steps)
		if r.Verdict != check.Accepted || (r.Status == proof.Proved) != need.holds {
			v := check.Rejected
			if r.Verdict == check.Incomplete {
				v = check.Incomplete
			}
			return v, fmt.Sprintf("the masses rest on %s, which is %s: %s", need.id, r.Status, r.Why)
		}
	}
	again, err := MassesFrom(ctx, cert, k, cert.Masses.Method, steps)
	if err != nil {
		v, _, why := check.VerdictOf(err)
		return v, why
	}
	for _, x := range []struct {
		name      string
		have, got *Interval
	}{{"‖μ_R⁺‖", cert.Masses.RealPlus, again.RealPlus}, {"‖μ_R⁻‖", cert.Masses.RealMinus, again.RealMinus},
		{"‖μ_I⁺‖", cert.Masses.Imaginary, again.Imaginary}} {
		if *x.have != *x.got {
			return check.Rejected, fmt.Sprintf("%s is said to be %v, but %v follows", x.name, *x.have, *x.got)
		}
	}
	return check.Accepted, ""
}

// MassesFrom derives the masses by a method, from the lemmas of the certificate, whose masses it checks; it relies on
// what the method says of the claims. The error is a *rule.RejectedError or a *rule.IncompleteError.
// OfPD: μ ≥ 0 has mass k(0), and a positive definite k is real and even, so that μ_I = 0. OfRadial:
// k is even. OfFactors and OfLine: the total mass of a product is the product of total masses, and
// the difference of the parts is k(0).
func MassesFrom(ctx context.Context, cert *Certificate, k *fourier.Kernel, method Method, steps int) (Masses, error) {
	m := Masses{Kind: certificate.MassEnclosed, Method: method}
	none := bracket{new(ball.Real), new(ball.Real)}
	switch method {
	case Infinite:
		m.RealPlus, m.RealMinus, m.Imaginary = &Interval{"0", "inf"}, &Interval{"0", "inf"}, &Interval{"0", "inf"}
		return m, nil
	case OfPD:
		at, err := valueAtZero(k)
		if err != nil {
			return m, err
		}
		m.RealMinus, m.Imaginary = &Interval{"0", "0"}, &Interval{"0", "0"}
		m.RealPlus, err = bracket{at, at}.interval()
		return m, err
	case OfRadial:
		f, ok := k.Radial()
		if !ok {
			return m, rule.Reject("%s is not proved to be radial", k.Formula())
		}
		mass, err := lemmaMass(ctx, cert, f, k.Dim(), steps)
		if err != nil {
			return m, err
		}
		m.RealPlus, m.RealMinus, m.Imaginary = decimals(mass.Plus), decimals(mass.Minus), &Interval{"0", "0"}
		return m, nil
	case OfFactors, OfLine:
		at, err := valueAtZero(k)
		if err != nil {
			return m, err
		}
		total, imaginary, err := totalOfFactors(ctx, cert, k, method == OfLine, steps)
		if err != nil {
			return m, err
		}
		return m, m.enclose(bracket{total, total}, bracket{imaginary, imaginary}, at)
	case OfProducts, OfNorm1:
		at, err := valueAtZero(k)
		if err != nil {
			return m, err
		}
		var real, imaginary bracket
		if method == OfNorm1 {
			imaginary = none
			real, err = ofNorm1(k)
		} else {
			real, imaginary, err = ofProducts(ctx, cert, k, steps)
		}
		if err != nil {
			return m, err
		}
		return m, m.enclose(real, imaginary.half(), at)
	}
	return m, rule.Reject("masses are not proved by the method %q", method)
}

// massBits is the working precision of masses.
const massBits = 256

func decimals(b *certificate.Bounds) *Interval {
	lower, upper, _ := b.Decimals()
	return &Interval{lower, upper}
}

// lemmaMass returns the enclosed masses of a radial kernel, once they are checked.
// The masses in a lemma are verified as those of any radial certificate.
func lemmaMass(ctx context.Context, cert *Certificate, f *kernel.Kernel,
	dim, steps int) (m certificate.Mass, err error) {
	l := cert.lemma(f, dim)
	if l == nil {
		return m, rule.Incomplete("nothing is said of the masses of %s in R^%d", f, dim)
	}
	if r := verify.Lemma(l, f, dim, steps).Masses(ctx); r.Verdict != check.Accepted {
		return m, refused(r.Verdict, "masses of %s in R^%d: %s", f, dim, r.Why)
	}
	return l.Mass(), nil
}

// lemmaTotal encloses the total mass of a radial kernel.
// Decimals of the lemma enclose its mass; an upper end "inf" is no bound.
func lemmaTotal(ctx context.Context, cert *Certificate, f *kernel.Kernel, dim, steps int) (*ball.Real, error) {
	m, err := lemmaMass(ctx, cert, f, dim, steps)
	if err != nil {
		return nil, err
	}
	lower, upper, _ := m.Total.Decimals()
	b, finite := new(big.Rat).SetString(upper)
	if !finite {
		return nil, rule.Reject("the mass of %s in R^%d is infinite", f, dim)
	}
	a, _ := new(big.Rat).SetString(lower) // as it is not greater
	return new(ball.Real).Hull(new(ball.Real).SetRat(a, massBits), new(ball.Real).SetRat(b, massBits), massBits), nil
}

// totalOfFactors encloses ‖μ_R‖ and ‖μ_I⁺‖ of a product of even factors and, if line is set, one with an odd part.
// With one factor p = p_R + ip_I on a line and real even others, μ_R = c·⊗·p_R and μ_I = c·⊗·p_I:
// masses are products. The constant enters by its modulus.
func totalOfFactors(ctx context.Context, cert *Certificate, k *fourier.Kernel, onLine bool,
	steps int) (total, imaginary *ball.Real, err error) {
	t, err := tensor(Goal{Kernel: k})
	if err != nil {
		return nil, nil, err
	}
	if len(t.Terms) != 1 {
		return nil, nil, rule.Reject("%d products, not one", len(t.Terms))
	}
	total = kernel.NewNatural(t.Terms[0].Coef).BallAt(nil, new(ball.Real), massBits) // as for k(0), which is known
	total.Abs(total, massBits)
	of := map[*fourier.Factor]*ball.Real{}
	var odd *fourier.Factor
	for _, f := range t.Terms[0].Factors {
		if f.Odd != nil {
			if odd != nil || !onLine {
				return nil, nil, rule.Reject("more factors with odd parts than the method %s allows", cert.Masses.Method)
			}
			odd = f
			continue
		}
		if of[f] == nil {
			if of[f], err = lemmaTotal(ctx, cert, f.Even, f.Dim, steps); err != nil {
				return nil, nil, err
			}
		}
		total.Mul(total, of[f], massBits)
	}
	imaginary = new(ball.Real)
	if !onLine {
		return total, imaginary, nil
	}
	if odd == nil {
		return nil, nil, rule.Reject("no factor has an odd part")
	}
	p, err := line.Enclose(ctx, odd.Even, odd.Odd, nil)
	if err != nil {
		return nil, nil, rule.Incomplete("%v", err)
	}
	imaginary.Mul(total, p.Imaginary, massBits)
	even := new(ball.Real).Add(p.RealPlus, p.RealMinus, massBits)
	if l := lemmaOf(cert, odd.Even); l != nil && l.Mass().Kind == certificate.MassEnclosed {
		// p_R is that of the even part
		if even, err = lemmaTotal(ctx, cert, odd.Even, 1, steps); err != nil {
			return nil, nil, err
		}
	}
	return total.Mul(total, even, massBits), imaginary, nil
}

// lemmaOf finds the lemma on an even part on a line, if there is one.
func lemmaOf(cert *Certificate, even *kernel.Kernel) *certificate.Certificate {
	if even == nil {
		return nil
	}
	return cert.lemma(even, 1)
}

// valueAtZero encloses k(0), the limit where the formula has no value and factors do.
// k(0) = Σ c Π e_b(0), by values or limits of even parts; a factor without an even part is 0 there.
func valueAtZero(k *fourier.Kernel) (*ball.Real, error) {
	t, err := k.Tensor()
	if err != nil {
		origin := make([]*big.Rat, k.Dim())
		for i := range origin {
			origin[i] = new(big.Rat)
		}
		return value(k, origin, massBits)
	}
	sum := new(ball.Real)
	for _, term := range t.Terms {
		p := kernel.NewNatural(term.Coef).BallAt(nil, new(ball.Real), massBits)
		for _, f := range term.Factors {
			at := new(ball.Real)
			if f.Even != nil {
				rule.AtZero(f.Even, at, massBits)
			}
			p.Mul(p, at, massBits)
		}
		sum.Add(sum, p, massBits)
	}
	if sum.Indeterminate() {
		return nil, rule.Incomplete("k(0) is not known")
	}
	return sum, nil
}
