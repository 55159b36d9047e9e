package report

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"krein/cmd/krein/internal/evaluation"
	"krein/cmd/krein/internal/input"
	fourier "krein/fourier/stationary"
	"krein/internal/decompose/askey"
	"krein/internal/fourier/numeric"
	"krein/internal/outward"
)

// direction is a unit vector with a name.
type direction struct {
	name string
	v    []float64
}

// mostLines is how many lines are drawn.
const mostLines = 3

// directions returns the lines that the formula names, made orthogonal, and others until there are two: coordinates, or
// what is across the axes.
func directions(k *fourier.Kernel) (out []direction) {
	d := k.Dim()
	take := func(name string, v []float64) {
		for _, o := range out {
			c := dot(o.v, v)
			for i := range v {
				v[i] -= c * o.v[i]
			}
		}
		if size := math.Sqrt(dot(v, v)); size > 1e-9 && len(out) < mostLines {
			for i := range v {
				v[i] /= size
			}
			out = append(out, direction{name, v})
		}
	}
	for _, a := range k.Lines() {
		v := make([]float64, d)
		for i, x := range a {
			v[i], _ = x.Float64()
		}
		take(lineName(v), v)
	}
	named := len(out)
	for i := 0; i < d && len(out) < 2; i++ {
		v := make([]float64, d)
		v[i] = 1
		name := fmt.Sprintf("x%d", i+1)
		if named > 0 {
			name = "across"
		}
		take(name, v)
	}
	return out
}

func dot(a, b []float64) (sum float64) {
	for i := range a {
		sum += a[i] * b[i]
	}
	return sum
}

// lineName names a direction: a coordinate, the diagonal, or its numbers.
func lineName(v []float64) string {
	nonzero, at := 0, 0
	for i, x := range v {
		if x != 0 {
			nonzero, at = nonzero+1, i
		}
	}
	equal := !slices.ContainsFunc(v, func(x float64) bool { return x != v[0] })
	switch {
	case nonzero == 1:
		return fmt.Sprintf("x%d", at+1)
	case equal:
		return "the diagonal"
	case len(v) > 6:
		return "the axis"
	}
	var text []string
	for _, x := range v {
		text = append(text, fmt.Sprintf("%g", x))
	}
	return "(" + strings.Join(text, ", ") + ")"
}

// drawTime bounds, at effort 1, what values in pictures of a kernel may take that only enclosures give.
const drawTime = 5 * time.Second

// draw draws the kernel along lines and in a plane, and its density, and returns the largest |k| seen and how far it
// looked. Pictures for which the time does not suffice are left out.
func (r *Delta) draw(ctx context.Context) (most, end float64) {
	within, stop := input.WithTime(ctx, drawTime)
	defer stop()
	at, end := func(x []float64) float64 {
		if within.Err() != nil {
			return math.NaN()
		}
		return numeric.At(r.Kernel, x)
	}, 2.0
	if c, err := numeric.Compile(r.Kernel); err == nil {
		at = c.At
	}
	lines := directions(r.Kernel)
	along := func(v []float64, s float64) float64 {
		delta := make([]float64, len(v))
		for i := range v {
			delta[i] = s * v[i]
		}
		return at(delta)
	}
	var seen [][]float64
	for i, l := range lines {
		far := decayed(func(z float64) float64 { return math.Max(math.Abs(along(l.v, z)), math.Abs(along(l.v, -z))) })
		if i == 0 {
			end = far
		}
		p, values := linePicture(l, far, func(s float64) float64 { return along(l.v, s) })
		if within.Err() != nil {
			break
		}
		for _, v := range values {
			if !math.IsInf(v, 0) {
				most = math.Max(most, math.Abs(v)) // not NaN
			}
		}
		if !slices.ContainsFunc(seen, func(other []float64) bool { return alike(other, values) }) {
			seen = append(seen, values)
			r.pictures = append(r.pictures, p)
		}
	}
	if math.IsNaN(most) {
		most = 0
	}
	if len(lines) > 1 && within.Err() == nil {
		if p := planePicture(lines[0], lines[1], end, at); within.Err() == nil {
			r.pictures = append(r.pictures, p)
		}
	}
	var densities [][]float64
	for n := 1; n <= 2; n++ {
		p, values, ok := densityPicture(ctx, r.Kernel, n)
		if ok && !slices.ContainsFunc(densities, func(other []float64) bool { return alike(other, values) }) {
			r.pictures, densities = append(r.pictures, p), append(densities, values)
		}
	}
	if p, ok := taxicabPicture(r.Kernel); ok {
		r.pictures = append(r.pictures, p)
	}
	return most, end
}

// taxicabPicture draws the density of a truncated power of the 1-norm in the plane of two frequencies.
func taxicabPicture(k *fourier.Kernel) (p Picture, ok bool) {
	phi, ok := k.L1()
	if !ok || k.Lengths() != nil {
		return p, false
	}
	c, power, ok := askey.Truncated(phi, k.Dim())
	if !ok {
		return p, false
	}
	end := 12 / power.Radius()
	drawn := &Plane{Title: "The spectral density in a plane", X: "frequency ω₁", Y: "frequency ω₂",
		Value: "±√|μ|", End: end}
	omega, worst := make([]float64, k.Dim()), 0.0
	for i := range planePoints {
		omega[1] = end * (float64(2*i+1)/planePoints - 1)
		row := make([]float64, planePoints)
		for j := range row {
			omega[0] = end * (float64(2*j+1)/planePoints - 1)
			v, fault := power.Density(omega)
			worst = max(worst, math.Abs(c)*fault)
			row[j] = math.Copysign(math.Sqrt(math.Abs(c*v)), c*v)
		}
		drawn.Rows = append(drawn.Rows, row)
	}
	where := "of ω = (ω₁, ω₂)"
	if k.Dim() > 2 {
		where = fmt.Sprintf("on R^%d, where all frequencies but ω₁ and ω₂ are 0", k.Dim())
	}
	text := fmt.Sprintf("The density μ(ω) %s, by floating point, with an error of about %s: the square root of its "+
		"size with its sign, in bands. k(Δ) is a multiple of (1 − ‖Δ‖₁/τ)₊", where, outward.Up(worst, 1))
	if n := power.Order(); n > 1 {
		text += fmt.Sprintf("^%d", n)
	}
	text += fmt.Sprintf(", τ = %.6g", power.Radius())
	switch {
	case power.Nonnegative() && c > 0:
		text += "; its density is nowhere negative."
	case power.Nonnegative():
		text += "; its density is nowhere positive."
	default:
		text += fmt.Sprintf("; its density has both signs, as the exponent is below 2d − 1 = %d.", 2*k.Dim()-1)
	}
	return Picture{drawn.Title, drawn, text}, true
}

