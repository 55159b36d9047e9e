// Package strictjson reads JSON in one way only: every member is known, spelt exactly as the format spells it, and given
// once, and nothing follows the document. Package encoding/json alone takes the last of two members of one name, which
// another reader may not, and members that differ from the format's in upper and lower case.
package strictjson

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"strings"
	"sync"
	"unicode/utf8"
)

// Decode reads a JSON document into v, a pointer. It returns an error if a member is unknown or spelt otherwise, if an
// object has two members of one name, at any depth, or if something follows the document.
func Decode(data []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	end := dec.InputOffset()
	if _, err := dec.Token(); !errors.Is(err, io.EOF) { // More would not see a closing bracket
		return fmt.Errorf("something follows after %d bytes", end)
	}
	return (&walk{data: data}).value(reflect.TypeOf(v))
}

// Unique returns an error unless data are one JSON document, no object of which has two members of one name.
func Unique(data []byte) error {
	var v json.RawMessage
	return Decode(data, &v)
}

// walk goes through a document that encoding/json has accepted, so that its grammar needs no checks.
type walk struct {
	data []byte
	at   int
}

// space goes to the next byte that is not white space.
func (w *walk) space() byte {
	for strings.IndexByte(" \t\r\n", w.data[w.at]) >= 0 {
		w.at++
	}
	return w.data[w.at]
}

// value goes past a value that is read into the type t; nil or one with a reader of its own says nothing of members.
func (w *walk) value(t reflect.Type) error {
	t = plain(t)
	switch w.space() {
	case '{':
		return w.object(t)
	case '[':
		return w.array(t)
	case '"':
		w.text()
	default: // a number or a word
		for w.at < len(w.data) && strings.IndexByte(",]} \t\r\n", w.data[w.at]) < 0 {
			w.at++
		}
	}
	return nil
}

func (w *walk) array(t reflect.Type) error {
	if t != nil && (t.Kind() == reflect.Slice || t.Kind() == reflect.Array) {
		t = t.Elem()
	} else {
		t = nil
	}
	for w.at++; w.space() != ']'; {
		if err := w.value(t); err != nil {
			return err
		}
		if w.space() == ',' {
			w.at++
		}
	}
	w.at++
	return nil
}

func (w *walk) object(t reflect.Type) error {
	var known map[string]reflect.Type
	var inner reflect.Type
	switch {
	case t == nil:
	case t.Kind() == reflect.Struct:
		known = membersOf(t)
	case t.Kind() == reflect.Map:
		inner = t.Elem()
	}
	given := map[string]bool{}
	for w.at++; w.space() != '}'; {
		begin := w.at
		name := w.text()
		if given[name] {
			return fmt.Errorf("member %.80q is given twice, at byte %d", name, begin)
		}
		given[name] = true
		if known != nil {
			var ok bool
			if inner, ok = known[name]; !ok {
				return fmt.Errorf("unknown member %.80q at byte %d: upper and lower case differ", name, begin)
			}
		}
		w.space()
		w.at++ // the colon
		if err := w.value(inner); err != nil {
			return err
		}
		if w.space() == ',' {
			w.at++
		}
	}
	w.at++
	return nil
}

// text goes past a string and returns it.
func (w *walk) text() string {
	begin := w.at
	for w.at++; w.data[w.at] != '"'; w.at++ {
		if w.data[w.at] == '\\' {
			w.at++
		}
	}
	w.at++
	raw := w.data[begin:w.at]
	if inner := raw[1 : len(raw)-1]; bytes.IndexByte(inner, '\\') < 0 && utf8.Valid(inner) {
		return string(inner)
	}
	var s string
	if err := json.Unmarshal(raw, &s); err != nil {
		panic("strictjson: " + err.Error()) // it was accepted before
	}
	return s
}

var (
	reader     = reflect.TypeFor[json.Unmarshaler]()
	textReader = reflect.TypeFor[encoding.TextUnmarshaler]()
)

// plain returns the type that pointers lead to, nil for one that reads its text itself.
func plain(t reflect.Type) reflect.Type {
	for t != nil && t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == nil || reflect.PointerTo(t).Implements(reader) || reflect.PointerTo(t).Implements(textReader) {
		return nil
	}
	return t
}

// known holds the members of struct types, found before.
var known sync.Map

// membersOf returns the names of the members of a struct with their types.
func membersOf(t reflect.Type) map[string]reflect.Type {
	if m, ok := known.Load(t); ok {
		return m.(map[string]reflect.Type)
	}
	out := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		inner := f.Type
		for inner.Kind() == reflect.Pointer {
			inner = inner.Elem()
		}
		switch {
		case f.Anonymous && name == "" && inner.Kind() == reflect.Struct: // its members are the outer's
			for n, ft := range membersOf(inner) {
				if _, ok := out[n]; !ok {
					out[n] = ft
				}
			}
		case !f.IsExported() || f.Tag.Get("json") == "-":
		case name == "":
			out[f.Name] = f.Type
		default:
			out[name] = f.Type
		}
	}
	known.Store(t, out)
	return out
}
