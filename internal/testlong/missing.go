package testlong

import (
	"errors"
	"fmt"
	"os"
	"testing"
)

// Missing skips a test that wants a tool which this machine has not. Where the environment's KREIN_SKIPPED names a file,
// it adds a line to it, so that whoever runs all tests can list what was skipped.
func Missing(t testing.TB, tool string) {
	t.Helper()
	if path := os.Getenv("KREIN_SKIPPED"); path != "" {
		f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		_, err = fmt.Fprintf(f, "%s wants %s\n", t.Name(), tool)
		if err = errors.Join(err, f.Close()); err != nil {
			t.Fatal(err)
		}
	}
	t.Skipf("no %s on this system", tool)
}
