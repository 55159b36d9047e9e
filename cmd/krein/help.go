package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// helpAll asks for the whole help of a verb.
const helpAll = "--help-all"

// helpLines is how many lines the help of a verb may have.
const helpLines = 60

// fewExamples is how many examples short help shows.
const fewExamples = 6

// common are the flags that short help shows; man pages and --help-all have all of them.
var common = []string{"all", "bias", "claim", "clusters", "columns", "confidence", "data", "dim", "error", "explain", "help", "json",
	"kernel", "label", "lengths", "map", "method", "minimal", "model", "output", "param", "plot", "radius", "right", "rows",
	"scale", "seed", "signature", "sphere", "table", "target", "task"}

// setHelp makes help at most helpLines long where it is longer, unless full.
func setHelp(root *cobra.Command, full bool) {
	root.SetHelpFunc(func(cmd *cobra.Command, _ []string) {
		text := helpOf(cmd, cmd.Long, 0)
		if !full && cmd.HasParent() && strings.Count(text, "\n") > helpLines {
			text = shortHelp(cmd)
		}
		fmt.Fprint(cmd.OutOrStdout(), text)
	})
}

// helpOf is the help of a command with a description and the first so many examples; 0 stands for all.
func helpOf(cmd *cobra.Command, description string, examples int) string {
	whole := cmd.Example
	defer func() { cmd.Example = whole }()
	if lines := strings.Split(whole, "\n"); examples > 0 && len(lines) > examples {
		cmd.Example = strings.Join(lines[:examples], "\n")
	}
	if description == "" {
		description = cmd.Short
	}
	return strings.TrimSpace(description) + "\n\n" + cmd.UsageString()
}

// shortHelp has the common flags of a command, a few examples, and as many paragraphs of its description as there is room for.
func shortHelp(cmd *cobra.Command) string {
	var hidden []*pflag.Flag
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		if !f.Hidden && !slices.Contains(common, f.Name) && !slices.Contains(f.Annotations[cobra.BashCompOneRequiredFlag], "true") {
			f.Hidden = true
			hidden = append(hidden, f)
		}
	})
	defer func() {
		for _, f := range hidden {
			f.Hidden = false
		}
	}()
	more := fmt.Sprintf("\n%d more flags, and all that was left out here: %s %s\n", len(hidden), cmd.CommandPath(), helpAll)
	paragraphs := strings.Split(cmd.Long, "\n\n")
	text := helpOf(cmd, paragraphs[0], fewExamples)
	for n := 2; n <= len(paragraphs); n++ {
		longer := helpOf(cmd, strings.Join(paragraphs[:n], "\n\n"), fewExamples)
		if strings.Count(longer+more, "\n") > helpLines {
			break
		}
		text = longer
	}
	return text + more
}

// wantsAll takes --help-all out of a command line, in the place of which it puts --help.
func wantsAll(args []string) ([]string, bool) {
	i := slices.Index(args, helpAll)
	if end := slices.Index(args, "--"); i < 0 || end >= 0 && end < i {
		return args, false
	}
	args = slices.Clone(args)
	args[i] = "--help"
	return args, true
}

// addVerbs adds the verbs in groups by what they are for, in the order of help.
func addVerbs(root *cobra.Command) {
	add := func(id, title string, verbs ...*cobra.Command) {
		root.AddGroup(&cobra.Group{ID: id, Title: title})
		for _, cmd := range verbs {
			cmd.GroupID = id
		}
		root.AddCommand(verbs...)
	}
	add("certify", "Certify:", newCertifyCmd(), newRegionCmd(), newVerifyCmd(), newSurveyCmd(), newReportCmd(), newRulesCmd(), newKernelsCmd())
	add("spectra", "Spectra and measures:", newSpectrumCmd(), newDecomposeCmd(), newTableCmd())
	add("features", "Features:", newMapCmd(), newFeaturesCmd(), newCompareCmd(), newPlanCmd(), newEvaluateCmd(), newConvertCmd())
	add("learn", "Learn:", newFitCmd(), newPredictCmd())
	add("more", "More:", newServeCmd(), newDoctorCmd())
	root.SetHelpCommandGroupID("more")
	root.SetCompletionCommandGroupID("more")
	setHelp(root, false)
	completeValues(root)
}
