package language

import (
	"fmt"
	"strings"
	"unicode"

	"krein/internal/kernel/grammar"
)

// joker begins the names that stand for prod(…), sum(…) and named kernels of Δ while the formula
// around them is read; it is a letter that no formula may have.
const joker = 'ꙮ'

// word is a name in a formula, by rune offsets.
type word struct {
	text       string
	start, end int
}

// names returns the names in a formula, in their order. Letters in numbers (1e5, 0x1F) are none.
func names(text []rune) []word {
	var out []word
	letter := func(r rune) bool { return r == '_' || unicode.IsLetter(r) }
	digit := func(r rune) bool { return '0' <= r && r <= '9' }
	for i := 0; i < len(text); {
		switch {
		case letter(text[i]):
			j := i
			for j < len(text) && (letter(text[j]) || digit(text[j])) {
				j++
			}
			out = append(out, word{string(text[i:j]), i, j})
			i = j
		case digit(text[i]):
			for i < len(text) && (letter(text[i]) || digit(text[i]) || text[i] == '.') {
				i++
			}
		default:
			i++
		}
	}
	return out
}

// opens returns the place of the parenthesis that opens after i, or −1.
func opens(text []rune, i int) int {
	for i < len(text) && unicode.IsSpace(text[i]) {
		i++
	}
	if i < len(text) && text[i] == '(' {
		return i
	}
	return -1
}

// closes returns the place of the parenthesis that closes the one at i, or −1.
func closes(text []rune, i int) int {
	depth := 0
	for ; i < len(text); i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i
			}
		}
	}
	return -1
}

// commas splits what lies between two places at the commas outside of parentheses.
func commas(text []rune, from, to int) []word {
	var out []word
	depth, start := 0, from
	for i := from; i < to; i++ {
		switch text[i] {
		case '(':
			depth++
		case ')':
			depth--
		case ',':
			if depth == 0 {
				out = append(out, word{string(text[start:i]), start, i})
				start = i + 1
			}
		}
	}
	return append(out, word{string(text[start:to]), start, to})
}

// placeholder is the name number n, as long as what it stands for, so that columns stay.
func placeholder(n, length int) string {
	name := fmt.Sprintf("%c%d", joker, n)
	return name + strings.Repeat("_", max(0, length-len([]rune(name))))
}

// shift moves an error by the place of the text in which it was found.
func shift(err *grammar.Error, by int) *grammar.Error {
	if err == nil {
		return nil
	}
	return &grammar.Error{Column: err.Column + by, Msg: err.Msg}
}
