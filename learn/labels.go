package learn

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
)

// Labels are the names of classes: class i is Names[i].
type Labels struct {
	Names []string `json:"names"`
}

// NewLabels returns the labels that occur, and the class of each entry. If all are numbers they are
// in the order of the numbers, else in that of strings.
func NewLabels(text []string) (*Labels, []int) {
	names := slices.Compact(slices.Sorted(slices.Values(text)))
	if values := numbers(names); values != nil {
		slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(values[a], values[b]) })
	}
	l := &Labels{Names: names}
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

// Classes returns the class of each entry, and an error that names the first one that is no label.
func (l *Labels) Classes(text []string) ([]int, error) {
	index := make(map[string]int, len(l.Names))
	for i, n := range l.Names {
		index[n] = i
	}
	y := make([]int, len(text))
	for i, t := range text {
		c, ok := index[t]
		if !ok {
			return nil, fmt.Errorf("learn: row %d has the label %q, which is none of the %d labels that were learnt", i+1, t, len(l.Names))
		}
		y[i] = c
	}
	return y, nil
}
