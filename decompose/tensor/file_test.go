package tensor

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/fourier/language"
	"krein/internal/document"
	"krein/internal/fourier/tensortest"
	"krein/internal/hankel/line/sampler"
	"krein/internal/hankel/mixture"
	"krein/internal/testlong"
)

func encoded(t testing.TB, d *Decomposition) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, d.Encode(&b))
	return b.Bytes()
}

// draws returns what all parts draw.
func draws(d *Decomposition) (out []float64) {
	rnd := rand.New(rand.NewPCG(1, 1))
	omega := make([]float64, d.Dim)
	for _, p := range append(d.Parts, d.Polar...) {
		u := make([]float64, len(p.Dims()))
		for range 20 {
			for b := range u {
				u[b] = rnd.Float64()
			}
			out = append(out, p.Draw(omega, u, rnd), p.Mass())
			out = append(out, omega...)
		}
	}
	return out
}

// TestFile: what is read draws the same numbers.
func TestFile(t *testing.T) {
	all := cases(t)
	for _, name := range testlong.Some(slices.Sorted(maps.Keys(all)), 2) {
		d := known(t, name, all[name])
		d.Kernel = name
		path := filepath.Join(t.TempDir(), "t.json")
		require.NoError(t, d.Save(path))
		e, err := Load(path)
		require.NoError(t, err, name)
		assert.Equal(t, draws(d), draws(e), name)
		assert.Equal(t, d.Masses, e.Masses)
		assert.Equal(t, name, e.Kernel)
		assert.Equal(t, encoded(t, d), encoded(t, e), name)
	}
	_, err := Load(filepath.Join(t.TempDir(), "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// reseal returns a changed document with its checksum.
func reseal(t testing.TB, data []byte) []byte {
	f := new(file)
	if err := document.Decomposition.DecodeStrict(data, fileFormat, f); err != nil {
		return data
	}
	_, f.Checksum, _ = f.Seal()
	out, err := document.Compact(f)
	require.NoError(t, err)
	return out
}

// TestFaults: every change of a file is found, sealed again or not.
func TestFaults(t *testing.T) {
	testlong.Slow(t)
	data := string(encoded(t, known(t, "merged", cases(t)["merged"])))
	_, err := Decode(strings.NewReader(strings.Replace(data, `"dim":2`, `"dim":3`, 1)))
	assert.ErrorContains(t, err, "checksum")
	_, err = Decode(strings.NewReader(strings.Replace(data, `"dim":2`, `"dims":2`, 1)))
	assert.ErrorContains(t, err, "unknown field")
	_, err = Decode(strings.NewReader(strings.Replace(data, `tensor/2`, `tensor/1`, 1)))
	assert.ErrorContains(t, err, "format")
	var f file
	require.NoError(t, json.Unmarshal([]byte(data), &f))
	for what, change := range map[string]func(f *file){
		"does not fit":          func(f *file) { f.Measure.Blocks[1].Dim = 2 },
		"span":                  func(f *file) { f.Measure.Blocks = f.Measure.Blocks[:1] },
		"orthonormal":           func(f *file) { f.Measure.Blocks[0].Basis[0][0] = 0.7 },
		"another length":        func(f *file) { f.Measure.Blocks[0].Basis[0] = f.Measure.Blocks[0].Basis[0][:1] },
		"as many rows":          func(f *file) { f.Measure.Blocks[0].Basis = append(f.Measure.Blocks[0].Basis, []float64{0.8, -0.6}) },
		"another one":           func(f *file) { f.Convention = "" },
		"0 terms":               func(f *file) { f.Measure.Terms = nil },
		"each block":            func(f *file) { f.Measure.Terms[0].Coef = 0 },
		"does not fit block":    func(f *file) { f.Measure.Terms[0].Laws[0] = 7 },
		"do not follow":         func(f *file) { f.Bias = 0 },
		"these, the bias":       func(f *file) { f.Masses.RealPlus.Value *= 1.01 },
		"told from 0":           func(f *file) { f.Measure.Laws[0].Line = nil },
		"in dimension 3":        func(f *file) { f.Measure.Laws[0].Dim = 3 },
		"no modulus":            func(f *file) { f.Measure.Laws[0].Line.Modulus = nil },
		"not of the phase":      func(f *file) { f.Measure.Laws[0].Line.Plus = f.Measure.Laws[0].Line.Minus },
		"neither atoms nor":     func(f *file) { f.Measure.Laws[0].Line.Plus.Panels = nil },
		"is not that of":        func(f *file) { f.Measure.Laws[0].Line.Plus.Mass *= 1.1 },
		"distance -1":           func(f *file) { f.Measure.Laws[0].Line.Plus.Distance = -1 },
		"not beyond":            func(f *file) { p := f.Measure.Laws[0].Line.Imag.Panels; p[0], p[1] = p[1], p[0] },
		"half width":            func(f *file) { f.Measure.Laws[0].Line.Imag.Panels[1].Half = 0 },
		"from -2":               func(f *file) { f.Measure.Laws[0].Line.Imag.Panels[0].Lo = -2 },
		"coefficient 0: 1e+250": func(f *file) { f.Measure.Laws[0].Line.Imag.Panels[0].Coef[0] = 1e250 },
		"phase 9":               func(f *file) { f.Measure.Laws[0].Line.Imag.Panels[0].Phase = 9 },
		"0, 0 and 0 coef":       func(f *file) { f.Measure.Laws[0].Line.Imag.Panels[0].Coef = nil },
	} {
		var g file
		require.NoError(t, json.Unmarshal([]byte(data), &g))
		change(&g)
		again, err := document.Compact(g)
		require.NoError(t, err)
		_, err = Decode(bytes.NewReader(reseal(t, again)))
		assert.ErrorContains(t, err, what, what)
	}
	data = string(encoded(t, known(t, "plane", cases(t)["plane"])))
	_, err = Decode(bytes.NewReader(reseal(t, []byte(strings.Replace(data, `"from":2`, `"from":1`, 1)))))
	assert.ErrorContains(t, err, "a coordinate twice")
	_, err = Decode(bytes.NewReader(reseal(t, []byte(strings.Replace(data, `"from":2`, `"from":3`, 1)))))
	assert.ErrorContains(t, err, "beyond the last coordinate")
	_, err = Decode(
		bytes.NewReader(reseal(t, []byte(strings.Replace(data, `"format":"krein.table/2"`, `"format":"krein.table/1"`, 1)))))
	assert.ErrorContains(t, err, "laws[0]")
}

// scaled are mixtures on R³ by scales of all kinds.
var scaled = []string{
	"1/(1+x1^2+abs(x2))", "2-exp(-sqrt(1+(x1-x2)^2+abs(x3))-log(2+(x1-x2)^2+abs(x3)))",
	"(1+sqrt(x1^2+abs(x2)))*exp(-sqrt(x1^2+abs(x2)))", "exp(-(x1^2+x2^2)/(1+abs(x3)))/(1+abs(x3))",
	"exp(-sqrt(3-cos(x1)-cos(x2-2*x3)-cos(x3)))", "besselk(0,sqrt(1+abs(x1)+x2^2+x3^2))",
}

func ofScale(t testing.TB, source string) *Decomposition {
	k, err := language.Parse(source, 3, nil)
	require.NoError(t, err)
	d, err := OfMixture(t.Context(), k, false)
	require.NoError(t, err, source)
	return d
}

// TestScaleFile: files of mixtures by a random scale draw the same numbers; what is out of range is found.
func TestScaleFile(t *testing.T) {
	for _, source := range scaled {
		d := ofScale(t, source)
		e, err := Decode(bytes.NewReader(encoded(t, d)))
		require.NoError(t, err, source)
		assert.Equal(t, draws(d), draws(e), source)
		assert.Equal(t, encoded(t, d), encoded(t, e), source)
		both, err := Sum(d, e)
		require.NoError(t, err)
		again, err := Decode(bytes.NewReader(encoded(t, both)))
		require.NoError(t, err, source)
		assert.Equal(t, draws(both), draws(again), source)
	}
	data := encoded(t, ofScale(t, scaled[3]))
	var f file
	require.NoError(t, json.Unmarshal(data, &f))
	for what, change := range map[string]func(m *measureFile){
		"besides another measure":                func(m *measureFile) { m.Terms = []termFile{{}} },
		"0 terms of an exponent":                 func(m *measureFile) { m.Mixture.Exponent = nil },
		"0 terms of a scale":                     func(m *measureFile) { m.Mixture.Scale = nil },
		"a term of an exponent":                  func(m *measureFile) { m.Mixture.Exponent[0].Power = 1.5 },
		"exponent is out of range":               func(m *measureFile) { m.Mixture.Exponent[0].Coef = -1 },
		"is out of range":                        func(m *measureFile) { m.Mixture.Exponent[0].Power, m.Mixture.Exponent[0].Shift = 0, 0 },
		"is out of":                              func(m *measureFile) { m.Mixture.Exponent[0].Wave = -1 },
		"other coordinates":                      func(m *measureFile) { m.Mixture.Exponent[0].Square.From = 3 },
		"a square of other":                      func(m *measureFile) { m.Mixture.Space.Square = nil },
		"square of other coordinates":            func(m *measureFile) { m.Mixture.Space.Square.Rows[0] = nil },
		"a power 2 of":                           func(m *measureFile) { m.Mixture.Space.Power = 2 },
		"a scale of weight":                      func(m *measureFile) { m.Mixture.Scale[0].Weight = 1e301 },
		"not one distribution":                   func(m *measureFile) { m.Mixture.Scale[0].Laws[0].Law = nil },
		"no distribution begins with":            func(m *measureFile) { m.Mixture.Scale[0].Laws[0].Law.Origin = "line" },
		"the parameter 1":                        func(m *measureFile) { m.Mixture.Scale[0].Laws[0].Law.Parameter = 1 },
		"0 steps":                                func(m *measureFile) { m.Mixture.Scale[0].Laws[0].Law.Steps = nil },
		"a step is out of range":                 func(m *measureFile) { m.Mixture.Scale[0].Laws[0].Law.Steps[0].Factor = 0 },
		"inverse Gamma distribution of order -1": func(m *measureFile) { m.Mixture.Scale[0].Laws[0] = clockFile{Inverse: &mixture.Inverse{Order: -1}} },
		"scale 1 and rate -1": func(m *measureFile) {
			m.Mixture.Scale[0].Laws[0] = clockFile{Inverse: &mixture.Inverse{Scale: 1, Rate: -1}}
		},
		"an error of 1 of": func(m *measureFile) { m.Mixture.Within = 1 },
		"do not follow":    func(m *measureFile) { m.Mixture.Scale[0].Weight *= 2 },
	} {
		require.NoError(t, json.Unmarshal(data, &f))
		change(&f.Measure)
		changed, err := document.Compact(f)
		require.NoError(t, err)
		_, err = Decode(bytes.NewReader(reseal(t, changed)))
		assert.ErrorContains(t, err, what, what)
		f = file{}
	}
}

// FuzzDecode: what is accepted, sealed again by whoever changed it, draws finite numbers.
func FuzzDecode(f *testing.F) {
	flat := &sampler.Law{Mass: 3, Panels: []sampler.Panel{
		{Mid: 1, Half: 1, Lo: -1, Hi: 0.5, Coef: []float64{1, 0.5}, Phase: math.Pi / 2},
		{Inverse: true, Mid: 0.25, Half: 0.25, Lo: -1, Hi: 0.5, Coef: []float64{1}, Phase: -math.Pi / 2},
	}}
	flat.Mass = 3 - 0.1875
	modulus := *flat
	modulus.Panels = []sampler.Panel{flat.Panels[0], flat.Panels[1]}
	for i := range modulus.Panels {
		modulus.Panels[i].Phase = 0
		modulus.Panels[i].Re, modulus.Panels[i].Im = []float64{1}, []float64{0, 1}
	}
	for _, m := range []*sampler.Law{flat, &modulus} {
		require.NoError(f, m.Check())
	}
	d := &Decomposition{Dim: 3, space: newSpace(3, tensortest.Axis(3, []float64{1, 2, 2}), nil),
		terms: []term{{coef: -2, index: []int{0, 1}}}}
	bell, err := decompose.Jordan(context.Background(), parse(f, "1+cos(z)"), 1, nil)
	require.NoError(f, err)
	bell.Dim = 2
	d.laws = []*law{{Dim: 1, Line: &lineLaw{Imag: flat, Modulus: &modulus}}, {Dim: 2, Radial: bell}}
	for _, l := range d.laws {
		require.NoError(f, l.finish())
	}
	require.NoError(f, d.finish())
	f.Add(encoded(f, d))
	for _, source := range scaled {
		f.Add(encoded(f, ofScale(f, source)))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(bytes.NewReader(reseal(t, data)))
		if err != nil {
			return
		}
		if d.Dim > 100 {
			return
		}
		for _, x := range draws(d) {
			if math.IsNaN(x) || math.IsInf(x, 0) {
				t.Fatal(x)
			}
		}
		encoded(t, d)
	})
}
