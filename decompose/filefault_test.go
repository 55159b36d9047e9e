package decompose

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/document"
	"krein/internal/hankel/distribution"
	"krein/internal/npy"
	"krein/internal/testlong"
)

// formats are the two ways to write a table.
var formats = map[string]func(d *Decomposition, w io.Writer) error{
	".json": (*Decomposition).Encode,
	".npz":  (*Decomposition).EncodeNPZ,
}

func inFormat(t testing.TB, d *Decomposition, ext string) []byte {
	t.Helper()
	var b bytes.Buffer
	require.NoError(t, formats[ext](d, &b))
	return b.Bytes()
}

// staircase is a decomposition of 2n segments.
func staircase(n int) *Decomposition {
	omega, weight := make([]float64, 2*n), make([]float64, 2*n)
	for i := range omega {
		omega[i], weight[i] = math.Sqrt(float64(i+1)), 1
	}
	return &Decomposition{Dim: 3, Plus: Part{Mass: 1, MassErr: 1e-15, MassKind: KindEstimated,
		LawErr: LawError{1e-15, 2e-15, KindEstimated}, Radii: discreteTable(omega, weight)},
		Minus:  Part{MassKind: KindProved},
		Kernel: "f", Beyond: "natural", Quality: Estimated}
}

// provedWaves is a table with a bias and oscillating tails on both parts.
func provedWaves(t testing.TB) *Decomposition {
	d := provedTable(t, "(1-z^2/4)^2", 2, 3)
	require.NotNil(t, d.Bias)
	require.Equal(t, tailWaves, d.Minus.Radii.(*Table).upper.tail.Kind)
	return d
}

// same fails unless data are refused with a *FileError, or read as d: then it is true.
func same(t *testing.T, d *Decomposition, data []byte, format string, args ...any) bool {
	t.Helper()
	e, err := Decode(bytes.NewReader(data))
	if err != nil {
		var fe *FileError
		require.True(t, errors.As(err, &fe), "%T %v", err, err)
		return false
	}
	require.Equal(t, d, e, append([]any{format}, args...)...)
	return true
}

// Every byte, and every truncation, of small files in both formats: of JSON every bit.
func TestFaultEveryBit(t *testing.T) {
	d := staircase(1)
	d.Minus = Part{Mass: 0.25, Origin: 0.5, MassKind: KindProved, LawErr: LawError{0, 0.5, KindProved},
		Radii: discreteTable([]float64{3}, []float64{1})}
	for ext := range formats {
		data := inFormat(t, d, ext)
		bits := []int{0, 1, 2, 3, 4, 5, 6, 7}
		if ext == ".npz" {
			bits = []int{0, 4, 7}
		}
		silent := 0
		for i := range data {
			if !testlong.Turn(i, 3) {
				continue
			}
			for _, bit := range bits {
				c := bytes.Clone(data)
				c[i] ^= 1 << bit
				if same(t, d, c, "byte %d, bit %d", i, bit) {
					silent++
				}
			}
			if e, err := Decode(bytes.NewReader(data[:i])); err == nil {
				require.Equal(t, d, e)
				require.Equal(t, len(data)-1, i, "only the final newline of JSON can go")
			}
		}
		t.Logf("%s: %d bytes, %d of %d flips change nothing that counts", ext, len(data), silent, len(bits)*len(data))
	}
}

