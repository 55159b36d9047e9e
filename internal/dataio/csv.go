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
)

type csvSource struct {
	r     *csv.Reader
	width int
	head  []string // the column names, nil if there are none
	next  []string // the first row, read ahead
	line  int      // of the row read last
}

// newCSV reads the first row.
func newCSV(b *bufio.Reader, o *Options) (*csvSource, error) {
	if bom, _ := b.Peek(3); bytes.Equal(bom, []byte("\xef\xbb\xbf")) {
		if _, err := b.Discard(3); err != nil {
			return nil, err
		}
	}
	c := &csvSource{r: csv.NewReader(b)}
	c.r.FieldsPerRecord = -1 // ragged rows get an error of our own
	c.r.ReuseRecord = true
	c.r.Comma = o.Comma
	if c.r.Comma == 0 {
		c.r.Comma = detectComma(b)
	}
	first, err := c.record()
	if err == io.EOF {
		return nil, errors.New("the file is empty; expected a table of numbers")
	}
	if err != nil {
		return nil, err
	}
	c.width = len(first)
	if o.Header == HeaderYes || o.Header == HeaderAuto && isHeader(first, o.Label) {
		for _, cell := range first {
			c.head = append(c.head, strings.TrimSpace(cell))
		}
		return c, nil
	}
	c.next = first
	return c, nil
}

// detectComma looks for tab, semicolon and comma in the first line that has any, as far
// as the buffer reaches.
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

func (c *csvSource) record() ([]string, error) {
	cells, err := c.r.Read()
	if parse := (*csv.ParseError)(nil); errors.As(err, &parse) {
		return nil, fmt.Errorf("line %d, character %d: %w; check the quotes", parse.Line, parse.Column, parse.Err)
	}
	if err == nil {
		c.line, _ = c.r.FieldPos(0)
	}
	return cells, err
}

func (c *csvSource) columns() int    { return c.width }
func (c *csvSource) names() []string { return c.head }
func (c *csvSource) rows() int       { return -1 }

func (c *csvSource) place(column int) string {
	return fmt.Sprintf("line %d, column %d", c.line, column+1)
}

func (c *csvSource) read(dst []float64, skip int) error {
	cells := c.next
	c.next = nil
	if cells == nil {
		var err error
		if cells, err = c.record(); err != nil {
			return err
		}
	}
	if len(cells) != c.width {
		return fmt.Errorf("line %d has %d columns, the first one %d; give every row the same number", c.line, len(cells), c.width)
	}
	for j, cell := range cells {
		if j == skip {
			continue
		}
		cell = strings.TrimSpace(cell)
		v, err := strconv.ParseFloat(cell, 64)
		switch {
		case errors.Is(err, strconv.ErrRange):
			return fmt.Errorf("%s: %s is outside the range of float64; scale the column", c.place(j), quote(cell))
		case cell == "":
			return fmt.Errorf("%s is empty; remove the row or fill the value in", c.place(j))
		case err != nil:
			return fmt.Errorf("%s: %s is not a number; code it as one, or drop the column if it is the label (--label %d)", c.place(j), quote(cell), j+1)
		}
		dst[j] = v
	}
	return nil
}

// quote quotes a cell for a message, shortened if it is long.
func quote(cell string) string {
	if r := []rune(cell); len(r) > 40 {
		return strconv.Quote(string(r[:40]) + "…")
	}
	return strconv.Quote(cell)
}
