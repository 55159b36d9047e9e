package main

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"

	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/beam/internal/work"
	"krein/cmd/krein/internal/dataset"
	"krein/decompose"
	"krein/features"
	"krein/features/radial"
	"krein/features/waves"
	"krein/internal/dataio"
	"krein/kernel/parser"
)

// asCommand makes this binary the command, for tests that end it in the middle of its work.
const asCommand = "KREIN_BEAM_TEST_COMMAND"

func TestMain(m *testing.M) {
	if os.Getenv(asCommand) != "" {
		main()
	}
	os.Exit(m.Run())
}

// beamed runs the command in this process.
func beamed(t *testing.T, args ...string) (string, error) {
	t.Helper()
	return beamedIn(t.Context(), args...)
}

func beamedIn(ctx context.Context, args ...string) (string, error) {
	var out, err bytes.Buffer
	if code := run(ctx, args, &out, &err); code != 0 {
		return out.String(), fmt.Errorf("%s", err.String())
	}
	return out.String(), nil
}

// table writes a table of so many shards with a label before the numbers, and returns its rows.
func table(t *testing.T, dir string, files, rows, columns int) *mat.Dense {
	t.Helper()
	draw := rand.New(rand.NewPCG(1, 2))
	x := mat.NewDense(files*rows, columns, nil)
	for f := range files {
		var b strings.Builder
		for i := range rows {
			fmt.Fprintf(&b, "%d", draw.IntN(3))
			for j := range columns {
				v := 3 * draw.NormFloat64()
				x.Set(f*rows+i, j, v)
				fmt.Fprintf(&b, ",%v", v)
			}
			b.WriteByte('\n')
		}
		require.NoError(t, os.WriteFile(filepath.Join(dir, fmt.Sprintf("x-%03d.csv", f)), []byte(b.String()), 0o600))
	}
	return x
}

// contents returns the bytes of all files of a directory, by name.
func contents(t *testing.T, dir string) map[string]string {
	t.Helper()
	all := map[string]string{}
	entries, err := os.ReadDir(dir)
	require.NoError(t, err)
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		require.NoError(t, err)
		all[e.Name()] = string(data)
	}
	return all
}

// together reads the parts of a table.
func together(t *testing.T, dir, ending string) []float64 {
	t.Helper()
	all, err := shards.List([]string{filepath.Join(dir, "part-*"+ending)})
	require.NoError(t, err)
	var data []float64
	for _, s := range all {
		r, err := dataio.Open(s.Path, &dataio.Options{Other: work.Parquet})
		require.NoError(t, err)
		x, err := dataio.ReadAll(t.Context(), r)
		require.NoError(t, err)
		require.NoError(t, r.Close())
		data = append(data, x.RawMatrix().Data...)
	}
	return data
}

// The features of shards are those of the table, bit by bit, by formula, table and map, in float64
// and in float32.
func TestFeatures(t *testing.T) {
	dir := t.TempDir()
	x := table(t, dir, 3, 50, 4)
	raw := mat.DenseCopyOf(x)
	data := []string{"--data", filepath.Join(dir, "x-*.csv"), "--label", "first"}
	k, err := parser.Parse("delta_gaussian(1,10)", nil)
	require.NoError(t, err)
	dec, err := decompose.Jordan(t.Context(), k, 4, nil)
	require.NoError(t, err)
	m, err := features.New(radial.New(dec), &features.Options{
		Columns: 32, Coupling: features.Orthogonal, Radii: features.RadiiStratified, Seed: 7,
	})
	require.NoError(t, err)
	p := &dataset.Preparation{Scale: "unit", Ranges: dataio.RangesOf(x), Lengths: []float64{1, 2, 3, 4}}
	for i := range 150 {
		require.NoError(t, p.Apply(x.RawRowView(i)))
	}
	want, err := m.Transform(nil, x)
	require.NoError(t, err)

	tableFile, out := filepath.Join(dir, "table.json"), filepath.Join(dir, "phi")
	require.NoError(t, dec.Save(tableFile))
	for what, words := range map[string][]string{
		"formula": {"delta_gaussian(1,10)"},
		"table":   {"--table", tableFile},
	} {
		args := append([]string{"features", "--columns", "32", "--seed", "7", "--lengths", "1,2,3,4", "-o", out + what},
			append(words, data...)...)
		said, err := beamed(t, args...)
		require.NoError(t, err)
		assert.Contains(t, said, "150 rows × 32 columns of float64 in 3 files")
		assert.Equal(t, want.RawMatrix().Data, together(t, out+what, ".parquet"), what)
	}

	single, err := beamed(t, append([]string{
		"features", "--table", tableFile, "--columns", "32", "--seed", "7", "--lengths", "1,2,3,4", "--dtype", "float32",
		"--format", "npy", "--json", "-o", out + "32",
	}, data...)...)
	require.NoError(t, err)
	assert.Contains(t, single, `"rows": 150`)
	got := together(t, out+"32", ".npy")
	for i, v := range want.RawMatrix().Data {
		require.InDelta(t, v, got[i], 1e-6)
		require.Equal(t, got[i], float64(float32(got[i])))
	}

	// A map from a file prepares rows itself.
	w, err := waves.Of(m)
	require.NoError(t, err)
	numbers := *w.Numbers()
	numbers.Offset, numbers.Divisor = p.Affine(4)
	w, err = waves.New(&numbers)
	require.NoError(t, err)
	mapFile := filepath.Join(dir, "map.npz")
	require.NoError(t, w.Save(mapFile))
	_, err = beamed(t, append([]string{"features", "--map", mapFile, "-o", out + "map"}, data...)...)
	require.NoError(t, err)
	require.NoError(t, w.Prepare(raw))
	want, err = w.Transform(nil, raw)
	require.NoError(t, err)
	assert.Equal(t, want.RawMatrix().Data, together(t, out+"map", ".parquet"))
	_, err = beamed(t, append([]string{"features", "--map", mapFile, "--scale", "unit", "-o", out + "twice"}, data...)...)
	assert.ErrorContains(t, err, "stands in the map's file")
}

