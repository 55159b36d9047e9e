package dataio

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"context"
	"encoding/binary"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/internal/npy"
	"krein/internal/testlong"
)

// TestDamagedTables: a table with a checksum, be it of an archive or of gzip, is refused when it was damaged, or is what it
// was: also where the damage leaves as many numbers.
func TestDamagedTables(t *testing.T) {
	const rows, columns = 40, 3
	h := npy.Header{Descr: "<f8", Shape: []int{rows, columns}}
	array := h.Append(nil)
	r := rand.New(rand.NewPCG(1, 2))
	for range rows * columns {
		var err error
		array, err = binary.Append(array, binary.LittleEndian, float64(r.IntN(1000))/8)
		require.NoError(t, err)
	}
	archive := func(method uint16) []byte {
		var b bytes.Buffer
		z := zip.NewWriter(&b)
		w, err := z.CreateHeader(&zip.FileHeader{Name: "x.npy", Method: method})
		require.NoError(t, err)
		_, err = w.Write(array)
		require.NoError(t, err)
		require.NoError(t, z.Close())
		return b.Bytes()
	}
	packed := func(data []byte) []byte {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		_, err := z.Write(data)
		require.NoError(t, err)
		require.NoError(t, z.Close())
		return b.Bytes()
	}
	read := func(data []byte) (*mat.Dense, error) {
		r, err := Open("-", &Options{Stdin: bytes.NewReader(data)})
		if err != nil {
			return nil, err
		}
		defer r.Close()
		return ReadAll(context.Background(), r)
	}
	for name, data := range map[string][]byte{"stored": archive(zip.Store), "deflated": archive(zip.Deflate), "npy.gz": packed(array)} {
		want, err := read(data)
		require.NoError(t, err, name)
		refused := 0
		try := func(damaged []byte) {
			got, err := read(damaged)
			if err != nil {
				refused++
				return
			}
			require.True(t, mat.Equal(want, got), "%s: damage is not seen", name)
		}
		for range testlong.Rounds(4000) {
			c := bytes.Clone(data)
			c[r.IntN(len(c))] ^= byte(1 + r.IntN(255))
			try(c)
			try(data[:r.IntN(len(data))])
		}
		assert.Greater(t, refused, testlong.Rounds(4000), name)
	}
	_, err := read(packed(append(bytes.Clone(array), 0)))
	require.ErrorContains(t, err, "bytes follow the 40 rows")
}
