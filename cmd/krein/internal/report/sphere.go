package report

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io"
	"math"
	"strings"

	"krein/certify"
	"krein/cmd/krein/internal/measure"
	"krein/decompose/zonal"
	"krein/internal/ball/numeral"
	"krein/internal/kernel/numeric"
	"krein/internal/outward"
	"krein/kernel"
)

// Sphere is what is known of a kernel on the unit sphere of R^d.
type Sphere struct {
	radial
	// Expansion is nil if none was proved; NoExpansion says why.
	Expansion   *zonal.Decomposition
	NoExpansion error
}

// NewSphere finds all of it out, as NewRadial does; argument ends with --sphere where verbs take that.
func NewSphere(ctx context.Context, k *kernel.Kernel, dim int, argument string, set *zonal.Settings,
	stage func(what string)) (*Sphere, error) {
	if dim < 2 {
		return nil, errors.New("the unit sphere of R^1 is two points; give --dim 2 or more")
	}
	r := &Sphere{radial: radial{Kernel: k, Dim: dim, Argument: argument}}
	if err := r.certify(ctx, stage); err != nil {
		return nil, err
	}
	stage(fmt.Sprintf("expanding on the unit sphere of R^%d", dim))
	r.Expansion, r.NoExpansion = zonal.New(ctx, k, dim, set)
	if ctx.Err() != nil {
		return nil, r.NoExpansion
	}
	stage("drawing")
	r.pictures = append(r.pictures, sectionPicture(k))
	if r.Expansion != nil {
		r.pictures = append(r.pictures, coefficientPicture(r.Expansion), degreePicture(r.Expansion))
	}
	if err := r.survey(ctx, stage, certify.PDSphere); err != nil {
		return nil, err
	}
	r.compare(ctx, stage, 2, nil, true)
	return r, ctx.Err()
}

// onSphere are the claims about spheres, which come first.
var onSphere = []certify.ID{certify.PDSphere, certify.PDAllSpheres}

// WriteHTML writes the report as one file.
func (r *Sphere) WriteHTML(w io.Writer) error {
	masses := "not known"
	if z := r.Expansion; z != nil {
		masses = measure.SphereMasses(z)
	}
	d := r.document(fmt.Sprintf("on the unit sphere S^%d of R^%d", r.Dim-1, r.Dim), masses,
		measure.SphereVerdict(r.Certificate, r.Expansion, r.NoExpansion))
	d.Formulas = append(d.Formulas, Formula(`k(x,y) = f(u) = k\left(\sqrt{2-2u}\right),\quad u = \langle x,y\rangle`,
		"k(x,y) = f(u) = k(√(2−2u)), u = ⟨x,y⟩", true))
	var claims []certify.Claim
	for _, id := range onSphere {
		claims = append(claims, r.Certificate.Claim(id))
	}
	d.Claims = Claims(r.Dim, claims, true)
	var others []certify.Claim
	for _, cl := range r.Certificate.Claims() {
		if cl.ID != certify.PDSphere && cl.ID != certify.PDAllSpheres {
			others = append(others, cl)
		}
	}
	rest := Claims(r.Dim, others, true)
	err := errors.Join(
		d.add("dimensions", "Dimensions", "On which spheres", "strip",
			newStrip(r.Range, r.Dim, "the unit sphere of R^d", "those of smaller spaces")),
		d.add("parts", "Parts", "The two parts", "table", r.parts()),
		d.add("coefficients", "Coefficients", "Gegenbauer coefficients", "table", r.coefficients()),
		d.add("representations", "Representations", "Representations", "table", r.representations()),
		d.add("space", "R^d", fmt.Sprintf("Off the sphere, on R^%d", r.Dim), "claims", groups{
			Before: "What is known of the same function of the distance for points anywhere.",
			Groups: []group{{Formula: d.Formulas[0], Where: r.Kernel.BeyondString(), Claims: rest}},
		}),
		d.cite(append(d.Claims[:len(d.Claims):len(d.Claims)], rest...)),
		r.embed(d),
	)
	if err != nil {
		return err
	}
	at := fmt.Sprintf("%s --dim %d", r.Argument, r.Dim)
	lines := r.certificateLines(at)
	if r.Expansion != nil {
		var b bytes.Buffer
		if err := r.Expansion.Encode(&b); err != nil {
			return err
		}
		d.embed("zonal.json", "coefficients, masses, sampler of degrees", b.Bytes())
		lines = append(lines, "krein decompose "+at+" --sphere -o zonal.json", "krein verify zonal.json --kernel "+at)
	}
	d.Commands = strings.Join(append(lines, "krein report "+at+" --sphere -o report.html"), "\n")
	return d.write(w)
}

