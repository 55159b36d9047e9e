// Package document reads and writes the files of decompose and the packages below it: JSON with a
// format, strictly read, sealed by a checksum.
package document

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
)

// Convention is the Fourier convention of tables and minima, see package fourier.
const Convention = "k(z) = ∫ Λ_d(ωz) m(dω) over [0,∞), Λ_d(0) = 1, m = m₊ − m₋"

// MaxSize is the size of the largest file of a decomposition that is read or written, in bytes.
const MaxSize = 64 << 20

// Error says what is wrong with a file of a decomposition and where.
type Error struct {
	Where string // path of the member, such as "plus.radii.lower.edges[3]"; may be empty
	Msg   string
}

// Error names the place and the fault.
func (e *Error) Error() string {
	if e.Where == "" {
		return "decompose: file: " + e.Msg
	}
	return fmt.Sprintf("decompose: file: %s: %s", e.Where, e.Msg)
}

// Fault returns an Error.
func Fault(where, msg string) *Error { return &Error{where, msg} }

// Load reads the file at path.
func Load[T any](path string, decode func(io.Reader) (T, error)) (T, error) {
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

// ReadAll reads a file of MaxSize at most.
func ReadAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return nil, err
	}
	if len(data) > MaxSize {
		return nil, &Error{"", fmt.Sprintf("larger than %d bytes", MaxSize)}
	}
	return data, nil
}

// Write writes a whole file, unless it would not be read.
func Write(w io.Writer, data []byte) error {
	if len(data) > MaxSize {
		return fmt.Errorf("decompose: a file of %d bytes; those of at most %d are read: use a larger tolerance",
			len(data), MaxSize)
	}
	_, err := w.Write(data)
	return err
}

// Compact returns a document as JSON without white space.
func Compact(v any) ([]byte, error) {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// DecodeStrict reads the members of a JSON document of the given format into f.
func DecodeStrict(data []byte, format string, f any) error {
	// The version first: another one may have other members. Unmarshal also sees to it
	// that the file is one JSON value and no more.
	var head struct {
		Format *string `json:"format"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return jsonError(err)
	}
	if head.Format == nil {
		return &Error{"format", "missing: not a " + format + " file"}
	}
	if *head.Format != format {
		return &Error{"format", fmt.Sprintf("%.40q is not %q", *head.Format, format)}
	}
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(f); err != nil {
		return jsonError(err)
	}
	return nil
}

// Checksum returns the SHA-256 of a document, its own checksum empty, in hexadecimal.
func Checksum(v any) (string, error) {
	data, err := Compact(v)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// A Sealed document has a checksum among its members.
type Sealed interface {
	// Seal returns that member, and what belongs there.
	Seal() (member *string, want string, err error)
}

// EncodeSealed writes a document, sealed.
func EncodeSealed(w io.Writer, f Sealed) error {
	member, want, err := f.Seal()
	if err != nil {
		return err
	}
	*member = want
	data, err := Compact(f)
	if err != nil {
		return err
	}
	return Write(w, append(data, '\n'))
}

// DecodeSealed reads a document of the given format into f, and refuses one with another checksum.
func DecodeSealed(r io.Reader, format string, f Sealed) error {
	data, err := ReadAll(r)
	if err != nil {
		return err
	}
	if err := DecodeStrict(data, format, f); err != nil {
		return err
	}
	return Intact(f)
}

// Intact compares a document's checksum with that of its contents.
func Intact(f Sealed) error {
	found, want, err := f.Seal()
	if err != nil {
		return &Error{"", err.Error()}
	}
	if *found != want {
		return &Error{"checksum", "does not match the contents; the file was damaged or edited"}
	}
	return nil
}

func jsonError(err error) error {
	var syntax *json.SyntaxError
	var kind *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return &Error{"", fmt.Sprintf("not JSON at byte %d: %v", syntax.Offset, err)}
	case errors.As(err, &kind):
		return &Error{kind.Field, fmt.Sprintf("%s does not fit there, at byte %d", kind.Value, kind.Offset)}
	}
	return &Error{"", err.Error()}
}