// Sampled bits and truncations of real tables with all kinds of tails.
func TestFaultSampledBits(t *testing.T) {
	testlong.Slow(t)
	seeds := testlong.Some([]uint64{7, 8, 9, 10}, 4)
	r := rand.New(rand.NewPCG(5, seeds[0]))
	rounds := 6 * len(seeds)
	for _, d := range append(small(t), provedWaves(t), decomposition(t, parse(t, "(1-z^2/4)^2", 2), 3)) {
		for ext := range formats {
			data := inFormat(t, d, ext)
			for range rounds {
				c := bytes.Clone(data)
				for range 1 + r.IntN(2) {
					c[r.IntN(len(c))] ^= 1 << r.IntN(8)
				}
				same(t, d, c, "%s", ext)
				same(t, d, data[:r.IntN(len(data))], "%s", ext)
				// A hole and a doubled piece, as lost and repeated blocks leave.
				a, b := r.IntN(len(data)), r.IntN(len(data))
				a, b = min(a, b), max(a, b)
				hole := bytes.Clone(data)
				clear(hole[a:b])
				same(t, d, hole, "%s", ext)
				same(t, d, append(bytes.Clone(data[:b]), data[a:]...), "%s", ext)
			}
		}
	}
}

// limited fails after n bytes, as a full disk does.
type limited struct{ n int }

var errFull = errors.New("disk full")

func (l *limited) Write(p []byte) (int, error) {
	if l.n -= len(p); l.n < 0 {
		return max(0, len(p)+l.n), errFull
	}
	return len(p), nil
}

func TestFaultDiskFull(t *testing.T) {
	for ext, encode := range formats {
		d := small(t)[0]
		size := len(inFormat(t, d, ext))
		for n := 0; n <= size; n += 1 + n/7 {
			require.ErrorIs(t, encode(d, &limited{min(n, size-1)}), errFull)
		}
		require.NoError(t, encode(d, &limited{size}))
	}
}

// The child of TestFaultKill: writes two tables in turn for ever.
func TestFaultChild(t *testing.T) {
	path := os.Getenv("KREIN_TEST_SAVE")
	if path == "" {
		t.Skip("run by TestFaultKill")
	}
	a, b := staircase(2000), staircase(1500)
	for {
		require.NoError(t, a.Save(path))
		require.NoError(t, b.Save(path))
	}
}

// A process killed while it saves leaves one of the tables whole.
func TestFaultKill(t *testing.T) {
	if testing.Short() {
		t.Skip("starts processes")
	}
	a, b := staircase(2000), staircase(1500)
	r := rand.New(rand.NewPCG(3, 9))
	for ext := range formats {
		path := filepath.Join(t.TempDir(), "t"+ext)
		require.NoError(t, a.Save(path))
		seen, left := [2]int{}, 0
		for range testlong.Rounds(12) {
			cmd := exec.Command(os.Args[0], "-test.run=^TestFaultChild$")
			cmd.Env = append(os.Environ(), "KREIN_TEST_SAVE="+path)
			require.NoError(t, cmd.Start())
			time.Sleep(time.Duration(20+r.IntN(120)) * time.Millisecond)
			require.NoError(t, cmd.Process.Kill())
			require.Error(t, cmd.Wait())
			d, err := Load(path)
			require.NoError(t, err)
			if d.Plus.Radii.(*Table).Segments() == a.Plus.Radii.(*Table).Segments() {
				require.Equal(t, a, d)
				seen[0]++
			} else {
				require.Equal(t, b, d)
				seen[1]++
			}
		}
		entries, err := os.ReadDir(filepath.Dir(path))
		require.NoError(t, err)
		for _, e := range entries {
			if e.Name() != filepath.Base(path) {
				require.True(t, strings.HasPrefix(e.Name(), "."), e.Name())
				left++
			}
		}
		t.Logf("%s: the first table %d times, the second %d times, killed in the middle of %d", ext, seen[0], seen[1], left)
	}
}

// npzEntry is one array of an archive.
type npzEntry struct {
	name string
	head npy.Header
	data []byte
}

func unpacked(t testing.TB, data []byte) []npzEntry {
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	var out []npzEntry
	for _, f := range z.File {
		r, err := f.Open()
		require.NoError(t, err)
		h, err := npy.Read(r)
		require.NoError(t, err)
		rest, err := io.ReadAll(r)
		require.NoError(t, err)
		out = append(out, npzEntry{f.Name, h, rest})
	}
	return out
}

