package input

import (
	"fmt"
	"slices"

	"github.com/spf13/cobra"
)

// AddGlobal gives a root command the flags that mean the same in all verbs: --json, --effort and --accept-estimate.
func AddGlobal(root *cobra.Command) {
	root.PersistentFlags().Bool("json", false, "write JSON to standard output")
	root.PersistentFlags().Float64("effort", 1,
		"how much work the search for proofs, and the estimates, may take: 4 allows four times as much")
	root.PersistentFlags().Bool("accept-estimate", false, AcceptUsage)
}

// AcceptUsage describes --accept-estimate.
const AcceptUsage = "go on, with a warning, although the mass is finite by floating-point estimate only, masses or\n" +
	"distributions may be off by more than 1 %, or rows are farther apart than the table or the kernel is for"

// Verbs are marked by what they take.
const (
	takesJSON   = "json"
	takesAccept = "accept-estimate"
)

// take marks a verb that takes a flag of all verbs, which *to is set to before the verb runs.
func take(cmd *cobra.Command, name string, to *bool) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[name] = "true"
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) (err error) {
		if before != nil {
			if err := before(cmd, args); err != nil {
				return err
			}
		}
		if cmd.Flags().Lookup(name) != nil { // krein-beam has it on some verbs only
			*to, err = cmd.Flags().GetBool(name)
		}
		return err
	}
}

// TakeJSON makes the verb take the flag --json of all verbs, which *to is set to before the verb runs.
func TakeJSON(cmd *cobra.Command, to *bool) { take(cmd, takesJSON, to) }

// TakeAccept makes the verb take the flag --accept-estimate of all verbs, which *to is set to before the verb runs.
func TakeAccept(cmd *cobra.Command, to *bool) { take(cmd, takesAccept, to) }

// NoJSON takes --json away from a verb that has nothing to write so.
func NoJSON(cmd *cobra.Command) { delete(cmd.Annotations, takesJSON) }

// effortless are the verbs that neither search nor estimate.
var effortless = []string{"rules", "kernels", "check", "inspect", "sample", "convert", "predict", "doctor"}

// Acts reports whether a flag of all verbs does something in this one.
func Acts(cmd *cobra.Command, flag string) bool {
	switch flag {
	case takesJSON, takesAccept:
		return cmd.Annotations[flag] != ""
	case "effort":
		return Searches(cmd.Name())
	}
	return true
}

// Searches reports whether a verb searches or estimates, so that --effort does something.
func Searches(verb string) bool { return !slices.Contains(effortless, verb) }

// CheckGlobal refuses flags of all verbs in a verb in which they do nothing.
func CheckGlobal(cmd *cobra.Command) error {
	for _, name := range []string{takesJSON, "effort", takesAccept} {
		if f := cmd.Flags().Lookup(name); f != nil && f.Changed && !Acts(cmd, name) {
			return fmt.Errorf("--%s does nothing in '%s': leave it out", name, cmd.CommandPath())
		}
	}
	return nil
}
