package main

import (
	"fmt"
	"io"
	"runtime/debug"
	"strings"

	"krein/cmd/krein/internal/verification"
	"krein/internal/atomicfile"
	"krein/internal/parallel"
)

// guarded calls work. It turns a panic into a message that asks for a report, with the command line, and an
// exit status of its own: a panic is a mistake in krein, whatever was asked for. Only main calls it: tests
// call run, and see panics.
func guarded(args []string, stderr io.Writer, work func() int) (code int) {
	defer func() {
		v := recover()
		if v == nil {
			return
		}
		atomicfile.DiscardAll()
		what, stack := fmt.Sprint(v), string(debug.Stack())
		if p, is := v.(*parallel.Panic); is { //nolint:errorlint // a panic's value
			what, stack = fmt.Sprint(p.Value), p.Stack
		}
		fmt.Fprintf(stderr, "krein: internal error: %s\n"+
			"This is a mistake in krein, and no partial file was left behind. Please report these lines:\n"+
			"  %s\n  version %s\n\n%s",
			what, commandLine(args), verification.Version(), stack)
		code = exitInternal
	}()
	return work()
}

// commandLine writes the arguments as a shell reads them.
func commandLine(args []string) string {
	s := "krein"
	for _, a := range args {
		if a == "" || strings.Trim(a, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:") != "" {
			a = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
		s += " " + a
	}
	return s
}
