package dataio

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"krein/internal/npy"
)

// csvSource reads comma-separated values. The first record, and all records from the first quote on,
// are read by encoding/csv; the lines between by workers, see chunks.
type csvSource struct {
	head   []string // the column names, nil if there are none
	first  []string // the first row, read ahead
	line   int      // of it
	lines  lines
	b      *bufio.Reader
	long   *rowLimit   // below b
	r      *csv.Reader // once there are quotes
	before int         // lines before what r reads
	chunks *chunks     // nil until they begin
	cells  []float64   // of the block given out
}

// newCSV reads the first row.
func newCSV(b *bufio.Reader, long *rowLimit, o *Options) (*csvSource, error) {
	if bom, _ := b.Peek(3); bytes.Equal(bom, []byte("\xef\xbb\xbf")) {
		if _, err := b.Discard(3); err != nil {
			return nil, err
		}
	}
	if bom, _ := b.Peek(2); bytes.Equal(bom, []byte("\xff\xfe")) || bytes.Equal(bom, []byte("\xfe\xff")) {
		return nil, errors.New("the text is UTF-16; save it as UTF-8")
	}
	before, err := comments(b, o.Comma)
	if err != nil {
		return nil, err
	}
	comma := o.Comma
	if comma == 0 {
		comma = detectComma(b)
	}
	c := &csvSource{b: b, long: long, before: before, lines: lines{comma: comma, labels: o.labels}}
	c.r = c.records(b)
	first, line, err := c.record()
	if err == io.EOF {
		return nil, errEmpty
	}
	if err != nil {
		return nil, err
	}
	c.lines.width = len(first)
	if o.Header == HeaderYes || o.Header == HeaderAuto && isHeader(first, o.Label) {
		for _, cell := range first {
			c.head = append(c.head, strings.TrimSpace(cell))
		}
		c.lines.names = c.head
	} else {
		c.first = slices.Clone(first)
	}
	if c.line = line; comma < utf8.RuneSelf {
		c.before = c.after(first)
		c.r = nil
		long.lines()
	}
	return c, nil
}

// comments skips lines at the beginning that begin with # and have not as many cells as the first line that does
// not, and says how many they are. If the last of them has as many, and no numbers where that line has some, it is
// the header as numpy.savetxt writes it, and loses its #. All this as far as the buffer reaches.
func comments(b *bufio.Reader, comma rune) (n int, err error) {
	ahead, _ := b.Peek(b.Size())
	var marked []string
	for line := range bytes.Lines(ahead) {
		text := strings.TrimRight(string(line), "\r\n")
		if strings.HasPrefix(text, "#") {
			marked = append(marked, text)
			continue
		}
		c := comma
		if c == 0 {
			c = detectComma(bufio.NewReader(strings.NewReader(text)))
		}
		cells := func(s string) []string { return strings.Split(s, string(c)) }
		for len(marked) > 0 && len(cells(marked[0])) != len(cells(text)) {
			if _, err := b.ReadSlice('\n'); err != nil {
				return n, err
			}
			marked, n = marked[1:], n+1
		}
		if len(marked) == 1 && isHeader(cells(marked[0][1:]), "") && !isHeader(cells(text), "") {
			_, err = b.Discard(1)
		}
		return n, err
	}
	return 0, nil
}

var errEmpty = errors.New("the file is empty; expected a table of numbers")

// records returns a reader of records.
func (c *csvSource) records(r io.Reader) *csv.Reader {
	out := csv.NewReader(r)
	out.FieldsPerRecord = -1 // ragged rows get an error of our own
	out.ReuseRecord = true
	out.Comma = c.lines.comma
	return out
}

// detectComma looks for tab, semicolon and comma in the first line that has any, as far as the buffer reaches.
func detectComma(b *bufio.Reader) rune {
	ahead, _ := b.Peek(b.Size())
	for line := range bytes.Lines(ahead) {
		for _, c := range "\t;," {
			if bytes.ContainsRune(line, c) {
				return c
			}
		}
	}
	return ','
}

// isHeader reports that no feature of the row is a number. An empty cell or a lone word
// among numbers is a mistake in the data, not a header.
func isHeader(cells []string, name string) bool {
	label, err := findLabel(name, len(cells), nil)
	if err != nil {
		label = slices.IndexFunc(cells, func(cell string) bool { return strings.TrimSpace(cell) == name })
	}
	words := 0
	for j, cell := range cells {
		if j == label {
			continue
		}
		if _, err := strconv.ParseFloat(strings.TrimSpace(cell), 64); err == nil || errors.Is(err, strconv.ErrRange) {
			return false
		}
		if strings.TrimSpace(cell) != "" {
			words++
		}
	}
	return words > 0
}

// record reads a record and says on which line it begins.
func (c *csvSource) record() (cells []string, line int, err error) {
	c.long.begin()
	cells, err = c.r.Read()
	if parse := (*csv.ParseError)(nil); errors.As(err, &parse) {
		place := fmt.Sprintf("line %d, character %d", c.before+parse.Line, parse.Column)
		if parse.StartLine != parse.Line {
			place = fmt.Sprintf("line %d and those that a quote joins to it", c.before+parse.StartLine)
		}
		return nil, 0, fmt.Errorf("%s: %w; check the quotes", place, parse.Err)
	}
	if err != nil {
		return nil, 0, err
	}
	line, _ = c.r.FieldPos(0)
	return cells, c.before + line, nil
}

// after returns the number of lines up to the end of the record read last.
func (c *csvSource) after(cells []string) int {
	last := len(cells) - 1
	line, _ := c.r.FieldPos(last)
	return c.before + line + strings.Count(cells[last], "\n")
}

func (c *csvSource) columns() int    { return c.lines.width }
func (c *csvSource) names() []string { return c.head }
func (c *csvSource) rows() int       { return -1 }

func (c *csvSource) stop(wait bool) {
	if c.chunks != nil {
		c.chunks.stop(wait)
	}
}

// next gives out the first row, then the blocks of chunks, then records one by one.
func (c *csvSource) next(skip int) ([]float64, error) {
	switch {
	case c.first != nil:
		c.cells = append(c.cells[:0], make([]float64, c.lines.width)...)
		err := c.lines.record(c.cells, c.first, c.line, skip)
		c.first = nil
		if err != nil {
			return nil, err
		}
		return c.cells, nil
	case c.r != nil:
		return c.nextRecord(skip)
	case c.chunks == nil:
		c.lines.skip = skip
		c.chunks = newChunks(c.b, c.lines, c.before)
	}
	cells, err := c.chunks.next()
	if quoted := (*quotedError)(nil); errors.As(err, &quoted) {
		c.r, c.before = c.records(quoted.rest), quoted.before
		if len(cells) == 0 {
			return c.nextRecord(skip)
		}
		return cells, nil
	}
	return cells, err
}

func (c *csvSource) nextRecord(skip int) ([]float64, error) {
	cells, line, err := c.record()
	if err != nil {
		return nil, err
	}
	c.cells = append(c.cells[:0], make([]float64, c.lines.width)...)
	if err := c.lines.record(c.cells, cells, line, skip); err != nil {
		return nil, err
	}
	return c.cells, nil
}

var quote = npy.Quote
