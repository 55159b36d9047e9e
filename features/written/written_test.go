package written

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"maps"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	expansion "krein/decompose/zonal"
	"krein/features"
	"krein/features/activation"
	"krein/features/fitted"
	"krein/features/maclaurin"
	"krein/features/radial"
	"krein/features/step"
	"krein/features/threshold"
	"krein/features/waves"
	"krein/features/zonal"
	"krein/internal/decompose/signs"
	"krein/internal/features/ridge"
	signmap "krein/internal/features/signs"
	"krein/internal/tensors/tensorstest"
	_ "krein/internal/testlong" // flags
	"krein/kernel/parser"
)

// points are some points of R^dim, on the sphere and off it if anywhere is set; one of them is 0 then.
func points(dim int, anywhere bool) *mat.Dense {
	x := mat.NewDense(13, dim, nil)
	for i := range 13 {
		row := x.RawRowView(i)
		for j := range row {
			row[j] = math.Sin(float64(i*i*(j+1) + j))
		}
		floats.Scale(1/floats.Norm(row, 2), row)
		if anywhere && i > 6 {
			floats.Scale(float64(i-7), row)
		}
	}
	return x
}

func expanded(t testing.TB, formula string, dim int) features.Representation {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	z, err := expansion.New(context.Background(), k, dim, &expansion.Settings{Tol: 1e-6, MaxDegree: 80})
	require.NoError(t, err)
	return zonal.New(z)
}

// signed has frequencies of both parts, and a mass at 0.
func signed(t testing.TB, dim int) features.Representation {
	t.Helper()
	k, err := parser.Parse("exp(-z^2/2) - exp(-z^2/200)/2 - 1/4", nil)
	require.NoError(t, err)
	d, err := decompose.Jordan(context.Background(), k, dim, nil)
	require.NoError(t, err)
	return radial.New(d)
}

var once struct {
	sync.Mutex
	maps map[string]*features.Map
}

// quick are those of the maps drawn that take no decomposition, which some tenths of a second do.
func quick(t testing.TB) map[string]*features.Map {
	t.Helper()
	polynomial, err := maclaurin.New(3, []float64{1, -2, 0, 0.5, 0, 0, 0.25}, 1)
	require.NoError(t, err)
	high := make([]float64, 71)
	high[1], high[70] = 1, -1./2
	steep, err := maclaurin.New(2, high, 1)
	require.NoError(t, err)
	layers, err := activation.New(3, []activation.Term{{Formula: "t*logistic(t)"}, {Formula: "t > 1/2 ? 1 : 0"},
		{Formula: "tanh(2*t)", Minus: true}}, 1.5)
	require.NoError(t, err)
	network, err := parser.Parse("arccos0(3)", nil)
	require.NoError(t, err)
	series, err := signs.New(network)
	require.NoError(t, err)
	out := map[string]*features.Map{}
	for name, d := range map[string]struct {
		rep     features.Representation
		columns int
	}{
		"exact":      {expanded(t, "1 - z^2/9", 5), 40},
		"signs":      {expanded(t, "gaussian(1) - 1/2*gaussian(1/3)", 4), 40},
		"degrees":    {expanded(t, "exp(-z)", 2), 40},
		"arccos0":    {step.ArcCosine(0, 3), 20},
		"arccos2":    {step.ArcCosine(2, 4), 30},
		"ntk":        {step.NTK(6), 64},
		"ntk few":    {step.NTK(6), 5},
		"polynomial": {polynomial, 24},
		"steep":      {steep, 80},
		"activation": {layers, 19},
		"layers":     {signmap.New(series, 3), 30},
	} {
		m, err := features.New(d.rep, &features.Options{Columns: d.columns, Seed: 3, Coupling: features.IID})
		require.NoError(t, err, name)
		out[name] = m
	}
	return out
}

