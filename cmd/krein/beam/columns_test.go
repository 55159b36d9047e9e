package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/internal/dataset"
	"krein/decompose"
	expansion "krein/decompose/zonal"
	"krein/features"
	"krein/features/fitted"
	"krein/features/radial"
	"krein/features/step"
	"krein/features/written"
	"krein/features/zonal"
	"krein/internal/dataio"
	"krein/kernel"
	"krein/kernel/parser"
	"krein/learn/model"
)

// columnMaps are maps that are not of frequencies alone, with what their files do to rows: exact orders, harmonics,
// step functions.
func columnMaps(t *testing.T, x *mat.Dense) map[string]*written.Map {
	t.Helper()
	_, dim := x.Dims()
	parse := func(formula string) *kernel.Kernel {
		k, err := parser.Parse(formula, nil)
		require.NoError(t, err)
		return k
	}
	dec, err := decompose.Jordan(t.Context(), parse("delta_gaussian(1,10)"), dim, nil)
	require.NoError(t, err)
	z, err := expansion.New(t.Context(), parse("1 - z^2/4 + z^4/99"), dim, nil)
	require.NoError(t, err)
	p := &dataset.Preparation{Scale: "unit", Ranges: dataio.RangesOf(x), Lengths: []float64{1, 2, 3, 4}}
	offset, divisor := p.Affine(dim)
	out := map[string]*written.Map{}
	for name, of := range map[string]struct {
		rep   features.Representation
		opt   features.Options
		about written.About
	}{
		"exact orders, prepared": {radial.New(dec), features.Options{Exact: features.ExactMinus, Seed: 7},
			written.About{Kernel: "k", Preparation: fitted.Preparation{Offset: offset, Divisor: divisor}}},
		"exact orders": {radial.New(dec), features.Options{Exact: features.ExactMinus, Seed: 7},
			written.About{}},
		"harmonics, of rows as they are": {zonal.New(z), features.Options{}, written.About{}},
		"harmonics, on the sphere":       {zonal.New(z), features.Options{}, written.About{Preparation: fitted.Preparation{Unit: true}}},
		"steps, scaled and on it": {step.ArcCosine(0, dim), features.Options{Seed: 2},
			written.About{Preparation: fitted.Preparation{Offset: offset, Divisor: divisor, Unit: true}}},
	} {
		of.opt.Columns, of.opt.Coupling = 40, features.Orthogonal
		m, err := features.New(of.rep, &of.opt)
		require.NoError(t, err, name)
		out[name], err = written.Of(m, &of.about)
		require.NoError(t, err, name)
	}
	return out
}

// TestColumns: files of krein.columns/1 give the features and the models that they give on one machine. They do to rows
// what they say and nothing else: rows that are on no sphere, and are not put there, have no harmonics, and flags that
// prepare rows are refused.
func TestColumns(t *testing.T) {
	dir := t.TempDir()
	x := table(t, dir, 3, 50, 4)
	data := []string{"--data", filepath.Join(dir, "x-*.csv"), "--label", "first"}
	for name, w := range columnMaps(t, x) {
		t.Run(name, func(t *testing.T) {
			out, about := t.TempDir(), w.About()
			file := filepath.Join(out, "map.safetensors")
			require.NoError(t, w.Save(file))
			rows := mat.DenseCopyOf(x)
			for i := range 150 {
				require.NoError(t, about.Prepare(rows.RawRowView(i)))
			}
			transform := append([]string{"features", "--map", file, "-o", filepath.Join(out, "phi")}, data...)
			for _, more := range [][]string{{"--scale", "unit"}, {"--scale", "sphere"}, {"--lengths", "3"}} {
				_, err := beamed(t, append(transform, more...)...)
				assert.ErrorContains(t, err, "what is done to rows stands in the map's file")
			}
			want, err := w.Transform(nil, rows)
			if name == "harmonics, of rows as they are" {
				require.Error(t, err)
				_, err = beamed(t, transform...)
				assert.ErrorContains(t, err, "this representation lives on the unit sphere")
				return
			}
			require.NoError(t, err)
			_, err = beamed(t, transform...)
			require.NoError(t, err)
			assert.Equal(t, want.RawMatrix().Data, together(t, filepath.Join(out, "phi"), ".parquet"))

			made := filepath.Join(out, "m.npz")
			_, err = beamed(t, append([]string{"fit", "--map", file, "--task", "regress", "--strength", "0.01", "-o",
				made}, data...)...)
			require.NoError(t, err)
			got, err := model.Load(made)
			require.NoError(t, err)
			assert.IsType(t, &written.Map{}, got.Map)
			assert.Equal(t, about.Kernel, got.Kernel)
			sameRidge(t, dir, 3, got, "free")
			raw := mat.DenseCopyOf(x)
			require.NoError(t, got.Prepare(raw))
			phi, err := got.Map.Transform(nil, raw)
			require.NoError(t, err)
			assert.Equal(t, want.RawMatrix().Data, phi.RawMatrix().Data)
		})
	}

	// What is drawn with exact orders is written out so.
	made := filepath.Join(dir, "m.npz")
	fit := append([]string{"fit", "delta_gaussian(1,10)", "--columns", "40", "--task", "regress", "--strength", "0.01",
		"-o", made}, data...)
	_, err := beamed(t, append(fit, "--exact", "minus")...)
	require.NoError(t, err)
	got, err := model.Load(made)
	require.NoError(t, err)
	assert.IsType(t, &written.Map{}, got.Map)
	sameRidge(t, dir, 3, got, "free")
}

// TestNarrowShards: the last columns of svmlight rows may be absent in a shard behind the first.
func TestNarrowShards(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"a-1.svm": "1 1:0.5 3:2\n0 1:1 2:3\n", "a-2.svm": "1 1:0.25\n0 2:1\n",
		"b-1.csv": "0.5,0,2\n1,3,0\n", "b-2.csv": "0.25,0,0\n0,1,0\n",
	} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	var got [2][]float64
	for i, data := range []string{"a-*.svm", "b-*.csv"} {
		out := filepath.Join(t.TempDir(), "phi")
		_, err := beamed(t, "features", "gaussian(1)", "--scale", "none", "--columns", "4", "--data", filepath.Join(dir, data), "-o", out)
		require.NoError(t, err)
		got[i] = together(t, out, ".parquet")
	}
	assert.Len(t, got[0], 16)
	assert.Equal(t, got[1], got[0])
}

// TestColumnsWithoutDirection: a row that the map's file cannot put on the sphere is named.
func TestColumnsWithoutDirection(t *testing.T) {
	dir := t.TempDir()
	w := columnMaps(t, table(t, dir, 1, 50, 4))["harmonics, on the sphere"]
	file := filepath.Join(dir, "map.npz")
	require.NoError(t, w.Save(file))
	shard := filepath.Join(dir, "bad.csv")
	require.NoError(t, os.WriteFile(shard, []byte("1,2,3,4\n0,0,0,0\n"), 0o600))
	_, err := beamed(t, "features", "--map", file, "--data", shard, "-o", filepath.Join(dir, "phi"))
	assert.ErrorContains(t, err, "bad.csv: row 2: a row of length 0 or infinity has no direction")
}
