package dataset

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"
)

// command returns a verb with the flags of data, set.
func command(t *testing.T, args ...string) (*cobra.Command, *Flags) {
	f := new(Flags)
	cmd := &cobra.Command{}
	cmd.SetContext(context.Background())
	var unused []string
	cmd.Flags().StringSliceVar(&unused, "lengths", nil, "")
	f.AddAs(cmd, "data", "")
	f.TakeLengths(cmd)
	require.NoError(t, cmd.ParseFlags(args))
	return cmd, f
}

// points reads all that the flags say, in memory and as a stream, which are the same.
func points(t *testing.T, args ...string) (*Rows, error) {
	cmd, f := command(t, args...)
	all, err := f.LoadAll(cmd, nil)
	if err != nil {
		return nil, err
	}
	cmd, f = command(t, args...)
	stream, err := f.Open(cmd, nil)
	require.NoError(t, err)
	row := make([]float64, all.Columns)
	for i := range all.Count {
		require.NoError(t, stream.Read(row))
		assert.InDeltaSlice(t, all.Matrix.RawRowView(i), row, 1e-12)
	}
	assert.ErrorIs(t, stream.Read(row), io.EOF)
	assert.InDeltaSlice(t, all.Lengths, stream.Lengths, 1e-12)
	return all, errors.Join(stream.Close())
}

func TestPreparation(t *testing.T) {
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte(text), 0o600))
		return path
	}
	data := file("x.csv", "0,10\n1,30\n2,20\n5,60\n")
	want := func(p *Rows, err error, first ...float64) {
		t.Helper()
		require.NoError(t, err)
		assert.InDeltaSlice(t, first, p.Matrix.RawRowView(1), 1e-12)
	}
	x := func(args ...string) (*Rows, error) { return points(t, append([]string{"--data", data}, args...)...) }
	p, err := x()
	want(p, err, 0.2, 0.4)
	p, err = x("--scale", "standard")
	want(p, err, -1/1.8708286933869707, 0)
	p, err = x("--scale", "none", "--lengths", "2,4")
	want(p, err, 0.5, 7.5)
	p, err = x("--scale", "none", "--lengths", "2")
	want(p, err, 0.5, 15)
	p, err = x("--scale", "none", "--lengths", file("l.csv", "2\n4\n"))
	want(p, err, 0.5, 7.5)
	p, err = x("--scale", "sphere", "--lengths", "1,10")
	want(p, err, 1/floats.Norm([]float64{1, 3}, 2), 3/floats.Norm([]float64{1, 3}, 2))

	// The median heuristic: about half of the distances are below 1.
	p, err = x("--scale", "standard", "--lengths", "median")
	require.NoError(t, err)
	var z []float64
	for i := range p.Count {
		for j := range i {
			z = append(z, floats.Distance(p.Matrix.RawRowView(i), p.Matrix.RawRowView(j), 2))
		}
	}
	slices.Sort(z)
	assert.True(t, z[1] <= 1+1e-9 && z[4] >= 1-1e-9, "%v", z)
	assert.Contains(t, p.View(4).String(), "median heuristic")

	// What is saved prepares other data alike, and a map without data knows it.
	saved := filepath.Join(dir, "r.json")
	require.NoError(t, p.Save(saved, Made{Distances: []float64{1, 2}}))
	other := file("y.csv", "1,30\n")
	again, err := points(t, "--data", other, "--scale", saved)
	require.NoError(t, err)
	assert.Equal(t, p.Matrix.RawRowView(1), again.Matrix.RawRowView(0))
	assert.Equal(t, []float64{1, 2}, again.Distances)
	cmd, _ := command(t)
	known, err := Known(cmd, saved, nil, "none", 2)
	require.NoError(t, err)
	offset, divisor := known.Affine(2)
	row := []float64{1, 30}
	floats.Sub(row, offset)
	floats.Div(row, divisor)
	assert.InDeltaSlice(t, p.Matrix.RawRowView(1), row, 1e-12)
	assert.Equal(t, "rows: --scale none, columns divided by lengths: 3 for every column",
		must(Known(cmd, "", []string{"3"}, "none", 2)).String())
	nothing, err := Known(cmd, "", nil, "none", 2)
	assert.True(t, nothing == nil && err == nil)

	for message, args := range map[string][]string{
		"want unit, standard":       {"--scale", "other"},
		"3 lengths for 2 columns":   {"--lengths", "1,2,3"},
		"length 2 is -1":            {"--lengths", "1,-1"},
		"is no number":              {"--lengths", "1,b"},
		"or a file":                 {"--lengths", "nowhere"},
		"write it into the formula": {"--scale", "sphere", "--lengths", "median"},
		"changes nothing":           {"--scale", "sphere", "--lengths", "2"},
		"has lengths of its own":    {"--scale", saved, "--lengths", "2"},
		"of its own":                {"--scale", saved, "--lengths", "median"},
		"no moments":                {"--scale", file("a.json", `{"scale":"standard"}`)},
		"no ranges":                 {"--scale", file("b.json", `{"scale":"unit"}`)},
		"not a JSON object":         {"--scale", file("c.json", `{}`)},
		"for 2 columns":             {"--scale", file("d.json", `{"scale":"none","lengths":[1]}`)},
		"4 rows and 2 columns":      {"--lengths", data},
	} {
		_, err := x(args...)
		assert.ErrorContains(t, err, message)
	}
	_, err = points(t, "--data", file("same.csv", "1,1\n1,1\n"), "--lengths", "median")
	assert.ErrorContains(t, err, "median distance is 0")
	_, err = Known(cmd, "", []string{"median"}, "none", 2)
	assert.ErrorContains(t, err, "there are no data")
	cmd, f := command(t, "--lengths", "2")
	assert.ErrorContains(t, f.Check(cmd, "data"), "--lengths prepares the data")
}

func must(p *Preparation, err error) *Preparation {
	if err != nil {
		panic(err)
	}
	return p
}

// A constant column becomes 0, with a map's divisor too.
func TestConstantColumn(t *testing.T) {
	x := mat.NewDense(2, 2, []float64{1, 3, 2, 3})
	for _, scale := range []string{"unit", "standard"} {
		path := filepath.Join(t.TempDir(), "x.csv")
		require.NoError(t, os.WriteFile(path, []byte("1,3\n2,3\n"), 0o600))
		p, err := points(t, "--data", path, "--scale", scale)
		require.NoError(t, err)
		assert.Zero(t, p.Matrix.At(1, 1))
		offset, divisor := p.Affine(2)
		row := slices.Clone(x.RawRowView(1))
		floats.Sub(row, offset)
		floats.Div(row, divisor)
		assert.Equal(t, p.Matrix.RawRowView(1), row)
	}
}

// FuzzRanges: a file of ranges that is accepted says how rows are prepared.
func FuzzRanges(f *testing.F) {
	for _, text := range []string{`{"min":[0,0],"max":[1,2]}`, `{"mean":[0],"sd":[1]}`, `{"scale":"none","lengths":[1]}`} {
		f.Add([]byte(text))
	}
	path := filepath.Join(f.TempDir(), "ranges.json")
	f.Fuzz(func(t *testing.T, data []byte) {
		require.NoError(t, os.WriteFile(path, data, 0o600))
		g, err := readSaved(path)
		if err == nil {
			assert.NotEmpty(t, g.Scale)
		}
	})
}
