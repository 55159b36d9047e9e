package decompose

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// MaxFileSize is the size of the largest file of a decomposition that is read or written,
// in bytes.
const MaxFileSize = 64 << 20

// FileError says what is wrong with a file of a decomposition and where.
type FileError struct {
	Where string // path of the member, such as "plus.radii.lower.edges[3]"; may be empty
	Msg   string
}

// Error names the place and the fault.
func (e *FileError) Error() string {
	if e.Where == "" {
		return "decompose: file: " + e.Msg
	}
	return fmt.Sprintf("decompose: file: %s: %s", e.Where, e.Msg)
}

// load reads the file at path.
func load[T any](path string, decode func(io.Reader) (T, error)) (T, error) {
	var none T
	f, err := os.Open(path)
	if err != nil {
		return none, err
	}
	defer func() { _ = f.Close() }()
	v, err := decode(f)
	if err != nil {
		return none, fmt.Errorf("%s: %w", path, err)
	}
	return v, nil
}

// readAll reads a file of MaxFileSize at most.
func readAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxFileSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxFileSize {
		return nil, &FileError{"", fmt.Sprintf("larger than %d bytes", MaxFileSize)}
	}
	return data, nil
}

// write writes a whole file, unless it would not be read.
func write(w io.Writer, data []byte) error {
	if len(data) > MaxFileSize {
		return fmt.Errorf("decompose: a file of %d bytes; those of at most %d are read: use a larger tolerance", len(data), MaxFileSize)
	}
	_, err := w.Write(data)
	return err
}

// compact returns a document as JSON without white space.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// decodeStrict reads the members of a JSON document of the given format into f.
func decodeStrict(data []byte, format string, f any) error {
	// The version first: another one may have other members. Unmarshal also sees to it
	// that the file is one JSON value and no more.
	var head struct {
		Format *string `json:"format"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return jsonError(err)
	}
	if head.Format == nil {
		return &FileError{"format", "missing: not a " + format + " file"}
	}
	if *head.Format != format {
		return &FileError{"format", fmt.Sprintf("%.40q is not %q", *head.Format, format)}
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(f); err != nil {
		return jsonError(err)
	}
	return nil
}

// sealed compares a file's checksum with that of its contents.
func sealed(found string, checksum func() (string, error)) error {
	want, err := checksum()
	if err != nil {
		return &FileError{"", err.Error()}
	}
	if found != want {
		return &FileError{"checksum", "does not match the contents; the file was damaged or edited"}
	}
	return nil
}

func jsonError(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return &FileError{"", fmt.Sprintf("not JSON at byte %d: %v", syntax.Offset, err)}
	case errors.As(err, &kind):
		return &FileError{kind.Field, fmt.Sprintf("%s does not fit there, at byte %d", kind.Value, kind.Offset)}
	}
	return &FileError{"", err.Error()}
}
