package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"
	"time"

	"krein/certify"
	"krein/cmd/krein/internal/input"
	"krein/decompose"
	"krein/decompose/minimal"
	"krein/decompose/tensor"
	"krein/decompose/zonal"
	"krein/features"
	"krein/features/pair"
	"krein/features/radial"
	"krein/fourier/stationary"
	"krein/internal/budget"
	"krein/internal/certify/prose"
	fourier "krein/internal/fourier/numeric"
	"krein/internal/kernel/numeric"
	"krein/internal/parallel"
	"krein/kernel"
)

// routeUnits bounds, at effort 1, the work on finding out whether a route exists, in units of budget.Meter: as much as a
// decomposition may cost, since what takes it all is better known than left open. Most routes take a hundredth of it. It is a
// count, so that the advice is the same on every machine.
const routeUnits = 100_000_000

// TaylorScale is the length of the differences from which low orders at 0 are taken.
const TaylorScale = 1

// routeTime is a last resort, beyond what certify has left of its own bound: for a server, which has no such bound.
const routeTime = 20 * time.Second

// answer runs a route within its budget and returns its error, prose.ErrOpen if the budget did not suffice. It does not
// wait for a route that goes on after the end of ctx or of routeTime.
func answer(ctx context.Context, route func(ctx context.Context) error) error {
	within, stop := input.WithTime(ctx, routeTime)
	defer stop()
	// Work that is left alone has a meter of its own, since scopes of a meter end in order.
	metered, release := budget.New(within, int64(min(input.Effort(ctx)*routeUnits, 1<<60)))
	err := error(prose.ErrOpen)
	if !parallel.Until(within, func() { err = route(metered) }) {
		return prose.ErrOpen
	}
	defer release()
	if err != nil && !budget.Of(metered).Spend(1) { // all may be spent, and no more
		return prose.ErrOpen
	}
	return err
}

// signedAnswer is answer for a route that tells whether columns may have both signs.
func signedAnswer(ctx context.Context, route func(ctx context.Context) (signed bool, err error)) (signed bool, err error) {
	var found bool
	if err = answer(ctx, func(ctx context.Context) (err error) {
		found, err = route(ctx)
		return err
	}); err != nil { // what found it may be going on
		return false, err
	}
	return found, nil
}

// Routes returns the ways of drawing features for a function of the distance; cert is its certificate, and argument names
// it on a command line: one that says how it goes on beyond its domain means the function of the distance only. An answer goes
// the first steps of the way, with a part of the work that the advised command may spend.
func Routes(ctx context.Context, k *kernel.Kernel, cert *certify.Certificate, argument string) prose.Routes {
	var product func() (int, error)
	said := strings.Contains(argument, " --param 'beyond=")
	if b, r := k.Extension(); !said && b == kernel.Zero && k.Domain() != nil && r.Cmp(k.Domain()) == 0 && zonal.IsInnerProduct(k) {
		product = func() (length int, err error) {
			var found int
			if err = answer(ctx, func(ctx context.Context) (err error) {
				found, err = innerLength(ctx, k, cert.Dim())
				return err
			}); err != nil { // what found it may be going on
				return 0, err
			}
			return found, nil
		}
	}
	return prose.Routes{
		Inner: product,
		Fourier: func() (signed bool, err error) {
			signed, err = signedAnswer(ctx, func(ctx context.Context) (bool, error) {
				dec, err := decompose.FromCertificate(ctx, cert, k, Settings(ctx, true))
				err = accurate(ctx, dec, k, cert.Claim(certify.FiniteMass).Status == certify.Likely, err)
				return orCombined(ctx, k, dec, cert.Dim(), err)
			})
			return orLater(ctx, k, cert.Dim(), signed, err)
		},
		Sphere: func() (signed bool, err error) { return SphereRoute(ctx, k, cert.Dim()) },
		Least:  func() (int, error) { return least(ctx, k, cert.Dim()) },
	}
}

// orCombined returns no error if a function of the distance that cannot be drawn from dec as a whole, for the reason err, can
// be as a product or a mixture, and err otherwise.
func orCombined(ctx context.Context, k *kernel.Kernel, dec *decompose.Decomposition, dim int, err error) (signed bool, _ error) {
	vast, missing := (*prose.VastMass)(nil), (*certify.NotCertifiedError)(nil)
	if err == nil {
		return SignedRadial(dec, k), nil
	}
	if errors.As(err, &vast) || errors.As(err, &missing) {
		return false, err
	}
	signed, none := combined(ctx, k, dim, false)
	if none != nil {
		return false, err
	}
	return signed, nil
}