func packed(t testing.TB, entries []npzEntry, method uint16) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		w, err := z.CreateHeader(&zip.FileHeader{Name: e.name, Method: method})
		require.NoError(t, err)
		_, err = w.Write(append(e.head.Append(nil), e.data...))
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

// Archives that a zip's own checksums call whole.
func TestFaultArchives(t *testing.T) {
	d := small(t)[0]
	good := inFormat(t, d, ".npz")
	find := func(es []npzEntry, name string) *npzEntry {
		for i := range es {
			if es[i].name == name+".npy" {
				return &es[i]
			}
		}
		t.Fatal(name)
		return nil
	}
	swap := func(data []byte) {
		for i := 0; i+8 <= len(data); i += 8 {
			binary.BigEndian.PutUint64(data[i:], binary.LittleEndian.Uint64(data[i:]))
		}
	}
	for _, method := range []uint16{zip.Store, zip.Deflate} {
		e, err := Decode(bytes.NewReader(packed(t, unpacked(t, good), method)))
		require.NoError(t, err, "packed by another program")
		require.Equal(t, d, e)
	}
	for _, c := range []struct {
		where, want string
		edit        func(es []npzEntry) []npzEntry
	}{
		{"plus_lower_edges", "type \">f8\"", func(es []npzEntry) []npzEntry {
			e := find(es, "plus_lower_edges")
			e.head.Descr = ">f8"
			swap(e.data)
			return es
		}},
		{"checksum", "match", func(es []npzEntry) []npzEntry { swap(find(es, "minus_upper_coefs").data); return es }},
		{"plus_upper_coefs", "by columns",
			func(es []npzEntry) []npzEntry { find(es, "plus_upper_coefs").head.Fortran = true; return es }},
		{"plus_upper_coefs", "shape", func(es []npzEntry) []npzEntry {
			find(es, "plus_upper_coefs").head.Shape = []int{1 << 62, 8}
			return es
		}},
		{"plus_upper_edges", "shape", func(es []npzEntry) []npzEntry {
			find(es, "plus_upper_edges").head.Shape = []int{math.MaxInt}
			return es
		}},
		{"plus_upper_kinds", "type \"<f8\"",
			func(es []npzEntry) []npzEntry { find(es, "plus_upper_kinds").head.Descr = "<f8"; return es }},
		{"plus_upper_edges", "after the array", func(es []npzEntry) []npzEntry {
			e := find(es, "plus_upper_edges")
			e.data = append(e.data, 0)
			return es
		}},
		{"plus_upper_edges", "but the entry", func(es []npzEntry) []npzEntry {
			e := find(es, "plus_upper_edges")
			e.data = e.data[:len(e.data)/2]
			return es
		}},
		{"header", "entry 1", func(es []npzEntry) []npzEntry { es[0], es[1] = es[1], es[0]; return es }},
		{"plus_lower_edges", "entry 2", func(es []npzEntry) []npzEntry { es[1], es[2] = es[2], es[1]; return es }},
		{"", "unknown further entry", func(es []npzEntry) []npzEntry { return append(es, es[3]) }},
		{"plus_lower_kinds", "entry 3", func(es []npzEntry) []npzEntry { es[2] = es[1]; return es }},
		{"minus_upper_coefs", "missing", func(es []npzEntry) []npzEntry { return es[:len(es)-1] }},
		{"", "not JSON", func(es []npzEntry) []npzEntry { clear(es[0].data); return es }},
		{"format", "is not", func(es []npzEntry) []npzEntry {
			es[0].data = bytes.Replace(es[0].data, []byte("table/2"), []byte("table/3"), 1)
			return es
		}},
		{"checksum", "match", func(es []npzEntry) []npzEntry {
			es[0].data = bytes.Replace(es[0].data, []byte(`"dim":`), []byte(`"dim":1`), 1)
			es[0].head.Shape[0]++
			return es
		}},
		{"plus_lower", "segments", func(es []npzEntry) []npzEntry {
			es[0].data = bytes.Replace(es[0].data, []byte(`"segments":`), []byte(`"segments":999999`), 1)
			es[0].head.Shape[0] += 6
			return es
		}},
		{"plus.radii.lower.segments", "does not fit", func(es []npzEntry) []npzEntry {
			es[0].data = bytes.Replace(es[0].data, []byte(`"segments":`), []byte(`"segments":9223372036854775807`), 1)
			es[0].head.Shape[0] += 19
			return es
		}},
		{"plus_lower", "holds arrays", func(es []npzEntry) []npzEntry {
			const more = `"edges":[0,0.5],`
			es[0].data = bytes.Replace(es[0].data, []byte(`"segments":`), []byte(more+`"segments":`), 1)
			es[0].head.Shape[0] += len(more)
			return es
		}},
		{"header", "of 1048577 bytes", func(es []npzEntry) []npzEntry {
			es[0].data = append(es[0].data, bytes.Repeat([]byte(" "), headerMost+1-len(es[0].data))...)
			es[0].head.Shape[0] = headerMost + 1
			return es
		}},
	} {
		data := packed(t, c.edit(unpacked(t, good)), zip.Store)
		_, err := Decode(bytes.NewReader(data))
		var fe *FileError
		if assert.True(t, errors.As(err, &fe), "%s %s: %v", c.where, c.want, err) {
			assert.Equal(t, c.where, fe.Where, "%v", err)
			assert.Contains(t, err.Error(), c.want)
		}
	}
}

