package waves

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"

	"krein/internal/npz"
)

// tensor is the entry of a tensor in the head of a safetensors file.
type tensor struct {
	Dtype   string `json:"dtype"`
	Shape   []int  `json:"shape"`
	Offsets [2]int `json:"data_offsets"`
}

// mostHead is the length of the largest head that is read; safetensors' own limit is 100 MB.
const mostHead = 1 << 20

// EncodeSafetensors writes the map as a safetensors file: tensors F64 named like the arrays of the NumPy archive, the members of
// the header as metadata (strings).
func (m *Map) EncodeSafetensors(w io.Writer) error {
	h, numbers := m.contents()
	head := map[string]any{"__metadata__": h.metadata()}
	at := 0
	for _, name := range arrays {
		n := 8 * len(numbers[name])
		head[name] = tensor{"F64", h.shape(name, numbers["constant"][0] != 0), [2]int{at, at + n}}
		at += n
	}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	for len(text)%8 != 0 { // data are aligned
		text = append(text, ' ')
	}
	out := binary.LittleEndian.AppendUint64(nil, uint64(len(text)))
	if _, err := w.Write(append(out, text...)); err != nil {
		return err
	}
	for _, name := range arrays {
		if _, err := w.Write(npz.AppendFloat64s(nil, numbers[name])); err != nil {
			return err
		}
	}
	return nil
}

// metadata returns the header as strings.
func (h *header) metadata() map[string]string {
	return map[string]string{
		"format": h.Format, "dim": strconv.Itoa(h.Dim), "plus": strconv.Itoa(h.Plus), "minus": strconv.Itoa(h.Minus),
		"negative_constant": strconv.FormatBool(h.Negative), "prepared": strconv.FormatBool(h.Prepared), "kernel": h.Kernel,
	}
}

// readMetadata is the inverse of metadata.
func readMetadata(m map[string]string) (h header, err error) {
	number := func(name string) int {
		v, e := strconv.Atoi(m[name])
		if e != nil && err == nil {
			err = &Error{name, fmt.Sprintf("%.40q is no number", m[name])}
		}
		return v
	}
	flag := func(name string) bool {
		v, e := strconv.ParseBool(m[name])
		if e != nil && err == nil {
			err = &Error{name, fmt.Sprintf("%.40q is neither true nor false", m[name])}
		}
		return v
	}
	h = header{m["format"], number("dim"), number("plus"), number("minus"), flag("negative_constant"), flag("prepared"), m["kernel"]}
	if known := h.metadata(); err == nil {
		for name := range m {
			if _, ok := known[name]; !ok {
				return h, &Error{"metadata", fmt.Sprintf("unknown member %.40q", name)}
			}
		}
	}
	return h, err
}

// decodeSafetensors reads what EncodeSafetensors writes.
func decodeSafetensors(data []byte) (*Map, error) {
	if len(data) < 8 {
		return nil, &Error{"", "neither a NumPy archive nor a safetensors file"}
	}
	size := binary.LittleEndian.Uint64(data)
	if size < 2 || size > mostHead || size > uint64(len(data)-8) || data[8] != '{' {
		return nil, &Error{"", "neither a NumPy archive nor a safetensors file, or cut off"}
	}
	text, data := data[8:8+size], data[8+size:]
	var members map[string]json.RawMessage
	if err := strict(text, &members); err != nil {
		return nil, &Error{"header", err.Error()}
	}
	var metadata map[string]string
	if err := strict(members["__metadata__"], &metadata); err != nil {
		return nil, &Error{"__metadata__", err.Error()}
	}
	h, err := readMetadata(metadata)
	if err != nil {
		return nil, err
	}
	if err := h.check(); err != nil {
		return nil, err
	}
	for name := range members {
		if name != "__metadata__" && !slices.Contains(arrays, name) {
			return nil, &Error{name, "an unknown tensor"}
		}
	}
	numbers := map[string][]float64{}
	at := 0
	for _, name := range arrays {
		var t tensor
		if err := strict(members[name], &t); err != nil {
			return nil, &Error{name, err.Error()}
		}
		n := elements(t.Shape)
		switch {
		case t.Dtype != "F64":
			return nil, &Error{name, fmt.Sprintf("numbers of type %.10q, want F64", t.Dtype)}
		case !slices.Equal(t.Shape, h.shape(name, name == "signature" && numbers["constant"][0] != 0)):
			return nil, &Error{name, fmt.Sprintf("shape %.60s does not fit the header", fmt.Sprint(t.Shape))}
		case n < 0 || t.Offsets[0] != at || t.Offsets[1] != at+8*n || t.Offsets[1] > len(data):
			return nil, &Error{name, fmt.Sprintf("bytes %d to %d of %d do not hold it", t.Offsets[0], t.Offsets[1], len(data))}
		}
		numbers[name] = make([]float64, n)
		for i := range n {
			numbers[name][i] = math.Float64frombits(binary.LittleEndian.Uint64(data[at+8*i:]))
		}
		at += 8 * n
	}
	if at != len(data) {
		return nil, &Error{"", fmt.Sprintf("%d bytes after the last tensor", len(data)-at)}
	}
	return h.assemble(numbers)
}
