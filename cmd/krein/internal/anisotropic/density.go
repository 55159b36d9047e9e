package anisotropic

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/decompose"
	"krein/decompose/rejection"
	"krein/decompose/tensor"
	"krein/features/pair"
	"krein/fourier/numeric"
	"krein/fourier/stationary"
	"krein/internal/elem64"
)

// DensityFlags give a complex spectral measure by its density, in place of a kernel's formula.
type DensityFlags struct {
	real, imaginary    string
	proposal, envelope string
	count              int
}

// Add registers the flags.
func (f *DensityFlags) Add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVar(&f.real, "density", "", "instead of FORMULA: the real part of the measure's density at ω ∈ R^d, an "+
		"even formula in z = ‖ω‖,\nl1, t, x1, …; all that follows is estimated, nothing is proved")
	fl.StringVar(&f.imaginary, "imaginary", "", "with --density: its imaginary part, an odd formula")
	fl.StringVar(&f.proposal, "proposal", "gaussian:1", "with --density: the law that frequencies are proposed by, "+
		"gaussian:S or cauchy:S, with independent\ncoordinates of scale S")
	fl.StringVar(&f.envelope, "envelope", "", "with --density: a number B that you state: |density| ≤ B times the "+
		"proposal's density, for both parts\n(required; refuted only by a frequency that happens to be drawn)")
	fl.IntVar(&f.count, "proposals", 100000, "with --density: how many proposals the masses are estimated from")
}

// On reports whether there is a density.
func (f *DensityFlags) On() bool { return f.real != "" }

// Args wants one formula, or none beside a density, and refuses flags that contradict each other.
func (f *DensityFlags) Args(cmd *cobra.Command, args []string) error {
	switch {
	case f.On() && len(args) > 0:
		return errors.New("give a formula or --density, not both")
	case f.On() && f.envelope == "":
		return errors.New("--density needs --envelope B: what |density| is at most, over the proposal's")
	case f.On() && (f.count < 2 || f.count > 1e9):
		return fmt.Errorf("--proposals %d: want 2 … 1000000000", f.count)
	case f.On():
		return nil
	}
	for _, name := range []string{"imaginary", "proposal", "envelope", "proposals"} {
		if cmd.Flags().Changed(name) {
			return fmt.Errorf("--%s goes with --density", name)
		}
	}
	return input.OneFormula(cmd, args)
}

// measure reads the flags.
func (f *DensityFlags) measure(kf *input.KernelFlags, dim int) (*rejection.Measure, [2]*stationary.Kernel, error) {
	var read [2]*stationary.Kernel
	for i, text := range []string{f.real, f.imaginary} {
		if strings.TrimSpace(text) == "" || strings.TrimSpace(text) == "0" {
			continue
		}
		k, err := kf.Stationary(text, dim)
		if err != nil {
			return nil, read, fmt.Errorf("--%s: %w", [2]string{"density", "imaginary"}[i], err)
		}
		read[i] = k
	}
	if read[0] == nil && read[1] == nil {
		return nil, read, errors.New("--density 0: the measure is 0")
	}
	name, scale, _ := strings.Cut(f.proposal, ":")
	s, err := input.Positive("proposal", scale)
	if err != nil || name != "gaussian" && name != "cauchy" {
		return nil, read, fmt.Errorf("--proposal %q: want gaussian:S or cauchy:S with a positive number S", f.proposal)
	}
	law := rejection.Gaussian(dim, s)
	if name == "cauchy" {
		law = rejection.Cauchy(dim, s)
	}
	bound, err := input.Positive("envelope", f.envelope)
	if err != nil {
		return nil, read, err
	}
	m, err := rejection.Formulas(read[0], read[1], law, elem64.Log(bound))
	return m, read, err
}

