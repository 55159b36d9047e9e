package dataio

import (
	"bufio"
	"bytes"
	"io"
	"strings"
)

// spacedSource reads numbers between white space, as numpy.savetxt writes them; # and % begin comments.
type spacedSource struct {
	*chunks
	head []string
}

// newSpaced reads up to the first line that has anything.
func newSpaced(b *bufio.Reader, o *Options) (*spacedSource, error) {
	var (
		cells  []string
		line   []byte
		number int
	)
	for len(cells) == 0 {
		var err error
		line, err = b.ReadBytes('\n')
		if err != nil && err != io.EOF {
			return nil, err
		}
		if len(line) == 0 {
			return nil, errEmpty
		}
		number++
		text := line
		if end := bytes.IndexAny(text, "#%"); end >= 0 {
			text = text[:end]
		}
		cells = strings.Fields(string(text))
	}
	s := &spacedSource{}
	rest := io.Reader(b)
	if o.Header == HeaderYes || o.Header == HeaderAuto && isHeader(cells, o.Label) {
		s.head = cells
	} else {
		number--
		rest = io.MultiReader(bytes.NewReader(line), b)
	}
	s.chunks = newChunks(rest, lines{width: len(cells), labels: o.labels}, number)
	return s, nil
}

func (s *spacedSource) columns() int    { return s.lines.width }
func (s *spacedSource) names() []string { return s.head }
func (s *spacedSource) rows() int       { return -1 }

func (s *spacedSource) next(skip int) ([]float64, error) {
	if s.order == nil {
		s.lines.skip = skip
	}
	return s.chunks.next()
}
