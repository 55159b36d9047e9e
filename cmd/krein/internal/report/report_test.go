package report

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"math/big"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/verify"
	"krein/cmd/krein/internal/input"
	"krein/decompose"
	"krein/decompose/tensor"
	"krein/decompose/zonal"
	"krein/fourier/language"
	"krein/fourier/stationary"
	"krein/internal/budget"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	checked "krein/internal/certify/check/stationary"
	"krein/internal/testlong"
	"krein/kernel/parser"
)

// made returns the report of a kernel and its HTML.
func made(t *testing.T, formula string, dim int) (*Radial, string) {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	r, err := NewRadial(t.Context(), k, dim, "'"+formula+"'", silent)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, r.WriteHTML(&b))
	assert.Less(t, b.Len(), 2<<20)
	return r, b.String()
}

var (
	anchors   = regexp.MustCompile(`href="#([^"]*)"`)
	ids       = regexp.MustCompile(` id="([^"]*)"`)
	downloads = regexp.MustCompile(`download="([^"]*)" href="data:application/json;base64,([^"]*)"`)
	abroad    = regexp.MustCompile(`(?i)<script|<link|<iframe|<object|@import|url\(\s*['"]?http|\bsrc=|\bon\w+=`)
)

// selfContained fails if a page loads anything, or has a link to nowhere or an identifier twice.
func selfContained(t *testing.T, page string) {
	t.Helper()
	assert.Empty(t, abroad.FindString(page))
	seen := map[string]bool{}
	for _, m := range ids.FindAllStringSubmatch(page, -1) {
		assert.False(t, seen[m[1]], "id %s twice", m[1])
		seen[m[1]] = true
	}
	for _, m := range anchors.FindAllStringSubmatch(page, -1) {
		assert.True(t, seen[m[1]], "link to #%s", m[1])
	}
}

// A difference of Gaussians: two parts, embedded files that verify and load.
func TestReport(t *testing.T) {
	testlong.Slow(t)
	r, page := made(t, "exp(-z^2/2) - exp(-z^2/200)", 3)
	selfContained(t, page)
	files := embedded(t, page)
	c, err := certificate.Decode(bytes.NewReader(files["certificate.json"]))
	require.NoError(t, err)
	assert.Equal(t, r.Certificate.Digest(), c.Digest())
	assert.True(t, strings.Contains(page, c.Digest()))
	for _, id := range []certify.ID{certify.FiniteMass, certify.PD} {
		v := verify.New(c, r.Kernel, 3, 0).Claim(t.Context(), id)
		assert.Equal(t, check.Accepted, v.Verdict, id)
	}
	d, err := decompose.Decode(bytes.NewReader(files["table.json"]))
	require.NoError(t, err)
	assert.Equal(t, 3, d.Dim)
	assert.Equal(t, 3, strings.Count(page, `<svg class="chart"`))
	assert.True(t, strings.Contains(page, "proved in dimensions 1 to 64"))
	assert.True(t, strings.Contains(page, "Indefinite on R<sup>3</sup>"))
	for _, cl := range r.Certificate.Claims() {
		assert.True(t, strings.Contains(page, `id="`+string(cl.ID)+`"`))
	}
}

// embedded are the files for download.
func embedded(t *testing.T, page string) map[string][]byte {
	t.Helper()
	files := map[string][]byte{}
	for _, m := range downloads.FindAllStringSubmatch(page, -1) {
		b, err := base64.StdEncoding.DecodeString(strings.ReplaceAll(m[2], "&#43;", "+"))
		require.NoError(t, err)
		files[m[1]] = b
	}
	return files
}

// sphereOf returns the report of a kernel on the sphere and its HTML.
func sphereOf(t *testing.T, formula string, dim int) (*Sphere, string) {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	r, err := NewSphere(t.Context(), k, dim, "'"+formula+"'", nil, silent)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, r.WriteHTML(&b))
	assert.Less(t, b.Len(), 2<<20)
	selfContained(t, b.String())
	return r, b.String()
}

// A sigmoid on the sphere: coefficients of both signs, and an embedded expansion that is proved again.
func TestSphere(t *testing.T) {
	testlong.Slow(t)
	r, page := sphereOf(t, "sigmoid", 4)
	files := embedded(t, page)
	z, err := zonal.Decode(bytes.NewReader(files["zonal.json"]))
	require.NoError(t, err)
	assert.NoError(t, zonal.Verify(t.Context(), r.Kernel, 4, z))
	assert.Contains(t, files, "certificate.json")
	for _, want := range []string{
		"Indefinite on the unit sphere of R<sup>4</sup>, but a difference", "Σ |a<sub>n</sub>|", `class="minus"`,
		"refuted in dimensions 2 to 64", "‖a₋‖ = ", `<h2 id="space">Off the sphere, on R<sup>4</sup></h2>`, "degrees to 7",
		`<span class="flag">--sphere</span> <span class="flag">-o</span> zonal.json`,
	} {
		assert.True(t, strings.Contains(page, want), want)
	}
	assert.Equal(t, 3, strings.Count(page, `<svg class="chart"`))
}