// A few bytes do not make the reader allocate much.
func TestFaultBombs(t *testing.T) {
	good := inFormat(t, small(t)[2], ".npz")
	entries := unpacked(t, good)
	edges := entries[1]
	huge := func(size uint64) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		for i, e := range entries {
			raw := append(e.head.Append(nil), e.data...)
			h := &zip.FileHeader{Name: e.name, Method: zip.Store, CRC32: crc32.ChecksumIEEE(raw),
				CompressedSize64: uint64(len(raw)), UncompressedSize64: uint64(len(raw))}
			if i == 1 {
				h.UncompressedSize64 = size
			}
			w, err := z.CreateRaw(h)
			require.NoError(t, err)
			_, err = w.Write(raw)
			require.NoError(t, err)
		}
		require.NoError(t, z.Close())
		return b.Bytes()
	}
	zeros := edges
	zeros.data = make([]byte, 32<<20)
	zeros.head.Shape = []int{len(zeros.data) / 8}
	bomb := packed(t, append([]npzEntry{entries[0], zeros}, entries[2:]...), zip.Deflate)
	deep := strings.Repeat("[", 1<<20)
	for name, data := range map[string][]byte{
		"an entry of 2⁶³ bytes":     huge(1 << 63),
		"an entry of 2⁶⁴−1 bytes":   huge(math.MaxUint64),
		"32 MiB of zeros, deflated": bomb,
		"nested JSON":               []byte(`{"format":"krein.table/2","plus":` + deep),
		"2⁶³ segments": []byte(
			`{"format":"krein.table/2","plus":{"radii":{"lower":{"segments":9223372036854775808}}}}`),
		"numbers of a million digits": []byte(`{"format":"krein.table/2","dim":` + strings.Repeat("1", 1<<20) + `}`),
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := Decode(bytes.NewReader(data))
		runtime.ReadMemStats(&after)
		var fe *FileError
		assert.True(t, errors.As(err, &fe), "%s: %v", name, err)
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(12*len(data)+4<<20), name)
	}
	_, err := Decode(io.LimitReader(zeroReader{}, document.MaxDecomposition+10))
	assert.ErrorContains(t, err, "larger than")
}

type zeroReader struct{}

func (zeroReader) Read(p []byte) (int, error) { clear(p); return len(p), nil }