// drawn are maps with blocks of every kind.
func drawn(t testing.TB) map[string]*features.Map {
	t.Helper()
	once.Lock()
	defer once.Unlock()
	if once.maps != nil {
		return once.maps
	}
	out := quick(t)
	for name, opt := range map[string]features.Options{
		"plus exact":  {Exact: features.ExactPlus, Coupling: features.IID},
		"minus exact": {Exact: features.ExactMinus, Coupling: features.Orthogonal},
		"sphere exact": {Exact: features.ExactSphere, Coupling: features.Orthogonal,
			Distances: ridge.Distances(3, 8)},
		"first of R^5": {Exact: features.ExactPlus, Coupling: features.IID, PointDim: 3},
		"frequencies":  {Coupling: features.IID},
	} {
		opt.Columns, opt.Seed = 40, 3
		dim := 3
		if opt.PointDim > 0 {
			dim = 5
		}
		m, err := features.New(signed(t, dim), &opt)
		require.NoError(t, err, name)
		out[name] = m
	}
	once.maps = out
	return out
}

// Files have all of a map, to the bit, and every kind of block is in one of them.
func TestFiles(t *testing.T) {
	kinds := map[string]bool{}
	for name, m := range drawn(t) {
		w, err := Of(m, &About{Kernel: "<" + name + ">"})
		require.NoError(t, err, name)
		for _, b := range w.Blocks() {
			kinds[b.Kind] = true
			for what, has := range map[string]bool{"linear": b.Linear != nil, "less": b.Less != nil} {
				kinds[what] = kinds[what] || has && b.Kind != Waves
				kinds[b.Kind+" "+what] = kinds[b.Kind+" "+what] || has
			}
		}
		anywhere, _ := w.Place()
		x := points(m.Dim(), anywhere)
		want, err := m.Transform(nil, x)
		require.NoError(t, err)
		for _, file := range []string{"m.npz", "m.safetensors"} {
			path := filepath.Join(t.TempDir(), file)
			require.NoError(t, w.Save(path))
			l, err := Load(path)
			require.NoError(t, err, "%s as %s", name, file)
			got, err := l.Transform(nil, x)
			require.NoError(t, err)
			assert.Equal(t, want.RawMatrix().Data, got.RawMatrix().Data, name)
			assert.Equal(t, m.Signature(), l.Signature())
			assert.Equal(t, m.Random(), l.Random(), name)
			assert.Equal(t, "<"+name+">", l.Kernel)
			assert.False(t, l.Prepares())
			assert.Nil(t, l.Waves)
			if !anywhere {
				_, err = l.TransformRow(nil, make([]float64, m.Dim()))
				assert.ErrorContains(t, err, "unit sphere")
			}
		}
	}
	for _, kind := range []string{Constant, Harmonics, Series, Power, Sign, Single, Monomials, Products, Signs, Waves, Quadratic,
		Activation, "linear", "less", Waves + " linear", Waves + " less"} {
		assert.True(t, kinds[kind], kind)
	}
}

// Steps are written, to the bit; points outside of the cube stay refused, and members that do not fit are, too.
func TestSteps(t *testing.T) {
	m, err := features.New(threshold.New(3), &features.Options{Columns: 17, Coupling: features.IID, Seed: 5})
	require.NoError(t, err)
	w, err := Of(m, &About{Kernel: "min"})
	require.NoError(t, err)
	for _, ending := range []string{".npz", ".safetensors"} {
		path := filepath.Join(t.TempDir(), "steps"+ending)
		require.NoError(t, w.Save(path))
		l, err := Load(path)
		require.NoError(t, err)
		x := mat.NewDense(3, 3, []float64{0, 1, 0.5, 0.3, 0.25, 0.9, 1, 1, 1})
		want, err := m.Transform(nil, x)
		require.NoError(t, err)
		got, err := l.Transform(nil, x)
		require.NoError(t, err)
		assert.Equal(t, want, got)
		_, err = l.TransformRow(nil, []float64{0.5, -0.1, 0.5})
		assert.ErrorContains(t, err, "-0.1 in column 2")
	}
	b := &Block{Kind: Steps, Columns: 2, A: []float64{0.5, 1}, Less: []float64{1, 1}, Degrees: []int{0, 3}}
	assert.ErrorContains(t, b.check(3), "coordinate 3")
	assert.NoError(t, b.check(4))
	b.A[0] = 1.5
	assert.ErrorContains(t, b.check(4), "1.5")
	ok, known := (&entry{Kind: Steps, Columns: 2, Less: 1}).fits(3)
	assert.False(t, ok)
	assert.True(t, known)
}

