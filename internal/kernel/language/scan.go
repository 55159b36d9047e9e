package language

import (
	"math/big"
	"slices"
	"strconv"
	"strings"

	"krein/internal/kernel/brief"
	"krein/internal/kernel/grammar"
)

// foreign are words of other languages that mean nothing here.
var foreign = map[string]string{
	"in": "", "matches": "", "contains": "", "startsWith": "", "endsWith": "", "nil": "",
	"if":   " (write condition ? a : b)",
	"else": " (write condition ? a : b)",
	"true": " (write a comparison)", "false": " (write a comparison)",
}

// spelled are operators that are written as words.
var spelled = map[string]string{"and": "&&", "or": "||", "not": "!"}

// scan splits a formula into words and puts those of the grammar in the place of others.
func scan(source string) ([]grammar.Word, *grammar.Error) {
	words, err := grammar.Scan(source, wordAt)
	if err != nil {
		return nil, err
	}
	var out []grammar.Word
	var open []int // places of parentheses in out that are not closed
	last := -1     // that which the word before closes
	for i, w := range words {
		closed := -1
		switch {
		case raised(w):
			if next := words[i+1]; next.Text == "^" {
				return nil, grammar.ErrorAt(next.Off, "which power comes first? write parentheses")
			}
			out = append(out, grammar.Word{Text: "^", Off: w.Off}, grammar.Word{Text: w.Num.RatString(), Off: w.Off, Num: w.Num})
			continue
		case w.Text == "(":
			open = append(open, len(out))
		case w.Text == ")":
			closed = open[len(open)-1]
			open = open[:len(open)-1]
		case w.Text == rootSign:
			w.Text, w.Name = "sqrt", true
			if next := words[i+1]; next.Text != "(" {
				if after := words[min(i+2, len(words)-1)]; !next.Name && next.Num == nil || raised(next) || next.Text == rootSign ||
					after.Text == "(" || after.Text == "^" {
					return nil, grammar.ErrorAt(w.Off, "of what is this the root? write √(…) or sqrt(…)")
				}
				out = append(out, w, grammar.Word{Text: "(", Off: next.Off}, next)
				w, words[i+1].Text = grammar.Word{Text: ")", Off: next.Off}, leftOut
			}
		case w.Text == leftOut:
			continue
		case (w.Text == positivePart || plusBehind(words, i)) && last >= 0 && (last == 0 || !out[last-1].Name):
			// (x)_+ is (max(0, x))
			at := out[last].Off
			out = slices.Insert(out, last+1, grammar.Word{Text: "max", Off: at, Name: true}, grammar.Word{Text: "(", Off: at},
				grammar.Word{Text: "0", Off: at, Num: new(big.Rat)}, grammar.Word{Text: ",", Off: at})
			w.Text = ")"
		}
		out, last = append(out, w), closed
	}
	return out, nil
}

// plusBehind reports whether word i is the + of (x)+, which follows at once and after which no operand comes.
func plusBehind(words []grammar.Word, i int) bool {
	return words[i].Text == "+" && i > 0 && words[i-1].Text == ")" && words[i-1].Off+1 == words[i].Off &&
		(raised(words[i+1]) || slices.Contains([]string{"", ")", "^", "*", "/", ",", ";", "?", ":"}, words[i+1].Text))
}

// wordAt returns the word that begins at i, where no space is.
func wordAt(text []rune, i int) (grammar.Word, *grammar.Error) {
	r, next := text[i], grammar.After(text, i)
	switch {
	case grammar.IsDigit(r) || r == '.' && grammar.IsDigit(next):
		end := numberEnd(text, i)
		v, reason := parseNumber(string(text[i:end]))
		return grammar.Number(text, i, end, v, reason)
	case raisedDigits[r] != "":
		return raisedAt(text, i)
	case r == '_' && next == '+':
		return grammar.Word{Text: positivePart, Off: i, Width: 2}, nil
	case typeset[r] != "":
		return grammar.Word{Text: typeset[r], Off: i, Width: 1}, nil
	case r == '*' && next == '*':
		return grammar.Word{Text: "^", Off: i, Width: 2}, nil
	case r == ';':
		return grammar.Word{Text: ";", Off: i, Width: 1}, nil
	}
	if err := foreignAt(text, i); err != nil {
		return grammar.Word{}, err
	}
	w, err := grammar.WordAt(text, i)
	if hint, ok := foreign[w.Text]; ok && err == nil {
		return w, grammar.ErrorAt(i, "%q is not part of a formula%s", w.Text, hint)
	}
	if s, ok := spelled[w.Text]; ok {
		w.Text, w.Name = s, false
	}
	return w, err
}

// numberEnd returns the end of the number literal that begins at i.
func numberEnd(text []rune, i int) int {
	inRow := func(r rune) bool { return grammar.IsDigit(r) || r == '_' }
	if text[i] == '0' && strings.ContainsRune("xXoObB", grammar.After(text, i)) {
		for i += 2; i < len(text) && (inRow(text[i]) || 'a' <= text[i]|0x20 && text[i]|0x20 <= 'f'); {
			i++
		}
		return i
	}
	return grammar.NumberEnd(text, i, inRow)
}

// parseNumber converts the text of a number literal exactly: decimal with optional fraction, exponent and underscores
// between digits, or an integer with prefix 0x, 0o or 0b. The reason is "" if the text is one.
func parseNumber(text string) (r *big.Rat, reason string) {
	bad := "bad number " + strconv.Quote(brief.Text(text))
	if len(text) > 1 && text[0] == '0' && strings.ContainsRune("xXoObB", rune(text[1])) && len(text) <= grammar.MaxDigits {
		n, ok := new(big.Int).SetString(text, 0)
		if !ok {
			return nil, bad
		}
		return new(big.Rat).SetInt(n), ""
	}
	// An underscore stands between two digits.
	for i, c := range text {
		if c == '_' && (i == 0 || i+1 == len(text) || !grammar.IsDigit(rune(text[i-1])) ||
			!grammar.IsDigit(rune(text[i+1]))) {
			return nil, bad
		}
	}
	return grammar.Decimal(strings.ReplaceAll(text, "_", ""))
}

// foreignAt says what to write in the place of the characters at i, if they are no part of a formula.
func foreignAt(text []rune, i int) *grammar.Error {
	r, next := text[i], grammar.After(text, i)
	switch r {
	case '/':
		if next == '/' || next == '*' {
			return grammar.ErrorAt(i, "a formula has no comments; write one / for division")
		}
	case '|':
		if next != r {
			return grammar.ErrorAt(i, "write abs(…) for an absolute value, and || for or")
		}
	case '&':
		if next != r {
			return grammar.ErrorAt(i, "write &&")
		}
	case '?':
		if next == '?' || next == '.' && !grammar.IsDigit(grammar.After(text, i+1)) {
			return grammar.ErrorAt(i, "%q is not part of a formula", string(text[i:i+2]))
		}
	case '—':
		return grammar.ErrorAt(i, "%q is not a minus sign here; write -", string(r))
	case '[', ']', '{', '}':
		return grammar.ErrorAt(i, "%q is not part of a formula; group with ( and )", string(r))
	}
	return nil
}
