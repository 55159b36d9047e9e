package language

import (
	"math/big"
	"unicode"
	"unicode/utf8"

	"krein/kernel/formula"
	"krein/kernel/internal/brief"
)

// Limits on the text of a formula.
const (
	maxRunes   = 20000
	maxNesting = 200
	maxPrefix  = 500   // operators without a left operand in a row
	maxWords   = 10000 // numbers, names and operators
)

// word is a name, a number, an operator, a bracket or a comma of a formula; the last of a formula
// is empty.
type word struct {
	text  string
	off   int      // where it begins, in runes
	width int      // how many runes it takes
	num   *big.Rat // of a number
	name  bool
}

// foreign are words of other languages that mean nothing here.
var foreign = map[string]string{
	"in": "", "matches": "", "contains": "", "startsWith": "", "endsWith": "", "nil": "",
	"if":   " (write condition ? a : b)",
	"else": " (write condition ? a : b)",
	"true": " (write a comparison)", "false": " (write a comparison)",
}

// scan splits a formula into words. It checks the alphabet, the numbers, the brackets and the
// lengths before anything recursive or superlinear sees them.
func scan(source string) ([]word, *formula.Error) {
	text, ferr := runesOf(source)
	if ferr != nil {
		return nil, ferr
	}
	var words []word
	var open []int
	count, row := 0, 0 // words but punctuation; prefixes in a row
	for i := 0; i < len(text); i++ {
		if unicode.IsSpace(text[i]) {
			continue
		}
		w, err := wordAt(text, i)
		if err != nil {
			return nil, err
		}
		if len(words) > 0 && words[len(words)-1].raised() && (w.raised() || w.text == "^" || w.text == "**") {
			return nil, formula.ErrorAt(i, "which power comes first? write parentheses")
		}
		row++
		switch w.text {
		default:
			row = 0
			count++
		case ",", ":", ";", "=":
			row = 0
		case "-", "+", "!":
			count++
		case "(":
			if len(open) == maxNesting {
				return nil, formula.ErrorAt(i, "parentheses are nested more than %d deep", maxNesting)
			}
			open = append(open, i)
		case ")":
			row = 0
			if len(open) == 0 {
				return nil, formula.ErrorAt(i, "this ) has no matching (")
			}
			open = open[:len(open)-1]
		}
		if row > maxPrefix {
			return nil, formula.ErrorAt(i, "too many operators in a row")
		}
		if count > maxWords {
			return nil, formula.ErrorAt(i, "the formula has too many operations (about %d are allowed)", maxWords)
		}
		words = append(words, w)
		i += w.width - 1
	}
	if len(words) == 0 {
		return nil, formula.ErrorAt(0, "the formula is empty")
	}
	if len(open) > 0 {
		return nil, formula.ErrorAt(open[len(open)-1], "this ( is never closed")
	}
	return append(words, word{off: len(text)}), nil
}

// runesOf returns the text of a formula that is valid UTF-8 and not too long.
func runesOf(source string) ([]rune, *formula.Error) {
	if len(source) > 4*maxRunes {
		return nil, formula.ErrorAt(maxRunes, "the formula is too long: %d bytes (at most %d characters)", len(source), maxRunes)
	}
	if !utf8.ValidString(source) {
		off := 0
		for i, r := range source {
			if _, size := utf8.DecodeRuneInString(source[i:]); r == utf8.RuneError && size == 1 {
				break
			}
			off++
		}
		return nil, formula.ErrorAt(off, "the formula is not valid UTF-8")
	}
	text := []rune(source)
	if len(text) > maxRunes {
		return nil, formula.ErrorAt(maxRunes, "the formula is too long: %d characters (at most %d)", len(text), maxRunes)
	}
	return text, nil
}

