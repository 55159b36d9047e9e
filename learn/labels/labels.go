// Package labels makes classes of the words and numbers that label rows.
package labels

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Set are the names of classes: class i is Names[i].
type Set struct {
	Names []string `json:"names"`
}

// New returns the labels that occur, and the class of each entry. If all are numbers they are
// in the order of the numbers, and one number is one label however it is written, 1, +1 or 1.0: its
// name is the shortest of them. Others are in the order of strings, each its own.
func New(text []string) (*Set, []int) {
	names := slices.Compact(slices.Sorted(slices.Values(text)))
	if values := numbers(names); values != nil {
		slices.SortFunc(names, func(a, b string) int {
			return cmp.Or(cmp.Compare(values[a], values[b]), cmp.Compare(decimal(a), decimal(b)),
				cmp.Compare(len(a), len(b)), cmp.Compare(a, b))
		})
		names = slices.CompactFunc(names, func(a, b string) bool { return decimal(a) == decimal(b) })
	}
	l := &Set{Names: names}
	y, _ := l.Classes(text)
	return l, y
}

// numbers returns those that the names are, nil if one is none.
func numbers(names []string) map[string]float64 {
	values := map[string]float64{}
	for _, n := range names {
		v, err := strconv.ParseFloat(n, 64)
		if err != nil || v != v {
			return nil
		}
		values[n] = v
	}
	return values
}

// decimal writes a number in one way: its sign, its digits without zeros in front and behind, and
// the power of ten behind the point before them. No digit is lost, as it would be in a float64.
// What is no decimal number is returned as it is.
func decimal(text string) string {
	s := strings.ToLower(text)
	sign := ""
	if s, _ = strings.CutPrefix(s, "+"); strings.HasPrefix(s, "-") {
		sign, s = "-", s[1:]
	}
	s, exponent, _ := strings.Cut(s, "e")
	power := 0
	if exponent != "" {
		var err error
		if power, err = strconv.Atoi(exponent); err != nil {
			return text
		}
	}
	whole, fraction, _ := strings.Cut(s, ".")
	digits := whole + fraction
	if strings.Trim(digits, "0123456789") != "" || digits == "" {
		return text
	}
	power += len(whole)
	rest := strings.TrimLeft(digits, "0")
	power -= len(digits) - len(rest)
	if rest = strings.TrimRight(rest, "0"); rest == "" {
		return "0"
	}
	return fmt.Sprintf("%s0.%se%d", sign, rest, power)
}

// Classes returns the class of each entry, and an error that names the first one that is no label.
func (l *Set) Classes(text []string) ([]int, error) {
	index, known := make(map[string]int, len(l.Names)), func(t string) string { return t }
	if numbers(l.Names) != nil {
		known = decimal
	}
	for i, n := range l.Names {
		index[known(n)] = i
	}
	y := make([]int, len(text))
	for i, t := range text {
		c, ok := index[known(t)]
		if !ok {
			return nil, fmt.Errorf("learn: row %d has the label %q, which is none of the %d labels that were learnt", i+1,
				t, len(l.Names))
		}
		y[i] = c
	}
	return y, nil
}
