package main

import (
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/decompose"
	"krein/decompose/minimal"
	"krein/decompose/tensor"
	"krein/decompose/zonal"
	"krein/features/waves"
	"krein/features/written"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check/stationary"
	"krein/internal/testlong"
	"krein/learn/model"
)

// reader reads a file and returns what it says, in the one way that it is written.
type reader func(data []byte) (string, error)

func readerOf[T any](decode func(io.Reader) (T, error), encode func(T, io.Writer) error) reader {
	return func(data []byte) (string, error) {
		v, err := decode(bytes.NewReader(data))
		if err != nil {
			return "", err
		}
		var b bytes.Buffer
		err = encode(v, &b)
		return b.String(), err
	}
}

// formats are all kinds of files that the command writes for itself, with a command line that makes a small one.
var formats = []struct {
	file, line string
	read       reader
}{
	{"table.json", "decompose gaussian(1) --dim 1 -o FILE", readerOf(decompose.Decode, (*decompose.Decomposition).Encode)},
	{"table.npz", "decompose gaussian(1) --dim 1 -o FILE", readerOf(decompose.Decode, (*decompose.Decomposition).Encode)},
	{"zonal.json", "decompose exp(u/2) --dim 3 --sphere -o FILE", readerOf(zonal.Decode, (*zonal.Decomposition).Encode)},
	{"tensor.json", "decompose exp(-z^2)*(1+t) --param t=ones --dim 2 -o FILE",
		readerOf(tensor.Decode, (*tensor.Decomposition).Encode)},
	{"minimum.json", "decompose 1-z^2/4 --dim 2 --minimal --radius 1 --bias 1e-1 --proof FILE",
		readerOf(func(r io.Reader) (*minimal.Measure, error) {
			m := new(minimal.Measure)
			data, err := io.ReadAll(r)
			if err == nil {
				err = m.UnmarshalJSON(data)
			}
			return m, err
		}, func(m *minimal.Measure, w io.Writer) error {
			data, err := m.MarshalJSON()
			_, failed := w.Write(data)
			require.NoError(nil, failed)
			return err
		})},
	{"certificate.json", "certify gaussian(1) --dim 1 --claim pd -o FILE",
		readerOf(certificate.Decode, (*certificate.Certificate).Encode)},
	{"stationary.json", "certify exp(-z^2)*(1+t) --param t=ones --dim 2 -o FILE",
		readerOf(stationary.Decode, func(c *stationary.Certificate, w io.Writer) error {
			data, err := c.MarshalJSON()
			_, failed := w.Write(data)
			require.NoError(nil, failed)
			return err
		})},
	{"map.npz", "map gaussian(1) --dim 2 --columns 8 -o FILE", readerOf(waves.Decode, (*waves.Map).Encode)},
	{"map.safetensors", "map gaussian(1) --dim 2 --columns 8 -o FILE", readerOf(waves.Decode, (*waves.Map).Encode)},
	{"columns.npz", "map ntk --dim 3 --columns 8 -o FILE", readerOf(written.Decode, (*written.Map).Encode)},
	{"columns.safetensors", "map ntk --dim 3 --columns 8 -o FILE", readerOf(written.Decode, (*written.Map).Encode)},
	{"model.npz", "fit --task regress --kernel gaussian(1) --data x.csv,header=no --label first --holdout 0 " +
		"--strength 1 --columns 8 -o FILE", readerOf(model.Decode, (*model.Model).Encode)},
	{"linear.npz", "fit --task regress --kernel linear --data x.csv,header=no --label first --holdout 0 " +
		"--strength 1 -o FILE", readerOf(model.Decode, (*model.Model).Encode)},
}

// TestDamagedFiles: whatever happens to a file of any kind, it is refused, or says what it said: bytes that change, are
// missing, come twice or are zero, files that are cut off or go on, members that are given twice.
func TestDamagedFiles(t *testing.T) {
	t.Chdir(t.TempDir())
	require.NoError(t, os.WriteFile("x.csv", []byte(strings.Repeat("0.5,0.25\n0.125,1\n0.75,0.5\n", 3)), 0o600))
	times := 60
	if testlong.Enabled() {
		times = 2000
	}
	for _, f := range formats {
		t.Run(f.file, func(t *testing.T) {
			args := strings.Fields(f.line)
			for i := range args {
				if args[i] == "FILE" {
					args[i] = f.file
				}
			}
			ok(t, "", args...)
			data, err := os.ReadFile(filepath.Clean(f.file))
			require.NoError(t, err)
			want, err := f.read(data)
			require.NoError(t, err)
			refused := 0
			try := func(what string, damaged []byte) {
				got, err := f.read(damaged)
				if err != nil {
					refused++
					return
				}
				require.Equal(t, want, got, "%s is not seen", what)
			}
			r := rand.New(rand.NewPCG(3, 5))
			for range times {
				at := r.IntN(len(data))
				if r.IntN(2) == 0 { // where names and lengths are
					at = r.IntN(min(len(data), 600))
				}
				c := bytes.Clone(data)
				c[at] ^= byte(1 + r.IntN(255))
				try("another byte", c)
				c = bytes.Clone(data)
				clear(c[at:min(at+1+r.IntN(64), len(c))])
				try("a hole", c)
				try("an end", data[:at])
				try("a byte twice", append(bytes.Clone(data[:at+1]), data[at:]...))
				try("a byte missing", append(bytes.Clone(data[:at]), data[at+1:]...))
				b := r.IntN(len(data))
				c = bytes.Clone(data)
				c[at], c[b] = c[b], c[at]
				try("bytes exchanged", c)
			}
			try("more", append(bytes.Clone(data), data...))
			try("zeros", append(bytes.Clone(data), 0, 0, 0))
			assert.Greater(t, refused, times*4)
			if strings.HasSuffix(f.file, ".json") {
				head := []byte(`{"format":"`)
				text := bytes.ReplaceAll(data, []byte(`"format": "`), []byte(`"format":"`))
				at := bytes.Index(text, []byte(`"format":"`))
				require.Positive(t, at, string(head))
				end := at + bytes.IndexByte(text[at:], ',') + 1
				_, err := f.read(append(bytes.Clone(text[:end]), text[at:]...))
				require.ErrorContains(t, err, `"format" is given twice`)
			}
		})
	}
}
