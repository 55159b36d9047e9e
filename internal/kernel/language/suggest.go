package language

import (
	"fmt"
	"strings"

	"krein/internal/suggest"
)

// habits maps what people write elsewhere to what it is called here.
var habits = map[string]string{
	"r": "z", "x": "z", "t": "z", "d": "z", "h": "z", "dist": "z", "distance": "z", "rho": "u", "dot": "u",
	"PI": "pi", "Pi": "pi", "π": "pi", "rbf": "gaussian", "squared_exponential": "gaussian",
	"ExpSineSquared": "periodic", "ConstantKernel": "constant", "DotProduct": "polynomial", // of scikit-learn
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
	return suggest.Hint(name, candidates)
}
