package written

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"regexp"

	"krein/features/fitted"
	"krein/features/waves"
	"krein/internal/document"
	"krein/internal/features/basis"
	"krein/internal/npz"
	"krein/internal/tensors"
)

// Format names the files and their version: NumPy archives of the arrays
//
//	header      bytes of a JSON document: format, dim, kernel, what is done to rows, blocks of columns, checksum
//	numbers     of the blocks, one after another
//	degrees     of the blocks that have some
//	directions  vectors of R^dim of the blocks that have some, n×dim
//	offset      dim numbers: rows are (x − offset)/divisor before; none if they are taken as they are
//	divisor     dim numbers, or none
//	signature   +1 or −1 for each column
//
// or files of the same tensors in the safetensors format, with the members format and header as metadata.
// docs/map-files.md says which numbers a block has.
const Format = "krein.columns/1"

// Error says what is wrong with a file (Msg), and where: a member of the header, a kind of block or an array, if Where
// is not empty.
type Error = document.Error

// header is what a file says besides numbers.
type header struct {
	Format   string `json:"format"`
	Dim      int    `json:"dim"`
	Kernel   string `json:"kernel,omitempty"`
	Prepared bool   `json:"prepared,omitempty"` // offset and divisor are there
	Unit     bool   `json:"unit,omitempty"`     // rows are divided by their lengths then
	Anywhere bool   `json:"anywhere,omitempty"` // rows need not be unit vectors
	Power    int    `json:"power,omitempty"`    // functions of x are ‖x‖^power times those of x/‖x‖ then
	// Names are those of the columns of rows, and Label that of the column that was dropped as the label.
	Names    []string `json:"names,omitempty"`
	Label    string   `json:"label,omitempty"`
	First    *int     `json:"first_index,omitempty"` // of the columns of svmlight rows
	Blocks   []entry  `json:"blocks"`
	Checksum string   `json:"checksum"` // SHA-256 of the header without it, and of all numbers
}

// check looks at what says how large arrays are.
func (h *header) check() error {
	switch {
	case h.Format != Format:
		return tensors.Fault("format", "%.40q is not %q", h.Format, Format)
	case h.Dim < 1 || h.Dim > most:
		return tensors.Fault("dim", "%d is not between 1 and %d", h.Dim, most)
	case h.Power < 0 || h.Power > mostOrder || h.Power > 0 && !h.Anywhere:
		return tensors.Fault("power", "%d is not between 0 and %d, or rows are unit vectors", h.Power, mostOrder)
	case len(h.Blocks) == 0 || len(h.Blocks) > mostBlocks:
		return tensors.Fault("blocks", "%d of them: want 1 to %d", len(h.Blocks), mostBlocks)
	}
	columns, vectors, text := 0, 0, 0
	for i := range h.Blocks {
		b := &h.Blocks[i]
		text += len(b.Formula)
		if err := b.check(h.Dim); err != nil {
			return err
		}
		_, _, v := b.room()
		columns, vectors = columns+b.Columns, vectors+v
	}
	if text > mostText {
		return tensors.Fault("blocks", "formulas of %d bytes (at most %d)", text, mostText)
	}
	if columns > most || vectors > tensors.MaxSize/8/h.Dim {
		return tensors.Fault("blocks", "%d columns and %d vectors are more than a file holds", columns, vectors)
	}
	return nil
}

// arrays are those of a file, after the header.
var arrays = []string{"numbers", "degrees", "directions", "offset", "divisor", "signature"}

// lengths returns how many numbers each array has.
func (h *header) lengths() map[string]int {
	out := map[string]int{}
	for i := range h.Blocks {
		numbers, degrees, vectors := h.Blocks[i].room()
		out["numbers"] += numbers
		out["degrees"] += degrees
		out["directions"] += vectors * h.Dim
		out["signature"] += h.Blocks[i].Columns
	}
	if h.Prepared {
		out["offset"], out["divisor"] = h.Dim, h.Dim
	}
	return out
}

// width is the length of the rows of an array, 0 for one of one dimension.
func (h *header) width(name string) int {
	if name == "directions" {
		return h.Dim
	}
	return 0
}

// head returns the header without its checksum.
func (m *Map) head() *header {
	h := &header{
		Format: Format, Dim: m.Dim(), Kernel: m.about.Kernel, Prepared: m.about.Offset != nil, Unit: m.about.Unit,
		Anywhere: m.place.Everywhere, Power: m.place.Power,
		Names: m.about.Names, Label: m.about.Label, First: m.about.FirstIndex,
	}
	for i := range m.blocks {
		e, _, _, _ := m.blocks[i].entry(m.Dim())
		h.Blocks = append(h.Blocks, e)
	}
	return h
}

// contents returns what a file of the map has.
func (m *Map) contents() (*tensors.Contents, error) { return m.head().contents(m.arrays()) }

// arrays returns them by their names.
func (m *Map) arrays() map[string][]float64 {
	arrays := map[string][]float64{"offset": m.about.Offset, "divisor": m.about.Divisor, "signature": m.Signature()}
	for i := range m.blocks {
		_, numbers, degrees, directions := m.blocks[i].entry(m.Dim())
		arrays["numbers"] = append(arrays["numbers"], numbers...)
		arrays["degrees"] = append(arrays["degrees"], degrees...)
		arrays["directions"] = append(arrays["directions"], directions...)
	}
	return arrays
}

// contents puts the checksum into the header.
func (h *header) contents(numbers map[string][]float64) (*tensors.Contents, error) {
	text, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	h.Checksum = checksum(text, numbers)
	if text, err = json.Marshal(h); err != nil {
		return nil, err
	}
	c := &tensors.Contents{Header: text, Metadata: map[string]string{"format": Format, "header": string(text)}}
	for _, name := range arrays {
		c.Arrays = append(c.Arrays, tensors.Array{Name: name, Data: numbers[name], Columns: h.width(name)})
	}
	return c, nil
}

