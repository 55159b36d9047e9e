package language

import (
	"math/big"
	"strconv"

	"krein/internal/kernel/grammar"
)

// typeset are characters as they come from a printed page, and how they are read.
var typeset = map[rune]string{
	'−': "-", '–': "-", '·': "*", '×': "*", '⋅': "*", '∙': "*", '≤': "<=", '≥': ">=", '≠': "!=", '₊': positivePart,
	'√': rootSign,
}

// positivePart is what (x)_+ and (x)₊, and where nothing follows (x)+, have behind their parentheses: max(0, x).
const positivePart = "_+"

// rootSign is the root of a name, a number or what is in parentheses; leftOut stands for a word that was taken before
// its turn.
const (
	rootSign = "√"
	leftOut  = " "
)

// raisedDigits are what exponents above the line are made of, as in z² and (1+z²)⁻¹.
var raisedDigits = map[rune]string{'⁰': "0", '¹': "1", '²': "2", '³': "3", '⁴': "4", '⁵': "5", '⁶': "6", '⁷': "7",
	'⁸': "8", '⁹': "9", '⁻': "-"}

// raised reports whether w is an exponent above the line: the power and its number.
func raised(w grammar.Word) bool { return w.Text == "^" && w.Num != nil }

// raisedAt returns the exponent that begins at i.
func raisedAt(text []rune, i int) (grammar.Word, *grammar.Error) {
	digits, end := "", i
	for end < len(text) && raisedDigits[text[end]] != "" {
		digits += raisedDigits[text[end]]
		end++
	}
	if n, err := strconv.ParseInt(digits, 10, 16); err == nil {
		return grammar.Word{Text: "^", Off: i, Width: end - i, Num: big.NewRat(n, 1)}, nil
	}
	return grammar.Word{}, grammar.ErrorAt(i, "this is no exponent of a few digits; write ^")
}
