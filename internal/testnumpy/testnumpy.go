// Package testnumpy runs Python programs in tests where Python 3 and NumPy are installed.
package testnumpy

import (
	"os/exec"
	"strings"
	"sync"
	"testing"

	"krein/internal/testlong"
)

// python is the interpreter that has NumPy; empty if there is none.
var python = sync.OnceValue(func() string {
	for _, path := range []string{"python3", "/usr/bin/python3", "python"} {
		if exec.Command(path, "-c", "import sys, numpy; assert sys.version_info >= (3,)").Run() == nil {
			return path
		}
	}
	return ""
})

// Path returns the interpreter. It skips the test if Python or NumPy is missing.
func Path(t testing.TB) string {
	t.Helper()
	if python() == "" {
		testlong.Missing(t, "Python with NumPy")
	}
	return python()
}

// Run runs a program with arguments and returns what it prints. It skips the test if Python
// or NumPy is missing, and fails it if the program does.
func Run(t testing.TB, program string, args ...string) string {
	t.Helper()
	path := Path(t)
	var errs strings.Builder
	cmd := exec.Command(path, append([]string{"-c", program}, args...)...)
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s\n%s", err, errs.String(), program)
	}
	return string(out)
}
