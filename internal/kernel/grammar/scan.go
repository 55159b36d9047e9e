package grammar

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"krein/internal/kernel/brief"
	"krein/internal/kernel/rational"
)

// Limits on the text of a formula.
const (
	maxRunes   = 20000
	maxNesting = 200
	maxPrefix  = 500   // operators without a left operand in a row
	maxWords   = 10000 // numbers, names and operators
)

// Word is a name, a number, an operator, a bracket or a comma of a formula; the last of a formula is empty.
type Word struct {
	Text  string
	Off   int      // where it begins, in runes
	Width int      // how many runes it takes
	Num   *big.Rat // of a number
	Name  bool
}

// Scan splits a formula into words, each as at reads it where no space is. It checks the brackets and the
// lengths before anything recursive or superlinear sees them.
func Scan(source string, at func(text []rune, i int) (Word, *Error)) ([]Word, *Error) {
	text, ferr := runesOf(source)
	if ferr != nil {
		return nil, ferr
	}
	var words []Word
	var open []int
	count, row := 0, 0 // words but punctuation; prefixes in a row
	for i := 0; i < len(text); i++ {
		if unicode.IsSpace(text[i]) {
			continue
		}
		w, err := at(text, i)
		if err != nil {
			return nil, err
		}
		row++
		switch w.Text {
		default:
			row = 0
			count++
		case ",", ":", ";", "=":
			row = 0
		case "-", "+", "!":
			count++
		case "(":
			if len(open) == maxNesting {
				return nil, ErrorAt(i, "parentheses are nested more than %d deep", maxNesting)
			}
			open = append(open, i)
		case ")":
			row = 0
			if len(open) == 0 {
				return nil, ErrorAt(i, "this ) has no matching (")
			}
			open = open[:len(open)-1]
		}
		if row > maxPrefix {
			return nil, ErrorAt(i, "too many operators in a row")
		}
		if count > maxWords {
			return nil, ErrorAt(i, "the formula has too many operations (about %d are allowed)", maxWords)
		}
		words = append(words, w)
		i += w.Width - 1
	}
	if len(words) == 0 {
		return nil, ErrorAt(0, "the formula is empty")
	}
	if len(open) > 0 {
		return nil, ErrorAt(open[len(open)-1], "this ( is never closed")
	}
	return append(words, Word{Off: len(text)}), nil
}

// runesOf returns the text of a formula that is valid UTF-8 and not too long.
func runesOf(source string) ([]rune, *Error) {
	if len(source) > 4*maxRunes {
		return nil, ErrorAt(maxRunes, "the formula is too long: %d bytes (at most %d characters)", len(source), maxRunes)
	}
	if !utf8.ValidString(source) {
		off := 0
		for i, r := range source {
			if _, size := utf8.DecodeRuneInString(source[i:]); r == utf8.RuneError && size == 1 {
				break
			}
			off++
		}
		return nil, ErrorAt(off, "the formula is not valid UTF-8")
	}
	text := []rune(source)
	if len(text) > maxRunes {
		return nil, ErrorAt(maxRunes, "the formula is too long: %d characters (at most %d)", len(text), maxRunes)
	}
	return text, nil
}

// WordAt returns the word of a printed formula that begins at i.
func WordAt(text []rune, i int) (Word, *Error) {
	r, next := text[i], After(text, i)
	switch {
	case IsDigit(r) || r == '.' && IsDigit(next):
		end := NumberEnd(text, i, IsDigit)
		v, reason := Decimal(string(text[i:end]))
		return Number(text, i, end, v, reason)
	case IsLetter(r):
		end := i
		for end < len(text) && (IsLetter(text[end]) || IsDigit(text[end])) {
			end++
		}
		return Word{Text: string(text[i:end]), Off: i, Width: end - i, Name: true}, nil
	}
	switch r {
	case '+', '-', '*', '/', '^', ',', '(', ')', ':', '?':
		return Word{Text: string(r), Off: i, Width: 1}, nil
	case '<', '>', '!', '=':
		if next == '=' {
			return Word{Text: string(text[i : i+2]), Off: i, Width: 2}, nil
		}
		return Word{Text: string(r), Off: i, Width: 1}, nil
	case '&', '|':
		if next == r {
			return Word{Text: string(text[i : i+2]), Off: i, Width: 2}, nil
		}
	}
	return Word{}, ErrorAt(i, "%q is not part of a formula", string(r))
}

// After returns the rune that follows text[i], or 0.
func After(text []rune, i int) rune {
	if i+1 < len(text) {
		return text[i+1]
	}
	return 0
}

// IsDigit reports whether r is a decimal digit.
func IsDigit(r rune) bool { return '0' <= r && r <= '9' }

// IsLetter reports whether names may begin with r.
func IsLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) }

// NumberEnd returns the end of the number that begins at i: digits, a fraction, an exponent. A row of digits has what
// inRow takes.
func NumberEnd(text []rune, i int, inRow func(r rune) bool) int {
	at := func(j int) rune { return After(text, j-1) }
	row := func() {
		for inRow(at(i)) {
			i++
		}
	}
	row()
	if at(i) == '.' {
		i++
		row()
	}
	if at(i)|0x20 == 'e' {
		j := i + 1
		if at(j) == '+' || at(j) == '-' {
			j++
		}
		if IsDigit(at(j)) {
			i = j
			row()
		}
	}
	return i
}

// Number returns the word of the number v at text[i:end], or the error that the reason, if there is one, or what
// follows gives.
func Number(text []rune, i, end int, v *big.Rat, reason string) (Word, *Error) {
	literal := string(text[i:end])
	if reason == "" && end < len(text) && text[end] == '.' {
		reason = "bad number " + literal + "."
	}
	if reason == "" && end < len(text) && IsLetter(text[end]) {
		reason = "an operator is missing after " + brief.Text(literal) +
			" (write " + brief.Text(literal) + "*" + string(text[end]) + "…)"
	}
	if reason != "" {
		return Word{}, ErrorAt(i, "%s", reason)
	}
	return Word{Text: literal, Off: i, Width: end - i, Num: v}, nil
}

// Limits on a number in a formula. They are far beyond what float64 can hold and
// keep a short text from becoming a long computation.
const (
	MaxDigits   = 2000
	maxExponent = 1000
)

// Decimal converts digits, with a fraction and an exponent or without, exactly. The reason is "" if the text is that.
func Decimal(text string) (r *big.Rat, reason string) {
	if len(text) > MaxDigits {
		return nil, fmt.Sprintf("a number of %d characters is too long (at most %d)", len(text), MaxDigits)
	}
	if i := strings.IndexAny(text, "eE"); i >= 0 {
		if n, err := strconv.Atoi(text[i+1:]); err != nil || max(n, -n) > maxExponent {
			return nil, fmt.Sprintf("the exponent of %q is beyond ±%d", brief.Text(text), maxExponent)
		}
	}
	r, ok := new(big.Rat).SetString(text)
	if !ok {
		return nil, fmt.Sprintf("bad number %q", brief.Text(text))
	}
	if rational.Bits(r) > rational.MaxBits { // printed as a quotient, it would be read as one that is not computed
		return nil, fmt.Sprintf("%q has more digits than constants are computed with", brief.Text(text))
	}
	return r, ""
}
