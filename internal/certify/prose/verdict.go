package prose

import (
	"errors"
	"fmt"
	"strings"

	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
)

// Kernel stands in commands for the kernel, quoted, with its flags.
const Kernel = "FORMULA"

// Advice is what follows from a certificate for those who want to use the kernel, and commands that do it.
type Advice struct {
	Says     string
	Commands []string
}

// For returns the commands for a kernel as command lines name it.
func (a Advice) For(kernel string) (commands []string) {
	for _, c := range a.Commands {
		commands = append(commands, strings.ReplaceAll(c, Kernel, kernel))
	}
	return commands
}

// ErrOpen is the answer of a route that was not found out within the work allowed for advice.
var ErrOpen = errors.New("not found out within the work for advice")

// VastMass is the answer of a route to features of which the random error is larger than the kernel.
type VastMass struct {
	Mass, Size float64 // ‖m‖, and the kernel's largest value, about
	Columns    int
	Off        float64 // the error of so many columns, about
}

// Error says by how much.
func (e *VastMass) Error() string {
	return fmt.Sprintf("‖m‖ is about %.2g and the kernel's largest value about %.2g, so that even %d random columns are off by "+
		"about %.1g", e.Mass, e.Size, e.Columns, e.Off)
}

// Zero is advice for the kernel 0.
func Zero() Advice { return Advice{Says: "The kernel is 0 everywhere: it has no features."} }

// Landmarks is advice that needs no measure: rows of the data in the place of random features.
func Landmarks() Advice {
	return Advice{"Kernels with rows of the data (landmarks) take the kernel itself, without features. For rows with a value " +
		"in the last column:", []string{"krein fit --task regress --kernel " + Kernel +
		" --data train.csv --label last --landmarks=spread -o model.npz"}}
}

// Routes tell which ways of drawing features exist for a kernel. Each returns nil if the commands of that way work, or
// the reason why they do not, which may be ErrOpen; a nil function stands for a way that is not offered. Verdict calls
// each at most once.
type Routes struct {
	// Fourier is for random frequencies on R^d; signed tells that the columns may have both signs although the kernel is
	// positive definite, as where low orders are exact.
	Fourier func() (signed bool, err error)
	// Sphere is for functions on the unit sphere; signed tells the same of its columns.
	Sphere func() (signed bool, err error)
	// Least is for a measure of least mass within LeastBias for distances up to the radius that it returns.
	Least func() (radius int, err error)
	// Inner is for a kernel that is written in the inner product, f(⟨x,y⟩), and rows off the unit sphere: of length up to
	// what it returns.
	Inner func() (length int, err error)
}

// LeastBias is the bias of the least measure that is advised.
const LeastBias = .025

// Verdict says how to use the kernel of a certificate. It adds nothing to what the claims state, says of what is likely
// or unlikely that it is not proved, and names commands of routes that exist only.
func Verdict(c *certificate.Certificate, routes Routes) []Advice {
	if m := c.Mass(); m.Kind == certificate.MassEnclosed && m.Total != nil && m.Total.Upper == 0 {
		return []Advice{Zero()}
	}
	v := verdict{c, c.Dim(), routes}
	return append(v.ofDistance(), v.inner()...)
}

// inner is advice for rows off the unit sphere, for a kernel that is written in the inner product.
func (v verdict) inner() []Advice {
	if v.routes.Inner == nil {
		return nil
	}
	length, err := v.routes.Inner()
	if err != nil {
		return nil
	}
	spheres := v.claim(proof.PDAllSpheres)
	says := "Rows of other lengths, f(⟨x,y⟩): the claims above say nothing of them."
	if spheres.holds() {
		says = "Rows of other lengths, f(⟨x,y⟩): " + spheres.word("positive definite") + " where the Maclaurin series of f " +
			"converges, since it is on the spheres of all dimensions, so that no coefficient is negative."
	}
	return []Advice{{fmt.Sprintf("%s Features of rows up to length %d at least:", says, length),
		[]string{"krein features FORMULA --data rows.csv --scale none -o phi.npy" + signature(spheres, false)}}}
}

