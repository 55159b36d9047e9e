package kernel

import (
	"math/big"
	"unicode"
	"unicode/utf8"
)

// Limits on the text of a formula.
const (
	maxRunes   = 20000
	maxNesting = 200
	maxPrefix  = 500 // operators without a left operand in a row
)

// scanned is a formula as its words: identifiers and numbers with their places,
// and a text of the same length in runes with each number masked by zeros, which
// expr's parser reads without rounding or rejecting anything.
type scanned struct {
	text    []rune
	masked  string
	numbers map[int]*big.Rat // by rune offset
}

// foreign are the operators and words of expr's language that this one lacks.
var foreign = map[string]string{
	"in": "", "matches": "", "contains": "", "startsWith": "", "endsWith": "", "nil": "",
	"let": " (name a value with a parameter)", "if": " (write condition ? a : b)", "else": " (write condition ? a : b)",
	"true": " (write a comparison)", "false": " (write a comparison)",
}

// scan checks the alphabet, the numbers, the brackets and the length of a formula
// before anything recursive or superlinear sees it.
func scan(formula string) (*scanned, *FormulaError) {
	if len(formula) > 4*maxRunes {
		return nil, failAt(maxRunes, "the formula is too long: %d bytes (at most %d characters)", len(formula), maxRunes)
	}
	s := &scanned{numbers: make(map[int]*big.Rat)}
	if !utf8.ValidString(formula) {
		off := 0
		for i, r := range formula {
			if _, size := utf8.DecodeRuneInString(formula[i:]); r == utf8.RuneError && size == 1 {
				break
			}
			off++
		}
		return nil, failAt(off, "the formula is not valid UTF-8")
	}
	s.text = []rune(formula)
	if len(s.text) > maxRunes {
		return nil, failAt(maxRunes, "the formula is too long: %d characters (at most %d)", len(s.text), maxRunes)
	}
	mask := append([]rune(nil), s.text...)
	var open []int
	empty, prefix := true, 0
	for i := 0; i < len(s.text); {
		r := s.text[i]
		if !unicode.IsSpace(r) {
			empty = false
			switch r {
			case '-', '+', '!', '(':
				prefix++
			default:
				prefix = 0
			}
			if prefix > maxPrefix {
				return nil, failAt(i, "too many operators in a row")
			}
		}
		switch {
		case unicode.IsSpace(r):
			mask[i] = ' '
			i++
		case isDigit(r) || r == '.' && i+1 < len(s.text) && isDigit(s.text[i+1]):
			end := numberEnd(s.text, i)
			text := string(s.text[i:end])
			v, reason := parseNumber(text)
			if reason == "" && end < len(s.text) && s.text[end] == '.' {
				reason = "bad number " + text + "."
			}
			if reason == "" && end < len(s.text) && isLetter(s.text[end]) {
				reason = "an operator is missing after " + abridge(text) + " (write " + abridge(text) + "*" + string(s.text[end]) + "…)"
			}
			if reason != "" {
				return nil, failAt(i, "%s", reason)
			}
			s.numbers[i] = v
			for ; i < end; i++ {
				mask[i] = '0'
			}
		case isLetter(r):
			start := i
			for i < len(s.text) && (isLetter(s.text[i]) || isDigit(s.text[i])) {
				i++
			}
			word := string(s.text[start:i])
			if hint, ok := foreign[word]; ok {
				return nil, failAt(start, "%q is not part of a formula%s", word, hint)
			}
		case r == '(':
			if len(open) == maxNesting {
				return nil, failAt(i, "parentheses are nested more than %d deep", maxNesting)
			}
			open = append(open, i)
			i++
		case r == ')':
			if len(open) == 0 {
				return nil, failAt(i, "this ) has no matching (")
			}
			open = open[:len(open)-1]
			i++
		default:
			n, err := scanOperator(s.text, i)
			if err != nil {
				return nil, err
			}
			i += n
		}
	}
	if empty {
		return nil, failAt(0, "the formula is empty")
	}
	if len(open) > 0 {
		return nil, failAt(open[len(open)-1], "this ( is never closed")
	}
	s.masked = string(mask)
	return s, nil
}

func isDigit(r rune) bool  { return '0' <= r && r <= '9' }
func isLetter(r rune) bool { return r == '_' || unicode.IsLetter(r) }

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

// scanOperator returns the length of the operator at i.
func scanOperator(text []rune, i int) (int, *FormulaError) {
	r := text[i]
	var next rune
	if i+1 < len(text) {
		next = text[i+1]
	}
	switch r {
	case '+', '-', '^', ',':
		return 1, nil
	case '*':
		if next == '*' {
			return 2, nil
		}
		return 1, nil
	case '/':
		if next == '/' || next == '*' {
			return 0, failAt(i, "a formula has no comments; write one / for division")
		}
		return 1, nil
	case '<', '>':
		if next == '=' {
			return 2, nil
		}
		if next == '*' || next == '&' {
			return 0, failAt(i+1, "unexpected %q", string(next))
		}
		return 1, nil
	case '!':
		if next == '=' {
			return 2, nil
		}
		if next == '*' || next == '&' {
			return 0, failAt(i+1, "unexpected %q", string(next))
		}
		return 1, nil
	case '=':
		if next == '=' {
			return 2, nil
		}
		return 0, failAt(i, "write == to compare")
	case '&', '|':
		if next == r {
			return 2, nil
		}
		return 0, failAt(i, "write %c%c", r, r)
	case '?':
		if next == '?' || next == '.' && (i+2 >= len(text) || !isDigit(text[i+2])) {
			return 0, failAt(i, "%q is not part of a formula", string(text[i:i+2]))
		}
		return 1, nil
	case ':':
		if next == ':' {
			return 0, failAt(i+1, "unexpected \":\"")
		}
		return 1, nil
	case '−', '–', '—':
		return 0, failAt(i, "%q is not a minus sign here; write -", string(r))
	case '·', '×', '⋅', '∙':
		return 0, failAt(i, "write * to multiply")
	case '[', ']', '{', '}':
		return 0, failAt(i, "%q is not part of a formula; group with ( and )", string(r))
	}
	return 0, failAt(i, "%q is not part of a formula", string(r))
}
