package dataio

import (
	"os"
	"regexp"
	"strings"
)

// settings are those that may follow the name of a file, as in x.csv,header=no.
var settings = regexp.MustCompile(`^(.+?)((?:,[a-z]+=[^,=]*)+)$`)

// SplitName takes the settings off the name of a file: header=yes or no (CSV), width=N (svmlight), array=NAME (npz).
// A file that has a name with commas and equality signs itself is taken as it is.
func SplitName(text string) (path string, set map[string]string) {
	m := settings.FindStringSubmatch(text)
	if m == nil {
		return text, nil
	}
	if _, err := os.Stat(text); err == nil {
		return text, nil
	}
	set = map[string]string{}
	for _, word := range strings.Split(m[2][1:], ",") {
		name, value, _ := strings.Cut(word, "=")
		set[name] = value
	}
	return m[1], set
}