// SignedRadial reports whether a map of dec, the measure of k, may have columns with −1 in J, whatever the rows. A kernel that is
// meant for the unit sphere has its rows there, where low degrees may be exact, too.
func SignedRadial(dec *decompose.Decomposition, k *kernel.Kernel) bool {
	return k.Domain() != nil || radial.Signed(dec)
}

// orLater is orCombined where the whole took all the work that it might: a verb that draws goes on, and then finds the same.
func orLater(ctx context.Context, k *kernel.Kernel, dim int, signed bool, err error) (bool, error) {
	if !errors.Is(err, prose.ErrOpen) || ctx.Err() != nil {
		return signed, err
	}
	for _, mixed := range []bool{false, true} { // a measure of scales may be what is left when all else has taken its work
		found, none := signedAnswer(ctx, func(ctx context.Context) (bool, error) { return combined(ctx, k, dim, mixed) })
		if none == nil {
			return found || mixed, nil
		}
		if !errors.Is(none, prose.ErrOpen) || ctx.Err() != nil {
			break
		}
	}
	return signed, err
}

// combined answers whether a function of the distance that cannot be drawn from as a whole can be as a product or a mixture, mixtures
// first if mixed is set.
func combined(ctx context.Context, k *kernel.Kernel, dim int, mixed bool) (signed bool, err error) {
	if beyond, _ := k.Extension(); beyond != kernel.Natural || k.Domain() != nil {
		return false, errors.New("it ends at a distance")
	}
	s, err := stationary.NewBuilder(dim).Radial(k, k.Formula(), stationary.Options{}, nil)
	if err != nil {
		return false, err
	}
	return representable(ctx, s.CutAt(k.Points()), &tensor.Settings{Radial: Settings(ctx, false), Combined: true, Mixed: mixed})
}

// AccuratePair returns an error for a measure of a function of x − y that is too inaccurate to be drawn from without
// --accept-estimate: what was found of its bias may be as large, relative to the mass, as a decomposition of a function of the
// distance may be inaccurate.
func AccuratePair(r *pair.Representation) error {
	if limit := Accurate * pairMass(r); r.BiasKind != decompose.KindProved && !(r.Bias <= limit) {
		return &decompose.InaccurateError{What: "the measure of the factors", Err: r.Bias, Kind: r.BiasKind, Limit: limit}
	}
	return nil
}

// innerLength returns a length up to which rows have features of f(⟨x,y⟩) that say something of it.
func innerLength(ctx context.Context, k *kernel.Kernel, dim int) (length int, err error) {
	for _, length = range []int{4, 2, 1} {
		if err = InnerUsable(ctx, k, dim, features.DefaultColumns, float64(length)); err == nil {
			break
		}
	}
	return length, err
}

// StationaryRoute answers whether features can be drawn for a kernel of x − y that is not a function of the distance; signed
// tells that their columns may have both signs although it is positive definite.
func StationaryRoute(ctx context.Context, k *stationary.Kernel) func() (signed bool, err error) {
	route := func(mixed bool) (signed bool, err error) {
		return signedAnswer(ctx, func(ctx context.Context) (bool, error) {
			if r, ok := k.Radial(); ok && k.Lengths() == nil { // verbs take it for a function of the distance
				dec, err := decompose.Jordan(ctx, r, k.Dim(), Settings(ctx, true))
				return orCombined(ctx, r, dec, k.Dim(), accurate(ctx, dec, r, false, err))
			}
			if err := vastNorm1(ctx, k); err != nil {
				return false, err
			}
			return representable(ctx, k, &tensor.Settings{Radial: Settings(ctx, false), Mixed: mixed})
		})
	}
	return func() (signed bool, err error) {
		signed, err = route(false)
		if _, radial := k.Radial(); !radial && errors.Is(err, prose.ErrOpen) && ctx.Err() == nil {
			// A verb that draws looks longer at densities of parts, and then finds the same, or these densities, with
			// whatever signs.
			if _, none := route(true); none == nil {
				return true, nil
			}
		}
		return signed, err
	}
}

// representable returns no error if features of a function of x − y can be drawn from its measure, and say something of it.
func representable(ctx context.Context, k *stationary.Kernel, set *tensor.Settings) (signed bool, err error) {
	rep, err := pair.Represent(ctx, k, set)
	if err == nil {
		err = AccuratePair(rep)
	}
	if err == nil {
		err = usefulPair(rep, k)
	}
	if err != nil {
		return false, err
	}
	return SignedPair(rep, k), nil
}

