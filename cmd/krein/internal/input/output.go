package input

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// outputValue is a file to write, and after a comma of which numbers: phi.npy,dtype=float32.
type outputValue struct {
	path   *string
	single *bool
}

// AddOutput registers -o for a file of numbers, which are of 64 bits or, with dtype=float32 after its name, of 32.
func AddOutput(cmd *cobra.Command, path *string, single *bool, usage string) {
	cmd.Flags().VarP(outputValue{path, single}, "output", "o", usage)
}

// Set takes the name of the file, and what stands after it.
func (v outputValue) Set(text string) error {
	name, dtype, said := strings.Cut(text, ",dtype=")
	switch {
	case said && dtype != "float64" && dtype != "float32":
		return fmt.Errorf("dtype=%s: want float64 or float32", dtype)
	case name == "":
		return fmt.Errorf("%q has no name of a file", text)
	}
	*v.path, *v.single = name, dtype == "float32"
	return nil
}

// String returns the name of the file.
func (v outputValue) String() string {
	if v.path == nil {
		return ""
	}
	return *v.path
}

// Type returns the type that help shows for a flag that names a file.
func (outputValue) Type() string { return "string" }