// Frequencies that are multiplied by fast transforms are written out, with the values up to rounding.
func TestFastTransforms(t *testing.T) {
	for _, exact := range []features.Exact{features.ExactNone, features.ExactSphere} {
		m, err := features.New(signed(t, 16), &features.Options{
			Columns: 128, Seed: 1, Coupling: features.Structured, Exact: exact, Distances: ridge.Distances(16, 8),
		})
		require.NoError(t, err)
		w, err := Of(m, nil)
		require.NoError(t, err)
		x := points(16, false)
		want, err := m.Transform(nil, x)
		require.NoError(t, err)
		got, err := w.Transform(nil, x)
		require.NoError(t, err)
		assert.InDeltaSlice(t, want.RawMatrix().Data, got.RawMatrix().Data, 1e-12)
		assert.Equal(t, m.Signature(), w.Signature())
	}
}

// A row at which an activation function has no value is refused by a file as by the map, and a Go function has no file.
func TestActivationRefuses(t *testing.T) {
	r, err := activation.New(2, []activation.Term{{Formula: "exp(t^2/50)"}}, 1)
	require.NoError(t, err)
	m, err := features.New(r, &features.Options{Columns: 5})
	require.NoError(t, err)
	w, err := Of(m, nil)
	require.NoError(t, err)
	for _, by := range []*features.Map{m, w.Map} {
		_, err = by.TransformRow(nil, []float64{1e4, 0})
		assert.ErrorContains(t, err, "not a finite number; scale the data")
	}
	r, err = activation.New(2, []activation.Term{{At: math.Tanh}}, 1)
	require.NoError(t, err)
	m, err = features.New(r, &features.Options{Columns: 5})
	require.NoError(t, err)
	_, err = Of(m, nil)
	assert.ErrorIs(t, err, ErrNotWritten)
}

// Other maps are refused.
func TestOfRefuses(t *testing.T) {
	_, err := Of(fitted.Compose(3, nil), nil)
	assert.ErrorContains(t, err, "the kernel is 0 in float64")
	m, err := features.New(step.NTK(3), &features.Options{Columns: 8})
	require.NoError(t, err)
	for want, about := range map[string]*About{
		"offset, divisor": {Preparation: fitted.Preparation{Offset: []float64{0, 0, 0}}},
		"not finite":      {Preparation: fitted.Preparation{Offset: []float64{0, math.NaN(), 0}, Divisor: []float64{1, 1, 1}}},
		"not positive":    {Preparation: fitted.Preparation{Offset: []float64{0, 0, 0}, Divisor: []float64{1, 0, 1}}},
	} {
		_, err := Of(m, about)
		assert.ErrorContains(t, err, want)
	}
}

// small is a map with most that a file can have.
func small(t testing.TB) *Map {
	t.Helper()
	m, err := features.New(step.NTK(2), &features.Options{Columns: 6, Coupling: features.IID})
	require.NoError(t, err)
	w, err := Of(m, &About{Kernel: "ntk",
		Preparation: fitted.Preparation{Offset: []float64{1, 0}, Divisor: []float64{2, math.Inf(1)}, Unit: true}})
	require.NoError(t, err)
	return w
}

// Rows are shifted, divided and put on the sphere, by a file of frequencies too.
func TestPrepare(t *testing.T) {
	load := func(encode func(*bytes.Buffer) error) *Loaded {
		var b bytes.Buffer
		require.NoError(t, encode(&b))
		l, err := load(&b)
		require.NoError(t, err)
		return l
	}
	l := load(func(b *bytes.Buffer) error { return small(t).Encode(b) })
	row := []float64{5, 7}
	require.NoError(t, l.Prepare(row))
	assert.Equal(t, []float64{1, 0}, row)
	assert.Error(t, l.Prepare([]float64{1, 7}))
	w, err := waves.New(&waves.Numbers{Dim: 2, Constant: 1, Preparation: fitted.Preparation{Offset: []float64{1, 0},
		Divisor: []float64{2, 4}}, Kernel: "1"})
	require.NoError(t, err)
	l = load(func(b *bytes.Buffer) error { return w.EncodeSafetensors(b) })
	row = []float64{5, 8}
	require.NoError(t, l.Prepare(row))
	assert.Equal(t, []float64{2, 2}, row)
	assert.True(t, l.Prepares())
	assert.Equal(t, 1.0, l.Waves.Numbers().Constant)
}

