package language

import (
	"fmt"
	"sort"
	"strings"
)

// habits maps what people write elsewhere to what it is called here.
var habits = map[string]string{
	"r": "z", "x": "z", "t": "z", "d": "z", "h": "z", "dist": "z", "distance": "z", "rho": "u", "dot": "u",
	"PI": "pi", "Pi": "pi", "π": "pi", "rbf": "gaussian", "squared_exponential": "gaussian",
	"J": "besselj", "K": "besselk", "I": "besseli", "lgamma": "gamma",
}

// didYouMean returns what to write instead, " (did you mean …?)" for the nearest of the candidates, or "".
func didYouMean(name string, candidates []string) string {
	if hint, ok := unspoken[strings.ToLower(name)]; ok {
		return ": " + hint
	}
	if h, ok := habits[name]; ok {
		return fmt.Sprintf(" (did you mean %s?)", h)
	}
	if len(name) > 40 {
		return ""
	}
	best, dist := "", 2+min(1, len(name)/5) // two edits in names of five letters and more
	sort.Strings(candidates)
	for _, c := range candidates {
		if d := editDistance(strings.ToLower(name), strings.ToLower(c)); d < dist {
			best, dist = c, d
		}
	}
	if best == "" {
		for _, c := range candidates {
			if len(name) >= 4 && (strings.HasPrefix(c, name) || strings.HasPrefix(name, c) && len(c) >= 4) {
				best = c
				break
			}
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf(" (did you mean %s?)", best)
}

// editDistance is the Levenshtein distance with transpositions counted as one edit.
func editDistance(a, b string) int {
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
