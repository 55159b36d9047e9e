package tensors

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"math"
	"slices"
	"strings"

	"krein/internal/document"
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

// metadata is the name of the text in the head, checksum that of its member which seals the file.
const metadata, checksum = "__metadata__", "checksum"

// blank stands for the checksum where it is computed.
var blank = strings.Repeat("0", 2*sha256.Size)

// EncodeSafetensors writes a safetensors file: the metadata and tensors F64. The metadata's member checksum is the
// SHA-256 of the whole file, in hexadecimal, with 64 zeros in its own place.
func (c *Contents) EncodeSafetensors(w io.Writer) error {
	sealed := maps.Clone(c.Metadata)
	if sealed == nil {
		sealed = map[string]string{}
	}
	sealed[checksum] = blank
	head := map[string]any{metadata: sealed}
	at := 0
	for _, a := range c.Arrays {
		n := 8 * len(a.Data)
		head[a.Name] = tensor{"F64", shape(len(a.Data), a.Columns), [2]int{at, at + n}}
		at += n
	}
	text, err := json.Marshal(head)
	if err != nil {
		return err
	}
	for len(text)%8 != 0 { // data are aligned
		text = append(text, ' ')
	}
	if len(text) > mostHead {
		return Fault(metadata, "longer than %d bytes, write a NumPy archive", mostHead)
	}
	text = append(binary.LittleEndian.AppendUint64(nil, uint64(len(text))), text...)
	sum := sha256.New()
	sum.Write(text)
	for _, a := range c.Arrays {
		sum.Write(npz.AppendFloat64s(nil, a.Data))
	}
	// Another member of the metadata may hold 64 zeros, too: the quoted name comes before the right ones.
	name := []byte(`"` + checksum + `":"`)
	copy(text[bytes.Index(text, append(name, blank...))+len(name):], hex.EncodeToString(sum.Sum(nil)))
	if _, err := w.Write(text); err != nil {
		return err
	}
	for _, a := range c.Arrays {
		if _, err := w.Write(npz.AppendFloat64s(nil, a.Data)); err != nil {
			return err
		}
	}
	return nil
}

// safetensors is a file with its head read.
type safetensors struct {
	metadata map[string]string
	members  map[string]json.RawMessage
	data     []byte
	at       int
}

// safetensorsHead is how many bytes of a file tell whether it can be one of safetensors.
const safetensorsHead = 9

// beginsSafetensors returns an error if no safetensors file that is read begins as data does: with the length of the
// header, then the header.
func beginsSafetensors(data []byte) error {
	if len(data) < safetensorsHead {
		return Fault("", "neither a NumPy archive nor a safetensors file")
	}
	if size := binary.LittleEndian.Uint64(data); size < 2 || size > mostHead || data[8] != '{' {
		return Fault("", "neither a NumPy archive nor a safetensors file, or cut off")
	}
	return nil
}

// openSafetensors reads the head.
func openSafetensors(data []byte, names []string) (*safetensors, error) {
	if err := beginsSafetensors(data); err != nil {
		return nil, err
	}
	size := binary.LittleEndian.Uint64(data)
	if size > uint64(len(data)-8) {
		return nil, Fault("", "neither a NumPy archive nor a safetensors file, or cut off")
	}
	s := &safetensors{data: data[8+size:]}
	if err := document.Strict(data[8:8+size], &s.members); err != nil {
		return nil, Fault(header, "%v", err)
	}
	if err := document.Strict(s.members[metadata], &s.metadata); err != nil {
		return nil, Fault(metadata, "%v", err)
	}
	if err := intact(data, 8+int(size), s.metadata[checksum]); err != nil {
		return nil, err
	}
	delete(s.metadata, checksum)
	for name := range s.members {
		if name != metadata && !slices.Contains(names, name) {
			return nil, Fault(name, "an unknown tensor")
		}
	}
	return s, nil
}

// intact compares the checksum of a file with its bytes, of which the first head are before the tensors. Every byte
// counts, also those that mean nothing, such as white space.
func intact(data []byte, head int, found string) error {
	if found == "" {
		return Fault(checksum, "missing: an older krein wrote this file, or it was edited; 'krein map -o' writes a new one")
	}
	if len(found) == len(blank) && bytes.Count(data[:head], []byte(found)) == 1 {
		sum := sha256.New()
		sum.Write(bytes.Replace(data[:head], []byte(found), []byte(blank), 1))
		sum.Write(data[head:])
		if hex.EncodeToString(sum.Sum(nil)) == found {
			return nil
		}
	}
	return Fault(checksum, "does not match the contents; the file was damaged or edited")
}

// next returns the tensor that follows the last one.
func (s *safetensors) next(name string, shape []int) ([]float64, error) {
	var t tensor
	if err := document.Strict(s.members[name], &t); err != nil {
		return nil, Fault(name, "%v", err)
	}
	n := elements(t.Shape)
	switch {
	case t.Dtype != "F64":
		return nil, Fault(name, "numbers of type %.10q, want F64", t.Dtype)
	case !slices.Equal(t.Shape, shape):
		return nil, Fault(name, "shape %.60s does not fit the header", fmt.Sprint(t.Shape))
	case n < 0 || t.Offsets[0] != s.at || t.Offsets[1] != s.at+8*n || t.Offsets[1] > len(s.data):
		return nil, Fault(name, "bytes %d to %d of %d do not hold it", t.Offsets[0], t.Offsets[1], len(s.data))
	}
	out := make([]float64, n)
	for i := range out {
		out[i] = math.Float64frombits(binary.LittleEndian.Uint64(s.data[s.at+8*i:]))
	}
	s.at += 8 * n
	return out, nil
}

// end returns an error unless all of the file was read.
func (s *safetensors) end() error {
	if s.at != len(s.data) {
		return Fault("", "%d bytes after the last tensor", len(s.data)-s.at)
	}
	return nil
}

// elements is the number of elements of a shape, −1 if that is negative or does not fit.
func elements(shape []int) int {
	n := 1
	for _, s := range shape {
		if s < 0 || s > 0 && n > math.MaxInt32*64/s {
			return -1
		}
		n *= s
	}
	return n
}
