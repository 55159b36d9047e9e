package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"krein/cmd/krein/internal/fitting"
	"krein/cmd/krein/internal/input"
	"krein/internal/dataio"
	"krein/internal/kernel/catalogue"
	"krein/internal/parquet"
)

// flagWords are the values of flags that have few, for completion; a flag has the same in every verb.
var flagWords = map[string][]string{
	"scale": {"unit", "standard", "sphere", "none"}, "task": {"classify", "regress", "cluster"},
	"coupling": {"auto", "iid", "orthogonal", "structured", "design", "padded", "quasi", "shared", "gorf", "across", "joint"},
	"lengths":  {"auto", "median", "ard", "none"}, "landmarks": {"auto", "uniform", "spread", "none"}, "part": {"plus", "minus"},
	"side": {"left", "right", "concatenated", "both"},
}

// endings are those of files that flags name.
var fileEndings = map[string][]string{
	"data": {"csv", "tsv", "txt", "npy", "npz", "svm", "parquet", "gz"},
	"plot": {"svg", "png"}, "certificate": {"json"},
}

// completeValues makes shells complete the values of flags and arguments in all verbs.
func completeValues(cmd *cobra.Command) {
	for _, sub := range cmd.Commands() {
		completeValues(sub)
	}
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		complete := completionOf(f.Name)
		if ending := fileEndings[f.Name]; ending != nil {
			_ = cmd.MarkFlagFilename(f.Name, ending...)
		} else if complete != nil {
			_ = cmd.RegisterFlagCompletionFunc(f.Name, complete)
		}
	})
	if _, formula, _ := strings.Cut(cmd.Use, " "); strings.HasPrefix(formula, "FORMULA") || cmd.Name() == "kernels" || cmd.Name() == "survey" {
		cmd.ValidArgsFunction = completeKernels
	}
}

func completionOf(flag string) cobra.CompletionFunc {
	switch flag {
	case "claim", "require":
		return cobra.FixedCompletions(input.ClaimNames(), cobra.ShellCompDirectiveNoFileComp)
	case "kernel":
		return completeKernels
	case "label":
		return completeColumns
	case "method":
		return completeMethods
	}
	if flagWords[flag] == nil {
		return nil
	}
	return cobra.FixedCompletions(flagWords[flag], cobra.ShellCompDirectiveNoFileComp)
}

// completeKernels completes the names of the catalogue.
func completeKernels(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	var names []string
	for _, e := range catalogue.Entries() {
		names = append(names, e.Name)
	}
	return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
}

// completeColumns completes the names of the columns of --data.
func completeColumns(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
	names := []string{"first", "last", "none"}
	if path, err := cmd.Flags().GetString("data"); err == nil && path != "" && path != "-" {
		if r, err := dataio.Open(path, &dataio.Options{Label: "none", Other: parquet.Format}); err == nil {
			names = append(slices.Clone(r.Names()), names...)
			_ = r.Close()
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}

// completeMethods completes the methods of --task.
func completeMethods(cmd *cobra.Command, _ []string, _ string) (names []string, _ cobra.ShellCompDirective) {
	task, _ := cmd.Flags().GetString("task")
	for _, t := range flagWords["task"] {
		if task == "" || task == t {
			names = append(names, fitting.Methods(t)...)
		}
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
