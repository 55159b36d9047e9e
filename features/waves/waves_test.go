package waves

import (
	"bytes"
	"context"
	"encoding/binary"
	"math"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/decompose"
	"krein/features"
	"krein/features/fitted"
	"krein/features/radial"
	"krein/internal/tensors/tensorstest"
	_ "krein/internal/testlong" // flags
	"krein/kernel/parser"
)

func drawn(t testing.TB, formula string, opt *features.Options) *features.Map {
	t.Helper()
	k, err := parser.Parse(formula, nil)
	require.NoError(t, err)
	dec, err := decompose.Jordan(context.Background(), k, 3, nil)
	require.NoError(t, err)
	m, err := features.New(radial.New(dec), opt)
	require.NoError(t, err)
	return m
}

// points are some rows.
func points() *mat.Dense {
	x := mat.NewDense(20, 3, nil)
	for i := range 60 {
		x.RawMatrix().Data[i] = math.Sin(float64(i * i))
	}
	return x
}

// The columns are those of the map, in its order and with its signature, and files have all of it, to the bit.
func TestOf(t *testing.T) {
	x := points()
	for _, formula := range []string{"exp(-z^2/2) - exp(-z^2/200) - 0.5", "exp(-z^2/2)", "exp(-z^2/2)+3", "2"} {
		m := drawn(t, formula, &features.Options{Columns: 24, Coupling: features.Structured})
		w, err := Of(m)
		require.NoError(t, err)
		assert.Equal(t, m.Signature(), w.Signature())
		want, err := m.Transform(nil, x)
		require.NoError(t, err)
		got, err := w.Transform(nil, x)
		require.NoError(t, err)
		assert.True(t, mat.EqualApprox(want, got, 1e-13), formula)
		for _, name := range []string{"m.npz", "m.safetensors"} {
			path := filepath.Join(t.TempDir(), name)
			require.NoError(t, w.Save(path))
			r, err := Load(path)
			require.NoError(t, err, "%s as %s", formula, name)
			again, err := r.Transform(nil, x)
			require.NoError(t, err)
			assert.True(t, mat.Equal(got, again))
			assert.Equal(t, w.Signature(), r.Signature())
		}
	}
	_, err := Of(drawn(t, "exp(-z^2/2)", &features.Options{Columns: 24, Exact: features.ExactPlus}))
	assert.ErrorIs(t, err, ErrNotWaves)
}

// small is a map with all that a file can have.
func small(t testing.TB) *Map {
	t.Helper()
	m, err := New(&Numbers{
		Dim: 2, Constant: 0.5, Negative: true, Frequencies: mat.NewDense(2, 2, []float64{1, 2, 3, 4}),
		Amplitudes: []float64{1, 2}, Plus: 1,
		Preparation: fitted.Preparation{Offset: []float64{1, 0}, Divisor: []float64{2, math.Inf(1)}}, Kernel: "<k>",
	})
	require.NoError(t, err)
	return m
}

func TestPrepare(t *testing.T) {
	m := small(t)
	x := mat.NewDense(1, 2, []float64{3, 7})
	require.NoError(t, m.Prepare(x))
	assert.Equal(t, []float64{1, 0}, x.RawRowView(0))
	phi, err := m.Transform(nil, x)
	require.NoError(t, err)
	assert.InDeltaSlice(t, []float64{0.5, math.Cos(1), math.Sin(1), 2 * math.Cos(3), 2 * math.Sin(3)},
		phi.RawRowView(0), 1e-15)
	assert.Equal(t, []float64{-1, 1, 1, -1, -1}, m.Signature())
	assert.PanicsWithValue(t, mat.ErrShape, func() { _ = m.Prepare(mat.NewDense(1, 3, nil)) })
}

func TestNewRefuses(t *testing.T) {
	for want, change := range map[string]func(*Numbers){
		"dimension 0":  func(w *Numbers) { w.Dim = 0 },
		"shape 2×2":    func(w *Numbers) { w.Dim = 3 },
		"1 amplitudes": func(w *Numbers) { w.Amplitudes = w.Amplitudes[:1] },
		"3 of 2":       func(w *Numbers) { w.Plus = 3 },
		"no columns":   func(w *Numbers) { w.Constant, w.Frequencies, w.Amplitudes, w.Plus = 0, nil, nil, 0 },
		"1 and 2 num":  func(w *Numbers) { w.Offset = w.Offset[:1] },
		"not finite":   func(w *Numbers) { w.Constant = math.NaN() },
		"not positive": func(w *Numbers) { w.Divisor = []float64{1, 0} },
		"2 and 0 num":  func(w *Numbers) { w.Divisor = nil },
	} {
		w := *small(t).Numbers()
		change(&w)
		_, err := New(&w)
		assert.ErrorContains(t, err, want)
	}
}

