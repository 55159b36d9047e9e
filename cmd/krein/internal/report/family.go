package report

import (
	"context"
	"fmt"
	"math/big"
	"slices"

	"krein/certify"
	"krein/certify/stationary"
	"krein/cmd/krein/internal/input"
	"krein/fourier/language"
	fourier "krein/fourier/stationary"
	"krein/internal/budget"
	check "krein/internal/certify/check/stationary"
	"krein/internal/fourier/restriction"
)

// How many certificates the strip of a kernel of x − y may take: where proofs decide other dimensions, and where they
// do not.
const (
	mostNested = 12
	mostAlone  = 4
)

// family is the kernel of a formula in the dimensions in which it makes sense.
type family struct {
	first, last int
	kernels     []*fourier.Kernel // by dimension
	nested      []bool            // the kernel restricts to the one of the dimension below
}

// familyUnits bounds the work of finding out which kernels of a family restrict to which: some seconds, where most
// families take a tenth of one.
const familyUnits = 40_000_000

// newFamily reads the formula in all dimensions up to Dims, or to the last in which it makes sense. ok is false if that
// is this one alone: axes, but for the diagonal, and lengths are vectors of it. Once the work is spent, kernels are not
// known to restrict to others.
func newFamily(ctx context.Context, k *fourier.Kernel) (f *family, ok bool) {
	within, leave := budget.Within(ctx, familyUnits)
	defer leave()
	opt := k.Options()
	diagonal := len(opt.Axes) == 1 && !slices.ContainsFunc(opt.Axes[0],
		func(v *big.Rat) bool { return v.Cmp(big.NewRat(1, 1)) != 0 })
	if len(opt.Axes) > 0 && !diagonal || len(opt.Lengths) > 0 || k.Dim() > Dims {
		return nil, false
	}
	f = &family{kernels: make([]*fourier.Kernel, Dims+1), nested: make([]bool, Dims+2)}
	for d := 1; d <= Dims && ctx.Err() == nil; d++ {
		if diagonal {
			opt.Axes = [][]*big.Rat{slices.Repeat([]*big.Rat{big.NewRat(1, 1)}, d)}
		}
		read, err := language.Parse(k.Formula(), d, &opt)
		if err != nil {
			if f.first > 0 {
				break
			}
			continue
		}
		if f.first == 0 {
			f.first = d
		}
		f.last, f.kernels[d] = d, read
		f.nested[d] = d > f.first && restriction.Proved(within, read, f.kernels[d-1])
	}
	return f, f.first <= k.Dim() && k.Dim() <= f.last && f.first < f.last
}

// says says what a proof in one dimension decides.
func (f *family) says() string {
	from := f.last + 1 // kernels are nested from here on
	for from > f.first+1 && f.nested[from-1] {
		from--
	}
	s := ""
	if f.first > 1 {
		s = fmt.Sprintf("The formula makes sense from dimension %d on. ", f.first)
	}
	switch {
	case from == f.first+1:
		s += "What holds on R^d holds on all smaller spaces, to which the formula's kernel restricts, so that a proof in " +
			"one dimension decides others"
	case from <= f.last:
		s += fmt.Sprintf("From R^%d on the formula's kernel restricts to that of each smaller space down to R^%d, so that "+
			"a proof in one of these dimensions decides others", from-1, from-1)
	case slices.Contains(f.nested, true):
		s += "Where the formula's kernel is proved to restrict to that of the space below, a proof in " +
			"one dimension decides others"
	default:
		s += "Every dimension speaks for itself: the formula's kernel is not proved to restrict to that of a smaller space"
	}
	return s
}

// survey looks at other dimensions.
func (r *Delta) survey(ctx context.Context, stage func(string)) (err error) {
	f, ok := newFamily(ctx, r.Kernel)
	if !ok {
		return ctx.Err()
	}
	stage("looking at other dimensions")
	set := *input.CertifySettings(ctx)
	set.Time /= 2
	set.Effort /= 2
	set.SkipMass = true
	runs := mostNested
	if !slices.Contains(f.nested, true) {
		runs = mostAlone
	}
	of := func(c *check.Certificate) func(certify.ID) certify.Status {
		return func(id certify.ID) certify.Status { return c.Claim(id).Status }
	}
	r.nesting = f.says()
	r.Range, err = NewFamilyRange(ctx, &SurveyFamily{
		Claims: check.IDs(), First: f.first, Nested: func(dim int) bool { return dim <= f.last && f.nested[dim] },
		Certify: func(ctx context.Context, dim int, _ []certify.ID) (func(certify.ID) certify.Status, error) {
			c, err := stationary.Run(ctx, f.kernels[dim], &set)
			if err != nil {
				return nil, err
			}
			return of(c), nil
		},
	}, f.last, runs, map[int]func(certify.ID) certify.Status{r.Kernel.Dim(): of(r.Certificate)})
	return err
}
