package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"regexp"
	"strconv"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"krein/internal/atomicfile"
)

// writeJSON writes v indented, with a final newline.
func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}

// writeOutput writes b to path ('-': standard output).
func writeOutput(cmd *cobra.Command, path string, b []byte) error {
	if path == "-" {
		_, err := cmd.OutOrStdout().Write(b)
		return err
	}
	return replaceFile(path, b)
}

// replaceFile gives path the contents b, all at once.
func replaceFile(path string, b []byte) error {
	return atomicfile.Write(path, func(w io.Writer) error {
		_, err := w.Write(b)
		return err
	})
}

// newTable returns a table in the house style: no frame, a rule below the header.
func newTable(header ...any) table.Writer {
	t := table.NewWriter()
	style := table.StyleLight
	style.Options = table.Options{SeparateHeader: true}
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	style.Format.Header = 0 // as written
	t.SetStyle(style)
	t.AppendHeader(table.Row(header))
	t.SuppressTrailingSpaces()
	return t
}

// packages are the names that errors of the library begin with, which say nothing to who
// uses the command.
var packages = regexp.MustCompile(`(^|[\s(])(?:(?:decompose|density|features|fourier|hankel|mass|quad|semilp|sign|special): )+`)

// plain returns a message of the library without the names of its packages.
func plain(message string) string { return packages.ReplaceAllString(message, "$1") }

// shorten cuts s to n runes.
func shorten(s string, n int) string {
	if r := []rune(s); len(r) > n {
		return string(r[:n-1]) + "…"
	}
	return s
}

// above writes a bound x > 0 with so many digits, rounded up.
func above(x float64, digits int) string {
	s := strconv.FormatFloat(x, 'g', digits, 64)
	for up := x; ; {
		if v, err := strconv.ParseFloat(s, 64); err != nil || v >= x {
			return s
		}
		up *= 1 + 0.2*math.Pow10(1-digits)
		s = strconv.FormatFloat(up, 'g', digits, 64)
	}
}
