package decompose

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/decompose/segment"
	"krein/internal/document"
	"krein/internal/hankel/distribution"
	"krein/internal/npz"
	"krein/internal/testlong"
)

// small has every kind of part: density, atoms, an origin, lobes.
func small(t testing.TB) []*Decomposition {
	out := []*Decomposition{
		mixed(t),
		decomposition(t, parse(t, "exp(-z)", 0), 1),
		decomposition(t, parse(t, "2*cos(z) - 1", 0), 1),
	}
	out[0].Certificate = "sha256:0123"
	return out
}

func encoded(t testing.TB, d *Decomposition) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, d.Encode(&b))
	return b.Bytes()
}

func TestFileRoundTrip(t *testing.T) {
	testlong.Slow(t)
	all := append(small(t), decomposition(t, parse(t, "(1-z^2/4)^2", 2), 3), provedWaves(t), staircase(5))
	all[1].Doubt = "a \"reason\" <&\u2028"
	for i, d := range append(all, all...) {
		if !testlong.Turn(i, 2) {
			continue
		}
		path := filepath.Join(t.TempDir(), "table.json")
		if i >= len(all) {
			path = filepath.Join(t.TempDir(), "table.npz")
		}
		require.NoError(t, d.Save(path))
		e, err := Load(path)
		require.NoError(t, err)
		assert.Equal(t, d, e) // every field, the tables and their guides included
		for _, x := range [][2]*Part{{&d.Plus, &e.Plus}, {&d.Minus, &e.Minus}} {
			if x[0].Radii == nil {
				assert.Nil(t, x[1].Radii)
				continue
			}
			for u := 0.5; u > 1e-30; u *= 0.33 {
				a, b := x[0].Radii.(*Table), x[1].Radii.(*Table)
				assert.Equal(t, math.Float64bits(a.Quantile(u)), math.Float64bits(b.Quantile(u)))
				assert.Equal(t, math.Float64bits(a.QuantileTail(u)), math.Float64bits(b.QuantileTail(u)))
			}
		}
		assert.Equal(t, encoded(t, d), encoded(t, e))
		t.Logf("%s: %d bytes", d.Kernel, len(encoded(t, d)))
	}
	// Saving over a file replaces it, and a failure leaves it.
	path := filepath.Join(t.TempDir(), "t")
	require.NoError(t, all[0].Save(path))
	require.NoError(t, all[1].Save(path))
	bad := *all[0]
	bad.Dim = 0
	assert.Error(t, bad.Save(path))
	e, err := Load(path)
	require.NoError(t, err)
	assert.Equal(t, all[1], e)
	_, err = Load(filepath.Join(t.TempDir(), "none"))
	assert.ErrorIs(t, err, os.ErrNotExist)
}

// A flipped bit or a missing byte is an error, or leaves the contents as they were (white
// space, another spelling of the same number).
func TestFileMutations(t *testing.T) {
	for _, d := range small(t) {
		data := encoded(t, d)
		step := max(len(data)/testlong.RoundsTo(400, 4000), 1)
		for i := 0; i < len(data); i += step + i%2*(step/2) {
			for _, bit := range []byte{1, 0x20, 0x80} {
				c := bytes.Clone(data)
				c[i] ^= bit
				if e, err := Decode(bytes.NewReader(c)); err == nil {
					require.Equal(t, d, e, "byte %d of %q", i, data[max(0, i-10):min(len(data), i+10)])
				}
			}
			if i%7 == 0 {
				if e, err := Decode(bytes.NewReader(data[:i])); err == nil {
					require.Equal(t, d, e)
				}
			}
		}
	}
}

// resealed applies an edit to the document and corrects the checksum: what the validation
// must find by itself.
func resealed(t *testing.T, d *Decomposition, edit func(f *tableFile)) error {
	t.Helper()
	var f tableFile
	require.NoError(t, json.Unmarshal(encoded(t, d), &f))
	edit(&f)
	var err error
	_, f.Checksum, err = f.Seal()
	require.NoError(t, err)
	data, err := document.Compact(f)
	require.NoError(t, err)
	_, err = Decode(bytes.NewReader(data))
	return err
}

