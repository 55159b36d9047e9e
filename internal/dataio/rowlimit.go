package dataio

import (
	"bytes"
	"fmt"
	"io"
)

// mostRow is how many bytes of text a row has at most: a file without line breaks, or with a quote that is not closed,
// would fill the memory. A variable for tests.
var mostRow = 32 << 20

// rowLimit passes text on, and ends with an error where a row is longer than mostRow.
type rowLimit struct {
	r       io.Reader
	left    int
	records bool // rows end where begin is called, else at newlines
}

func newRowLimit(r io.Reader) *rowLimit { return &rowLimit{r: r, left: mostRow} }

// begin says that a record begins, in which newlines may stand between quotes.
func (l *rowLimit) begin() { l.records, l.left = true, mostRow }

// lines says that rows are lines from now on.
func (l *rowLimit) lines() { l.records, l.left = false, mostRow }

// Read reads.
func (l *rowLimit) Read(p []byte) (int, error) {
	n, err := l.r.Read(p)
	if end := bytes.LastIndexByte(p[:n], '\n'); end >= 0 && !l.records {
		l.left = mostRow - (n - 1 - end)
	} else {
		l.left -= n
	}
	if l.left < 0 {
		return n, fmt.Errorf("a row is longer than %d bytes; check the line breaks and the quotes", mostRow)
	}
	return n, err
}