type (
	// groups are claims about other kernels.
	groups struct {
		Before string
		Groups []group
	}
	group struct {
		Formula template.HTML
		Where   string
		Claims  []Claim
	}
)

// parts shows both parts of the expansion.
func (r *Sphere) parts() tabular {
	z := r.Expansion
	if z == nil {
		return tabular{After: "No expansion in Gegenbauer polynomials was proved: " + because(r.NoExpansion) + "."}
	}
	t := tabular{Head: []column{{"part", false}, {"mass", true}, {"of it constant", true}, {"degrees drawn", true},
		{"25 %", true}, {"50 %", true}, {"75 %", true}, {"99.9 %", true}}}
	for i, p := range []*zonal.Part{&z.Plus, &z.Minus} {
		row := []string{[2]string{"a₊", "a₋"}[i], numeral.Text(&p.Mass, measure.CoefficientDigits), fmt.Sprintf("%.6g", p.Origin), "0"}
		if p.Degrees == nil {
			row = append(row, "–", "–", "–", "–")
		} else {
			row[3] = fmt.Sprint(p.Degrees.Len())
			for _, q := range quantiles(p.Degrees, 0.25, 0.5, 0.75, 0.999) {
				row = append(row, fmt.Sprint(q))
			}
		}
		t.Rows = append(t.Rows, row)
	}
	t.After = fmt.Sprintf("The last four columns are quantiles of the degree that features draw. Σ |a_n| beyond degree "+
		"%d ≤ %s, bias of features ≤ %s: all proved, as the masses are. Why: %s.",
		z.Degree(), outward.Up(z.Tail(), 3), outward.Up(z.Bias, 3), z.Because)
	return t
}

// because is why there is no expansion.
func because(err error) string {
	var e *zonal.Error
	if errors.As(err, &e) {
		return e.Because
	}
	return err.Error()
}

// quantiles returns quantiles of a law of degrees.
func quantiles(law *zonal.Degrees, levels ...float64) (out []int) {
	sum, i := 0.0, 0
	degree := 0
	for _, u := range levels {
		for ; i < law.Len() && sum < u; i++ {
			n, p := law.Probability(i)
			x, _ := p.Float64()
			degree, sum = n, sum+x
		}
		out = append(out, degree)
	}
	return out
}

// mostShown is how many coefficients the table has.
const mostShown = 24

// coefficients shows the first coefficients, and the last.
func (r *Sphere) coefficients() tabular {
	z := r.Expansion
	if z == nil {
		return tabular{After: "There are none without an expansion."}
	}
	t := tabular{
		Before: "k(x,y) = Σ a_n P_n(⟨x,y⟩) with the Gegenbauer polynomials of the sphere, P_n(1) = 1: a_n ≥ 0 for all n if " +
			"and only if the kernel is positive definite there. N(n,d) is the number of harmonics of degree n. Coefficients " +
			"are enclosed, with proof.",
		Head: []column{{"n", true}, {"a_n", true}, {"sign", false}, {"N(n,d)", true}},
	}
	zeros, shown := 0, 0
	for n := 0; n <= z.Degree(); n++ {
		if z.Coef[n].IsZero() {
			zeros++
			continue
		}
		if shown++; shown > mostShown && n < z.Degree() {
			continue
		}
		if shown > mostShown+1 {
			t.Rows = append(t.Rows, []string{"⋮", "", "", ""})
		}
		t.Rows = append(t.Rows, []string{fmt.Sprint(n), numeral.Text(&z.Coef[n], measure.CoefficientDigits), measure.CoefficientSign(z, n),
			fmt.Sprintf("%.6g", zonal.HarmonicDimension(n, z.Dim))})
	}
	if zeros > 0 {
		t.After = fmt.Sprintf("%d of the coefficients a_0 … a_%d are proved to be 0 and left out.", zeros, z.Degree())
	}
	return t
}