// SignedPair reports whether a pair of maps for k may have columns with −1 in J, whatever the rows.
func SignedPair(rep *pair.Representation, k *stationary.Kernel) bool {
	c, err := fourier.Compile(k)
	return err != nil || rep.Signed(c.At, k.Dim(), TaylorScale)
}

// accurate returns err, or the reason why a decomposition is too inaccurate to be drawn from, or its features would be of
// no use.
func accurate(ctx context.Context, dec *decompose.Decomposition, k *kernel.Kernel, accept bool, err error) error {
	if err == nil {
		_, err = dec.Assess(ctx, k, Admitted(accept))
	}
	share := 1.0 // of the mass that is found
	if inaccurate := (*decompose.InaccurateError)(nil); errors.As(err, &inaccurate) {
		share = 1 - inaccurate.Err
	}
	if dec != nil {
		if vast := usefulParts(dec, k, share); vast != nil {
			return vast
		}
	}
	return err
}

// SphereRoute answers whether there are maps of k for rows on the unit sphere of R^dim; signed tells that their columns have
// both signs although k may be positive definite there.
func SphereRoute(ctx context.Context, k *kernel.Kernel, dim int) (signed bool, err error) {
	return signedAnswer(ctx, func(ctx context.Context) (bool, error) { return onSphere(ctx, k, dim) })
}

func onSphere(ctx context.Context, k *kernel.Kernel, dim int) (signed bool, err error) {
	for _, degrees := range []int{FewDegrees, Degrees} { // few suffice where a rest is proved
		s, err := NewSphere(ctx, k, dim, degrees)
		if err == nil {
			return s.Signed, nil
		}
		if ctx.Err() != nil || degrees == Degrees {
			return false, err
		}
	}
	return false, nil
}

// least returns the radius up to which a measure of least mass within prose.LeastBias was found: the diameter of rows as
// verbs scale them by default, on the sphere or in the unit cube.
func least(ctx context.Context, k *kernel.Kernel, dim int) (radius int, err error) {
	switch radius = 2; {
	case k.Domain() == nil:
		radius = max(radius, int(math.Ceil(math.Sqrt(float64(dim)))))
	case dim == 1:
		return 0, errors.New("there is no sphere in R^1")
	}
	if err := minimal.Reachable(k, float64(radius), prose.LeastBias); err != nil {
		return 0, err
	}
	return radius, answer(ctx, func(ctx context.Context) error {
		_, err := minimal.New(ctx, k, dim, minimal.Domain{Radius: float64(radius), Bias: prose.LeastBias})
		return err
	})
}

// otherWays adds to an error that frequencies cannot be drawn the ways that do without, which it tries.
func otherWays(ctx context.Context, err error, k *kernel.Kernel, dim int) error {
	const sphere = "rows on the unit sphere (features --scale sphere --representation sphere, which divides others by their " +
		"lengths: that is another kernel)"
	const bounded = "distances up to a radius (decompose --minimal --radius R -o least.json, then features least.json)"
	ways := ""
	switch _, none := SphereRoute(ctx, k, dim); {
	case none == nil:
		ways = sphere
	case k.Domain() != nil && !errors.Is(none, prose.ErrOpen): // what such a kernel is meant for
		err = fmt.Errorf("%w\nas a function of the distance: %w", none, err)
	}
	if ways != "" && zonal.IsInnerProduct(k) {
		ways += ", f(⟨x,y⟩) of rows of other lengths (features --scale none)"
	}
	if _, err := least(ctx, k, dim); err == nil {
		if ways != "" {
			ways += ", and "
		}
		ways += bounded
	}
	if ways != "" {
		ways += "; krein compare shows them side by side"
	}
	if at := numeric.AtZero(k); at-at == 0 { // finite
		if ways != "" {
			ways += ". "
		}
		ways += "Models need no features: kernels with rows of the data (fit --landmarks) take the kernel itself"
	}
	switch at := numeric.AtZero(k); {
	case ways != "":
	case !math.IsInf(at, 0):
		return err
	default:
		ways = "none, as k(0) is infinite: bound the kernel near 0, with z + 1/10 or max(z, 1/10) in place of z"
	}
	return fmt.Errorf("%w\nOther ways: %s", err, ways)
}
