package parquet

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/parquet-go/parquet-go"
	"github.com/parquet-go/parquet-go/compress"
	"github.com/parquet-go/parquet-go/format"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/dataio"
	"krein/internal/testlong"
)

// kinds are files of all codecs, with a dictionary, of a few rows.
func kinds(t testing.TB) (files [][]byte) {
	for _, codec := range []compress.Codec{nil, &parquet.Snappy, &parquet.Gzip, &parquet.Zstd, &parquet.Brotli,
		&parquet.Lz4Raw} {
		var b bytes.Buffer
		var opts []parquet.WriterOption
		if codec != nil {
			opts = append(opts, parquet.Compression(codec))
		}
		w := parquet.NewGenericWriter[record](&b, opts...)
		_, err := w.Write(records(9))
		require.NoError(t, err)
		require.NoError(t, w.Flush())
		_, err = w.Write(records(2))
		require.NoError(t, err)
		require.NoError(t, w.Close())
		files = append(files, b.Bytes())
	}
	return files
}

// allocated is how many bytes reading a file takes; what is read are finite numbers.
func allocated(t *testing.T, path, label string) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	x, r, err := read(t, path, label)
	runtime.ReadMemStats(&after)
	if err == nil {
		rows, columns := x.Dims()
		require.Equal(t, r.Columns(), columns)
		require.Positive(t, rows)
		for _, v := range x.RawMatrix().Data {
			require.False(t, math.IsNaN(v) || math.IsInf(v, 0))
		}
	}
	return after.TotalAlloc - before.TotalAlloc
}

// mostAllocated is what a file of a few kB may take, damaged or not.
const mostAllocated = 64 << 20

// Any bytes are rows or an error, no panic, and take no more memory than their length allows.
func FuzzOpen(f *testing.F) {
	for _, b := range kinds(f) {
		f.Add(b)
		f.Add(b[:len(b)-1])
		claims := bytes.Clone(b) // a footer longer than the file
		binary.LittleEndian.PutUint32(claims[len(b)-8:], 1<<31)
		f.Add(claims)
	}
	for _, labels := range [][]string{nil, {"a", "b"}} {
		var b bytes.Buffer
		s, err := create(&b, &dataio.WriterOptions{Columns: 2, Labels: labels != nil})
		require.NoError(f, err)
		require.NoError(f, s.Write(labels, []float64{1, 2, 3, 4}))
		require.NoError(f, s.Close())
		f.Add(b.Bytes())
	}
	path := filepath.Join(f.TempDir(), "x.parquet")
	f.Fuzz(func(t *testing.T, b []byte) {
		require.NoError(t, os.WriteFile(path, b, 0o600))
		for _, label := range []string{"", "name"} {
			assert.Less(t, allocated(t, path, label), uint64(mostAllocated+1000*len(b)))
		}
	})
}

// Whatever byte is changed (without a flag of 124 one), nothing is allocated on the word of the file alone.
func TestClaims(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.parquet")
	for n, whole := range kinds(t) {
		require.NoError(t, os.WriteFile(path, whole, 0o600))
		_, r, err := read(t, path, "name")
		require.NoError(t, err)
		require.Equal(t, 11, r.Rows())
		for k, i := 0, 4+n; i < len(whole); k, i = k+1, i+31 {
			if !testlong.Turn(k, 1) {
				continue
			}
			for _, x := range []byte{0x55, 0xff, 0x80} {
				bad := bytes.Clone(whole)
				bad[i] ^= x
				require.NoError(t, os.WriteFile(path, bad, 0o600))
				require.Less(t, allocated(t, path, "name"), uint64(mostAllocated), "file %d, byte %d ^ %x", n, i, x)
			}
		}
	}
	whole := kinds(t)[0]
	for want, damage := range map[string]func(b []byte) []byte{
		"too short":              func([]byte) []byte { return []byte("PAR1PAR1") },
		"does not end with PAR1": func(b []byte) []byte { return b[:len(b)-1] },
		"longer than the file":   func(b []byte) []byte { binary.LittleEndian.PutUint32(b[len(b)-8:], 1<<31); return b },
		"claims more than there is": func(b []byte) []byte {
			return footed(b, 0x15, 0x02, 0x19, 0xfc, 0xff, 0xff, 0xff, 0xff, 0x07)
		},
		"too deep":                 func(b []byte) []byte { return footed(b, bytes.Repeat([]byte{0x1c}, 100)...) },
		"a type that there is not": func(b []byte) []byte { return footed(b, 0x1d) },
	} {
		require.NoError(t, os.WriteFile(path, damage(bytes.Clone(whole)), 0o600))
		_, _, err := read(t, path, "name")
		assert.ErrorContains(t, err, want)
		assert.ErrorContains(t, err, "the Parquet file is damaged")
	}
}

// footed is a file with another footer.
func footed(b []byte, footer ...byte) []byte {
	b = append(b[:4:4], footer...)
	return append(binary.LittleEndian.AppendUint32(b, uint32(len(footer))), magic...)
}

// What a page claims is held against its column, and that against the file.
func TestChunk(t *testing.T) {
	page := []byte{0x15, 0x00, 0x15, 0x08, 0x15, 0x08, 0x2c, 0x15, 0x02, 0x00, 0x00} // 4 bytes for 4, one value
	b := append(append([]byte("PAR1"), page...), 1, 2, 3, 4)
	whole := func() *chunkOf {
		return &chunkOf{at: 4, packed: int64(len(page)) + 4, plain: int64(len(page)) + 4, values: 1, rows: 1}
	}
	require.NoError(t, whole().check(b))
	for want, change := range map[string]func(c *chunkOf){
		"from 3 on":                   func(c *chunkOf) { c.at = 3 },
		"from 99 on":                  func(c *chunkOf) { c.at = 99 },
		"it would be 16 bytes":        func(c *chunkOf) { c.packed++ },
		"it would be -1 bytes":        func(c *chunkOf) { c.packed = -1 },
		"there are 3":                 func(c *chunkOf) { c.packed-- },
		"it has 2 values for 1 rows":  func(c *chunkOf) { c.values = 2 },
		"pages have 1 values for 2":   func(c *chunkOf) { c.values, c.rows = 2, 2 },
		"bytes would become 99999999": func(c *chunkOf) { c.plain = 99_999_999 },
		"bytes would become -1":       func(c *chunkOf) { c.plain = -1 },
	} {
		c := whole()
		change(c)
		assert.ErrorContains(t, c.check(b), want)
	}
	for want, change := range map[string]func(page []byte){
		"it would have -4 bytes":                      func(p []byte) { p[5] = 7 },
		"it would have 4 bytes, for -4":               func(p []byte) { p[3] = 7 },
		"it would have -1 values":                     func(p []byte) { p[8] = 1 },
		"0 values, or 63 in a dictionary, of 4 bytes": func(p []byte) { p[6], p[8] = 0x4c, 126 },
	} {
		bad := bytes.Clone(b)
		change(bad[4:])
		assert.ErrorContains(t, whole().check(bad), want)
	}
}

// chunkOf is a column of a group of rows, without what is not checked.
type chunkOf struct{ at, packed, plain, values, rows int64 }

func (c *chunkOf) check(b []byte) error {
	m := &format.ColumnMetaData{DataPageOffset: c.at, TotalCompressedSize: c.packed, TotalUncompressedSize: c.plain,
		NumValues: c.values}
	return chunk(bytes.NewReader(b), int64(len(b)), m, c.rows)
}
