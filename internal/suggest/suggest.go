// Package suggest finds the name that a mistyped word stands for.
package suggest

import (
	"fmt"
	"slices"
	"strings"
)

// longest is the length of a word beyond which nothing is suggested.
const longest = 40

// Nearest returns the candidate that differs from the word in the fewest edits, or else one of which the word is the
// beginning or that is the word's beginning, and "" if none is near. Case and the signs - and _ do not count.
func Nearest(word string, candidates []string) string {
	if len(word) > longest {
		return ""
	}
	// two edits in names of five letters and more
	best, dist := "", 2+min(1, len(word)/5)
	candidates = slices.Sorted(slices.Values(candidates))
	word = plain(word)
	for _, c := range candidates {
		if d := edits(word, plain(c)); d < dist {
			best, dist = c, d
		}
	}
	if best != "" {
		return best
	}
	for _, c := range candidates {
		if p := plain(c); len(word) >= 4 && (strings.HasPrefix(p, word) || strings.HasPrefix(word, p) && len(p) >= 4) {
			return c
		}
	}
	return ""
}

// Hint returns " (did you mean …?)" with the nearest candidate, or "" if none is near.
func Hint(word string, candidates []string) string {
	if c := Nearest(word, candidates); c != "" {
		return fmt.Sprintf(" (did you mean %s?)", c)
	}
	return ""
}

func plain(word string) string { return strings.ReplaceAll(strings.ToLower(word), "_", "-") }

// edits returns the Levenshtein distance with transpositions counted as one edit.
func edits(a, b string) int {
	s, t := []rune(a), []rune(b)
	d := make([][]int, len(s)+1)
	for i := range d {
		d[i] = make([]int, len(t)+1)
		d[i][0] = i
	}
	for j := range t {
		d[0][j+1] = j + 1
	}
	for i := 1; i <= len(s); i++ {
		for j := 1; j <= len(t); j++ {
			cost := 1
			if s[i-1] == t[j-1] {
				cost = 0
			}
			d[i][j] = min(d[i-1][j]+1, d[i][j-1]+1, d[i-1][j-1]+cost)
			if i > 1 && j > 1 && s[i-1] == t[j-2] && s[i-2] == t[j-1] {
				d[i][j] = min(d[i][j], d[i-2][j-2]+1)
			}
		}
	}
	return d[len(s)][len(t)]
}
