package simd

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
)

// The generated files are what krein/tools/simd makes.
func TestGenerated(t *testing.T) {
	if testing.Short() || !testlong.Turn(1, 1) {
		t.Skip("builds the generators: with -today or -long")
	}
	env := append(os.Environ(), "GOWORK=off", "GOPROXY=off", "GOFLAGS=-mod=readonly")
	build := exec.Command("go", "build", "-o", os.DevNull, "./simd/kernels")
	build.Dir, build.Env = filepath.Join("..", "..", "tools"), env
	if out, err := build.CombinedOutput(); err != nil {
		t.Skipf("avo is not at hand (go -C tools mod download fetches it): %v\n%s", err, out)
	}
	dir := t.TempDir()
	run := exec.Command("sh", filepath.Join("..", "..", "tools", "simd", "generate.sh"), dir)
	run.Env = env
	out, err := run.CombinedOutput()
	require.NoError(t, err, "%s", out)
	for _, name := range []string{"constants.go", "kernels_amd64.go", "kernels_amd64.s"} {
		want, err := os.ReadFile(filepath.Join(dir, name))
		require.NoError(t, err)
		have, err := os.ReadFile(name)
		require.NoError(t, err)
		assert.True(t, string(want) == string(have),
			"%s differs from what the generator makes: go generate ./internal/simd", name)
	}
}

// A register that only AVX-512 has would stop a processor with AVX2: the generator's
// allocation may reach for one.
func TestRegisters(t *testing.T) {
	text, err := os.ReadFile("kernels_amd64.s")
	require.NoError(t, err)
	beyond := regexp.MustCompile(`\b([XY](1[6-9]|2\d|3[01])|Z\d+|K[0-7])\b`)
	sets := map[string]int{}
	for _, f := range strings.Split(string(text), "\nTEXT ·")[1:] {
		name, _, _ := strings.Cut(f, "(")
		code, _, _ := strings.Cut(f, "\nDATA ")
		code, _, _ = strings.Cut(code, "\n// func ")
		switch {
		case strings.HasPrefix(name, "avx512"):
			sets["avx512"]++
			assert.Regexp(t, beyond, code, name)
		case strings.HasPrefix(name, "avx2"):
			sets["avx2"]++
			assert.NotRegexp(t, beyond, code, name)
		}
	}
	assert.Equal(t, map[string]int{"avx2": 19, "avx512": 31}, sets)
}
