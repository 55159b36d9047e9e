package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestNoFileIsLost: no file that is read, and no model, is where another one is written or removed.
func TestNoFileIsLost(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	table(t, dir, 2, 20, 2)
	require.NoError(t, os.Symlink(at("x-001.csv"), at("model.npz")))
	require.NoError(t, os.Mkdir(at("links"), 0o777))
	require.NoError(t, os.Symlink(at("x-000.csv"), at("links/part-00000-of-00002.parquet")))
	require.NoError(t, os.Mkdir(at("mine"), 0o777))
	require.NoError(t, os.WriteFile(at("mine/notes.txt"), []byte("mine"), 0o600))
	require.NoError(t, os.WriteFile(at("formulas.txt"), []byte("exp(-z)\n"), 0o600))
	before := contents(t, at("mine"))
	first, err := os.ReadFile(at("x-000.csv"))
	require.NoError(t, err)
	fit := []string{"fit", "linear", "--task", "regress", "--strength", "1", "--data", at("x-*.csv"), "--label", "first", "-o"}
	features := []string{"features", "gaussian(1)", "--columns", "8", "--data", at("x-*.csv"), "--label", "first", "-o"}
	for want, args := range map[string][]string{
		"--output " + at("x-000.csv") + " is the file of --data":         append(fit[:len(fit):len(fit)], at("x-000.csv")),
		"--output " + at("model.npz") + " is the file of --data":         append(fit[:len(fit):len(fit)], at("model.npz")),
		"lies in the directory of --work " + dir:                         append(fit[:len(fit):len(fit)], at("m.npz"), "--work", dir),
		"--work " + at("mine") + " is not empty":                         append(fit[:len(fit):len(fit)], at("m.npz"), "--work", at("mine")),
		"no such file or directory":                                      append(fit[:len(fit):len(fit)], at("new/m.npz"), "--work", at("new")),
		"lies in the directory of --output " + dir:                       append(features[:len(features):len(features)], dir),
		"is a link to --data " + at("x-000.csv"):                         append(features[:len(features):len(features)], at("links")),
		"--formulas " + at("formulas.txt") + " lies in the directory of": {"survey", "--formulas", at("formulas.txt"), "-o", dir},
	} {
		_, err := beamed(t, args...)
		assert.ErrorContains(t, err, want)
	}
	assert.Equal(t, before, contents(t, at("mine")))
	assert.NoDirExists(t, at("new"))
	now, err := os.ReadFile(at("x-000.csv"))
	require.NoError(t, err)
	assert.Equal(t, first, now)
	_, err = beamed(t, append(fit[:len(fit):len(fit)], at("m.npz"), "--work", at("work"))...)
	require.NoError(t, err)
	assert.NoDirExists(t, at("work"))
	assert.FileExists(t, at("m.npz"))
}
