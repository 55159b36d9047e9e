package measure

import (
	"bytes"
	"fmt"
	"math/big"
	"strings"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/decompose"
	"krein/internal/kernel/defined"
	"krein/kernel"
	"krein/kernel/parser"
)

// Save writes a table file ('-': standard output).
func Save(cmd *cobra.Command, dec *decompose.Decomposition, path string) error {
	if path != "-" {
		return dec.Save(path)
	}
	return dec.Encode(cmd.OutOrStdout())
}

// Load reads a table file ('-': standard input).
func Load(cmd *cobra.Command, path string) (*decompose.Decomposition, error) {
	if path == "-" {
		return decompose.Decode(cmd.InOrStdin())
	}
	d, err := decompose.Load(path)
	return d, input.Misplaced(path, input.TableFile, err, "krein.table")
}

// Decode reads the table that a file holds.
func Decode(data []byte, path string) (*decompose.Decomposition, error) {
	d, err := decompose.Decode(bytes.NewReader(data))
	if err != nil && path != "-" {
		err = input.Misplaced(path, input.TableFile, fmt.Errorf("%s: %w", path, err), "krein.table")
	}
	return d, err
}

// KernelOf returns the kernel that a table names.
func KernelOf(d *decompose.Decomposition) (*kernel.Kernel, error) {
	opt := &parser.Options{}
	if r, ok := strings.CutPrefix(d.Beyond, "zero beyond "); ok {
		if opt.Radius, ok = new(big.Rat).SetString(strings.TrimSpace(r)); !ok {
			return nil, fmt.Errorf("unknown extension %q", d.Beyond)
		}
	}
	k, err := parser.Parse(d.Kernel, opt)
	if err == nil && opt.Radius == nil {
		if b, _ := k.Extension(); b != kernel.Natural {
			k, err = defined.Extend(k, kernel.Natural, nil)
		}
	}
	return k, err
}
