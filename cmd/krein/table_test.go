package main

import (
	"bytes"
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/decompose"
	"krein/internal/dataio"
	"krein/internal/testlong"
)

// madeTables are what tableFiles has made. No test of the package is parallel.
var madeTables = map[string][3][]byte{}

// tableFiles writes the same table in both formats, and its certificate.
func tableFiles(t *testing.T, formula string, dim int) (asJSON, asNPZ, certificate string) {
	t.Helper()
	dir, d := t.TempDir(), strconv.Itoa(dim)
	paths := [3]string{filepath.Join(dir, "t.json"), filepath.Join(dir, "t.npz"), filepath.Join(dir, "c.json")}
	made, have := madeTables[formula+d]
	for i, path := range paths {
		switch {
		case have:
			require.NoError(t, os.WriteFile(path, made[i], 0o600))
			continue
		case i < 2:
			ok(t, "", "decompose", formula, "--dim", d, "-o", path)
		default:
			ok(t, "", "certify", formula, "--dim", d, "-o", path)
		}
		made[i] = contentOf(t, path)
	}
	madeTables[formula+d] = made
	return paths[0], paths[1], paths[2]
}

func contentOf(t *testing.T, path string) []byte {
	t.Helper()
	b, err := os.ReadFile(path)
	require.NoError(t, err)
	return b
}

func TestTableConvert(t *testing.T) {
	t.Parallel()
	js, npz, _ := tableFiles(t, "gaussian(1) - 1/2*gaussian(3) + 1/4", 4)
	dir := t.TempDir()
	a, b := filepath.Join(dir, "a.npz"), filepath.Join(dir, "b.json")
	ok(t, "", "table", "convert", js, a)
	assert.Equal(t, contentOf(t, npz), contentOf(t, a))
	ok(t, "", "table", "convert", npz, b)
	assert.Equal(t, contentOf(t, js), contentOf(t, b))
	assert.Equal(t, string(contentOf(t, js)), ok(t, string(contentOf(t, npz)), "table", "convert", "-", "-"))

	features := []string{"features", coupling, "--data", dataFile(t, 20, 4), "--label", "first",
		"--columns", "32", "-o", "-"}
	want := piped(t, "", append(features, js)...)
	assert.Equal(t, want, piped(t, "", append(features, npz)...))
}

func TestTableInspect(t *testing.T) {
	t.Parallel()
	js, npz, _ := tableFiles(t, "gaussian(1) - 1/2*gaussian(3) + 1/4", 4)
	text := ok(t, "", "table", "inspect", js)
	for _, want := range []string{"gaussian(1) - 1/2*gaussian(3) + 1/4", "R^4", "krein.table/2", "segments",
		"certificate"} {
		assert.Contains(t, text, want)
	}
	var v, w struct {
		Format   string
		Bytes    int
		Dim      int
		Segments [2]int
		Plus     struct {
			Mass, Origin float64
			Quantiles    []float64
		}
	}
	require.NoError(t, json.Unmarshal([]byte(ok(t, "", "table", "inspect", js, "--json")), &v))
	require.NoError(t, json.Unmarshal([]byte(ok(t, string(contentOf(t, npz)), "table", "inspect", "-", "--json")), &w))
	assert.Equal(t, len(contentOf(t, js)), v.Bytes)
	assert.Equal(t, len(contentOf(t, npz)), w.Bytes)
	assert.Equal(t, 4, v.Dim)
	assert.InDelta(t, 0.25, v.Plus.Origin, 1e-9)
	assert.Positive(t, v.Segments[1])
	v.Bytes = w.Bytes
	assert.Equal(t, v, w)

	dir := t.TempDir()
	for _, name := range []string{"a.svg", "b.png"} {
		path := filepath.Join(dir, name)
		ok(t, "", "table", "inspect", js, "--plot", path)
		b := contentOf(t, path)
		assert.True(t, bytes.Contains(b[:min(len(b), 200)], []byte("<svg")) || bytes.HasPrefix(b, []byte("\x89PNG")))
	}
	assert.Contains(t, bad(t, "", "table", "inspect", js, "--plot", filepath.Join(dir, "c.gif")), "svg")
}

