package input

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
)

// beyond is the name among the values of --param that says how a kernel goes on beyond its domain.
const beyond = "beyond"

// paramValue is the flag --param: values of named parameters, axes, and how the kernel goes on beyond its domain.
type paramValue struct{ to *KernelFlags }

// AddParam registers --param alone, for verbs that take kernels without the other flags of KernelFlags.
func (f *KernelFlags) AddParam(cmd *cobra.Command, usage string) {
	cmd.Flags().Var(paramValue{f}, "param", usage+".\nbeyond= says how the kernel goes on beyond its domain: natural (the formula), "+
		"zero, or a radius\nbeyond which it is zero (default: zero for kernels on the sphere, natural otherwise)")
}

// Set takes one value.
func (v paramValue) Set(text string) error {
	name, value, _ := strings.Cut(text, "=")
	if strings.TrimSpace(name) != beyond {
		v.to.Params = append(v.to.Params, text)
		return nil
	}
	if v.to.Beyond != "" {
		return fmt.Errorf("%s is given twice", beyond)
	}
	v.to.Beyond = strings.TrimSpace(value)
	return nil
}

// SaysBeyond reports whether --param says how the kernel goes on beyond its domain.
func SaysBeyond(cmd *cobra.Command) bool {
	f := cmd.Flags().Lookup("param")
	v, is := f.Value.(paramValue)
	return is && v.to.Beyond != ""
}

// String returns what was given, for the text of help and of messages.
func (v paramValue) String() string {
	if v.to == nil {
		return ""
	}
	all := v.to.Params
	if v.to.Beyond != "" {
		all = append(all[:len(all):len(all)], beyond+"="+v.to.Beyond)
	}
	return strings.Join(all, " ")
}

// Type returns the type that help shows for a flag that may be repeated.
func (paramValue) Type() string { return "stringArray" }