// sealedNPZ reads d with an edit, sealed anew, and returns the error; what is read without one must be a law. An
// archive can hold arrays that JSON cannot.
func sealedNPZ(t *testing.T, d *Decomposition, edit func(f *tableFile)) error {
	t.Helper()
	f, err := d.document()
	require.NoError(t, err)
	data, err := document.Compact(f)
	require.NoError(t, err)
	f, err = decodeDocument(data) // a copy that shares nothing
	require.NoError(t, err)
	edit(f)
	_, f.Checksum, err = f.Seal()
	require.NoError(t, err)
	data, err = f.archive()
	require.NoError(t, err)
	d, err = Decode(bytes.NewReader(data))
	if err == nil {
		valid(t, d)
	}
	return err
}

// Numbers that no table has, in files sealed anew: the checks must find them.
func TestFaultNumbers(t *testing.T) {
	d := small(t)[0]
	require.NoError(t, sealedNPZ(t, d, func(*tableFile) {}))
	nan, inf, zero := math.NaN(), math.Inf(1), math.Copysign(0, -1)
	for name, edit := range map[string]func(f *tableFile){
		"NaN coefficient":       func(f *tableFile) { f.Plus.Radii.Lower.Coefs[9] = nan },
		"infinite coefficient":  func(f *tableFile) { f.Plus.Radii.Lower.Coefs[9] = inf },
		"−infinite coefficient": func(f *tableFile) { f.Plus.Radii.Upper.Coefs[0] = -inf },
		"huge coefficients": func(f *tableFile) {
			c := f.Plus.Radii.Upper.Coefs
			c[3], c[4] = math.MaxFloat64, -math.MaxFloat64
		},
		"NaN edge":           func(f *tableFile) { f.Plus.Radii.Lower.Edges[2] = nan },
		"infinite edge":      func(f *tableFile) { f.Minus.Radii.Lower.Edges[1] = inf },
		"negative zero edge": func(f *tableFile) { f.Minus.Radii.Upper.Edges[0] = zero },
		"negative edge":      func(f *tableFile) { f.Minus.Radii.Upper.Edges[0] = -1e-300 },
		"equal edges":        func(f *tableFile) { e := f.Plus.Radii.Lower.Edges; e[2] = e[1] },
		"unknown kind":       func(f *tableFile) { f.Plus.Radii.Lower.Kinds[0] = 3 },
		"negative zero mass": func(f *tableFile) { f.Minus.Origin = zero },
		"a dip below zero where hardly any probability is": func(f *tableFile) {
			r := &f.Plus.Radii.Upper
			require.Less(t, r.Edges[1], loose)
			r.Coefs[1] -= 100
			r.Coefs[2] += 100
		},
		"a segment that turns back": func(f *tableFile) {
			r := &f.Plus.Radii.Lower
			i := len(r.Kinds) - 2
			require.Greater(t, r.Edges[i+1]-r.Edges[i], loose)
			r.Coefs[8*i+1] += 1
			r.Coefs[8*i+2] -= 1
		},
		"a jump between segments": func(f *tableFile) { f.Plus.Radii.Lower.Coefs[8] *= 1.5 },
		"a jump to the tail":      func(f *tableFile) { f.Plus.Radii.Lower.Tail.At *= 1.001 },
		"sides that overlap": func(f *tableFile) {
			f.Plus.Radii.Lower, f.Plus.Radii.Upper = f.Plus.Radii.Upper, f.Plus.Radii.Lower
		},
	} {
		var fe *FileError
		assert.True(t, errors.As(sealedNPZ(t, d, edit), &fe), name)
	}
}

