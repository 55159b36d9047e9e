package dataio

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"strings"
	"unsafe"
)

// lines says how lines are made of numbers.
type lines struct {
	comma rune // between cells; 0: white space, as much as there is
	width int
	skip  int      // the column that is not parsed, −1 for none
	names []string // of the columns, nil if there are none
	// labels number what is in that column; nil leaves it.
	labels *dictionary
}

// parse appends the numbers of whole lines to cells, the first line having the given number. With an
// error, the rows before it have been appended.
func (l *lines) parse(cells []float64, text []byte, number int) ([]float64, error) {
	for len(text) > 0 {
		line := text
		if end := bytes.IndexByte(text, '\n'); end >= 0 {
			line, text = text[:end], text[end+1:]
		} else {
			text = nil
		}
		if n := len(line); n > 0 && line[n-1] == '\r' {
			line = line[:n-1]
		}
		from := len(cells)
		var err error
		if l.comma == 0 {
			cells, err = l.spaced(cells, line, number)
		} else if len(line) > 0 {
			cells, err = l.separated(cells, line, number)
		}
		if err != nil {
			return cells[:from], err
		}
		number++
	}
	return cells, nil
}

// separated parses the cells of a line that is not empty.
func (l *lines) separated(cells []float64, line []byte, number int) ([]float64, error) {
	comma := byte(l.comma)
	column, at := 0, 0
	for {
		if column == l.width {
			return cells, l.ragged(number, column+1+bytes.Count(line[at:], []byte{comma}))
		}
		if column == l.skip {
			end := bytes.IndexByte(line[at:], comma)
			if end < 0 {
				end = len(line) - at
			}
			cells = append(cells, l.labels.number(line[at:at+end]))
			at += end
		} else {
			v, n := number64(line[at:])
			if end := at + n; n == 0 || end < len(line) && line[end] != comma {
				end = bytes.IndexByte(line[at:], comma)
				if end < 0 {
					end = len(line) - at
				}
				var err error
				if v, err = l.cell(line[at:at+end], number, column); err != nil {
					// A row of the wrong length is said to be that first.
					if all := column + 1 + bytes.Count(line[at:], []byte{comma}); all != l.width {
						err = l.ragged(number, all)
					}
					return cells, err
				}
				n = end
			}
			cells = append(cells, v)
			at += n
		}
		column++
		if at == len(line) {
			break
		}
		at++ // the comma
	}
	if column != l.width {
		return cells, l.ragged(number, column)
	}
	return cells, nil
}

// spaced parses the cells of a line between white space; # and % begin comments.
func (l *lines) spaced(cells []float64, line []byte, number int) ([]float64, error) {
	if end := bytes.IndexAny(line, "#%"); end >= 0 {
		line = line[:end]
	}
	column := 0
	for {
		line = bytes.TrimLeft(line, " \t\v\f\r")
		if len(line) == 0 {
			break
		}
		end := bytes.IndexAny(line, " \t\v\f\r")
		if end < 0 {
			end = len(line)
		}
		if column < l.width {
			v := 0.0
			if column != l.skip {
				var n int
				if v, n = number64(line[:end]); n != end {
					var err error
					if v, err = l.cell(line[:end], number, column); err != nil {
						return cells, err
					}
				}
			} else {
				v = l.labels.number(line[:end])
			}
			cells = append(cells, v)
		}
		column++
		line = line[end:]
	}
	if column != 0 && column != l.width {
		return cells, l.ragged(number, column)
	}
	return cells, nil
}

func (l *lines) ragged(number, have int) error {
	return fmt.Errorf("line %d has %s, the first one %d; give every row the same number", number, columns(have), l.width)
}

// record stores the numbers of a record.
func (l *lines) record(dst []float64, cells []string, number, skip int) error {
	if len(cells) != l.width {
		return l.ragged(number, len(cells))
	}
	for j, cell := range cells {
		if j == skip {
			dst[j] = l.labels.number([]byte(cell))
			continue
		}
		var err error
		if dst[j], err = l.cell([]byte(cell), number, j); err != nil {
			return err
		}
	}
	return nil
}

// labelWord returns what --label calls a column: its name where that is one word of letters, else its number.
func (l *lines) labelWord(column int) string {
	if column < len(l.names) && plainName.MatchString(l.names[column]) {
		return l.names[column]
	}
	return strconv.Itoa(column + 1)
}

var plainName = regexp.MustCompile(`^[\pL_][\pL\pN_.-]*$`)

// decimalComma is a number as it is written in many countries.
var decimalComma = regexp.MustCompile(`^[+-]?[0-9]*,[0-9]+([eE][+-]?[0-9]+)?$`)

