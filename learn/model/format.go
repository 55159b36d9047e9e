package model

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"slices"

	"gonum.org/v1/gonum/mat"

	"krein/features/fitted"
	"krein/features/waves"
	"krein/features/written"
	"krein/internal/atomicfile"
	"krein/internal/document"
	"krein/internal/npz"
	"krein/learn"
)

// fileFormat names the files and their version: NumPy archives of the arrays
//
//	header       bytes of a JSON document: task, method, preparation, labels, shapes, checksum
//	offset       what is taken off the columns, dim numbers, or none
//	divisor      what they are divided by then, dim numbers, or none
//	frequencies  (plus+minus)×dim; of landmarks the points, columns×dim
//	amplitudes   plus+minus
//	constant     one number, 0: there is no such column
//	document     bytes of a krein.columns/1 archive, of a map of other columns than frequencies, or of a krein.pair/2 archive
//	probe        of landmarks, the features of the first
//	weights      outputs×columns; of clusters their means
//	             of features the numbers T of columns CT, in rows; the header has their signature, and says whether as many rows
//	             follow for the second argument of a kernel that is not symmetric, of the kernels k(l − y) of points l with rows y
//	intercept    outputs; none for clusters, but for those of kernels with rows (landmarks): the greatest output is nearest
const fileFormat = "krein.model/4"

// maxSize is the size of the largest file that is read or written, in bytes.
const maxSize = 1 << 30

var arrays = []string{"header", "offset", "divisor", "frequencies", "amplitudes", "constant", "document", "probe",
	"weights", "intercept"}

// Error says what is wrong with a model (Msg), and where: a member of the header or an array, if Where is not empty.
type Error = document.Error

var (
	file  = &document.Kind{Name: "model", MaxSize: maxSize}
	fault = file.Fault
)

// header is the JSON document.
type header struct {
	Format   string   `json:"format"`
	Task     string   `json:"task"`
	Method   string   `json:"method"`
	Dim      int      `json:"dim"`
	Names    []string `json:"names"`                 // of the columns; null: they had none
	Label    string   `json:"label"`                 // the name of the column that was dropped as the label
	First    *int     `json:"first_index,omitempty"` // of the columns of svmlight rows
	Scaled   bool     `json:"scaled"`                // offset and divisor are there
	Unit     bool     `json:"unit"`                  // rows are divided by their lengths after them
	Prepared string   `json:"prepared"`              // in words
	Kernel   string   `json:"kernel"`
	Beyond   string   `json:"beyond"`
	Map      string   `json:"map"` // waves, pair, columns, landmarks, or none: the columns themselves
	Plus     int      `json:"plus"`
	Minus    int      `json:"minus"`
	Negative bool     `json:"negative_constant"`
	Labels   []string `json:"labels"`
	Target   string   `json:"target"`
	Outputs  int      `json:"outputs"`
	Columns  int      `json:"columns"`
	Training Training `json:"training"`
	// Signature is that of features.
	Signature []float64 `json:"signature,omitempty"`
	Second    bool      `json:"second,omitempty"` // weights are of both arguments
	Checksum  string    `json:"checksum"`         // SHA-256 of the header without it, and of all numbers
}

// contents are what a file has.
type contents struct {
	header
	numbers  map[string][]float64
	document []byte
}

// checksum is that of the contents.
func (c *contents) checksum() (string, error) {
	h := c.header
	h.Checksum = ""
	text, err := document.Compact(&h)
	if err != nil {
		return "", err
	}
	sum := sha256.New()
	sum.Write(text)
	sum.Write(c.document)
	for _, name := range arrays[1:] {
		data := c.numbers[name]
		for len(data) > 0 {
			n := min(len(data), 1<<12)
			sum.Write(npz.AppendFloat64s(nil, data[:n]))
			data = data[n:]
		}
	}
	return hex.EncodeToString(sum.Sum(nil)), nil
}

// contents returns what a file of the model has.
func (m *Model) contents() (*contents, error) {
	c := &contents{header: header{
		Format: fileFormat, Task: m.Task, Method: m.Method, Dim: m.Dim, Names: m.Names, Label: m.Label, First: m.FirstIndex, Scaled: m.Offset != nil,
		Unit:     m.Unit,
		Prepared: m.Prepared, Kernel: m.Kernel,
		Beyond: m.Beyond,
		Map:    "none", Labels: m.Labels, Target: m.Target, Columns: m.Columns(), Training: m.Training, Signature: m.Signs,
	}, numbers: map[string][]float64{"constant": {0}, "offset": m.Offset, "divisor": m.Divisor}}
	if m.Map != nil {
		if err := c.writeMap(m.Map); err != nil {
			return nil, err
		}
	}
	weights := m.Means
	if m.Function != nil {
		weights = m.Function.Weights
		c.numbers["intercept"] = m.Function.Intercept
	}
	c.numbers["weights"] = mat.DenseCopyOf(weights).RawMatrix().Data // rows without gaps
	if m.Second != nil {
		c.Second = true
		c.numbers["weights"] = append(c.numbers["weights"], mat.DenseCopyOf(m.Second).RawMatrix().Data...)
	}
	c.Outputs, _ = weights.Dims()
	return c, nil
}

