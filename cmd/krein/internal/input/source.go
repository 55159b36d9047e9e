package input

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// Source is what the argument of a verb that draws is.
type Source int8

const (
	// Formula is the formula or the name of a kernel, or '-'.
	Formula Source = iota
	// Table is a file of 'krein decompose' to draw from.
	Table
	// Map is a file of a map that was drawn, or of a model, which may have one.
	Map
)

// SourceOf says what an argument is: a file if there is one of that name that krein wrote, or if the name ends as files do.
func SourceOf(arg string) Source {
	ending := filepath.Ext(arg)
	isFile := slices.Contains([]string{".json", ".npz", ".safetensors", ".onnx"}, ending) && !strings.ContainsAny(arg, "()^*")
	if info, err := os.Stat(arg); err != nil || !info.Mode().IsRegular() {
		if !isFile {
			return Formula
		}
	} else if k, ok := kindOf(arg); ok {
		switch k.format {
		case "krein.map/", "krein.columns/", "krein.pair/", "krein.model/", model.format:
			return Map
		}
		return Table
	} else if ending == "" { // a file beside which a kernel of that name is meant
		return Formula
	}
	if ending == ".json" {
		return Table
	}
	return Map
}