// Columns keep their names, whatever these are, in all files, and the label's; names that cannot be told apart are
// refused.
func TestNames(t *testing.T) {
	by := fitted.Preparation{Names: []string{"krein.columns/1", `"format":"krein.pair/2"`}, Label: "krein.map/1 <ü>", Unit: true}
	m := small(t)
	m.about.Preparation = by
	w, err := waves.New(&waves.Numbers{Dim: 2, Constant: 1, Preparation: by, Kernel: "k"})
	require.NoError(t, err)
	p, err := waves.NewPair(&waves.PairNumbers{Dim: 2, Constant: 1, Preparation: by, Kernel: "k"})
	require.NoError(t, err)
	for name, encode := range map[string]func(io.Writer) error{
		"columns, npz": m.Encode, "columns, safetensors": m.EncodeSafetensors, "waves, npz": w.Encode,
		"waves, safetensors": w.EncodeSafetensors, "pair": p.Encode,
	} {
		var b bytes.Buffer
		require.NoError(t, encode(&b))
		l, err := load(&b)
		require.NoError(t, err, name)
		assert.Equal(t, by, l.Preparation, name)
		assert.Equal(t, name == "pair", l.Pair != nil)
		row := []float64{3, 4}
		require.NoError(t, l.Prepare(row))
		assert.InDeltaSlice(t, []float64{0.6, 0.8}, row, 1e-15)
		assert.ErrorContains(t, l.Prepare([]float64{0, 0}), "no direction")
	}
	for want, by := range map[string]fitted.Preparation{
		"is there twice": {Names: []string{"a", "a"}}, "1 of 2 columns": {Names: []string{"a"}},
		"no text of": {Names: []string{"a", "\xff"}}, "is a column, too": {Names: []string{"a", "b"}, Label: "b"},
		"columns have none": {Label: "y"},
	} {
		_, err := waves.New(&waves.Numbers{Dim: 2, Constant: 1, Preparation: by})
		assert.ErrorContains(t, err, want)
		_, err = waves.NewPair(&waves.PairNumbers{Dim: 2, Constant: 1, Preparation: by})
		assert.ErrorContains(t, err, want)
		_, err = Of(m.Map, &About{Preparation: by})
		assert.ErrorContains(t, err, want)
	}
}

// changed returns a file of the map with its header or numbers changed, and the checksum made again.
func changed(t *testing.T, m *Map, change func(h *header, a map[string][]float64)) []byte {
	t.Helper()
	h, a := m.head(), m.arrays()
	change(h, a)
	c, err := h.contents(a)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, c.EncodeSafetensors(&b))
	return b.Bytes()
}

