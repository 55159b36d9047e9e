package tensors

import (
	"bytes"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"krein/internal/document"
)

// contents are a small file, with a metadata text that looks like the blank of a checksum.
func contents() *Contents {
	return &Contents{
		Header:   []byte(`{"format":"krein.test/1"}`),
		Metadata: map[string]string{"format": "krein.test/1", "about": `"checksum":"` + blank},
		Arrays: []Array{{Name: "x", Data: []float64{1, -2.5, math.Inf(1), math.Copysign(0, -1)}, Columns: 2},
			{Name: "empty"}, {Name: "y", Data: []float64{math.Pi}}},
	}
}

// read returns all that a file says, as text, or an error.
func read(data []byte) (string, error) {
	r, err := Open(bytes.NewReader(data), "x", "empty", "y")
	if err != nil {
		return "", err
	}
	var b strings.Builder
	header, metadata := r.Text()
	b.Write(header)
	for _, name := range []string{"about", "format"} {
		b.WriteString(metadata[name])
	}
	numbers, err := r.Numbers(func(name string, _ map[string][]float64) int { return map[string]int{"x": 4, "y": 1}[name] },
		func(name string) int { return map[string]int{"x": 2}[name] })
	for _, name := range []string{"x", "empty", "y"} {
		for _, v := range numbers[name] {
			b.WriteString(" " + string(appendBits(v)))
		}
	}
	return b.String(), err
}

func appendBits(x float64) (out []byte) {
	for bits := math.Float64bits(x); bits > 0; bits >>= 4 {
		out = append(out, "0123456789abcdef"[bits&15])
	}
	return append(out, '.')
}

// Every byte of both formats is changed in every bit, the file cut off everywhere, made longer, and a byte taken out or
// put in: it is refused, with an *Error, or says the same. Of a safetensors file nothing but the file itself is taken.
func TestDamaged(t *testing.T) {
	for _, safetensors := range []bool{false, true} {
		var b bytes.Buffer
		encode := contents().EncodeNumPy
		if safetensors {
			encode = contents().EncodeSafetensors
		}
		require.NoError(t, encode(&b))
		good := b.Bytes()
		want, err := read(good)
		require.NoError(t, err)
		try := func(data []byte, what string, at int) {
			got, err := read(data)
			if err != nil {
				require.ErrorAs(t, err, new(*document.Error), "%s at %d", what, at)
				return
			}
			require.False(t, safetensors, "%s at %d is not seen", what, at)
			require.Equal(t, want, got, "%s at %d", what, at)
		}
		for i := range good {
			for bit := range 8 {
				c := bytes.Clone(good)
				c[i] ^= 1 << bit
				try(c, "a flip", i)
			}
			try(good[:i], "an end", i)
			try(append(append(bytes.Clone(good[:i]), good[i]), good[i:]...), "a byte twice", i)
			try(append(bytes.Clone(good[:i]), good[i+1:]...), "a byte missing", i)
		}
		for _, tail := range []string{"\x00", "x", string(good)} {
			try(append(bytes.Clone(good), tail...), "more", len(good))
		}
	}
}

func TestWithoutChecksum(t *testing.T) {
	var b bytes.Buffer
	require.NoError(t, contents().EncodeSafetensors(&b))
	old := strings.Replace(b.String(), `"checksum":"`, `"checkSum":"`, 2)
	_, err := read([]byte(old))
	var e *document.Error
	require.True(t, errors.As(err, &e))
	require.Equal(t, "checksum", e.Where)
	require.ErrorContains(t, err, "krein map -o")
}