// ofDistance is advice for the kernel as a function of the distance.
func (v verdict) ofDistance() []Advice {
	switch finite, pd := v.claim(proof.FiniteMass), v.claim(proof.PD); {
	case pd.holds() && finite.holds():
		return v.drawn(pd, fmt.Sprintf("%s on R^%d%s: use it as it is.", pd.word("Positive definite"), v.dim, v.massOf()))
	case pd.holds() && finite.Status == proof.Undecided:
		return append([]Advice{{Says: fmt.Sprintf("%s on R^%d; whether it is a mean of waves of finite mass is open: %s.",
			pd.word("Positive definite"), v.dim, finite.Because)}}, v.others()...)
	case pd.holds():
		return append([]Advice{{Says: fmt.Sprintf("%s on R^%d, but not as a mean of waves of finite mass: %s.",
			pd.word("Positive definite"), v.dim, finite.Because)}}, v.others()...)
	case finite.holds():
		if m := v.c.Mass(); m.Plus != nil && m.Kind == certificate.MassEnclosed && m.Plus.Upper == 0 {
			return v.drawn(pd, fmt.Sprintf("Minus a positive definite kernel on R^%d%s.", v.dim, v.massOf()))
		}
		return v.drawn(pd, fmt.Sprintf("%s %s of two positive definite kernels%s.", v.indefinite(pd),
			finite.word("a difference"), v.partsOf()))
	case finite.Status == proof.Undecided:
		return append([]Advice{{Says: fmt.Sprintf("Whether a signed measure of finite mass "+
			"represents it on R^%d is open: %s.", v.dim, finite.Because)}},
			v.others()...)
	default:
		return append([]Advice{{Says: v.noMeasure(finite)}}, v.others()...)
	}
}

// drawn is advice for a kernel with a measure of finite mass: to draw frequencies, if that route exists, or the reason
// why it does not and the other routes.
func (v verdict) drawn(pd claim, says string) []Advice {
	signed, err := v.routes.Fourier()
	if err != nil {
		return append([]Advice{{Says: says + " " + Undrawn(err)}}, append(v.others(), Instead(err)...)...)
	}
	command := "krein features FORMULA --data rows.csv -o phi.npy" + signature(pd, signed)
	if v.claim(proof.FiniteMass).Status != proof.Likely {
		return []Advice{{says, []string{command}}}
	}
	drawn := []Advice{{says, []string{command + " --accept-estimate"}}}
	if v.claim(proof.PDSphere).Status == proof.Proved { // a proof beside what is likely
		drawn = append(drawn, v.onSphere()...)
	}
	return drawn
}

// Undrawn says that frequencies cannot be drawn, with the answer of the route.
func Undrawn(err error) string {
	if errors.Is(err, ErrOpen) {
		return "Whether krein can draw its frequencies takes more work to find out than a certificate: 'krein decompose' tells."
	}
	if vast := (*VastMass)(nil); errors.As(err, &vast) {
		return fmt.Sprintf("But its random features are useless: %v.", vast)
	}
	return fmt.Sprintf("But krein cannot draw its frequencies: %v.", err)
}

// Instead is advice where a route has this answer, none where that leaves open whether it exists.
func Instead(err error) []Advice {
	if errors.Is(err, ErrOpen) {
		return nil
	}
	return []Advice{Landmarks()}
}

// Signature are the flags that write the signature, without which the features of an indefinite kernel are of no use.
const Signature = " --signature j.npy"

// signature are these flags, or none for a kernel that is proved to be positive definite, and columns that are not signed.
func signature(pd claim, signed bool) string {
	if pd.Status == proof.Proved && !signed {
		return ""
	}
	return Signature
}

// verdict writes advice from a certificate.
type verdict struct {
	c      *certificate.Certificate
	dim    int
	routes Routes
}

// claim is a claim of which the status is put in words.
type claim struct{ proof.Claim }

func (v verdict) claim(id proof.ID) claim { return claim{v.c.Claim(id)} }