// wordAt returns the word that begins at i, where no space is.
func wordAt(text []rune, i int) (word, *formula.Error) {
	r, next := text[i], after(text, i)
	switch {
	case isDigit(r) || r == '.' && isDigit(next):
		return numberAt(text, i)
	case raisedDigits[r] != "":
		return raisedAt(text, i)
	case r == '_' && next == '+':
		return word{text: positivePart, off: i, width: 2}, nil
	case isLetter(r):
		end := i
		for end < len(text) && (isLetter(text[end]) || isDigit(text[end])) {
			end++
		}
		name := string(text[i:end])
		if hint, ok := foreign[name]; ok {
			return word{}, formula.ErrorAt(i, "%q is not part of a formula%s", name, hint)
		}
		operator := name == "and" || name == "or" || name == "not"
		return word{text: name, off: i, width: end - i, name: !operator}, nil
	}
	if s, ok := typeset[r]; ok {
		return word{text: s, off: i, width: 1}, nil
	}
	n, err := operatorAt(text, i)
	if err != nil {
		return word{}, err
	}
	return word{text: string(text[i : i+n]), off: i, width: n}, nil
}

// after returns the rune that follows text[i], or 0.
func after(text []rune, i int) rune {
	if i+1 < len(text) {
		return text[i+1]
	}
	return 0
}

func isDigit(r rune) bool  { return '0' <= r && r <= '9' }
func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) }

// numberAt returns the number that begins at i.
func numberAt(text []rune, i int) (word, *formula.Error) {
	end := numberEnd(text, i)
	literal := string(text[i:end])
	v, reason := parseNumber(literal)
	if reason == "" && end < len(text) && text[end] == '.' {
		reason = "bad number " + literal + "."
	}
	if reason == "" && end < len(text) && isLetter(text[end]) {
		reason = "an operator is missing after " + brief.Text(literal) +
			" (write " + brief.Text(literal) + "*" + string(text[end]) + "…)"
	}
	if reason != "" {
		return word{}, formula.ErrorAt(i, "%s", reason)
	}
	return word{text: literal, off: i, width: end - i, num: v}, nil
}

// numberEnd returns the end of the number literal that begins at i.
func numberEnd(text []rune, i int) int {
	at := func(j int) rune {
		if j < len(text) {
			return text[j]
		}
		return 0
	}
	if text[i] == '0' {
		switch at(i + 1) {
		case 'x', 'X', 'o', 'O', 'b', 'B':
			i += 2
			for isDigit(at(i)) || at(i) == '_' || 'a' <= at(i)|0x20 && at(i)|0x20 <= 'f' {
				i++
			}
			return i
		}
	}
	digits := func() {
		for isDigit(at(i)) || at(i) == '_' {
			i++
		}
	}
	digits()
	if at(i) == '.' {
		i++
		digits()
	}
	if at(i)|0x20 == 'e' {
		j := i + 1
		if at(j) == '+' || at(j) == '-' {
			j++
		}
		if isDigit(at(j)) {
			i = j
			digits()
		}
	}
	return i
}

// operatorAt returns the length of the operator, bracket or comma at i.
func operatorAt(text []rune, i int) (int, *formula.Error) {
	r, next := text[i], after(text, i)
	switch r {
	case '+', '-', '^', ',', '(', ')', ':', ';':
		return 1, nil
	case '*':
		if next == '*' {
			return 2, nil
		}
		return 1, nil
	case '/':
		if next == '/' || next == '*' {
			return 0, formula.ErrorAt(i, "a formula has no comments; write one / for division")
		}
		return 1, nil
	case '<', '>', '!':
		if next == '=' {
			return 2, nil
		}
		return 1, nil
	case '=':
		if next == '=' {
			return 2, nil
		}
		return 1, nil
	case '&', '|':
		if next == r {
			return 2, nil
		}
		if r == '|' {
			return 0, formula.ErrorAt(i, "write abs(…) for an absolute value, and || for or")
		}
		return 0, formula.ErrorAt(i, "write &&")
	case '?':
		if next == '?' || next == '.' && !isDigit(after(text, i+1)) {
			return 0, formula.ErrorAt(i, "%q is not part of a formula", string(text[i:i+2]))
		}
		return 1, nil
	case '—':
		return 0, formula.ErrorAt(i, "%q is not a minus sign here; write -", string(r))
	case '√':
		return 0, formula.ErrorAt(i, "write sqrt(…)")
	case '[', ']', '{', '}':
		return 0, formula.ErrorAt(i, "%q is not part of a formula; group with ( and )", string(r))
	}
	return 0, formula.ErrorAt(i, "%q is not part of a formula", string(r))
}
