package dataio

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// The format is NumPy Enhancement Proposal 1: the magic, two version bytes, the length of
// the header (16 bits in version 1, 32 from version 2 on), a Python dictionary, the array.
const (
	npyMagic      = "\x93NUMPY"
	npyHeaderMost = 1 << 20 // a header of two dimensions has a hundred bytes
)

type npySource struct {
	r       *bufio.Reader
	n, d    int
	size    int // bytes a number
	order   binary.ByteOrder
	buf     []byte
	next    int       // row to read
	fortran bool      // columns first in the file
	table   []float64 // the whole of a Fortran table, read when first needed
}

func newNPY(b *bufio.Reader) (*npySource, error) {
	head := make([]byte, len(npyMagic)+2)
	if _, err := io.ReadFull(b, head); err != nil {
		return nil, whole(err)
	}
	var length int64
	switch major := head[len(npyMagic)]; major {
	case 1:
		var l [2]byte
		if _, err := io.ReadFull(b, l[:]); err != nil {
			return nil, whole(err)
		}
		length = int64(binary.LittleEndian.Uint16(l[:]))
	case 2, 3:
		var l [4]byte
		if _, err := io.ReadFull(b, l[:]); err != nil {
			return nil, whole(err)
		}
		length = int64(binary.LittleEndian.Uint32(l[:]))
	default:
		return nil, fmt.Errorf("npy version %d; versions 1 to 3 are known, save the array again with numpy.save", major)
	}
	if length > npyHeaderMost {
		return nil, fmt.Errorf("npy header of %d bytes; the file is damaged", length)
	}
	text := make([]byte, length)
	if _, err := io.ReadFull(b, text); err != nil {
		return nil, whole(err)
	}
	h, err := parseNPYHeader(string(text))
	if err != nil {
		return nil, fmt.Errorf("npy header: %w", err)
	}
	s := &npySource{r: b, fortran: h.fortran, order: binary.LittleEndian}
	switch h.descr {
	case "<f4":
		s.size = 4
	case "<f8":
		s.size = 8
	case ">f4":
		s.size, s.order = 4, binary.BigEndian
	case ">f8":
		s.size, s.order = 8, binary.BigEndian
	default:
		return nil, fmt.Errorf("npy numbers of type %s; save the array as float64: numpy.save(file, x.astype('<f8'))", quote(h.descr))
	}
	switch len(h.shape) {
	case 1:
		s.n, s.d = h.shape[0], 1
	case 2:
		s.n, s.d = h.shape[0], h.shape[1]
	default:
		return nil, fmt.Errorf("npy array of %d dimensions; give one of shape (rows, columns)", len(h.shape))
	}
	if s.d == 0 {
		return nil, errors.New("npy array without columns")
	}
	if s.d > math.MaxInt/8 || s.n > math.MaxInt/8/s.d {
		return nil, fmt.Errorf("npy shape (%d, %d) is beyond any memory; the file is damaged", s.n, s.d)
	}
	return s, nil
}

// whole turns an end of file inside something into ErrUnexpectedEOF.
func whole(err error) error {
	if err == io.EOF {
		return io.ErrUnexpectedEOF
	}
	return err
}

func (s *npySource) columns() int { return s.d }
func (s *npySource) rows() int    { return s.n }

func (s *npySource) place(column int) string {
	return fmt.Sprintf("row %d, column %d", s.next, column+1)
}

func (s *npySource) read(dst []float64, skip int) error {
	if s.next == s.n {
		return io.EOF
	}
	if s.fortran {
		if s.table == nil {
			if err := s.readTable(); err != nil {
				return err
			}
		}
		for j := range dst {
			dst[j] = s.table[j*s.n+s.next]
		}
		s.next++
		return nil
	}
	// In pieces, so that a hostile width does not allocate before data arrive.
	for j := 0; j < len(dst); {
		k, err := s.numbers(dst[j:])
		if err != nil {
			return fmt.Errorf("row %d of %d: %w", s.next+1, s.n, err)
		}
		j += k
	}
	s.next++
	return nil
}

// readTable reads an array stored by columns, whose first row is complete only near the
// end of the file. Memory grows with what is there, not with what the header claims.
func (s *npySource) readTable() error {
	total := s.n * s.d
	var piece [4096]float64
	for len(s.table) < total {
		k, err := s.numbers(piece[:min(len(piece), total-len(s.table))])
		if err != nil {
			return fmt.Errorf("number %d of %d: %w", len(s.table)+1, total, err)
		}
		s.table = append(s.table, piece[:k]...)
	}
	return nil
}

// numbers decodes at least one number and at most len(dst).
func (s *npySource) numbers(dst []float64) (int, error) {
	if s.buf == nil {
		s.buf = make([]byte, 1<<15)
	}
	k := min(len(dst), len(s.buf)/s.size)
	if _, err := io.ReadFull(s.r, s.buf[:k*s.size]); err != nil {
		return 0, whole(err)
	}
	for i := range k {
		if s.size == 4 {
			dst[i] = float64(math.Float32frombits(s.order.Uint32(s.buf[4*i:])))
		} else {
			dst[i] = math.Float64frombits(s.order.Uint64(s.buf[8*i:]))
		}
	}
	return k, nil
}

type npyHeader struct {
	descr   string
	fortran bool
	shape   []int
}

// parseNPYHeader reads the dictionary {'descr': '<f8', 'fortran_order': False,
// 'shape': (3, 4), } with its keys in any order.
func parseNPYHeader(text string) (npyHeader, error) {
	p := npyParser(strings.TrimSpace(text))
	var h npyHeader
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
			return h, fmt.Errorf("%s occurs twice", quote(key))
		}
		seen[key] = true
		if !p.take(":") {
			return h, p.expected(":")
		}
		switch key {
		case "descr":
			if h.descr, ok = p.str(); !ok {
				return h, fmt.Errorf("the numbers are a record or of no known type; save the array as float64: numpy.save(file, x.astype('<f8'))")
			}
		case "fortran_order":
			switch {
			case p.take("True"):
				h.fortran = true
			case !p.take("False"):
				return h, p.expected("True or False")
			}
		case "shape":
			if h.shape, ok = p.tuple(); !ok {
				return h, p.expected("a tuple of numbers")
			}
		default:
			return h, fmt.Errorf("unknown key %s", quote(key))
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

// npyParser is what is left of the header, without leading space.
type npyParser string

func (p *npyParser) take(token string) bool {
	rest, ok := strings.CutPrefix(string(*p), token)
	if ok {
		*p = npyParser(strings.TrimLeft(rest, " \t\r\n"))
	}
	return ok
}

func (p *npyParser) expected(what string) error {
	return fmt.Errorf("expected %s at %s; the file is damaged", what, quote(string(*p)))
}

func (p *npyParser) str() (string, bool) {
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

func (p *npyParser) tuple() ([]int, bool) {
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
