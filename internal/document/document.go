// Package document has what files have in common: errors that say what is wrong and where, a largest size, and JSON
// with a format, strictly read, sealed by a checksum.
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

	"krein/internal/strictjson"
)

// Kind is a kind of files.
type Kind struct {
	Name    string // what errors call one
	MaxSize int    // of the largest that is read or written, in bytes
}

// Decomposition is that of the files of decompose and the packages below it.
var Decomposition = &Kind{"decompose: file", MaxDecomposition}

// MaxDecomposition is the size of the largest of them.
const MaxDecomposition = 64 << 20

// Error says what is wrong with a file, and where.
type Error struct {
	Kind  *Kind
	Where string // an array or the path of a member, such as "plus.radii.lower.edges[3]"; empty: the file itself
	Msg   string
}

// Error names the place and the fault.
func (e *Error) Error() string {
	if e.Where == "" {
		return e.Kind.Name + ": " + e.Msg
	}
	return fmt.Sprintf("%s: %s: %s", e.Kind.Name, e.Where, e.Msg)
}

// Fault returns an *Error.
func (k *Kind) Fault(where, format string, args ...any) error {
	return &Error{k, where, fmt.Sprintf(format, args...)}
}

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

// ReadAll reads a whole file, unless it is too large.
func (k *Kind) ReadAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, int64(k.MaxSize)+1))
	if err != nil {
		return nil, err
	}
	if len(data) > k.MaxSize {
		return nil, k.Fault("", "larger than %d bytes", k.MaxSize)
	}
	return data, nil
}

// Write writes a whole file, unless it would not be read.
func (k *Kind) Write(w io.Writer, data []byte) error {
	if len(data) > k.MaxSize {
		return k.Fault("", "%d bytes; at most %d are read: use a larger tolerance", len(data), k.MaxSize)
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
func (k *Kind) DecodeStrict(data []byte, format string, f any) error {
	// The version first: another one may have other members. Unmarshal also sees to it
	// that the file is one JSON value and no more.
	var head struct {
		Format *string `json:"format"`
	}
	if err := json.Unmarshal(data, &head); err != nil {
		return k.jsonError(err)
	}
	if head.Format == nil {
		return k.Fault("format", "missing: not a %s file", format)
	}
	if *head.Format != format {
		return k.Fault("format", "%.40q is not %q", *head.Format, format)
	}
	if err := Strict(data, f); err != nil {
		return k.jsonError(err)
	}
	return nil
}

// Strict reads JSON without unknown, misspelt or repeated members, and nothing after it.
func Strict(text []byte, v any) error { return strictjson.Decode(text, v) }

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
func (k *Kind) EncodeSealed(w io.Writer, f Sealed) error {
	member, want, err := f.Seal()
	if err != nil {
		return err
	}
	*member = want
	return k.Encode(w, f)
}

// Encode writes a document as it is, such as one that is sealed already.
func (k *Kind) Encode(w io.Writer, v any) error {
	data, err := Compact(v)
	if err != nil {
		return err
	}
	return k.Write(w, append(data, '\n'))
}

// DecodeSealed reads a document of the given format into f, and refuses one with another checksum.
func (k *Kind) DecodeSealed(r io.Reader, format string, f Sealed) error {
	data, err := k.ReadAll(r)
	if err != nil {
		return err
	}
	if err := k.DecodeStrict(data, format, f); err != nil {
		return err
	}
	return k.Intact(f)
}

// Intact compares a document's checksum with that of its contents.
func (k *Kind) Intact(f Sealed) error {
	found, want, err := f.Seal()
	if err != nil {
		return k.Fault("", "%v", err)
	}
	if *found != want {
		return k.Fault("checksum", "does not match the contents; the file was damaged or edited")
	}
	return nil
}

func (k *Kind) jsonError(err error) error {
	var syntax *json.SyntaxError
	var misfit *json.UnmarshalTypeError
	switch {
	case errors.As(err, &syntax):
		return k.Fault("", "not JSON at byte %d: %v", syntax.Offset, err)
	case errors.As(err, &misfit):
		return k.Fault(misfit.Field, "%s does not fit there, at byte %d", misfit.Value, misfit.Offset)
	}
	return k.Fault("", "%v", err)
}