func (c claim) holds() bool { return c.Status == proof.Proved || c.Status == proof.Likely }

// word is what is claimed, with its strength if that is not proved.
func (c claim) word(what string) string {
	if c.Status == proof.Likely {
		return what + " (likely, not proved)"
	}
	return what
}

// indefinite says what is known of a kernel that is not seen to be positive definite.
func (v verdict) indefinite(pd claim) string {
	switch pd.Status {
	case proof.Refuted:
		return fmt.Sprintf("Indefinite on R^%d, but", v.dim)
	case proof.Unlikely:
		return fmt.Sprintf("Indefinite on R^%d (likely, not proved), but", v.dim)
	}
	return fmt.Sprintf("Whether it is positive definite on R^%d is open; it is", v.dim)
}

// massOf is the total mass, if it is known.
func (v verdict) massOf() string {
	if m := v.c.Mass(); m.Total != nil {
		return ", with total mass " + figure(&m, m.Total)
	}
	return ""
}

// partsOf are the masses of the parts, if they are known.
func (v verdict) partsOf() string {
	if m := v.c.Mass(); m.Plus != nil && m.Minus != nil {
		return fmt.Sprintf(" with masses %s and %s", figure(&m, m.Plus), figure(&m, m.Minus))
	}
	return ""
}

// figure is a mass in the digits that a reader keeps.
func figure(m *certificate.Mass, b *certificate.Bounds) string {
	if m.Kind == certificate.MassEstimated {
		return fmt.Sprintf("about %.4g", (b.Lower+b.Upper)/2)
	}
	if lower, upper, exact := b.Decimals(); exact && lower == upper && len(lower) <= shortest {
		return lower
	}
	text, _ := rounded(b)
	return text
}

// noMeasure says that there are no random Fourier features, and whether there is a decomposition.
func (v verdict) noMeasure(finite claim) string {
	says := fmt.Sprintf("No signed measure of finite mass represents it on R^%d", v.dim)
	if finite.Status == proof.Unlikely {
		says += " (likely, not proved)"
	}
	switch d := v.claim(proof.PositiveDecomposition); {
	case d.holds():
		return says + d.word(": it is a difference of positive definite kernels") +
			", but of no continuous stationary ones, and has no random Fourier features."
	case d.Status == proof.Refuted:
		return says + ", and it is no difference of positive definite kernels of any kind."
	}
	return says + ", so it has no random Fourier features."
}

// onSphere is advice for rows of length 1, if there is an expansion.
func (v verdict) onSphere() (out []Advice) {
	if v.routes.Sphere == nil || v.dim == 1 {
		return nil
	}
	if signed, err := v.routes.Sphere(); err == nil {
		says, sphere := "On the unit sphere it has an expansion in harmonics, whatever its sign:", v.claim(proof.PDSphere)
		switch {
		case sphere.holds():
			says = fmt.Sprintf("%s on the unit sphere of R^%d:", sphere.word("Positive definite"), v.dim)
		case sphere.Status == proof.Refuted:
			says = "On the unit sphere it is indefinite, and has an expansion in harmonics:"
		}
		out = append(out,
			Advice{says, []string{"krein features FORMULA --data rows.csv --scale sphere --representation sphere -o phi.npy" +
				signature(sphere, signed)}})
	}
	return out
}

// others are the routes that need no finite mass on R^d.
func (v verdict) others() (out []Advice) {
	out = v.onSphere()
	if v.routes.Least == nil {
		return out
	}
	if radius, err := v.routes.Least(); err == nil {
		out = append(out, Advice{fmt.Sprintf("For distances up to a radius, here %d, a few frequencies suffice, with a bias of "+
			"at most %g:", radius, LeastBias), []string{
			fmt.Sprintf("krein decompose FORMULA --dim %d --minimal --radius %d --bias %g -o least.json", v.dim, radius,
				LeastBias),
			"krein features least.json --data rows.csv -o phi.npy" + Signature,
		}})
	}
	return out
}