// process starts the command in a process of its own; what it says, and how it ends, can be waited
// for.
func process(t *testing.T, args ...string) (*exec.Cmd, *bytes.Buffer, chan error) {
	t.Helper()
	self, err := os.Executable()
	require.NoError(t, err)
	cmd, said, ended := exec.Command(self, args...), new(bytes.Buffer), make(chan error, 2)
	cmd.Env, cmd.Stderr = append(os.Environ(), asCommand+"=1"), said
	require.NoError(t, cmd.Start())
	go func() { ended <- cmd.Wait() }()
	return cmd, said, ended
}

// worker starts a worker in a process of its own, and returns the flags of runs that use it.
func worker(t *testing.T) (*exec.Cmd, []string) {
	t.Helper()
	free, err := net.Listen("tcp", "localhost:0")
	require.NoError(t, err)
	address := free.Addr().String()
	require.NoError(t, free.Close())
	_, port, err := net.SplitHostPort(address)
	require.NoError(t, err)
	cmd, said, ended := process(t, "worker", "--port", port)
	for {
		if c, err := net.Dial("tcp", "localhost:"+port); err == nil {
			require.NoError(t, c.Close())
			return cmd, []string{"--environment_type", "external", "--environment_config", "localhost:" + port}
		}
		select {
		case <-ended:
			require.FailNow(t, "no worker", "%s", said)
		case <-time.After(time.Millisecond):
		}
	}
}

// killHalfWay runs the command in a process of its own, kills it, or its worker, when some shards
// are finished, and returns the records of these. A run that was quicker than the eye is run again.
func killHalfWay(t *testing.T, dir string, files int, args []string, apart bool) []string {
	t.Helper()
	records := func() []string {
		names, err := filepath.Glob(filepath.Join(dir, "*"+shards.Suffix))
		require.NoError(t, err)
		return names
	}
	for range 10 {
		require.NoError(t, os.RemoveAll(dir))
		words, victim := args, (*exec.Cmd)(nil)
		if apart {
			var flags []string
			victim, flags = worker(t)
			words = append(slices.Clone(args), flags...)
		}
		cmd, said, ended := process(t, words...)
		if !apart {
			victim = cmd
		}
		for running := true; running && len(records()) < 3; {
			select {
			case err := <-ended:
				require.NoError(t, err, "%s", said)
				ended <- nil
				running = false
			case <-time.After(time.Millisecond):
			}
		}
		_ = victim.Process.Kill()
		if <-ended != nil && len(records()) < files {
			if apart {
				assert.Contains(t, said.String(), "goes on from there")
			}
			return records()
		}
	}
	require.FailNow(t, "every run was too quick to be killed half way")
	return nil
}

// A run that is killed half way, or whose worker is, is finished by the next, which keeps what is
// whole and does the rest again: the results have the bits of a run that nothing happened to.
func TestKilled(t *testing.T) {
	const files = 24
	dir := t.TempDir()
	table(t, dir, files, 200, 4)
	args := func(out string) []string {
		return []string{
			"features", "gaussian(1)", "--data", filepath.Join(dir, "x-*.csv"), "--label", "1", "--columns", "512", "-o", out,
		}
	}
	whole, killed := filepath.Join(dir, "whole"), filepath.Join(dir, "killed")
	_, err := beamed(t, args(whole)...)
	require.NoError(t, err)

	for _, apart := range []bool{false, true} {
		finished := killHalfWay(t, killed, files, args(killed), apart)

		// What can be left of one shard: bytes that changed, half of them, none, a record alone, a
		// temporary file.
		result := func(i int) string { return strings.TrimSuffix(finished[i], shards.Suffix) }
		data, err := os.ReadFile(result(0))
		require.NoError(t, err)
		data[len(data)/2] ^= 1
		require.NoError(t, os.WriteFile(result(0), data, 0o600))
		require.NoError(t, os.Truncate(result(1), int64(len(data)/2)))
		kept, err := os.Stat(result(2))
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(killed, ".krein-1.tmp"), data[:9], 0o600))

		require.NoError(t, os.WriteFile(filepath.Join(killed, ".found-1"), nil, 0o600))
		_, err = beamed(t, args(killed)...)
		require.NoError(t, err)
		require.Equal(t, contents(t, whole), contents(t, killed))
		now, err := os.Stat(result(2))
		require.NoError(t, err)
		assert.Equal(t, kept.ModTime(), now.ModTime(), "a shard that was whole was done again")
	}

	other := args(killed)
	_, err = beamed(t, append(other, "--seed", "1")...)
	assert.ErrorContains(t, err, "has results of another map")
}
