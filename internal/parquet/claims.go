package parquet

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"github.com/parquet-go/parquet-go/format"
)

// What files claim is held against what there is before anything is allocated for it: some damaged ones took many
// seconds and gigabytes to be refused.

// ends are the lengths of what a file ends with: the length of the footer and the magic bytes.
const ends = 8

// footer checks the end of a file and returns where its footer begins.
func footer(r io.ReaderAt, size int64) (int64, error) {
	var end [ends]byte
	if size < int64(len(magic))+ends {
		return 0, errors.New("it is too short")
	}
	if _, err := r.ReadAt(end[:], size-ends); err != nil {
		return 0, err
	}
	if string(end[4:]) != magic {
		return 0, fmt.Errorf("it does not end with %s: it was not written to its end, or is encrypted", magic)
	}
	begin := size - ends - int64(binary.LittleEndian.Uint32(end[:]))
	if begin < int64(len(magic)) {
		return 0, errors.New("its footer would be longer than the file")
	}
	b := make([]byte, size-ends-begin)
	if _, err := r.ReadAt(b, begin); err != nil {
		return 0, err
	}
	c := &compact{b: b}
	if err := c.structure(0, 0); err != nil {
		return 0, fmt.Errorf("its footer: %w", err)
	}
	return begin, nil
}

// The most that a page may say of what few bytes become: values that are all the same, or compressed to almost nothing.
const (
	mostValues = 1 << 26 // the rows of the largest groups that are in use
	valueBits  = 8       // values of a byte, where there are more
	mostRatio  = 1 << 16
	leastRoom  = 1 << 20 // bytes that need no reason
)

// groups checks what the footer, which begins at end, claims of the groups of rows of a table.
func groups(r io.ReaderAt, end int64, m *format.FileMetaData, columns int) error {
	rows := int64(0)
	for i := range m.RowGroups {
		g := &m.RowGroups[i]
		if g.NumRows < 0 || rows+g.NumRows < rows || len(g.Columns) != columns {
			return fmt.Errorf("group %d of rows has %d rows and %d columns; the table has %d columns", i+1, g.NumRows,
				len(g.Columns), columns)
		}
		rows += g.NumRows
		for j := range g.Columns {
			if err := chunk(r, end, &g.Columns[j].MetaData, g.NumRows); err != nil {
				return fmt.Errorf("column %d of group %d of rows: %w", j+1, i+1, err)
			}
		}
	}
	if rows != m.NumRows {
		return fmt.Errorf("it claims %d rows, its groups have %d", m.NumRows, rows)
	}
	return nil
}

// chunk checks a column of a group of rows: its pages lie within the file before end, and have as many values as there
// are rows.
func chunk(r io.ReaderAt, end int64, m *format.ColumnMetaData, rows int64) error {
	at := m.DataPageOffset
	if d := m.DictionaryPageOffset; d > 0 && d < at {
		at = d
	}
	if at < int64(len(magic)) || m.TotalCompressedSize < 0 || at > end || m.TotalCompressedSize > end-at {
		return fmt.Errorf("it would be %d bytes from %d on", m.TotalCompressedSize, at)
	}
	if m.NumValues != rows {
		return fmt.Errorf("it has %d values for %d rows", m.NumValues, rows)
	}
	if m.TotalUncompressedSize < 0 || m.TotalUncompressedSize > leastRoom+mostRatio*m.TotalCompressedSize {
		return fmt.Errorf("%d bytes would become %d", m.TotalCompressedSize, m.TotalUncompressedSize)
	}
	bytes := int64(0) // of what becomes of pages
	for values, to := int64(0), at+m.TotalCompressedSize; ; {
		if at == to {
			if values != rows {
				return fmt.Errorf("its pages have %d values for %d rows", values, rows)
			}
			return nil
		}
		p, size, err := header(r, at, to)
		if err != nil {
			return fmt.Errorf("the page at %d: %w", at, err)
		}
		bytes += p.plain
		if bytes > leastRoom+2*m.TotalUncompressedSize { // some writers leave headers out of the total
			return fmt.Errorf("its pages would become %d bytes, and all of it %d", bytes, m.TotalUncompressedSize)
		}
		values += p.values
		at += size + p.packed
	}
}

// pageHeader is what a page claims.
type pageHeader struct {
	packed, plain int64 // bytes, compressed and not
	values        int64 // rows, for columns without lists; 0 of a dictionary
}

// The fields of a page header, and of the headers of kinds of pages in it (parquet.thrift).
const (
	fieldPlain, fieldPacked                = 2, 3
	fieldData, fieldDictionary, fieldData2 = 5, 7, 8
	fieldValues                            = 1
)

// header reads the header of the page at a place, of a column that ends at `to`, and returns its length.
func header(r io.ReaderAt, at, to int64) (p pageHeader, size int64, err error) {
	for window := int64(512); ; window *= 16 {
		b := make([]byte, min(window, to-at))
		if _, err := r.ReadAt(b, at); err != nil {
			return p, 0, err
		}
		var dictionary int64
		p = pageHeader{packed: -1, plain: -1}
		c := &compact{b: b, see: func(outer, field int, v int64) {
			switch {
			case outer == 0 && field == fieldPlain:
				p.plain = v
			case outer == 0 && field == fieldPacked:
				p.packed = v
			case (outer == fieldData || outer == fieldData2) && field == fieldValues:
				p.values = v
			case outer == fieldDictionary && field == fieldValues:
				dictionary = v
			}
		}}
		switch err := c.structure(0, 0); {
		case errors.Is(err, errShort) && window < to-at:
			continue
		case err != nil:
			return p, 0, err
		}
		size = int64(c.at)
		switch most := max(mostValues, valueBits*p.plain); {
		case p.packed < 0 || p.packed > to-at-size || p.plain < 0:
			return p, 0, fmt.Errorf("it would have %d bytes, for %d; there are %d", p.packed, p.plain, to-at-size)
		case p.values < 0 || p.values > most || dictionary < 0 || dictionary > valueBits*p.plain:
			return p, 0, fmt.Errorf("it would have %d values, or %d in a dictionary, of %d bytes", p.values, dictionary, p.plain)
		}
		return p, size, nil
	}
}