// The same for the header of a table with a bias and oscillating tails.
func TestFaultHeader(t *testing.T) {
	testlong.Slow(t)
	d := provedWaves(t)
	require.NoError(t, sealedNPZ(t, d, func(*tableFile) {}))
	waves := func(f *tableFile) *distribution.OscillatingTail { return f.Minus.Radii.Upper.Tail.Waves }
	zero := math.Copysign(0, -1)
	for _, edit := range []func(f *tableFile){ // other laws, but laws
		func(f *tableFile) { waves(f).Frequency = 1e300 },
		func(f *tableFile) { waves(f).Survival[0] *= -1 },
		func(f *tableFile) { waves(f).Ends[0] = []float64{-1e10} },
		func(f *tableFile) { waves(f).Cos, waves(f).Sin = nil, nil },
	} {
		if err := sealedNPZ(t, d, edit); err != nil {
			require.ErrorAs(t, err, new(*FileError))
		}
	}
	row := 0
	all := map[string][]func(f *tableFile){
		"bias.law": {
			func(f *tableFile) { f.Bias.Law = -1e-12 },
			func(f *tableFile) { f.Bias.Law = zero },
		},
		"bias": {
			func(f *tableFile) { f.Quality = Estimated },
			func(f *tableFile) { f.Bias = nil },
		},
		"domain": {
			func(f *tableFile) { f.Domain = &domainFile{Radius: 2, Bias: 1e-3} }, // and a bias
			func(f *tableFile) { f.Bias, f.Domain = nil, &domainFile{Radius: 0, Bias: 1e-3} },
			func(f *tableFile) { f.Bias, f.Domain = nil, &domainFile{Radius: 2, Bias: -1e-3} },
			func(f *tableFile) { f.Bias, f.Domain = nil, &domainFile{Radius: 2} },
			func(f *tableFile) { f.Quality, f.Bias, f.Domain = Estimated, nil, &domainFile{Radius: 2, Bias: 1e-3} },
		},
		"quality":      {func(f *tableFile) { f.Quality = "" }},
		"plus.mass":    {func(f *tableFile) { f.Plus.Mass = zero }},
		"minus.origin": {func(f *tableFile) { f.Minus.Origin = zero }},
		"minus.radii.upper.tail": {
			func(f *tableFile) { f.Minus.Radii.Upper.Tail.Waves = nil },
			func(f *tableFile) { f.Minus.Radii.Upper.Tail.Exponent = 1 },
			func(f *tableFile) { f.Minus.Radii.Upper.Tail.Kind = tailLobes },
			func(f *tableFile) { waves(f).Frequency = 0 },
			func(f *tableFile) { waves(f).Frequency = 1e305 },
			func(f *tableFile) { waves(f).Q = 1 },
			func(f *tableFile) { waves(f).Q = 1e300 },
			func(f *tableFile) { waves(f).Sign = 0 },
			func(f *tableFile) { waves(f).First = -1 },
			func(f *tableFile) { waves(f).First = math.MaxInt64 },
			func(f *tableFile) { waves(f).Start = -1 },
			func(f *tableFile) { waves(f).Survival = []float64{} },
			func(f *tableFile) { waves(f).Cos = make([]float64, 1<<12) },
			func(f *tableFile) { waves(f).Ends[0] = []float64{1e305} },
		},
	}
	for _, where := range slices.Sorted(maps.Keys(all)) {
		for i, edit := range all[where] {
			if row++; !testlong.Turn(row, 2) {
				continue
			}
			err := sealedNPZ(t, d, edit)
			var fe *FileError
			if assert.True(t, errors.As(err, &fe), "%s %d: %v", where, i, err) {
				assert.Equal(t, where, fe.Where, "%d: %v", i, err)
			}
		}
	}
}

func BenchmarkSave(b *testing.B) {
	d := provedWaves(b)
	for ext := range formats {
		b.Run(ext[1:], func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "t"+ext)
			b.SetBytes(int64(len(inFormat(b, d, ext))))
			for b.Loop() {
				if err := d.Save(path); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkLoad(b *testing.B) {
	d := provedWaves(b)
	for ext := range formats {
		b.Run(ext[1:], func(b *testing.B) {
			path := filepath.Join(b.TempDir(), "t"+ext)
			require.NoError(b, d.Save(path))
			b.SetBytes(int64(len(inFormat(b, d, ext))))
			for b.Loop() {
				if _, err := Load(path); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
