package npz

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"errors"
	"hash/crc32"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/document"
	"krein/internal/npy"
	_ "krein/internal/testlong" // fewer collections
	"krein/internal/testnumpy"
)

var (
	names  = []string{"text", "x", "y"}
	sample = []float64{0, math.Copysign(0, -1), 1, -math.Pi, 5e-324, math.MaxFloat64, math.NaN(), math.Inf(1)}
)

func archive(t testing.TB) []byte {
	var b bytes.Buffer
	w := NewWriter(&b)
	w.Bytes("text", []byte("hello"))
	w.Float64s("x", sample, 0)
	w.Float64s("y", sample, 4)
	require.NoError(t, w.Close())
	return b.Bytes()
}

// small is the kind of the archives here.
var small = &document.Kind{Name: "file", MaxSize: 1 << 20}

// contents reads everything; the numbers as bytes, for NaN is not equal to itself.
func contents(data []byte) (string, error) {
	r, err := Open(small, data, names...)
	if err != nil {
		return "", err
	}
	text, err := r.Bytes("text", -1)
	if err != nil {
		return "", err
	}
	x, err := r.Float64s("x", len(sample), 0)
	if err != nil {
		return "", err
	}
	y, err := r.Float64s("y", len(sample), 4)
	if err != nil {
		return "", err
	}
	return string(text) + string(AppendFloat64s(nil, append(x, y...))), nil
}

func good() string { return "hello" + string(AppendFloat64s(nil, append(sample, sample...))) }

func TestRoundTrip(t *testing.T) {
	data := archive(t)
	got, err := contents(data)
	require.NoError(t, err)
	assert.Equal(t, good(), got)
	assert.Equal(t, data, archive(t))
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	require.NoError(t, err)
	for _, f := range z.File {
		assert.True(t, f.Modified.Equal(epoch), "the bytes depend on no clock")
	}
}

func TestNumpyReadsAndWrites(t *testing.T) {
	dir := t.TempDir()
	in := filepath.Join(dir, "in.npz")
	require.NoError(t, os.WriteFile(in, archive(t), 0o600))
	out := testnumpy.Run(t, `
import sys, zipfile, numpy as np
f = np.load(sys.argv[1])
assert zipfile.ZipFile(sys.argv[1]).testzip() is None
print(bytes(f['text']).decode(), f['x'].dtype, f['x'].shape, f['y'].shape, (f['x'].reshape(2, 4).view('u8') == f['y'].view('u8')).all(), float(f['x'][3]).hex())
np.savez(sys.argv[2], **f)
np.savez_compressed(sys.argv[3], **f)
`, in, filepath.Join(dir, "a.npz"), filepath.Join(dir, "b.npz"))
	assert.Equal(t, "hello float64 (8,) (2, 4) True -0x1.921fb54442d18p+1\n", out)
	for _, name := range []string{"a.npz", "b.npz"} {
		data, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		got, err := contents(data)
		require.NoError(t, err)
		assert.Equal(t, good(), got)
	}
}

// Every flipped bit and every truncation is an error, or leaves the contents as they were
// (the entries' times).
func TestDamage(t *testing.T) {
	data := archive(t)
	silent := 0
	for i := range data {
		for bit := range 8 {
			c := bytes.Clone(data)
			c[i] ^= 1 << bit
			if got, err := contents(c); err == nil {
				silent++
				require.Equal(t, good(), got, "byte %d", i)
			} else {
				require.ErrorAs(t, err, new(*document.Error))
			}
		}
		_, err := contents(data[:i])
		require.Error(t, err, "truncated at %d", i)
	}
	t.Logf("%d of %d flips change nothing", silent, 8*len(data))
}

// entry is an entry of a forged archive.
type entry struct {
	name string
	head zip.FileHeader
	raw  []byte
}

func stored(name string, h npy.Header, data []byte) entry {
	raw := append(h.Append(nil), data...)
	return entry{name, zip.FileHeader{Method: zip.Store, CRC32: crc32.ChecksumIEEE(raw),
		CompressedSize64: uint64(len(raw)), UncompressedSize64: uint64(len(raw))}, raw}
}

func forged(t testing.TB, entries ...entry) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, e := range entries {
		h := e.head
		h.Name = e.name + ".npy"
		w, err := z.CreateRaw(&h)
		require.NoError(t, err)
		_, err = w.Write(e.raw)
		require.NoError(t, err)
	}
	require.NoError(t, z.Close())
	return b.Bytes()
}

func parts() (text, x, y entry) {
	raw := AppendFloat64s(nil, sample)
	return stored("text", npy.Header{Descr: "|u1", Shape: []int{5}}, []byte("hello")),
		stored("x", npy.Header{Descr: "<f8", Shape: []int{8}}, raw),
		stored("y", npy.Header{Descr: "<f8", Shape: []int{2, 4}}, raw)
}

