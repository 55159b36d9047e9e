package terminal

import (
	"encoding/json"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"krein/internal/atomicfile"
)

// Output is standard output that remembers its first error.
type Output struct {
	io.Writer
	Err error
}

// Write writes, and remembers.
func (o *Output) Write(p []byte) (int, error) {
	n, err := o.Writer.Write(p)
	if err != nil && o.Err == nil {
		o.Err = err
	}
	return n, err
}

// Unwrap returns the writer below.
func (o *Output) Unwrap() io.Writer { return o.Writer }

// WriteJSON writes v indented, with a final newline.
func WriteJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return fmt.Errorf("writing JSON: %w", err)
	}
	return nil
}

// WriteOutput writes b to path ('-': standard output).
func WriteOutput(cmd *cobra.Command, path string, b []byte) error {
	if path == "-" {
		_, err := cmd.OutOrStdout().Write(b)
		return err
	}
	return atomicfile.WriteBytes(path, b)
}

// StreamOutput writes what fill writes to a file, all at once, or as it comes to standard output, '-'.
func StreamOutput(cmd *cobra.Command, path string, fill func(io.Writer) error) error {
	if path == "-" {
		return fill(cmd.OutOrStdout())
	}
	return atomicfile.Write(path, fill)
}