// Kernel returns the kernel that the measure is of: its parts by acceptance–rejection, with estimated masses. Its
// values are not known but at 0.
func (f *DensityFlags) Kernel(cmd *cobra.Command, kf *input.KernelFlags, dim int, seed uint64) (*Kernel, error) {
	m, _, err := f.measure(kf, dim)
	if err != nil {
		return nil, err
	}
	stop := terminal.Spin(cmd, "estimating masses")
	plus, minus, imaginary, err := masses(cmd.Context(), m, f.count, rand.New(rand.NewPCG(seed, 0x6d617373)))
	stop()
	if err != nil {
		return nil, err
	}
	parts := &pair.Parts{Dim: dim}
	for _, p := range m.Parts(rejection.Masses{RealPlus: plus.Value, RealMinus: minus.Value, Imaginary: imaginary.Value}) {
		parts.Parts = append(parts.Parts, p)
	}
	if len(parts.Parts) == 0 {
		return nil, fmt.Errorf("no mass was met by %d proposals", f.count)
	}
	mass := func(values ...rejection.Estimate) (t tensor.Mass) {
		t.Kind = decompose.KindEstimated
		for _, e := range values {
			t.Value += e.Value
			t.Err += twice * e.Deviation
		}
		return t
	}
	rep := &pair.Representation{Jordan: parts, Polar: parts, BiasKind: decompose.KindEstimated,
		Measure: &tensor.Decomposition{Dim: dim, Kernel: f.title(), BiasKind: decompose.KindEstimated, Minimal: true,
			Masses: tensor.Masses{RealPlus: mass(plus), RealMinus: mass(minus), Imaginary: mass(imaginary),
				Polar: mass(plus, minus, imaginary, imaginary)}}}
	rep.Bias = rep.Measure.Masses.Polar.Err
	rep.Measure.Bias = rep.Bias
	at0 := plus.Value - minus.Value
	return &Kernel{Formula: f.title(), Dim: dim, Symmetry: f.symmetry(), Rep: rep, stated: true,
		At: func([]float64) float64 { return at0 }}, nil
}

// twice are the standard errors that are called the error of a mass.
const twice = 2

// title names the measure.
func (f *DensityFlags) title() string {
	s := "∫ cos⟨ω,Δ⟩ (" + f.real + ") dω"
	if f.imaginary != "" {
		s += " − ∫ sin⟨ω,Δ⟩ (" + f.imaginary + ") dω"
	}
	return s
}

func (f *DensityFlags) symmetry() string {
	if f.imaginary == "" {
		return "even"
	}
	return "neither"
}

// masses estimates them in portions, until ctx is done.
func masses(ctx context.Context, m *rejection.Measure, count int,
	rnd rejection.Source) (plus, minus, imaginary rejection.Estimate, err error) {
	const portion = 1 << 14
	all := [3]*rejection.Estimate{&plus, &minus, &imaginary}
	for left := count; left > 0; {
		if err = ctx.Err(); err != nil {
			return plus, minus, imaginary, err
		}
		n := min(left, portion)
		if left -= n; left == 1 {
			n, left = n+1, 0
		}
		p, q, r, err := m.Masses(n, rnd)
		if err != nil {
			return plus, minus, imaginary, err
		}
		share := float64(n) / float64(count)
		for i, e := range []rejection.Estimate{p, q, r} {
			all[i].Value += share * e.Value
			all[i].Deviation = math.Hypot(all[i].Deviation, share*e.Deviation)
		}
	}
	return plus, minus, imaginary, nil
}

// Section returns the density itself at multiples of a unit vector, with no projection.
func (f *DensityFlags) Section(kf *input.KernelFlags, dim, along int) (*Spectrum, error) {
	_, read, err := f.measure(kf, dim)
	if err != nil {
		return nil, err
	}
	if along < 1 || along > dim {
		return nil, fmt.Errorf("--along %d: there are %d coordinates", along, dim)
	}
	at := func(k *stationary.Kernel, omega float64) float64 {
		if k == nil {
			return 0
		}
		v := make([]float64, dim)
		v[along-1] = omega
		return numeric.At(k, v)
	}
	title := "p(ω) = " + f.real
	if f.imaginary != "" {
		title += " + i·(" + f.imaginary + ")"
	}
	return &Spectrum{Formula: title, Dim: dim, Along: fmt.Sprintf("coordinate %d", along), section: true,
		terms: []term{{1, &density{
			stated: func(omega float64) (float64, float64) { return at(read[0], omega), at(read[1], omega) }}}}}, nil
}