// checksum is that of a header without one, and of the numbers.
func checksum(text []byte, numbers map[string][]float64) string {
	sum := sha256.New()
	sum.Write(text)
	for _, name := range arrays {
		sum.Write(npz.AppendFloat64s(nil, numbers[name]))
	}
	return hex.EncodeToString(sum.Sum(nil))
}

// Encode writes the map as a NumPy archive.
func (m *Map) Encode(w io.Writer) error { return tensors.Source(m.contents).EncodeNumPy(w) }

// EncodeSafetensors writes the map as a safetensors file.
func (m *Map) EncodeSafetensors(w io.Writer) error {
	return tensors.Source(m.contents).EncodeSafetensors(w)
}

// Save writes the map to a file, all at once: safetensors if its name ends so, else a NumPy archive.
func (m *Map) Save(path string) error { return tensors.Source(m.contents).Save(path) }

// Decode reads what Encode or EncodeSafetensors writes. Anything unexpected, an unknown member, another version, a
// shape that does not fit, a wrong checksum, gives an *Error that names it, unless the file cannot be read.
func Decode(file io.Reader) (*Map, error) {
	r, err := tensors.Open(file, arrays...)
	if err != nil {
		return nil, err
	}
	text, metadata := r.Text()
	if metadata != nil {
		if len(metadata) != 2 || metadata["format"] != Format {
			return nil, tensors.Fault("format", "%.40q is not %q, or it is not all that there is with the header",
				metadata["format"], Format)
		}
		text = []byte(metadata["header"])
	}
	var h header
	if err := document.Strict(text, &h); err != nil {
		return nil, tensors.Fault("header", "%v", err)
	}
	if err := h.check(); err != nil {
		return nil, err
	}
	lengths := h.lengths()
	numbers, err := r.Numbers(func(name string, _ map[string][]float64) int { return lengths[name] }, h.width)
	if err != nil {
		return nil, err
	}
	for _, name := range arrays {
		if name != "divisor" && !npz.Finite(numbers[name]) {
			return nil, tensors.Fault(name, "a number is not finite")
		}
	}
	if len(h.Checksum) != sha256.Size*2 || checksum(bytes.Replace(text, []byte(h.Checksum), nil, 1),
		numbers) != h.Checksum {
		return nil, tensors.Fault("checksum", "does not match the contents; the file was damaged or edited")
	}
	return h.assemble(numbers)
}

// assemble makes the map.
func (h *header) assemble(numbers map[string][]float64) (*Map, error) {
	m := &Map{about: About{h.Kernel, fitted.Preparation{Names: h.Names, Label: h.Label, FirstIndex: h.First, Unit: h.Unit}},
		place: basis.Place{Everywhere: h.Anywhere, Power: h.Power}}
	if h.Prepared {
		m.about.Offset, m.about.Divisor = numbers["offset"], numbers["divisor"]
	}
	if err := m.about.Check(h.Dim, tensors.Fault); err != nil {
		return nil, err
	}
	r := &reader{h.Dim, numbers["numbers"], numbers["degrees"], numbers["directions"]}
	var parts []fitted.Part
	for i := range h.Blocks {
		b, err := r.block(&h.Blocks[i])
		if err != nil {
			return nil, err
		}
		m.blocks = append(m.blocks, b)
		parts = append(parts, fitted.Part{
			Basis: b.basis(h.Dim, m.place), Minus: b.Minus, Random: b.random(),
		})
	}
	m.Map = fitted.Compose(h.Dim, parts)
	if err := tensors.SameSignature(numbers["signature"], m.Signature()); err != nil {
		return nil, err
	}
	return m, nil
}

// Loaded is a map from a file, of frequencies or of other columns, with what it is for.
type Loaded struct {
	// Map is Φ, the map of the first argument of the kernel.
	*fitted.Map
	About
	// Waves is the map as a file of features/waves has it, nil for one of other columns and for a pair.
	Waves *waves.Map
	// Pair is the pair of maps of a kernel that is not symmetric; nil for others.
	Pair *waves.Pair
}

// mostLooked is how much of a file is looked at for the name of its format.
const mostLooked = 1 << 20

// formatOf finds the name of a format where the head of a file has it as such: quotes in other members, such as names of
// columns, are escaped.
var formatOf = regexp.MustCompile(`"format"\s*:\s*"(krein\.[a-z]+/[0-9]+)"`)

// Load reads a file of this package or of features/waves, a pair of maps too, whatever its name. What is wrong with it is an *Error.
func Load(path string) (*Loaded, error) { return document.Load(path, load) }

func load(r io.Reader) (*Loaded, error) {
	file := bufio.NewReaderSize(r, mostLooked)
	head, err := file.Peek(mostLooked)
	if err != nil && err != io.EOF {
		return nil, err
	}
	switch found := formatOf.FindSubmatch(head); {
	case found == nil:
	case string(found[1]) == Format:
		m, err := Decode(file)
		if err != nil {
			return nil, err
		}
		return &Loaded{Map: m.Map, About: m.about}, nil
	case string(found[1]) == waves.PairFormat:
		p, err := waves.DecodePair(file)
		if err != nil {
			return nil, err
		}
		n := p.Numbers()
		return &Loaded{Map: p.Left(), About: About{n.Kernel, n.Preparation}, Pair: p}, nil
	}
	w, err := waves.Decode(file)
	if err != nil {
		return nil, err
	}
	n := w.Numbers()
	return &Loaded{Map: w.Map, About: About{n.Kernel, n.Preparation}, Waves: w}, nil
}