// Forged files, with a checksum that fits, are refused with the place.
func TestForged(t *testing.T) {
	ntk := small(t)
	polynomial, err := Of(drawn(t)["polynomial"], nil)
	require.NoError(t, err)
	degrees, err := Of(drawn(t)["degrees"], nil)
	require.NoError(t, err)
	quadratic, err := Of(drawn(t)["plus exact"], nil)
	require.NoError(t, err)
	residual, err := Of(drawn(t)["sphere exact"], nil)
	require.NoError(t, err)
	layers, err := Of(drawn(t)["activation"], nil)
	require.NoError(t, err)
	at := func(h *header, kind string) *entry {
		for i := range h.Blocks {
			if h.Blocks[i].Kind == kind {
				return &h.Blocks[i]
			}
		}
		t.Fatalf("no block %s", kind)
		return nil
	}
	for _, c := range []struct {
		want   string
		m      *Map
		change func(h *header, a map[string][]float64)
	}{
		{"format", ntk, func(h *header, _ map[string][]float64) { h.Format = "krein.columns/2" }},
		{"dim", ntk, func(h *header, _ map[string][]float64) { h.Dim = 0 }},
		{"no sphere in R^1", ntk, func(h *header, _ map[string][]float64) { h.Dim = 1 }},
		{"power", ntk, func(h *header, _ map[string][]float64) { h.Power = 65 }},
		{"power", degrees, func(h *header, _ map[string][]float64) { h.Power = 1 }},
		{"blocks", ntk, func(h *header, _ map[string][]float64) { h.Blocks = nil }},
		{"unknown kind", ntk, func(h *header, _ map[string][]float64) { h.Blocks[0].Kind = "wave" }},
		{"not between", ntk, func(h *header, _ map[string][]float64) { h.Blocks[0].Terms = -1 }},
		{"no columns", ntk, func(h *header, _ map[string][]float64) { h.Blocks[0].Columns = 0 }},
		{"do not belong", ntk, func(h *header, _ map[string][]float64) { h.Blocks[0].Linear = true }},
		{"do not belong", ntk, func(h *header, _ map[string][]float64) { at(h, Power).Order = 65 }},
		{"do not belong", ntk, func(h *header, _ map[string][]float64) { at(h, Sign).Order = 1 }},
		{"do not belong", polynomial, func(h *header, _ map[string][]float64) { at(h, Monomials).Columns++ }},
		{"does not fit", ntk, func(h *header, _ map[string][]float64) { at(h, Sign).Columns++ }},
		{"more than a file holds", ntk, func(h *header,
			_ map[string][]float64) {
			h.Dim, at(h, Sign).Columns = 1<<24, 1<<24
		}},
		{"the degrees have", ntk, func(_ *header, a map[string][]float64) { a["degrees"][1] = 0 }},
		{"is no integer", ntk, func(_ *header, a map[string][]float64) { a["degrees"][0] = 0.5 }},
		{"is no integer", degrees, func(_ *header, a map[string][]float64) { a["degrees"][len(a["degrees"])-1] = 1e6 }},
		{"negative", ntk, func(_ *header, a map[string][]float64) { a["numbers"][0] = -1 }},
		{"not finite", ntk, func(_ *header, a map[string][]float64) { a["numbers"][0] = math.NaN() }},
		{"vectors, but", polynomial, func(_ *header, a map[string][]float64) { a["degrees"][0]-- }},
		{"do not belong", quadratic, func(h *header, _ map[string][]float64) { at(h, Waves).Columns++ }},
		{"do not belong", quadratic, func(h *header, _ map[string][]float64) { at(h, Waves).Linear = true }},
		{"do not belong", quadratic, func(h *header, _ map[string][]float64) { at(h, Waves).Terms = 1 }},
		{"do not belong", residual, func(h *header, _ map[string][]float64) { at(h, Waves).Less-- }},
		{"do not belong", quadratic, func(h *header, _ map[string][]float64) { at(h, Quadratic).Columns++ }},
		{"is neither 1 nor", quadratic, func(_ *header, a map[string][]float64) { a["numbers"][len(a["numbers"])-1] *= 2 }},
		{"have no positive sum", quadratic, func(_ *header,
			a map[string][]float64) {
			a["numbers"][len(a["numbers"])-4] = -1e9
		}},
		{"have no positive sum", quadratic, func(_ *header, a map[string][]float64) {
			n := len(a["numbers"])
			a["numbers"][n-4], a["numbers"][n-5] = math.MaxFloat64, math.MaxFloat64
		}},
		{"unknown function", layers, func(h *header, _ map[string][]float64) { h.Blocks[0].Formula = "besselj(0,t)" }},
		{"ends too early", layers, func(h *header, _ map[string][]float64) { h.Blocks[1].Formula = "t > 1/2 ? 1 :" }},
		{"do not belong", layers, func(h *header, _ map[string][]float64) { h.Blocks[0].Formula = "" }},
		{"do not belong", layers, func(h *header, _ map[string][]float64) { h.Blocks[0].Less = 1 }},
		{"do not belong", ntk, func(h *header, _ map[string][]float64) { at(h, Sign).Formula = "t" }},
		{"bytes (at most", layers, func(h *header, _ map[string][]float64) { h.Blocks[0].Formula = strings.Repeat(" ", 1<<19+1) }},
		{"does not fit", layers, func(h *header, _ map[string][]float64) { h.Blocks[0].Columns++ }},
		{"signature", layers, func(h *header, _ map[string][]float64) { h.Blocks[2].Minus = false }},
		{"signature", ntk, func(h *header, a map[string][]float64) { h.Blocks[0].Minus = !h.Blocks[0].Minus }},
	} {
		_, err := Decode(bytes.NewReader(changed(t, c.m, c.change)))
		assert.ErrorContains(t, err, c.want)
		var e *Error
		assert.ErrorAs(t, err, &e, c.want)
	}
}