// alike reports whether curves are the same to the eye.
func alike(a, b []float64) bool {
	if len(a) != len(b) {
		return false
	}
	size := 0.0
	for _, x := range a {
		size = max(size, math.Abs(x))
	}
	for i := range a {
		if math.Abs(a[i]-b[i]) > 1e-9*size {
			return false
		}
	}
	return true
}

// linePicture draws k(s·a), and its symmetric and antisymmetric parts where it is not symmetric.
func linePicture(l direction, end float64, at func(s float64) float64) (Picture, []float64) {
	curves := []Curve{
		{Name: "k", Class: KernelClass}, {Name: "symmetric part", Class: Plus},
		{Name: "antisymmetric part", Class: Minus},
	}
	var values []float64
	differs, size := 0.0, 0.0
	for i := range points + 1 {
		s := end * (2*float64(i)/points - 1)
		y, back := at(s), at(-s)
		values = append(values, y)
		for j, v := range []float64{y, (y + back) / 2, (y - back) / 2} {
			curves[j].X, curves[j].Y = append(curves[j].X, s), append(curves[j].Y, v)
		}
		differs, size = math.Max(differs, math.Abs(y-back)), math.Max(size, math.Abs(y))
	}
	if !(differs > 1e-9*size) {
		curves = curves[:1]
	}
	where := "along " + l.name
	if l.name == "across" {
		where = "across the axes"
	}
	return NewPicture(Chart{Title: "The kernel " + where, X: "coordinate s", Y: "k(s·a)", Curves: curves},
		fmt.Sprintf("k(s·a), a the unit vector %s, in float64.", where)), values
}

// planePoints is how many values a row of a plane has.
const planePoints = 120

// planePicture draws k in the plane of two directions.
func planePicture(a, b direction, end float64, at func(delta []float64) float64) Picture {
	p := &Plane{Title: "The kernel in a plane", X: "along " + a.name, Y: "along " + b.name, Value: "k(Δ)", End: end}
	if b.name == "across" {
		p.Y = "across"
	}
	delta := make([]float64, len(a.v))
	for i := range planePoints {
		t := end * (float64(2*i+1)/planePoints - 1)
		row := make([]float64, planePoints)
		for j := range row {
			s := end * (float64(2*j+1)/planePoints - 1)
			for n := range delta {
				delta[n] = s*a.v[n] + t*b.v[n]
			}
			row[j] = at(delta)
		}
		p.Rows = append(p.Rows, row)
	}
	return Picture{p.Title, p, "Values of k(Δ) for Δ in the plane of both directions, in bands; positive and negative " +
		"ones have different colours."}
}

// DensityPicture draws the complex density along the n-th line of the decomposition; ok is false if there is none.
func DensityPicture(ctx context.Context, k *fourier.Kernel, n int) (p Picture, ok bool) {
	p, _, ok = densityPicture(ctx, k, n)
	return p, ok
}

// densityPicture is DensityPicture, with the values.
func densityPicture(ctx context.Context, k *fourier.Kernel, n int) (p Picture, drawn []float64, ok bool) {
	ctx, done := input.Densities(ctx)
	defer done(new(error))
	s, err := evaluation.NewStationarySpectrum(ctx, k, n)
	if err != nil {
		return p, nil, false
	}
	to := s.Bulk()
	if err := s.Tabulate(ctx, -to, to, points+1); err != nil {
		return p, nil, false
	}
	c := Chart{Title: "The spectral density along " + s.Along, X: "frequency ω", Y: "density"}
	for i, values := range [][]float64{s.Real, s.Imag} {
		cv := Curve{Name: "real part", Class: Plus, Fill: true}
		if i == 1 {
			cv = Curve{Name: "imaginary part", Class: Minus, Fill: true}
		}
		if slices.ContainsFunc(values, func(v float64) bool { return v != 0 }) {
			cv.X, cv.Y = s.Omega, values
		}
		for _, a := range s.Atoms {
			weight := [2]float64{a.Real, a.Imag}[i]
			for _, sign := range []float64{1, -1} {
				if weight != 0 && a.Omega <= to && (sign > 0 || a.Omega > 0) {
					cv.Stems = append(cv.Stems, Point{X: sign * a.Omega, Y: weight * [2]float64{1, sign}[i]})
				}
			}
		}
		if cv.X != nil || cv.Stems != nil {
			c.Curves = append(c.Curves, cv)
		}
		drawn = append(drawn, values...)
	}
	caption := "p_R + i p_I of the projection of ω on the line"
	if s.Proved {
		caption += ", enclosed"
	} else {
		caption += ", by floating point"
	}
	if len(s.Atoms) > 0 {
		caption += "; stems are atoms, their height is the weight"
	}
	return NewPicture(c, caption+"."), drawn, !c.Empty()
}
