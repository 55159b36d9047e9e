package evaluation

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/measure"
	"krein/decompose"
	"krein/decompose/minimal"
	"krein/decompose/zonal"
	"krein/kernel"
)

// Load reads what maps can be drawn from, whatever it is: a table of 'krein decompose', a measure of
// least mass or variance (--proof), an expansion on the sphere (--sphere); '-' is standard input. The kernel
// is nil if the file names none that can be read.
func Load(cmd *cobra.Command, path string) (*Representation, *kernel.Kernel, error) {
	data, err := input.ReadFile(cmd, path)
	if err != nil {
		return nil, nil, err
	}
	var head struct {
		Format string `json:"format"`
	}
	if bytes.HasPrefix(bytes.TrimSpace(data), []byte("{")) {
		_ = json.Unmarshal(data, &head) // what is wrong is said by who reads all of it
	}
	in := func(err error) error {
		if err == nil || path == "-" {
			return err
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	var d *decompose.Decomposition
	name := "table"
	switch head.Format {
	case zonal.Format:
		z, err := zonal.Decode(bytes.NewReader(data))
		if err != nil {
			return nil, nil, in(err)
		}
		k, err := measure.KernelOf(&decompose.Decomposition{Kernel: z.Kernel, Beyond: z.Beyond})
		if err != nil {
			k = nil
		}
		return Zonal(z), k, nil
	case minimal.Format:
		m := new(minimal.Measure)
		if err := json.Unmarshal(data, m); err != nil {
			return nil, nil, in(err)
		}
		d, name = decompose.FromMinimum(m), "least measure"
	default:
		if d, err = measure.Decode(data, path); err != nil {
			return nil, nil, err
		}
	}
	k, err := measure.KernelOf(d)
	if err != nil {
		k = nil // the table of a Go function
	}
	return &Representation{Name: name, Parts: d}, k, nil
}