// cell parses any cell, or says what is wrong with it.
func (l *lines) cell(text []byte, number, column int) (float64, error) {
	text = bytes.TrimSpace(text)
	v, err := strconv.ParseFloat(unsafe.String(unsafe.SliceData(text), len(text)), 64)
	place := func() string { return fmt.Sprintf("line %d, column %d", number, column+1) }
	switch {
	case errors.Is(err, strconv.ErrRange):
		return 0, fmt.Errorf("%s: %s is outside the range of float64; scale the column", place(), quote(string(text)))
	case len(text) == 0:
		return 0, fmt.Errorf("%s is empty; remove the row or fill the value in", place())
	case err != nil && decimalComma.Match(text):
		all := ""
		if l.comma != ',' {
			all = ", everywhere: tr , . < FILE > OTHER"
		}
		return 0, fmt.Errorf("%s: %s is not a number; if its comma is a decimal one, write %s%s", place(), quote(string(text)),
			strings.Replace(string(text), ",", ".", 1), all)
	case err != nil:
		return 0, fmt.Errorf("%s: %s is not a number; code it as one, or drop the column if it is the label (--label %s)",
			place(), quote(strings.Clone(string(text))), l.labelWord(column))
	case math.IsNaN(v) || math.IsInf(v, 0):
		return 0, notFinite(place(), v)
	}
	return v, nil
}

// notFinite is the error for a number that is NaN or infinite.
func notFinite(place string, v float64) error {
	return fmt.Errorf("%s is %v; remove the row or fill the value in", place, v)
}

// tens are the powers of ten that float64 has.
var tens = [...]float64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
	1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// number64 parses the decimal number at the beginning of text and returns how long it is. n = 0 says
// that there is none, or none that this is sure to round as strconv does (Clinger 1990: digits
// below 2^53 times or over a power of ten that is a float64).
func number64(text []byte) (v float64, n int) {
	i, negative := 0, false
	if len(text) > 0 && (text[0] == '-' || text[0] == '+') {
		negative = text[0] == '-'
		i = 1
	}
	digits, first, exponent := uint64(0), i, 0
	for i < len(text) && text[i]-'0' < 10 {
		digits = digits*10 + uint64(text[i]-'0')
		i++
	}
	count := i - first
	if i < len(text) && text[i] == '.' {
		i++
		first = i
		for len(text)-i >= 8 {
			eight, ok := eightDigits(binary.LittleEndian.Uint64(text[i:]))
			if !ok {
				break
			}
			digits = digits*1e8 + eight
			i += 8
		}
		for i < len(text) && text[i]-'0' < 10 {
			digits = digits*10 + uint64(text[i]-'0')
			i++
		}
		exponent = first - i
		count += i - first
	}
	if count == 0 || count > 19 {
		return long64(text, i, count)
	}
	if i < len(text) && text[i]|0x20 == 'e' {
		j, down, e := i+1, false, 0
		if j < len(text) && (text[j] == '-' || text[j] == '+') {
			down = text[j] == '-'
			j++
		}
		first = j
		for j < len(text) && text[j]-'0' < 10 && e < 10000 {
			e = e*10 + int(text[j]-'0')
			j++
		}
		if j == first {
			return 0, 0
		}
		if down {
			e = -e
		}
		exponent += e
		i = j
	}
	if digits >= 1<<53 || exponent < -22 || exponent > 22 {
		return long64(text, i, count)
	}
	v = float64(digits)
	if exponent < 0 {
		v /= tens[-exponent]
	} else {
		v *= tens[exponent]
	}
	if negative {
		v = -v
	}
	return v, i
}

// eightDigits returns the number that eight bytes of text are, the first one lowest; ok is false if one is no digit.
func eightDigits(v uint64) (n uint64, ok bool) {
	const high = 0xf0f0f0f0f0f0f0f0
	if v&high|(v+0x0606060606060606)&high>>4 != 0x3333333333333333 {
		return 0, false
	}
	v = v & 0x0f0f0f0f0f0f0f0f * (10<<8 + 1) >> 8 // pairs
	v = v & 0x00ff00ff00ff00ff * (100<<16 + 1) >> 16
	return v & 0x0000ffff0000ffff * (10000<<32 + 1) >> 32, true
}

// long64 leaves a number with many digits to strconv.
func long64(text []byte, n, count int) (float64, int) {
	if count == 0 || n < len(text) && text[n]|0x20 == 'e' {
		return 0, 0
	}
	v, err := strconv.ParseFloat(unsafe.String(unsafe.SliceData(text), n), 64)
	if err != nil {
		return 0, 0
	}
	return v, n
}