// Degrees so high that their tables would fill the memory are refused before they are made.
func TestTooHigh(t *testing.T) {
	done := false
	file := changed(t, small(t), func(_ *header, a map[string][]float64) {
		for i, n := range a["degrees"] {
			if n >= 2 && !done {
				a["degrees"][i], done = 60000, true // of R², two harmonics as well
			}
		}
	})
	require.True(t, done)
	_, err := Decode(bytes.NewReader(file))
	assert.ErrorContains(t, err, "too high")
}

// Files that were damaged are refused.
func TestDamaged(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, small(t).EncodeSafetensors(&b))
	good := b.String()
	for want, data := range map[string]string{
		"checksum": good[:len(good)-200] + strings.ToUpper(good[len(good)-200:len(good)-199]) + "\x01" +
			good[len(good)-198:],
		"cut off":        good[:30],
		"do not hold":    good[:len(good)-8],
		"after the last": good + "12345678",
		"unknown field":  strings.Replace(good, `\"dim\"`, `\"din\"`, 1),
		"format":         strings.Replace(good, `"format":"krein.columns/1"`, `"format":"krein.columns/9"`, 1),
		"unknown tensor": strings.Replace(good, `"divisor"`, `"dividor"`, 1),
	} {
		_, err := Decode(strings.NewReader(data))
		assert.Error(t, err)
		_, err = Decode(strings.NewReader(tensorstest.Reseal(data)))
		assert.ErrorContains(t, err, want)
	}
	_, err := Load(filepath.Join(t.TempDir(), "absent"))
	assert.Error(t, err)
	_, err = load(strings.NewReader("krein"))
	assert.ErrorContains(t, err, "neither")
}

// Whatever bytes are read, there is a map or an *Error, and a map is written back as it was read.
func FuzzDecode(f *testing.F) {
	all := quick(f) // every worker begins with that; FuzzDecode of package waves has the files of frequencies
	for _, name := range slices.Sorted(maps.Keys(all)) {
		m := all[name]
		if m.Dim() > 3 {
			continue
		}
		w, err := Of(m, nil)
		require.NoError(f, err)
		var a, b bytes.Buffer
		require.NoError(f, w.Encode(&a))
		require.NoError(f, w.EncodeSafetensors(&b))
		f.Add(a.Bytes(), "", 0.0)
		f.Add(b.Bytes(), `{"kind":"sign","columns":1}`, 1.0)
		f.Add(b.Bytes(), `{"kind":"activation","columns":1,"formula":"t^2"}`, 1.0)
	}
	f.Fuzz(func(t *testing.T, file []byte, forged string, number float64) {
		m, err := Decode(bytes.NewReader(file))
		if err != nil {
			var e *Error
			require.ErrorAs(t, err, &e)
			return
		}
		h, a := m.head(), m.arrays() // the checksum stops most changes: some are made behind it
		var e entry
		if json.Unmarshal([]byte(forged), &e) == nil {
			h.Blocks[len(h.Blocks)/2] = e
		}
		a["numbers"][len(a["numbers"])/2] = number
		c, err := h.contents(a)
		require.NoError(t, err)
		var out bytes.Buffer
		require.NoError(t, c.EncodeSafetensors(&out))
		again, err := Decode(&out)
		if err != nil {
			var e *Error
			require.ErrorAs(t, err, &e)
			return
		}
		require.Equal(t, a["numbers"], again.arrays()["numbers"])
		_, _ = again.TransformRow(nil, make([]float64, again.Dim()))
	})
}