func TestFileValidation(t *testing.T) {
	d := mixed(t)
	require.NoError(t, resealed(t, d, func(*tableFile) {}))
	for where, edit := range map[string]func(f *tableFile){
		"format":         func(f *tableFile) { f.Format = "krein.table/1" },
		"dim":            func(f *tableFile) { f.Dim = 0 },
		"convention":     func(f *tableFile) { f.Convention = "unitary" },
		"quality":        func(f *tableFile) { f.Quality = "perfect" },
		"plus.mass":      func(f *tableFile) { f.Plus.Mass = -1 },
		"minus.origin":   func(f *tableFile) { f.Minus.Origin = -1e-300 },
		"minus.massKind": func(f *tableFile) { f.Minus.MassKind = "" },
		"plus.lawError":  func(f *tableFile) { f.Plus.LawError = nil },
		"plus.lawError.kolmogorov": func(f *tableFile) {
			f.Plus.LawError.Kolmogorov = f.Plus.Radii.InterpolationError / 2
		},
		"plus.lawError.totalVariation": func(f *tableFile) {
			f.Plus.LawError.TotalVariation = f.Plus.LawError.Kolmogorov / 2
		},
		"minus.lawError.totalVariation": func(f *tableFile) { f.Minus.LawError.TotalVariation = 1.5 },
		"minus.lawError.kind":           func(f *tableFile) { f.Minus.LawError.Kind = "true" },
		"minus.massError":               func(f *tableFile) { f.Minus.MassError = -1 },
		"plus.radii":                    func(f *tableFile) { f.Plus.Radii = nil },
		"minus.radii":                   func(f *tableFile) { f.Minus.Mass = 0 },
		"plus.radii.interpolationError": func(f *tableFile) { f.Plus.Radii.InterpolationError = 2 },
		"plus.radii.lower.edges[3]":     func(f *tableFile) { e := f.Plus.Radii.Lower.Edges; e[3] = e[2] },
		"plus.radii.upper.coefs[32]":    func(f *tableFile) { f.Plus.Radii.Upper.Coefs[32] *= 2 },
		"plus.radii.lower.coefs[40]":    func(f *tableFile) { f.Plus.Radii.Lower.Coefs[40] = -1 },
		"plus.radii.upper.kinds[3]":     func(f *tableFile) { f.Plus.Radii.Upper.Kinds[3] = 3 },
		"plus.radii.upper":              func(f *tableFile) { u := &f.Plus.Radii.Upper; u.Coefs = u.Coefs[:3] },
		"plus.radii.lower.kinds":        func(f *tableFile) { f.Plus.Radii.Lower = sideFile{Edges: []float64{0.5}} },
		"plus.radii.lower.tail":         func(f *tableFile) { f.Plus.Radii.Lower.Tail = tail{Kind: "flat"} },
		"plus.radii.upper.tail": func(f *tableFile) {
			u := &f.Plus.Radii.Upper.Tail
			*u = tail{Kind: tailPower, At: u.At, Exponent: 1}
		},
		"minus.radii.upper.tail":     func(f *tableFile) { f.Minus.Radii.Upper.Tail.Period = 1 },
		"minus.radii.lower.edges[1]": func(f *tableFile) { f.Minus.Radii.Lower.Edges[1] = 0.7 },
	} {
		err := resealed(t, d, edit)
		var fe *FileError
		if assert.True(t, errors.As(err, &fe), "%s: %v", where, err) {
			assert.Equal(t, where, fe.Where, "%v", err)
		}
	}
}

func TestFileRefuses(t *testing.T) {
	good := string(encoded(t, small(t)[2]))
	for want, text := range map[string]string{
		"not JSON":              "",
		"missing":               "{}",
		"is not":                `{"format":"krein.table/3","future":1}`,
		"unknown field":         strings.Replace(good, `"dim"`, `"tau":1,"dim"`, 1),
		"does not fit":          strings.Replace(good, `"dim":1`, `"dim":"1"`, 1),
		"does not match":        strings.Replace(good, `"dim":1`, `"dim":2`, 1),
		"after top-level value": good + "{}",
		"byte":                  good[:len(good)/2],
		"invalid character":     strings.Replace(good, `"mass":2`, `"mass":NaN`, 1),
		"number 1e999 does not": strings.Replace(good, `"mass":2`, `"mass":1e999`, 1),
	} {
		_, err := Decode(strings.NewReader(text))
		if assert.Error(t, err, want) {
			assert.Contains(t, err.Error(), want)
		}
	}
	type other struct{ Radii }
	d := *small(t)[2]
	d.Plus.Radii = other{d.Plus.Radii}
	assert.ErrorContains(t, d.Encode(&bytes.Buffer{}), "decompose.other")
}

// valid fails unless d's radii are a law: finite, not negative, and on segments that are proved also monotone.
func valid(t *testing.T, d *Decomposition) {
	t.Helper()
	for _, p := range []*Part{&d.Plus, &d.Minus} {
		if p.Radii == nil {
			continue
		}
		table := p.Radii.(*Table)
		for _, s := range []*side{&table.lower, &table.upper} {
			for i := range s.kinds {
				scale := 0.0
				for _, c := range s.poly(i) {
					scale += math.Abs(c)
				}
				for k := range 9 {
					p := s.edges[i] + (s.edges[i+1]-s.edges[i])*float64(k)/8
					if q := s.quantile(p); !(q >= -1e-14*scale) || math.IsInf(q, 1) {
						t.Fatalf("quantile(%v) = %v in segment %d", p, q, i)
					}
				}
			}
			for k := range 64 {
				if q := s.quantile(s.edges[0] * math.Exp2(-float64(k))); !(q >= 0) || math.IsInf(q, 1) {
					t.Fatalf("quantile in the tail is %v", q)
				}
			}
		}
		for _, u := range []float64{0, 1e-300, 1e-20, 0.1, 0.5, 0.9, 1} {
			if q := table.Quantile(u); math.IsNaN(q) {
				t.Fatalf("Quantile(%v) is NaN", u)
			}
		}
	}
}