// Encode writes the model. It returns an *Error if its parts do not fit each other.
func (m *Model) Encode(w io.Writer) error {
	if err := m.check(); err != nil {
		return err
	}
	c, err := m.contents()
	if err != nil {
		return err
	}
	if c.Checksum, err = c.checksum(); err != nil {
		return err
	}
	text, err := document.Compact(&c.header)
	if err != nil {
		return err
	}
	a := npz.NewWriter(w)
	a.Bytes("header", text)
	for _, name := range arrays[1:] {
		if name == "document" {
			a.Bytes(name, c.document)
			continue
		}
		a.Float64s(name, c.numbers[name], c.width(name))
	}
	return a.Close()
}

// width is the length of the rows of an array, 0 for one of one dimension.
func (h *header) width(name string) int {
	switch name {
	case "frequencies":
		return h.Dim
	case "weights":
		return h.Columns
	}
	return 0
}

// Save writes the model to a file, all at once.
func (m *Model) Save(path string) error {
	return atomicfile.Write(path, m.Encode)
}

// Load reads a file of Save. Anything unexpected, an unknown member, another version, a shape that does not fit, a
// wrong checksum, gives an *Error that names it. The checksum finds damage, it proves nothing.
func Load(path string) (*Model, error) { return document.Load(path, Decode) }

// Decode reads what Encode writes, as Load.
func Decode(r io.Reader) (*Model, error) {
	b := bufio.NewReader(r)
	if head, err := b.Peek(len(npz.Magic)); (err == nil || err == io.EOF) && string(head) != npz.Magic {
		return nil, fault("", "not a zip archive") // which is known before all of it is in memory
	}
	data, err := file.ReadAll(b)
	if err != nil {
		return nil, err
	}
	c, err := read(data)
	if err != nil {
		return nil, err
	}
	want, err := c.checksum()
	if err != nil {
		return nil, err
	}
	if c.Checksum != want {
		return nil, fault("checksum", "does not match the contents; the file was damaged or edited")
	}
	m, err := c.model()
	if err != nil {
		return nil, err
	}
	return m, m.check()
}

// read returns the header and the arrays, of the shapes that it says.
func read(data []byte) (*contents, error) {
	a, err := npz.Open(file, data, arrays...)
	if err != nil {
		return nil, err
	}
	text, err := a.Bytes("header", -1)
	if err != nil {
		return nil, err
	}
	c := &contents{numbers: map[string][]float64{}}
	if c.header, err = decodeHeader(text); err != nil {
		return nil, err
	}
	shape := map[string]int{
		"frequencies": (c.Plus + c.Minus) * c.width("frequencies"), "amplitudes": c.Plus + c.Minus, "constant": 1,
		"weights": c.Outputs * c.Columns, "intercept": c.Outputs,
	}
	if c.Scaled {
		shape["offset"], shape["divisor"] = c.Dim, c.Dim
	}
	if c.Task == Cluster && c.Map != "landmarks" {
		shape["intercept"] = 0
	}
	if c.Second {
		shape["weights"] *= 2
	}
	if c.Map == "landmarks" {
		shape["probe"], shape["frequencies"] = c.Columns, c.Columns*c.Dim
	}
	for _, name := range arrays[1:] {
		if name == "document" {
			if c.document, err = a.Bytes(name, -1); err != nil {
				return nil, err
			}
			continue
		}
		if c.numbers[name], err = a.Float64s(name, shape[name], c.width(name)); err != nil {
			return nil, err
		}
		if name != "divisor" && !npz.Finite(c.numbers[name]) {
			return nil, fault(name, "has a number that is not finite")
		}
	}
	return c, nil
}

// most is the greatest dimension of an array.
const most = 1 << 24

func decodeHeader(text []byte) (header, error) {
	var h header
	if err := file.DecodeStrict(text, fileFormat, &h); err != nil {
		return h, err
	}
	for name, v := range map[string]int{"dim": h.Dim, "columns": h.Columns, "outputs": h.Outputs} {
		if v < 1 || v > most {
			return h, fault(name, "%d is not between 1 and %d", v, most)
		}
	}
	for name, v := range map[string]int{"plus": h.Plus, "minus": h.Minus} {
		if v < 0 || v > most || v > 0 && h.Map != "waves" {
			return h, fault(name, "%d is not between 0 and %d, or there is no map", v, most)
		}
	}
	if !slices.Contains([]string{"waves", "pair", "columns", "landmarks", "none"}, h.Map) {
		return h, fault("map", "%.40q is not waves, pair, columns, landmarks or none", h.Map)
	}
	return h, nil
}