func TestForgedArchives(t *testing.T) {
	text, x, y := parts()
	raw := AppendFloat64s(nil, sample)
	got, err := contents(forged(t, text, x, y))
	require.NoError(t, err)
	require.Equal(t, good(), got)

	edit := func(e entry, f func(h *zip.FileHeader)) entry {
		f(&e.head)
		return e
	}
	named := func(e entry, name string) entry {
		e.name = name
		return e
	}
	array := func(descr string, fortran bool, shape ...int) entry {
		return stored("x", npy.Header{Descr: descr, Fortran: fortran, Shape: shape}, raw)
	}
	deflated := func(e entry, data []byte) entry {
		var b bytes.Buffer
		f, err := flate.NewWriter(&b, 9)
		require.NoError(t, err)
		_, err = f.Write(data)
		require.NoError(t, errors.Join(err, f.Close()))
		e.raw = b.Bytes()
		e.head.Method, e.head.CompressedSize64 = zip.Deflate, uint64(b.Len())
		return e
	}
	bomb := deflated(x, make([]byte, 64<<20))
	for _, c := range []struct {
		array, want string
		entries     []entry
	}{
		{"y", "missing", []entry{text, x}},
		{"", "unknown further entry", []entry{text, x, y, named(y, "z")}},
		{"", "unknown further entry", []entry{text, x, y, y}},
		{"y", "entry 3 of the archive is \"x.npy\"", []entry{text, x, x}},
		{"x", "entry 2 of the archive is \"y.npy\"", []entry{text, y, x}},
		{"x", "entry 2 of the archive is \"../x.npy\"", []entry{text, named(x, "../x"), y}},
		{"x", "unknown method", []entry{text, edit(x, func(h *zip.FileHeader) { h.Method = 12 }), y}},
		{"x", "encrypted", []entry{text, edit(x, func(h *zip.FileHeader) { h.Flags |= 1 }), y}},
		{"x", "of an archive", []entry{text, edit(x, func(h *zip.FileHeader) { h.CompressedSize64 = 1 << 63 }), y}},
		{"x", "unpack to more", []entry{text, edit(x, func(h *zip.FileHeader) { h.UncompressedSize64 = 1 << 63 }), y}},
		{"x", "unpack to more", []entry{text, edit(x, func(h *zip.FileHeader) { h.UncompressedSize64 = math.MaxUint64 }), y}},
		{"x", "unpack to more", []entry{text, edit(bomb, func(h *zip.FileHeader) { h.UncompressedSize64 = 64 << 20 }), y}},
		{"x", "", []entry{text, bomb, y}}, // unpacks to more than it claims
		{"x", "not an npy array", []entry{text, deflated(edit(x, func(h *zip.FileHeader) { h.UncompressedSize64 = 1 << 10 }),
			make([]byte, 1<<10)), y}},
		{"x", "type \">f8\"", []entry{text, array(">f8", false, 8), y}},
		{"x", "type \"<f4\"", []entry{text, array("<f4", false, 16), y}},
		{"x", "by columns", []entry{text, array("<f8", true, 8), y}},
		{"x", "shape [7]", []entry{text, array("<f8", false, 7), y}},
		{"x", "shape [8 1]", []entry{text, array("<f8", false, 8, 1), y}},
		{"x", "shape []", []entry{text, array("<f8", false), y}},
		{"x", "shape [9223372036854775807]", []entry{text, array("<f8", false, math.MaxInt), y}},
		{"text", "but the entry has", []entry{stored("text", npy.Header{Descr: "|u1", Shape: []int{math.MaxInt}}, raw), x,
			y}},
		{"text", "but the entry has", []entry{stored("text", npy.Header{Descr: "|u1", Shape: []int{len(raw) + 129}}, raw), x,
			y}},
		{"text", "ends early", []entry{stored("text", npy.Header{Descr: "|u1", Shape: []int{len(raw) + 1}}, raw), x, y}},
		{"text", "after the array", []entry{stored("text", npy.Header{Descr: "|u1", Shape: []int{len(raw) - 1}}, raw), x, y}},
		{"x", "checksum", []entry{text, edit(x, func(h *zip.FileHeader) { h.CRC32 ^= 1 }), y}},
	} {
		data := forged(t, c.entries...)
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := contents(data)
		runtime.ReadMemStats(&after)
		var e *document.Error
		if assert.ErrorAs(t, err, &e, c.want) {
			assert.Equal(t, c.array, e.Where, "%v", err)
			assert.ErrorContains(t, err, c.want)
		}
		assert.Less(t, after.TotalAlloc-before.TotalAlloc, uint64(1<<20), c.want)
	}
}

func TestForeignFiles(t *testing.T) {
	data := archive(t)
	for want, c := range map[string][]byte{
		"not a zip":  []byte("{}"),
		"damaged":    []byte(Magic + "and no more"),
		"a comment":  append(data[:len(data)-2:len(data)-2], 1, 0, 'x'),
		"not a zip ": append([]byte("#!/bin/sh\n"), data...),
	} {
		_, err := contents(c)
		assert.ErrorContains(t, err, want[:7])
	}
	_, err := Open(&document.Kind{Name: "file", MaxSize: 100}, data, names...)
	assert.ErrorContains(t, err, "unpack to more")
	assert.Panics(t, func() {
		r, _ := Open(small, data, names...)
		_, _ = r.Bytes("z", 1)
	})
	assert.Panics(t, func() { NewWriter(io.Discard).Float64s("a", sample, 3) })
}

// limited fails after n bytes, as a full disk does.
type limited struct{ n int }

func (l *limited) Write(p []byte) (int, error) {
	if l.n -= len(p); l.n < 0 {
		return max(0, len(p)+l.n), errors.New("disk full")
	}
	return len(p), nil
}

func TestDiskFull(t *testing.T) {
	size := len(archive(t))
	for n := range size + 1 {
		w := NewWriter(&limited{n})
		w.Bytes("text", []byte("hello"))
		w.Float64s("x", sample, 0)
		w.Float64s("y", sample, 4)
		if err := w.Close(); n < size {
			require.ErrorContains(t, err, "disk full", "after %d bytes", n)
		} else {
			require.NoError(t, err)
		}
	}
}

func FuzzOpen(f *testing.F) {
	f.Add(archive(f))
	text, x, y := parts()
	f.Add(forged(f, text, x, y))
	f.Add([]byte(Magic))
	f.Fuzz(func(t *testing.T, data []byte) {
		_, err := contents(data)
		if err != nil && !errors.As(err, new(*document.Error)) {
			t.Fatalf("%T: %v", err, err)
		}
	})
}