// A kernel that jumps has no expansion, a constant one no degrees, and S⁰ is no sphere.
func TestSphereWithout(t *testing.T) {
	testlong.Await(t, 3, 3)
	r, page := sphereOf(t, "z < 1 ? 1 : 0", 3)
	assert.Nil(t, r.Expansion)
	assert.True(t, strings.Contains(page, "No expansion in Gegenbauer polynomials was proved: "))
	assert.NotContains(t, embedded(t, page), "zonal.json")
	_, page = sphereOf(t, "1", 2)
	assert.True(t, strings.Contains(page, "with total mass 1"))
	k, err := parser.Parse("1", nil)
	require.NoError(t, err)
	_, err = NewSphere(t.Context(), k, 1, "1", nil, silent)
	assert.ErrorContains(t, err, "two points")
}

// deltaOf returns the report of a kernel of x − y and its HTML.
func deltaOf(t *testing.T, formula string, dim int, opt *stationary.Options) (*Delta, string) {
	t.Helper()
	k, err := language.Parse(formula, dim, opt)
	require.NoError(t, err)
	r, err := NewDelta(t.Context(), k, "'"+formula+"'", silent)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, r.WriteHTML(&b))
	assert.Less(t, b.Len(), 2<<20)
	selfContained(t, b.String())
	return r, b.String()
}

// A kernel that is not symmetric: its proofs lead to the lemmas that they rest on, the embedded files verify and load.
func TestDelta(t *testing.T) {
	testlong.Slow(t)
	axis := []*big.Rat{big.NewRat(1, 1), big.NewRat(1, 1), big.NewRat(1, 1)}
	r, page := deltaOf(t, "exp(-z^2/8)*(1 + sinh(t/5))", 3, &stationary.Options{Axes: [][]*big.Rat{axis}})
	files := embedded(t, page)
	c, err := checked.Decode(bytes.NewReader(files["certificate.json"]))
	require.NoError(t, err)
	assert.Equal(t, check.Accepted, checked.Verify(t.Context(), c, r.Kernel, checked.FiniteMass, 0).Verdict)
	sum := sha256.Sum256(files["certificate.json"])
	m, err := tensor.Decode(bytes.NewReader(files["measure.json"]))
	require.NoError(t, err)
	assert.Equal(t, 3, m.Dim)
	for _, want := range []string{
		hex.EncodeToString(sum[:]), `href="#lemma-1-finite-mass"`, `id="lemma-2-finite-mass"`,
		"Not symmetric: a complex measure", "antisymmetric part", "imaginary part", "The kernel in a plane",
		"‖μ<sub>I</sub>⁺‖", "polar", `id="rule-factors.finite-mass"`, `href="#rule-odd.analysis"`, `<span class="flag">--right</span> psi.npy`,
	} {
		assert.True(t, strings.Contains(page, want), want)
	}
	assert.Equal(t, 4, strings.Count(page, `<svg class="chart"`))
}

// A picture is left out whose values take longer than pictures may.
func TestDrawingEnds(t *testing.T) {
	k, err := language.Parse("exp(-((max(t, sum(x^2)) + exp(-((sum(x^4))^3)^2)))^2)", 43, &stationary.Options{
		Axes: [][]*big.Rat{slices.Repeat([]*big.Rat{big.NewRat(1, 1)}, 43)}})
	require.NoError(t, err)
	begin := time.Now()
	r := &Delta{Kernel: k}
	r.draw(input.Timed(t.Context(), func() time.Duration { return 1000 * time.Since(begin) }))
	assert.Empty(t, r.pictures)
}