// sectionPicture draws the kernel over the inner product.
func sectionPicture(k *kernel.Kernel) Picture {
	f := numeric.Compile(k)
	c := Curve{Name: "f(u)", Class: KernelClass}
	for i := range points + 1 {
		angle := math.Pi * (1 - float64(i)/points) // closer where it is steep
		u := math.Cos(angle)
		y := numeric.AtZero(k)
		if i < points {
			y = f.At(2 * math.Sin(angle/2))
		}
		c.X, c.Y = append(c.X, u), append(c.Y, y)
	}
	return NewPicture(Chart{Title: "The kernel on the sphere", X: "inner product u", Y: "f(u)",
		Curves: []Curve{c}},
		"f(u) = k(√(2−2u)) from opposite points, u = −1, to equal ones, u = 1, in float64.")
}

// coefficientPicture draws |a_n| over the degrees, both axes logarithmic.
func coefficientPicture(z *zonal.Decomposition) Picture {
	c := Chart{Title: "Gegenbauer coefficients", X: "degree n", Y: "|aₙ|", Log: true, LogY: true}
	curves := []Curve{{Name: "aₙ > 0", Class: Plus, Dots: true},
		{Name: "aₙ < 0", Class: Minus, Dots: true}}
	last, left := 0.0, 0
	for n := 1; n <= z.Degree(); n++ {
		mid, _ := z.Coef[n].Float64()
		size := math.Abs(mid)
		if z.Coef[n].IsZero() || size < 1e-150 {
			continue
		}
		if n > 40 && float64(n) < last*1.02 && n < z.Degree() { // closer ones would lie on each other
			left++
			continue
		}
		last = float64(n)
		i := 0
		if mid < 0 {
			i = 1
		}
		curves[i].X, curves[i].Y = append(curves[i].X, float64(n)), append(curves[i].Y, size)
	}
	for _, cv := range curves {
		if len(cv.X) > 0 {
			c.Curves = append(c.Curves, cv)
		}
	}
	caption := "|a_n| for n ≥ 1; squares are negative."
	if left > 0 {
		caption += " Of high degrees some are drawn."
	}
	return NewPicture(c, caption)
}

// degreePicture draws how much of both parts lies in the degrees up to n.
func degreePicture(z *zonal.Decomposition) Picture {
	c := Chart{Title: "The masses by degree", X: "degree n", Y: "share of mass in degrees ≤ n"}
	curves := []Curve{{Name: "a₊", Class: Plus}, {Name: "a₋", Class: Minus}}
	var total, sum [2]float64
	for i, p := range []*zonal.Part{&z.Plus, &z.Minus} {
		total[i], _ = p.Mass.Float64()
		curves[i].Name = fmt.Sprintf("%s, mass %.5g", curves[i].Name, total[i])
	}
	last := 1
	for n := 0; n <= z.Degree(); n++ {
		mid, _ := z.Coef[n].Float64()
		i := 0
		if mid < 0 {
			i = 1
		}
		sum[i] += math.Abs(mid)
		for i := range curves {
			if total[i] > 0 {
				curves[i].X, curves[i].Y = append(curves[i].X, float64(n), float64(n+1)),
					append(curves[i].Y, sum[i]/total[i], sum[i]/total[i])
			}
		}
		if (sum[0] < 0.999*total[0] || sum[1] < 0.999*total[1]) && n < z.Degree() {
			last = n + 2
		}
	}
	last = min(max(last, 4), 200)
	for _, cv := range curves {
		if len(cv.X) > 0 {
			end := min(len(cv.X), 2*last)
			cv.X, cv.Y = cv.X[:end], cv.Y[:end]
			c.Curves = append(c.Curves, cv)
		}
	}
	return NewPicture(c, "The mass of each part in the degrees up to n, of all of it. A degree of features is drawn "+
		"with these probabilities; degree 0 is a constant.")
}
