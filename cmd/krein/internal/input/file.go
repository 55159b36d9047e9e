package input

import (
	"bytes"
	"fmt"
	"io"
	"os"

	"github.com/spf13/cobra"

	"krein/decompose"
)

// maxFile is the size of the largest file of proofs or tables that is read.
const maxFile = decompose.MaxFileSize

// ReadFile reads a file ('-': standard input).
func ReadFile(cmd *cobra.Command, path string) ([]byte, error) {
	if path == "-" {
		return readAll(cmd.InOrStdin(), path)
	}
	return ReadNamed(path)
}

// ReadNamed reads the file of a name.
func ReadNamed(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer func() { _ = f.Close() }()
	return readAll(f, path)
}

// readAll reads what is no longer than the largest file of proofs or tables: a device may never end.
func readAll(r io.Reader, path string) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxFile+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("%s: longer than %d bytes, which no file of proofs or tables is", path, maxFile)
	}
	return data, nil
}

// HasSchema reports whether a file begins as one of the schema krein.NAME does.
func HasSchema(data []byte, name string) bool {
	return bytes.Contains(data[:min(len(data), 200)], []byte(`"krein.`+name+`/`))
}
