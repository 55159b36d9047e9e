package input

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
)

// AddGlobal gives a root command the flags that mean the same in all verbs: --json and --effort.
func AddGlobal(root *cobra.Command) {
	root.PersistentFlags().Bool("json", false, "write JSON to standard output")
	root.PersistentFlags().Float64("effort", 1,
		"how much work the search for proofs, and the estimates, may take: 4 allows four times as much")
}

// takesJSON marks the verbs that write JSON.
const takesJSON = "json"

// TakeJSON makes the verb take the flag --json of all verbs, which *to is set to before the verb runs.
func TakeJSON(cmd *cobra.Command, to *bool) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[takesJSON] = "true"
	cmd.PreRunE = func(cmd *cobra.Command, _ []string) (err error) {
		if cmd.Flags().Lookup("json") != nil { // krein-beam has it on some verbs only
			*to, err = cmd.Flags().GetBool("json")
		}
		return err
	}
}

// NoJSON takes --json away from a verb that has nothing to write so.
func NoJSON(cmd *cobra.Command) {
	delete(cmd.Annotations, takesJSON)
	cmd.PreRunE = nil
}

// effortless are the verbs that neither search nor estimate.
var effortless = []string{"verify", "rules", "kernels", "check", "inspect", "sample", "convert", "predict", "doctor"}

// Acts reports whether a flag of all verbs does something in this one.
func Acts(cmd *cobra.Command, flag string) bool {
	switch flag {
	case "json":
		return cmd.Annotations[takesJSON] != ""
	case "effort":
		return Searches(cmd.Name())
	}
	return true
}

// Searches reports whether a verb searches or estimates, so that --effort does something.
func Searches(verb string) bool { return !slices.Contains(effortless, verb) }

// CheckGlobal refuses flags of all verbs in a verb in which they do nothing.
func CheckGlobal(cmd *cobra.Command) error {
	for _, name := range []string{"json", "effort"} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed && !Acts(cmd, name) {
			return fmt.Errorf("--%s does nothing in '%s': leave it out", name, cmd.CommandPath())
		}
	}
	return nil
}
