package dataio

import (
	"archive/zip"
	"bufio"
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"krein/internal/npy"
	"krein/internal/npz"
)

// textEndings are the names of files with text, and how it is read: "" looks at it.
var textEndings = map[string]string{
	"": "", ".csv": "csv", ".tsv": "csv", ".data": "", ".txt": "", ".dat": "", ".tab": "",
	".svm": "svmlight", ".libsvm": "svmlight", ".svmlight": "svmlight",
}

// knownEndings lists them for messages.
const knownEndings = "csv, tsv, txt, dat, data, tab, svm, libsvm, svmlight, npy and npz, each " +
	"of them with .gz or without"

// ending returns the ending of a path without .gz; none for the standard streams and devices.
func ending(path string) string {
	name := filepath.Base(path)
	if strings.HasPrefix(path, "/dev/") || strings.HasPrefix(path, "/proc/") {
		return ""
	}
	return strings.ToLower(filepath.Ext(strings.TrimSuffix(name, ".gz")))
}

// sourceOf tells the format: gzip, npy and npz by their magic numbers, text by the name.
func (r *Reader) sourceOf(in io.Reader, path string, o *Options) (source, error) {
	b := bufio.NewReaderSize(in, 1<<16)
	zipped := false
	if magic, _ := b.Peek(2); bytes.Equal(magic, []byte{0x1f, 0x8b}) {
		zipped = true
		z, err := gzip.NewReader(b)
		if err != nil {
			return nil, err
		}
		r.closers = append(r.closers, quiet{z})
		in, b = z, bufio.NewReaderSize(z, 1<<16)
	}
	magic, err := b.Peek(len(npy.Magic))
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch {
	case bytes.HasPrefix(magic, []byte(npz.Magic)):
		return r.archive(in, b, o.Array)
	case o.Array != "":
		return nil, fmt.Errorf("array=%s names a table of an npz archive, which this file is not: leave it out", o.Array)
	case string(magic) == npy.Magic:
		return orNil(newNPY(b, zipped))
	}
	if o.Other != nil {
		file, _ := regular(in)
		t, err := o.Other.Open(file, magic)
		if err != nil {
			return nil, err
		}
		if t != nil {
			return &other{t, o.labels}, nil
		}
	}
	long := newRowLimit(endLines(b))
	b = bufio.NewReaderSize(long, b.Size())
	kind, known := textEndings[ending(path)]
	switch {
	case !known && (ending(path) == ".npy" || ending(path) == ".npz"):
		return nil, fmt.Errorf("no array of numpy, whatever its name says: it begins with %s", quote(string(magic)))
	case !known:
		return nil, fmt.Errorf("files that end in %s are not known; known are %s", quote(ending(path)), knownEndings)
	case kind == "":
		kind = sniff(b, o)
	}
	switch kind {
	case "svmlight":
		return orNil(newSVMLight(b, o))
	case "space":
		return orNil(newSpaced(b, o))
	}
	return orNil(newCSV(b, long, o))
}

// endLines turns carriage returns into newlines where lines end so, as far as the buffer reaches.
func endLines(b *bufio.Reader) *bufio.Reader {
	ahead, _ := b.Peek(b.Size())
	if !bytes.ContainsRune(ahead, '\r') || bytes.ContainsRune(ahead, '\n') {
		return b
	}
	return bufio.NewReaderSize(returns{b}, b.Size())
}

// returns reads newlines for carriage returns.
type returns struct{ io.Reader }

// Read reads.
func (r returns) Read(p []byte) (int, error) {
	n, err := r.Reader.Read(p)
	for i, c := range p[:n] {
		if c == '\r' {
			p[i] = '\n'
		}
	}
	return n, err
}

// orNil makes a nil interface of a nil pointer.
func orNil[S interface {
	*T
	source
}, T any](s S, err error) (source, error) {
	if err != nil {
		return nil, err
	}
	return s, nil
}

// sniff looks at the first line of text that has anything, as far as the buffer reaches: pairs
// index:value are svmlight's, a comma, semicolon or tab makes CSV, other white space a table of its own.
func sniff(b *bufio.Reader, o *Options) string {
	if o.Comma != 0 {
		return "csv"
	}
	ahead, _ := b.Peek(b.Size())
	for line := range bytes.Lines(ahead) {
		line, _, _ = bytes.Cut(line, []byte("#"))
		fields := bytes.Fields(line)
		switch {
		case len(fields) == 0:
			continue
		case len(fields) > 1 && bytes.ContainsRune(fields[1], ':') && !bytes.ContainsAny(line, ",;\""):
			return "svmlight"
		case bytes.ContainsAny(bytes.TrimSpace(line), "\t;,\"") || len(fields) == 1:
			return "csv"
		}
		return "space"
	}
	return "csv"
}

// archive reads a table of an npz archive, the only one if it has no name. An archive that is no file is held in memory.
func (r *Reader) archive(in io.Reader, b *bufio.Reader, name string) (source, error) {
	var z *zip.Reader
	if f, size := regular(in); f != nil {
		var err error
		if z, err = zip.NewReader(f, size); err != nil {
			return nil, fmt.Errorf("the archive is damaged (%w); get it again", err)
		}
	}
	if z == nil {
		all, err := io.ReadAll(b)
		if err != nil {
			return nil, err
		}
		if z, err = zip.NewReader(bytes.NewReader(all), int64(len(all))); err != nil {
			return nil, fmt.Errorf("the archive is damaged (%w); get it again", err)
		}
	}
	var names []string
	var tables []*zip.File
	for _, f := range z.File {
		array := strings.TrimSuffix(f.Name, ".npy")
		names = append(names, quote(array))
		if name == "" || name == array {
			tables = append(tables, f)
		}
	}
	switch all := strings.Join(names, ", "); {
	case len(names) == 0:
		return nil, errors.New("an archive without arrays")
	case len(tables) == 0:
		return nil, fmt.Errorf("the archive has no array %s; it has %s", quote(name), all)
	case len(tables) > 1 && name == "":
		return nil, fmt.Errorf("an archive of %d arrays: %s; name the table after the file, as in x.npz,array=%s", len(names), all, names[0])
	case len(tables) > 1:
		return nil, fmt.Errorf("the archive has %d arrays %s; save one of them alone: numpy.savez(file, x=x)", len(tables), quote(name))
	}
	table := tables[0]
	f, err := table.Open()
	if err != nil {
		return nil, fmt.Errorf("array %s: %w", quote(strings.TrimSuffix(table.Name, ".npy")), err)
	}
	r.closers = append(r.closers, f)
	return orNil(newNPY(bufio.NewReaderSize(f, 1<<16), true))
}

// regular returns the file that is read, and its size, if it can be read anywhere; else nil.
func regular(in io.Reader) (*os.File, int64) {
	f, ok := in.(*os.File)
	if !ok || f == os.Stdin {
		return nil, 0
	}
	info, err := f.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return nil, 0
	}
	return f, info.Size()
}

// quiet closes a decompressor, whose errors are those of the last read, which has said them.
type quiet struct{ io.Closer }

// Close closes it.
func (q quiet) Close() error { _ = q.Closer.Close(); return nil }