// model puts the parts together.
func (c *contents) model() (*Model, error) {
	m := &Model{
		Task: c.Task, Method: c.Method, Dim: c.Dim, Prepared: c.Prepared, Kernel: c.Kernel,
		Beyond: c.Beyond,
		Labels: c.Labels, Target: c.Target, Training: c.Training, Signs: c.Signature,
	}
	m.Preparation = fitted.Preparation{Names: c.Names, Label: c.Label, FirstIndex: c.First, Unit: c.Unit}
	if c.Scaled {
		m.Offset, m.Divisor = c.numbers["offset"], c.numbers["divisor"]
	}
	if err := c.readMap(m); err != nil {
		return nil, err
	}
	weights := mat.NewDense(c.Outputs, c.Columns, c.numbers["weights"][:c.Outputs*c.Columns])
	if c.Second {
		m.Second = mat.NewDense(c.Outputs, c.Columns, c.numbers["weights"][c.Outputs*c.Columns:])
	}
	if c.Task == Cluster && c.Map != "landmarks" {
		m.Means = weights
	} else {
		m.Function = &learn.Linear{Weights: weights, Intercept: c.numbers["intercept"]}
	}
	return m, nil
}

// readMap puts the map together.
func (c *contents) readMap(m *Model) error {
	constant, n := c.numbers["constant"][0], c.Plus+c.Minus
	switch {
	case c.Map != "waves" && (constant != 0 || c.Negative):
		return fault("constant", "there are no waves that it is of")
	case len(c.document) > 0 && c.Map != "columns" && c.Map != "pair":
		return fault("document", "there is no map that it is of")
	case c.Map == "columns":
		w, err := written.Decode(bytes.NewReader(c.document))
		if err != nil {
			return fault("document", "%v", err)
		}
		m.Map = w
		return taken(w)
	case c.Map == "none":
		return nil
	case c.Map == "landmarks":
		l, err := c.landmarks()
		m.Map = l
		return err
	case c.Map == "pair":
		p, err := waves.DecodePair(bytes.NewReader(c.document))
		switch {
		case err != nil:
			return fault("document", "%v", err)
		case p.Numbers().Prepares():
			return fault("document", "prepares rows itself: a model does that")
		}
		m.Map = NewPair(p)
		return nil
	case n == 0 && constant == 0:
		return fault("map", "has no columns")
	}
	w := &waves.Numbers{Dim: c.Dim, Plus: c.Plus, Constant: constant, Negative: c.Negative,
		Amplitudes: c.numbers["amplitudes"]}
	if n > 0 {
		w.Frequencies = mat.NewDense(n, c.Dim, c.numbers["frequencies"])
	}
	read, err := waves.New(w)
	if err != nil {
		return fault("map", "%v", err)
	}
	m.Map = read
	return nil
}

// writeMap takes the map apart.
func (c *contents) writeMap(m Map) error {
	switch m := m.(type) {
	case *waves.Map:
		w := m.Numbers()
		if w.Prepares() {
			return fault("map", "prepares rows itself: a model does that")
		}
		c.writeNumbers(w)
	case *written.Map:
		if err := taken(m); err != nil {
			return err
		}
		var b bytes.Buffer
		if err := m.Encode(&b); err != nil {
			return err
		}
		c.Map, c.document = "columns", b.Bytes()
	case *Pair:
		var b bytes.Buffer
		if err := m.waves.Encode(&b); err != nil {
			return err
		}
		c.Map, c.document = "pair", b.Bytes()
	case *Landmarks:
		return m.write(c)
	default:
		return fault("map", "%T is no map that files have", m)
	}
	return nil
}

// writeNumbers takes the numbers of frequencies apart.
func (c *contents) writeNumbers(w *waves.Numbers) {
	c.Map, c.Plus, c.Minus, c.Negative = "waves", w.Plus, len(w.Amplitudes)-w.Plus, w.Negative
	c.numbers["amplitudes"], c.numbers["constant"] = w.Amplitudes, []float64{w.Constant}
	if w.Frequencies != nil {
		c.numbers["frequencies"] = w.Frequencies.RawMatrix().Data
	}
}

// taken returns an error for a map that prepares rows, as the model does.
func taken(m *written.Map) error {
	if m.About().Prepares() {
		return fault("map", "prepares rows itself: a model does that")
	}
	return nil
}
