package terminal

import (
	"regexp"
)

var (
	// packages are the names that errors of the library begin with, which say nothing to who uses the command.
	packages = regexp.MustCompile(`(?m)(^|: |\()(?:(?:askey|baseline|compare|decompose|density|` +
		`features|fourier|hankel|landmarks|learn|line|maclaurin|mass|minimal|model|numeral|onnx|pair|plan|quad|` +
		`region|rejection|semilp|sign|special|stationary|step|taxicab|tensor|threshold|waves|written|zonal): )+`)
	counted = regexp.MustCompile(`accepts (\d+) arg\(s\), received (\d+)`)
	refused = regexp.MustCompile(`invalid argument ("(?:[^"\\]|\\.)*") for "([^"]*)" flag: (?:strconv\.(\w+): ` +
		`parsing .*: (.*)|time: .*)`)
)

// wanted is what a flag wants, by the function that did not read it.
var wanted = map[string]string{
	"ParseInt": "a whole number", "ParseUint": "a whole number that is not negative", "Atoi": "a whole number",
	"ParseFloat": "a number", "ParseBool": "true or false", "": "a time such as 30s or 2m",
}

// Plain returns a message without the names of packages and functions, in the words of the command line.
func Plain(message string) string {
	message = packages.ReplaceAllString(message, "$1")
	message = counted.ReplaceAllString(message, "want $1 arguments, not $2 (see --help)")
	return refused.ReplaceAllStringFunc(message, func(m string) string {
		found := refused.FindStringSubmatch(m)
		text := found[2] + " " + found[1] + ": want " + wanted[found[3]]
		if found[4] == "value out of range" {
			text = found[2] + " " + found[1] + " is out of range"
		}
		return text
	})
}
