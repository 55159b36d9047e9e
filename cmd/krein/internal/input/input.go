// Package input reads what verbs are asked: kernels, dimensions, claims, numbers, effort, files, and what --require wants of a
// certificate. It knows all files that a command line reads and writes, and refuses one that would destroy a file: an output
// that is an input, two outputs that are one. Work is limited by the time that this process has used of processors.
package input

import (
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"krein/certify"
	"krein/internal/certify/proof"
	"krein/internal/suggest"
)

// ClaimNames returns the names of the claims.
func ClaimNames() []string {
	var names []string
	for _, id := range certify.IDs() {
		names = append(names, string(id))
	}
	return names
}

// maxDim bounds --dim: up to it the time that any formula takes has been tried.
const maxDim = 1000

// maxColumns bounds the columns of data. Between maxDim and it most kernels are as quick as below, but
// products of waves and others that need series of high order may take minutes.
const maxColumns = 1 << 15

// CheckColumns is CheckDim for the dimension that data have.
func CheckColumns(d int) error {
	if d < 1 || d > maxColumns {
		return fmt.Errorf("dimension %d: want 1 … %d", d, maxColumns)
	}
	return nil
}

// CheckDim rejects dimensions that the library does not cover.
func CheckDim(d int) error {
	if d < 1 || d > maxDim {
		return fmt.Errorf("--dim %d: want 1 … %d", d, maxDim)
	}
	return nil
}

// Positive reads the positive number of a flag.
func Positive(flag, s string) (float64, error) {
	r, ok := new(big.Rat).SetString(s)
	if !ok || r.Sign() <= 0 {
		return 0, fmt.Errorf("--%s %q: want a positive number such as 2, 0.001 or 1e-3", flag, s)
	}
	x, _ := r.Float64()
	return x, nil
}

// Positives reads a list of positive numbers.
func Positives(flag string, list []string) ([]float64, error) {
	var out []float64
	for _, s := range list {
		x, err := Positive(flag, strings.TrimSpace(s))
		if err != nil {
			return nil, err
		}
		out = append(out, x)
	}
	return out, nil
}

// ParseDims reads the dimensions of --dims: numbers, and ranges such as 1..8.
func ParseDims(list []string) ([]int, error) {
	var ds []int
	for _, s := range list {
		from, to, several := strings.Cut(s, "..")
		if !several {
			to = from
		}
		first, err := strconv.Atoi(strings.TrimSpace(from))
		last, err2 := strconv.Atoi(strings.TrimSpace(to))
		if err != nil || err2 != nil || first > last {
			return nil, fmt.Errorf("--dims: %q is not a dimension, nor dimensions such as 1..8", s)
		}
		for _, d := range []int{first, last} {
			if CheckDim(d) != nil {
				return nil, fmt.Errorf("--dims %d: want 1 … %d", d, maxDim)
			}
		}
		for d := first; d <= last; d++ {
			if !slices.Contains(ds, d) {
				ds = append(ds, d)
			}
		}
	}
	if ds == nil {
		return nil, errors.New("--dims: no dimensions")
	}
	return ds, nil
}

// MassClaim is what --claim calls the masses.
const MassClaim = "masses"

// NoClaim returns the error for a word that a flag gives and that names no claim.
func NoClaim(flag, word string) error {
	names := ClaimNames()
	hint := suggest.Hint(word, names)
	switch strings.ToLower(strings.NewReplacer("_", "", "-", "", " ", "").Replace(word)) {
	case "positivedefinite", "psd", "spd", "positivesemidefinite", "valid", "mercer":
		hint = " (did you mean pd?)"
	case "variogram", "cpd", "cnd", "conditionallypositivedefinite":
		hint = " (did you mean conditionally-pd?)"
	}
	return fmt.Errorf("--%s %q: no such claim%s; there are %s", flag, word, hint, strings.Join(names, ", "))
}

// Choice returns an error unless the value of a flag is one of the words.
func Choice(flag, value string, words ...string) error {
	if slices.Contains(words, value) {
		return nil
	}
	last := len(words) - 1
	return fmt.Errorf("--%s %q%s: want %s or %s", flag, value, suggest.Hint(value, words), strings.Join(words[:last], ", "), words[last])
}

// ParseClaims reads the claims of --claim.
func ParseClaims(names []string) (ids []proof.ID, err error) {
	for _, n := range names {
		if !slices.Contains(proof.IDs(), proof.ID(n)) {
			return nil, NoClaim("claim", n)
		}
		ids = append(ids, proof.ID(n))
	}
	return ids, nil
}
