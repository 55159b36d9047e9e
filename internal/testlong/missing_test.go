package testlong_test

import (
	"os"
	"path/filepath"
	"testing"

	"krein/internal/testlong"
)

// A test that is skipped for want of a tool is listed.
func TestMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "skipped")
	t.Setenv("KREIN_SKIPPED", path)
	t.Run("one", func(t *testing.T) { testlong.Missing(t, "abacus") })
	t.Run("two", func(t *testing.T) { testlong.Missing(t, "abacus") })
	b, err := os.ReadFile(path)
	if want := "TestMissing/one wants abacus\nTestMissing/two wants abacus\n"; err != nil || string(b) != want {
		t.Errorf("%q, not %q: %v", b, want, err)
	}
}