// Kernels without a measure, of the 1-norm, and in R¹ have pages that say so, and one of factors that share a coordinate has proofs.
func TestDeltaWithout(t *testing.T) {
	testlong.Await(t, 2, 3)
	for _, c := range []struct {
		formula string
		dim     int
		want    []string
	}{
		{"t1 > 0 ? exp(-t1) : 0", 1, []string{"No complex measure of finite mass represents it",
			"There is no measure to draw from"}},
		{"exp(-z)*cos(x1)", 2, []string{"all parts of the product have finite mass", `id="lemma-1-pd"`}},
		{"tl1(3)", 2, []string{
			"<mo>‖</mo>", "polar", "bias of features: not bounded",
			"Positive definite: proved in dimension 1; refuted in dimensions 2 to 64",
			"restricts, so that a proof in one dimension decides others", "along coordinate 1",
			"The spectral density in a plane", "its density has both signs",
		}},
		{"1/x1", 1, []string{"There is no measure"}},
	} {
		_, page := deltaOf(t, c.formula, c.dim, nil)
		for _, want := range c.want {
			assert.True(t, strings.Contains(page, want), "%s: %s", c.formula, want)
		}
	}
}

// A formula is a kernel in many dimensions, and what proofs decide depends on whether those are restrictions of each
// other.
func TestFamily(t *testing.T) {
	for _, c := range []struct {
		formula     string
		dim         int
		first, last int // 0: in this dimension alone
		says        string
		opt         *stationary.Options
	}{
		{"tl1(3)", 2, 1, 64, "all smaller spaces", nil},
		{"exp(-z^2/2)*cos(x3)", 4, 3, 64, "from dimension 3 on. What holds", nil},
		{"exp(-l1)*cos(x1)", 4, 1, 64, "From R^2 on", nil},
		{"shift_gaussian(1/8, 2)", 2, 1, 64, "Every dimension speaks for itself", nil},
		{"prod(exp(-abs(x)/l))", 2, 0, 0, "", &stationary.Options{Params: map[string]string{"l": "1,2"}}},
		{"exp(-l1)", 2, 0, 0, "", &stationary.Options{Lengths: []string{"1", "2"}}},
		{"exp(-t^2)", 2, 1, 64, "Every dimension speaks for itself",
			&stationary.Options{Axes: [][]*big.Rat{{big.NewRat(1, 1), big.NewRat(1, 1)}}}},
		{"exp(-t^2)", 2, 0, 0, "", &stationary.Options{Axes: [][]*big.Rat{{big.NewRat(1, 1), big.NewRat(2, 1)}}}},
	} {
		k, err := language.Parse(c.formula, c.dim, c.opt)
		require.NoError(t, err)
		f, ok := newFamily(t.Context(), k)
		require.Equal(t, c.last > 0, ok, c.formula)
		if ok {
			assert.Equal(t, []int{c.first, c.last}, []int{f.first, f.last}, c.formula)
			assert.Contains(t, f.says(), c.says)
		}
	}
}

// TestFamilyEnds: which kernels of a family restrict to which is found out within a budget, whatever their products take,
// and a family ends with its context.
func TestFamilyEnds(t *testing.T) {
	testlong.Slow(t)
	for _, formula := range testlong.Some([]string{
		"exp(-z^2)*(1+sum(x)/10)*sum(1+sinh(x/2))", "exp(-(prod(cos(x))*sum(x))^2)",
		"e*sum((1-(1/2)*x^2)) - 3e+05*exp(-sum(abs(x)))", "exp(-(sum(x)^2*pi/1000+1700*(0.999*x1)^2))*cos(l1)",
	}, 1) {
		k, err := language.Parse(formula, 5, nil)
		require.NoError(t, err)
		ctx, done := budget.New(t.Context(), 1<<40)
		_, ok := newFamily(ctx, k)
		assert.True(t, ok)
		assert.Less(t, budget.Of(ctx).Spent(), int64(2*familyUnits), formula)
		done()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, ok = newFamily(ctx, k)
		assert.False(t, ok)
	}
}

// A kernel without finite mass has no parts, and the page says why and what else there is.
func TestReportWithoutMeasure(t *testing.T) {
	testlong.Await(t, 1, 3)
	r, page := made(t, "arccos1", 4)
	selfContained(t, page)
	assert.Nil(t, r.Decomposition)
	assert.True(t, strings.Contains(page, "There is no Jordan decomposition"))
	assert.True(t, strings.Contains(page, "ReLU functions"))
	assert.False(t, strings.Contains(page, "table.json"))
}

// A kernel that is zero has no error relative to its largest value.
func TestReportOfZero(t *testing.T) {
	r, page := made(t, "0*z", 2)
	selfContained(t, page)
	assert.Error(t, r.NoComparison)
	assert.True(t, strings.Contains(page, "They could not be compared"))
}

func TestCancelled(t *testing.T) {
	k, err := parser.Parse("exp(-z)", nil)
	require.NoError(t, err)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = NewRadial(ctx, k, 3, "'exp(-z)'", silent)
	assert.ErrorIs(t, err, context.Canceled)
}

// silent is told what is being done.
func silent(string) {}