// A pair comes back from its file, with its sides and signs; what does not fit is refused.
func TestPair(t *testing.T) {
	w := &PairNumbers{Dim: 2, Constant: 0.5, Negative: true, Frequencies: mat.NewDense(3, 2, []float64{1, 2, 3, 4, 5, 6}),
		Phases: []float64{0.25, 0, -1}, Amplitudes: []float64{1, 2, 3}, Signs: []float64{1, -1, 1},
		Preparation: fitted.Preparation{Offset: []float64{1, 0}, Divisor: []float64{2, math.Inf(1)}}, Kernel: "<k>"}
	made, err := NewPair(w)
	require.NoError(t, err)
	var b bytes.Buffer
	require.NoError(t, made.Encode(&b))
	p, err := DecodePair(bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	assert.Equal(t, w, p.Numbers())
	var again bytes.Buffer
	require.NoError(t, p.Encode(&again))
	assert.Equal(t, b.Bytes(), again.Bytes())
	x := mat.NewDense(1, 2, []float64{0.5, -0.25})
	wave := func(phases ...float64) []float64 {
		out := []float64{0.5}
		for i, phase := range phases {
			at := x.At(0, 0)*w.Frequencies.At(i, 0) + x.At(0, 1)*w.Frequencies.At(i, 1) + phase
			out = append(out, w.Amplitudes[i]*math.Cos(at), w.Amplitudes[i]*math.Sin(at))
		}
		return out
	}
	left, right := wave(w.Phases...), wave(0, 0, 0)
	for m, want := range map[*features.Map][]float64{p.Left(): left, p.Right(): right,
		p.Concatenation(): append(append(slices.Clone(left), right[1:3]...), right[5:]...)} {
		phi, err := m.Transform(nil, x)
		require.NoError(t, err)
		assert.InDeltaSlice(t, want, phi.RawRowView(0), 1e-15)
	}
	assert.Equal(t, []float64{-1, 1, 1, -1, -1, 1, 1}, p.Right().Signature())
	assert.False(t, p.Symmetric())
	low := &Low{Forms: mat.NewDense(2, 2, []float64{0.5, 1, -2, 0.25}), Plus: 1, Value: 0.75, Shift: 3, Scale: 0.5,
		Gradient: []float64{0.125, -1}}
	exact := *w
	exact.Low = low
	made, err = NewPair(&exact)
	require.NoError(t, err)
	b.Reset()
	require.NoError(t, made.Encode(&b))
	back, err := DecodePair(bytes.NewReader(b.Bytes()))
	require.NoError(t, err)
	assert.Equal(t, &exact, back.Numbers())
	f1, f2 := 0.5*0.5-0.25, -2*0.5-0.25*0.25
	for side, m := range map[float64]*features.Map{1: back.Left(), -1: back.Right()} {
		phi, err := m.Transform(nil, x)
		require.NoError(t, err)
		at := 0.75 + side*(0.125*0.5+0.25) - f1*f1/2 + f2*f2/2
		assert.InDeltaSlice(t, []float64{f1, f2, (at + 3) * 0.5, (at - 3) * 0.5}, phi.RawRowView(0)[7:], 1e-15)
		assert.Equal(t, []float64{1, -1, 1, -1}, m.Signature()[7:])
	}
	assert.Equal(t, []bool{false, true, true, false, false, true, true, false, false, true, true}, back.Differs())
	assert.Equal(t, back.Left().Columns()+6, back.Concatenation().Columns())
	for want, change := range map[string]func(*Low){
		"a gradient of 1": func(l *Low) { l.Gradient = l.Gradient[:1] },
		"3 of 2 forms":    func(l *Low) { l.Plus = 3 },
		"not finite":      func(l *Low) { l.Value = math.NaN() },
		"shift 0":         func(l *Low) { l.Shift = 0 },
		"1 forms of 2":    func(l *Low) { l.Forms = l.Forms.Slice(0, 1, 0, 2).(*mat.Dense) },
	} {
		l := *low
		change(&l)
		w := *w
		w.Low = &l
		_, err := NewPair(&w)
		assert.ErrorContains(t, err, want)
	}
	for want, change := range map[string]func(*PairNumbers){
		"dimension 0":  func(w *PairNumbers) { w.Dim = 0 },
		"shape 3×2":    func(w *PairNumbers) { w.Dim = 3 },
		"2 phases":     func(w *PairNumbers) { w.Phases = w.Phases[:2] },
		"neither 1":    func(w *PairNumbers) { w.Signs = []float64{1, 0.5, 1} },
		"not finite":   func(w *PairNumbers) { w.Phases = []float64{0, math.Inf(1), 0} },
		"not positive": func(w *PairNumbers) { w.Divisor = []float64{1, 0} },
		"no columns":   func(w *PairNumbers) { *w = PairNumbers{Dim: 2} },
	} {
		w := *p.Numbers()
		change(&w)
		_, err := NewPair(&w)
		assert.ErrorContains(t, err, want)
	}
	_, err = DecodePair(bytes.NewReader(b.Bytes()[:len(b.Bytes())-9]))
	var e *Error
	assert.ErrorAs(t, err, &e)
}

// Files that were changed are refused, with the place.
func TestTampered(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, small(t).EncodeSafetensors(&b))
	good := b.String()
	replace := func(old, new string) string { // of the same length
		require.Contains(t, good, old)
		require.Len(t, new, len(old))
		return strings.Replace(good, old, new, 1)
	}
	for want, data := range map[string]string{
		"format":            replace("krein.map/1", "krein.map/0"),
		"checksum: missing": replace(`"checksum"`, `"cheqksum"`),
		"bytes 0 to 32":     replace(`"dtype":"F64","shape":[2,2]`, `"dtype":"F64","shape":[2,2]`)[:len(good)-100],
		"want F64":          replace(`"dtype":"F64"`, `"dtype":"F32"`),
		"does not fit":      replace(`"plus":"1"`, `"plus":"2"`),
		"unknown member":    replace(`"kernel"`, `"kermel"`),
		"cut off":           good[:20],
		"neither":           "",
		"after the last":    good + "x",
		"is no number":      replace(`"dim":"2"`, `"dim":"x"`),
		"unknown tensor":    replace(`"offset":{`, `"offzet":{`),
		"neither true nor":  replace(`"prepared":"true"`, `"prepared":"trux"`),
	} {
		_, err := Decode(strings.NewReader(tensorstest.Reseal(data)))
		assert.ErrorContains(t, err, want)
		var e *Error
		assert.ErrorAs(t, err, &e)
	}
	signed := []byte(good)
	binary.LittleEndian.PutUint64(signed[len(signed)-8:], math.Float64bits(1))
	_, err := Decode(bytes.NewReader(signed))
	assert.ErrorContains(t, err, "checksum: does not match")
	_, err = Decode(strings.NewReader(tensorstest.Reseal(string(signed))))
	assert.ErrorContains(t, err, "signature")
	_, err = Load(filepath.Join(t.TempDir(), "absent"))
	assert.Error(t, err)
}

// Whatever bytes are read, there is a map or an *Error, and a map is written back to the bytes that say the same.
func FuzzDecode(f *testing.F) {
	var a, b bytes.Buffer
	require.NoError(f, small(f).Encode(&a))
	require.NoError(f, small(f).EncodeSafetensors(&b))
	f.Add(a.Bytes())
	f.Add(b.Bytes())
	f.Fuzz(func(t *testing.T, file []byte) {
		m, err := Decode(bytes.NewReader(file))
		if err != nil {
			var e *Error
			require.ErrorAs(t, err, &e)
			return
		}
		var out bytes.Buffer
		require.NoError(t, m.EncodeSafetensors(&out))
		again, err := Decode(&out)
		require.NoError(t, err)
		require.Equal(t, m.Numbers().Amplitudes, again.Numbers().Amplitudes)
		require.Equal(t, m.Signature(), again.Signature())
	})
}