// tiny are tables of one segment a side with all kinds of tails: seeds that a fuzzer can learn from.
func tiny() []*Decomposition {
	lower := side{edges: []float64{0.01, 0.5}, kinds: []segment.Kind{segment.RootOuter},
		coefs: []float64{1, 0.5, 0.5, 0, 0, 0, 0, 0}, tail: tail{Kind: tailPower, At: 1, Exponent: 2}}
	out := []*Decomposition{staircase(1)}
	for _, t := range []tail{
		{Kind: tailPower, At: 4, Exponent: -2},
		{Kind: tailExponential, At: 4, Rate: 1},
		{Kind: tailLobes, At: 4, Exponent: -1, Center: 6, Period: 2, HalfWidth: 1},
		{Kind: tailWaves, At: 4, Waves: &distribution.OscillatingTail{Frequency: 15.5, Q: 2, Cos: []float64{0, 0, 2},
			Sin: []float64{-1}, Plain: []float64{-1}, Sign: 1, Start: 62}},
	} {
		table := &Table{lower: lower, upper: side{edges: lower.edges, kinds: []segment.Kind{segment.RootInner},
			coefs: []float64{2, 1, 1, 0, 0, 0, 0, 0}, tail: t}}
		table.lower.index()
		table.upper.index()
		out = append(out, &Decomposition{Dim: 2, Kernel: "f", Quality: BiasProved, Bias: &Bias{Law: 1},
			Plus: Part{MassKind: KindProved}, Minus: Part{Mass: 1, MassKind: KindProved, LawErr: LawError{0.5, 0.5, KindProved},
				Radii: table}})
	}
	return out
}

func TestFileTiny(t *testing.T) {
	for _, d := range tiny() {
		for ext := range formats {
			e, err := Decode(bytes.NewReader(inFormat(t, d, ext)))
			require.NoError(t, err)
			require.Equal(t, d, e)
			valid(t, e)
		}
	}
}

// Both formats as they come; a seed that begins with PK is an archive.
func FuzzDecode(f *testing.F) {
	for _, d := range tiny() {
		for ext := range formats {
			f.Add(inFormat(f, d, ext))
		}
	}
	f.Add([]byte(`{"format":"krein.table/2","dim":1}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		d, err := Decode(bytes.NewReader(data))
		if err != nil {
			return
		}
		valid(t, d)
		if again := encoded(t, d); len(again) == 0 {
			t.Fatal("does not encode")
		}
	})
}

// Any header and any arrays, sealed as if they had been meant.
func FuzzSealed(f *testing.F) {
	for _, d := range tiny() {
		doc, err := d.document()
		require.NoError(f, err)
		head, err := document.Compact(doc.header())
		require.NoError(f, err)
		_, sides := doc.sides()
		a, b := sides[0], sides[1]
		if a == nil {
			a, b = sides[2], sides[3]
		}
		f.Add(head, npz.AppendFloat64s(nil, a.Edges), a.kindBytes(), npz.AppendFloat64s(nil, a.Coefs),
			npz.AppendFloat64s(nil, b.Edges), b.kindBytes(), npz.AppendFloat64s(nil, b.Coefs))
	}
	f.Fuzz(func(t *testing.T, head, edges0, kinds0, coefs0, edges1, kinds1, coefs1 []byte) {
		doc, err := decodeDocument(head)
		if err != nil {
			return
		}
		floats := func(b []byte) (out []float64) {
			for ; len(b) >= 8; b = b[8:] {
				out = append(out, math.Float64frombits(binary.LittleEndian.Uint64(b)))
			}
			return out
		}
		_, sides := doc.sides()
		for i, s := range sides {
			if s == nil {
				continue
			}
			edges, kinds, coefs := edges0, kinds0, coefs0
			if i%2 == 1 {
				edges, kinds, coefs = edges1, kinds1, coefs1
			}
			s.Edges, s.Coefs, s.Kinds = floats(edges), floats(coefs), nil
			for _, k := range kinds {
				s.Kinds = append(s.Kinds, int(k))
			}
			s.Segments = len(s.Kinds)
		}
		if doc.check() == nil {
			valid(t, doc.decomposition())
		}
	})
}