func TestTableCheck(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	js, npz, certificate := tableFiles(t, "gaussian(1) - 1/2*gaussian(3)", 4)
	for _, path := range []string{js, npz} {
		assert.NotContains(t, ok(t, "", "table", "check", path, certificate), "FAILED")
	}
	other := filepath.Join(t.TempDir(), "c.json")
	ok(t, "", "certify", "gaussian(1)", "--dim", "4", "-o", other)
	code, out, errs := krein(t, "", "table", "check", js, other, "--json")
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "certificate: the table names")
	assert.Contains(t, errs, "kernel: table:")
	assert.True(t, json.Valid([]byte(out)))

	// Older tables name the whole certificate.
	d, err := decompose.Load(js)
	require.NoError(t, err)
	cert, err := certify.Decode(bytes.NewReader(contentOf(t, certificate)))
	require.NoError(t, err)
	assert.Equal(t, cert.ClaimDigest(certify.FiniteMass), d.Certificate)
	old := *d
	old.Certificate = cert.Digest()
	wrong := filepath.Join(t.TempDir(), "w.json")
	require.NoError(t, old.Save(wrong))
	assert.NotContains(t, ok(t, "", "table", "check", wrong, certificate), "FAILED")

	// A table whose masses are not those of its kernel.
	d.Plus.Mass *= 1.001
	require.NoError(t, d.Save(wrong))
	code, _, errs = krein(t, "", "table", "check", wrong)
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "k(0)")

	// Damage is bad input, and named.
	b := bytes.Replace(contentOf(t, js), []byte(`"dim":4`), []byte(`"dim":5`), 1)
	require.NoError(t, os.WriteFile(wrong, b, 0o600))
	assert.Contains(t, bad(t, "", "table", "check", wrong), "checksum")
	assert.Contains(t, bad(t, "", "table", "check", certificate), "is a certificate")
	assert.Contains(t, bad(t, "", "table", "check", js, js, js), "between 1 and 2 arg")
}

// The tables of a minimum are checked against the minimum.
func TestTableCheckMinimum(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	table, proof := filepath.Join(dir, "t.json"), filepath.Join(dir, "m.json")
	ok(t, "", "decompose", "1 - z^2/4", "--dim", "3", "--minimal", "--radius", "2", "--bias", "1e-2", "-o", table,
		"--proof", proof)
	out := ok(t, "", "table", "check", table, proof)
	assert.NotContains(t, out, "FAILED")
	assert.Contains(t, out, "the same numbers")
	assert.Contains(t, ok(t, "", "table", "check", table), "for z ≤ 2 (proved)")

	d, err := decompose.Load(table)
	require.NoError(t, err)
	d.Plus.Mass *= 1 + 1e-9
	require.NoError(t, d.Save(table))
	code, _, errs := krein(t, "", "table", "check", table, proof)
	assert.Equal(t, exitNotMet, code)
	assert.Contains(t, errs, "minimum: the table made from it differs")
}

func TestTableSample(t *testing.T) {
	t.Parallel()
	testlong.Slow(t)
	js, npz, _ := tableFiles(t, "gaussian(1) - 1/2*gaussian(3)", 4)
	const n = 20000
	dir := t.TempDir()
	read := func(path string) [][]float64 {
		r, err := dataio.Open(path, nil)
		require.NoError(t, err)
		defer r.Close()
		x, err := dataio.ReadAll(t.Context(), r)
		require.NoError(t, err)
		rows, _ := x.Dims()
		out := make([][]float64, rows)
		for i := range out {
			out[i] = x.RawRowView(i)
		}
		return out
	}
	csv, npy, other := filepath.Join(dir, "a.csv"), filepath.Join(dir, "a.npy"), filepath.Join(dir, "b.csv")
	args := []string{"table", "sample", js, "-n", strconv.Itoa(n), "--seed", "7", "-o"}
	ok(t, "", append(args, csv)...)
	ok(t, "", append(args, npy)...)
	ok(t, "", "table", "sample", npz, "-n", strconv.Itoa(n), "--seed", "8", "-o", other)
	radii := read(csv)
	require.Len(t, radii, n)
	assert.Equal(t, radii, read(npy))
	assert.NotEqual(t, radii, read(other))
	assert.Equal(t, string(contentOf(t, csv)), ok(t, string(contentOf(t, npz)), "table", "sample", "-", "-n",
		strconv.Itoa(n), "--seed", "7"))

	// E ω² = ∫ ω² dm₊ / ‖m₊‖ comes out.
	d, err := decompose.Load(js)
	require.NoError(t, err)
	second, sum := d.Plus.SecondMoment(), 0.0
	var fourth float64
	for _, row := range radii {
		w := row[0]
		sum += w * w / n
		fourth += w * w * w * w / n
	}
	se := math.Sqrt((fourth - sum*sum) / n)
	assert.InDelta(t, second, sum, 5*se)

	assert.Contains(t, bad(t, "", "table", "sample", js, "-n", "0"), "at least 1")
	assert.Contains(t, bad(t, "", "table", "sample", js, "-n", "1", "--part", "both"), "plus or minus")
	positive, _, _ := tableFiles(t, "gaussian(1)", 3)
	assert.Contains(t, bad(t, "", "table", "sample", positive, "-n", "1", "--part", "minus"), "no mass")
	lines := strings.Split(strings.TrimSpace(ok(t, "", "table", "sample", positive, "-n", "3")), "\n")
	require.Len(t, lines, 3)
}
