// Package npy reads and writes the headers of NumPy's array files (NumPy Enhancement
// Proposal 1): the magic, two version bytes, the length of the header (16 bits in version 1,
// 32 from version 2 on), a Python dictionary. The numbers of the array follow.
package npy

import (
	"encoding/binary"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// Magic is how every npy file begins.
const Magic = "\x93NUMPY"

// headerMost is the longest header that is read: one of two dimensions has a hundred bytes.
const headerMost = 1 << 20

// Header says what the numbers of an array are.
type Header struct {
	Descr   string // type of a number, such as "<f8": little-endian float64
	Fortran bool   // columns first
	Shape   []int  // empty: a single number
}

// Append appends the header in version 1.0, padded to a multiple of 64 bytes and to 128 at least, so that its length
// does not depend on the size of a table. It panics if the dictionary exceeds 64 KiB.
func (h Header) Append(dst []byte) []byte {
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': (", h.Descr,
		map[bool]string{false: "False", true: "True"}[h.Fortran])
	for i, n := range h.Shape {
		if i > 0 {
			text += ", "
		}
		text += strconv.Itoa(n)
	}
	if len(h.Shape) == 1 {
		text += ","
	}
	text += "), }"
	const before = len(Magic) + 4
	size := max((before+len(text)+1+63)/64*64, 128)
	if size-before >= 1<<16 {
		panic("npy: header too long")
	}
	dst = append(dst, Magic...)
	dst = append(dst, 1, 0)
	dst = binary.LittleEndian.AppendUint16(dst, uint16(size-before))
	dst = append(dst, text...)
	for range size - before - len(text) - 1 {
		dst = append(dst, ' ')
	}
	return append(dst, '\n')
}

// Read reads a header, of which it allocates no more than is there. The shape's product is
// not checked: it may exceed any memory.
func Read(r io.Reader) (Header, error) {
	head := make([]byte, len(Magic)+2)
	if _, err := io.ReadFull(r, head); err != nil {
		return Header{}, Whole(err)
	}
	if string(head[:len(Magic)]) != Magic {
		return Header{}, fmt.Errorf("not an npy array: it begins with %q", head[:len(Magic)])
	}
	var length int64
	switch major := head[len(Magic)]; major {
	case 1:
		var l [2]byte
		if _, err := io.ReadFull(r, l[:]); err != nil {
			return Header{}, Whole(err)
		}
		length = int64(binary.LittleEndian.Uint16(l[:]))
	case 2, 3:
		var l [4]byte
		if _, err := io.ReadFull(r, l[:]); err != nil {
			return Header{}, Whole(err)
		}
		length = int64(binary.LittleEndian.Uint32(l[:]))
	default:
		return Header{}, fmt.Errorf("npy version %d; versions 1 to 3 are known, save the array again with numpy.save", major)
	}
	if length > headerMost {
		return Header{}, fmt.Errorf("npy header of %d bytes; the file is damaged", length)
	}
	text, err := io.ReadAll(io.LimitReader(r, length))
	if err == nil && int64(len(text)) < length {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return Header{}, err
	}
	h, err := parse(string(text))
	if err != nil {
		return Header{}, fmt.Errorf("npy header: %w", err)
	}
	return h, nil
}

// Whole turns an end of file inside something into io.ErrUnexpectedEOF.
func Whole(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

// parse reads the dictionary {'descr': '<f8', 'fortran_order': False, 'shape': (3, 4), } with its keys in any order.
func parse(text string) (Header, error) {
	p := parser(strings.TrimSpace(text))
	var h Header
	seen := map[string]bool{}
	if !p.take("{") {
		return h, p.expected("{")
	}
	for !p.take("}") {
		key, ok := p.str()
		if !ok {
			return h, p.expected("a key in quotes")
		}
		if seen[key] {
			return h, fmt.Errorf("%s occurs twice", Quote(key))
		}
		seen[key] = true
		if !p.take(":") {
			return h, p.expected(":")
		}
		switch key {
		case "descr":
			if h.Descr, ok = p.str(); !ok {
				return h, fmt.Errorf("the numbers are a record or of no known type; save the array as float64: " +
					"numpy.save(file, x.astype('<f8'))")
			}
		case "fortran_order":
			switch {
			case p.take("True"):
				h.Fortran = true
			case !p.take("False"):
				return h, p.expected("True or False")
			}
		case "shape":
			if h.Shape, ok = p.tuple(); !ok {
				return h, p.expected("a tuple of numbers")
			}
		default:
			return h, fmt.Errorf("unknown key %s", Quote(key))
		}
		if !p.take(",") {
			if !p.take("}") {
				return h, p.expected(", or }")
			}
			break
		}
	}
	if p != "" {
		return h, p.expected("the end")
	}
	for _, key := range []string{"descr", "fortran_order", "shape"} {
		if !seen[key] {
			return h, fmt.Errorf("%q is missing", key)
		}
	}
	return h, nil
}

// parser is what is left of the header, without leading space.
type parser string

func (p *parser) take(token string) bool {
	rest, ok := strings.CutPrefix(string(*p), token)
	if ok {
		*p = parser(strings.TrimLeft(rest, " \t\r\n"))
	}
	return ok
}

func (p *parser) expected(what string) error {
	return fmt.Errorf("expected %s at %s; the file is damaged", what, Quote(string(*p)))
}

func (p *parser) str() (string, bool) {
	s := string(*p)
	if s == "" || s[0] != '\'' && s[0] != '"' {
		return "", false
	}
	end := strings.IndexByte(s[1:], s[0])
	if end < 0 {
		return "", false
	}
	value := s[1 : 1+end]
	return value, p.take(s[:end+2])
}

func (p *parser) tuple() ([]int, bool) {
	if !p.take("(") {
		return nil, false
	}
	shape := []int{}
	for !p.take(")") {
		digits := len(*p) - len(strings.TrimLeft(string(*p), "0123456789"))
		v, err := strconv.Atoi(string(*p)[:digits])
		if err != nil {
			return nil, false
		}
		shape = append(shape, v)
		p.take(string(*p)[:digits])
		if !p.take(",") {
			return shape, p.take(")")
		}
	}
	return shape, true
}

// Quote quotes a piece of a file for a message, shortened if it is long.
func Quote(s string) string {
	if r := []rune(s); len(r) > 40 {
		s = string(r[:40]) + "…"
	}
	return strconv.Quote(s)
}
