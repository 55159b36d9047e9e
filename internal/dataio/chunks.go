package dataio

import (
	"bytes"
	"io"
	"runtime"
	"slices"

	"krein/internal/parallel"
)

// chunkBytes is the length of a piece of text that a worker parses, unless a line is longer.
const chunkBytes = 1 << 20

// chunks parses lines in pieces, several at a time, and gives them out in their order. A text of one
// piece needs no goroutine.
type chunks struct {
	lines  lines
	r      io.Reader
	line   int    // lines before the next piece
	left   []byte // the beginning of a line that the next piece goes on with
	ended  bool   // nothing follows left
	order  chan *piece
	work   chan *piece
	quit   chan struct{}
	fed    chan struct{} // closed when nothing is read any more
	free   chan *piece
	given  *piece
	ending error // what next returns from now on
	caught parallel.Catcher
}

// piece is a chunk and what was made of it.
type piece struct {
	text   []byte
	line   int
	quoted bool // left to encoding/csv, with all that follows
	cells  []float64
	err    error
	done   chan struct{}
}

// quotedError says that records with quotes begin, and where.
type quotedError struct {
	rest   io.Reader
	before int // lines before it
}

func (*quotedError) Error() string { return "quoted records follow" }

// newChunks returns the chunks of what r still has, which begins with a whole line.
func newChunks(r io.Reader, l lines, before int) *chunks {
	return &chunks{lines: l, r: r, line: before, quit: make(chan struct{})}
}

// read fills a piece with whole lines. The error is io.EOF if there are none, and otherwise that of
// the reader, behind the lines of the piece.
func (c *chunks) read(p *piece) error {
	p.text = append(p.text[:0], c.left...)
	c.left = c.left[:0]
	var err error
	for scanned := 0; ; {
		if c.ended {
			break
		}
		room := max(chunkBytes-len(p.text), chunkBytes/4)
		if c.order == nil { // most tables are short
			room = 1 << 15
		}
		at := len(p.text)
		p.text = slices.Grow(p.text, room)[:at+room]
		for err == nil && at < len(p.text) {
			var n int
			n, err = c.r.Read(p.text[at:])
			at += n
		}
		p.text = p.text[:at]
		if err == io.EOF {
			c.ended, err = true, nil
			break
		}
		end := bytes.LastIndexByte(p.text[scanned:], '\n')
		if err != nil { // the last line is lost
			c.ended = true
			if end >= 0 {
				end += scanned
			}
			p.text = p.text[:end+1]
			break
		}
		if end >= 0 {
			end += scanned + 1
			c.left = append(c.left, p.text[end:]...)
			p.text = p.text[:end]
			break
		}
		scanned = len(p.text)
	}
	p.line = c.line
	c.line += bytes.Count(p.text, []byte{'\n'})
	p.quoted = c.lines.comma != 0 && bytes.IndexByte(p.text, '"') >= 0
	if err == nil && len(p.text) == 0 {
		err = io.EOF
	}
	return err
}

// next returns the rows of the next piece, valid until the next call, and an error that comes behind
// them, io.EOF after the last ones.
func (c *chunks) next() ([]float64, error) {
	if c.ending != nil {
		return nil, c.ending
	}
	if c.order == nil {
		p := &piece{}
		err := c.read(p)
		if err == io.EOF || err != nil || p.quoted || c.ended && len(c.left) == 0 {
			return c.finish(p, err)
		}
		c.start()
		p.done = make(chan struct{})
		c.work <- p
		c.order <- p
		go c.feed()
	}
	if c.given != nil {
		select {
		case c.free <- c.given:
		default:
		}
		c.given = nil
	}
	p := <-c.order
	if p == nil {
		c.ending = io.EOF
		c.caught.Rethrow()
		return nil, io.EOF
	}
	<-p.done
	c.caught.Rethrow()
	c.given = p
	if p.err != nil {
		c.ending = p.err
	}
	return p.cells, p.err
}

// finish parses the last piece.
func (c *chunks) finish(p *piece, err error) ([]float64, error) {
	c.parse(p)
	switch {
	case p.err != nil:
		c.ending = p.err
	case err != nil:
		c.ending = err
	default:
		c.ending = io.EOF
		return p.cells, nil
	}
	return p.cells, c.ending
}

// parse makes numbers of a piece.
func (c *chunks) parse(p *piece) {
	if p.quoted {
		p.cells, p.err = p.cells[:0], &quotedError{
			io.MultiReader(bytes.NewReader(p.text), bytes.NewReader(c.left), c.r), p.line}
		return
	}
	p.cells, p.err = c.lines.parse(p.cells[:0], p.text, p.line+1)
}

func (c *chunks) start() {
	workers := min(runtime.GOMAXPROCS(0), 8)
	c.order = make(chan *piece, workers+1)
	c.work = make(chan *piece, workers+1)
	c.free = make(chan *piece, workers+3)
	c.fed = make(chan struct{})
	for range workers {
		go func() {
			for p := range c.work {
				c.caught.Do(func() { c.parse(p) })
				close(p.done)
			}
		}()
	}
}

// feed reads pieces until the end, an error or a quote, or until nobody asks for them.
func (c *chunks) feed() {
	defer close(c.fed)
	defer close(c.order)
	defer close(c.work)
	c.caught.Do(c.pieces)
}

// pieces is the work of feed.
func (c *chunks) pieces() {
	for {
		var p *piece
		select {
		case p = <-c.free:
		default:
			p = &piece{}
		}
		p.done = make(chan struct{})
		err := c.read(p)
		if err == io.EOF {
			return
		}
		last := err != nil || p.quoted
		if last {
			c.parse(p)
			if p.err == nil {
				p.err = err
			}
			close(p.done)
		} else {
			select {
			case c.work <- p:
			case <-c.quit:
				return
			}
		}
		select {
		case c.order <- p:
		case <-c.quit:
			return
		}
		if last {
			return
		}
	}
}

// stop ends the goroutines, and waits until nothing is read any more if that is asked for.
func (c *chunks) stop(wait bool) {
	close(c.quit)
	if wait && c.fed != nil {
		<-c.fed
	}
}
