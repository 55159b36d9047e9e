package region

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"slices"
	"strings"

	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
	"krein/internal/document"
)

// format names the files and their version.
const format = "krein.region/1"

// file bounds what is read: an interval takes four certificates a claim.
var file = &document.Kind{Name: "region", MaxSize: 16 << 20}

// A Document is what is known of the kernels of a family on R^dim for Lo ≤ parameter ≤ Hi. It is evidence and no
// authority: [Document.Verify] has everything in it checked.
type Document struct {
	Formula string
	Name    string // of the parameter
	Params  map[string]string
	Lo, Hi  *big.Rat
	Dim     int
	Claims  []Claim
}

// A Claim is what is known of one claim: the values and the boxes, in increasing order, at which certificates decide it, and
// the cells that follow, see [Cells].
type Claim struct {
	ID     proof.ID
	Points []Point
	Boxes  []Box // by where they begin
	Cells  []Cell
}

// A Box is an interval of the parameter and a certificate of the kernel of all values in it, see [Family.Over]; with a unit it may be one
// value.
type Box struct {
	Span
	Unit *Exact // if not nil, the values are those of Span times it
	Cert *certificate.Certificate
}

// A Point is a value of the parameter and a certificate of its kernel.
type Point struct {
	At   *big.Rat
	Cert *certificate.Certificate
}

// Values returns what the certificates say of the claim.
func (c *Claim) Values() []Value {
	var out []Value
	for _, p := range c.Points {
		out = append(out, Value{p.At, p.Cert.Claim(c.ID).Status})
	}
	return out
}

// Pieces returns what the certificates of boxes say of the claim.
func (c *Claim) Pieces() []Piece {
	var out []Piece
	for _, b := range c.Boxes {
		out = append(out, Piece{b.Span, b.Unit, b.Cert.Claim(c.ID).Status})
	}
	return out
}

// The wire types fix the members and their order.
type wireDocument struct {
	Format    string        `json:"format"`
	Family    wireFamily    `json:"family"`
	Parameter wireParameter `json:"parameter"`
	Dim       int           `json:"dim"`
	Claims    []wireClaim   `json:"claims"`
	Checksum  string        `json:"checksum"` // of all the rest
}

type wireFamily struct {
	Formula string      `json:"formula"`
	Params  []wireValue `json:"params,omitempty"` // by name
}

type wireValue struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

type wireParameter struct {
	Name string `json:"name"`
	From string `json:"from"`
	To   string `json:"to"`
}

type wireClaim struct {
	ID     proof.ID    `json:"id"`
	Points []wirePoint `json:"points"`
	Boxes  []wireBox   `json:"boxes,omitempty"`
	Cells  []wireCell  `json:"cells"`
}

type wirePoint struct {
	At          string          `json:"at"`
	Certificate json.RawMessage `json:"certificate"`
}

type wireBox struct {
	From        string          `json:"from"`
	To          string          `json:"to"`
	OpenFrom    bool            `json:"open-from,omitempty"`
	OpenTo      bool            `json:"open-to,omitempty"`
	Unit        string          `json:"unit,omitempty"`
	Certificate json.RawMessage `json:"certificate"`
}

type wireCell struct {
	From     string `json:"from"`
	To       string `json:"to"`
	OpenFrom bool   `json:"open-from,omitempty"`
	OpenTo   bool   `json:"open-to,omitempty"`
	Status   string `json:"status"`
	Lemma    string `json:"lemma,omitempty"`

	FromExact string `json:"from-exact,omitempty"`
	ToExact   string `json:"to-exact,omitempty"`
}

// Seal implements document.Sealed.
func (w *wireDocument) Seal() (member *string, want string, err error) {
	rest := *w
	rest.Checksum = ""
	want, err = document.Checksum(&rest)
	return &w.Checksum, want, err
}

func (c Cell) wire() wireCell {
	return wireCell{c.From.RatString(), c.To.RatString(), c.OpenFrom, c.OpenTo, c.Status.String(), c.Lemma, c.FromExact.text(), c.ToExact.text()}
}

func (d *Document) wire() (*wireDocument, error) {
	w := &wireDocument{Format: format, Family: familyOf(d.Formula, d.Params), Dim: d.Dim,
		Parameter: wireParameter{d.Name, d.Lo.RatString(), d.Hi.RatString()}}
	for i := range d.Claims {
		claim, err := d.Claims[i].wire()
		if err != nil {
			return nil, err
		}
		w.Claims = append(w.Claims, *claim)
	}
	return w, nil
}

func familyOf(formula string, params map[string]string) wireFamily {
	w := wireFamily{Formula: formula}
	for name, value := range params {
		w.Params = append(w.Params, wireValue{name, value})
	}
	slices.SortFunc(w.Params, func(a, b wireValue) int { return cmp.Compare(a.Name, b.Name) })
	return w
}

func (c *Claim) wire() (*wireClaim, error) {
	claim := &wireClaim{ID: c.ID, Points: []wirePoint{}, Cells: []wireCell{}}
	for _, p := range c.Points {
		cert, err := p.Cert.MarshalJSON()
		if err != nil {
			return nil, err
		}
		claim.Points = append(claim.Points, wirePoint{p.At.RatString(), cert})
	}
	for _, box := range c.Boxes {
		cert, err := box.Cert.MarshalJSON()
		if err != nil {
			return nil, err
		}
		claim.Boxes = append(claim.Boxes, wireBox{box.From.RatString(), box.To.RatString(), box.OpenFrom, box.OpenTo, box.Unit.text(), cert})
	}
	for _, cell := range c.Cells {
		claim.Cells = append(claim.Cells, cell.wire())
	}
	return claim, nil
}

// params returns the values of the parameters that have one.
func (w *wireFamily) params() (map[string]string, error) {
	out := map[string]string{}
	for i, p := range w.Params {
		if i > 0 && p.Name <= w.Params[i-1].Name {
			return nil, file.Fault("family.params", "names are in order, each once")
		}
		out[p.Name] = p.Value
	}
	return out, nil
}

// Encode writes the document as JSON, sealed by a checksum.
func (d *Document) Encode(w io.Writer) error {
	wire, err := d.wire()
	if err != nil {
		return err
	}
	return file.EncodeSealed(w, wire)
}

// MarshalJSON implements json.Marshaler.
func (d *Document) MarshalJSON() ([]byte, error) {
	var b bytes.Buffer
	if err := d.Encode(&b); err != nil {
		return nil, err
	}
	return bytes.TrimSpace(b.Bytes()), nil
}

// Decode reads a document strictly: known members alone, each once, values as exact rationals in lowest terms in
// increasing order, whole certificates, the right checksum. Whether it is true is another question, see [Document.Verify].
func Decode(r io.Reader) (*Document, error) {
	var w wireDocument
	if err := file.DecodeSealed(r, format, &w); err != nil {
		return nil, err
	}
	d := &Document{Formula: w.Family.Formula, Name: w.Parameter.Name, Dim: w.Dim}
	var err error
	if d.Params, err = w.Family.params(); err != nil {
		return nil, err
	}
	if d.Lo, err = readRational(w.Parameter.From); err != nil {
		return nil, file.Fault("parameter.from", "%v", err)
	}
	if d.Hi, err = readRational(w.Parameter.To); err != nil {
		return nil, file.Fault("parameter.to", "%v", err)
	}
	switch {
	case d.Formula == "" || d.Name == "":
		return nil, file.Fault("family", "no formula, or no name of the parameter")
	case d.Lo.Cmp(d.Hi) >= 0:
		return nil, file.Fault("parameter", "from %s to %s", w.Parameter.From, w.Parameter.To)
	case d.Dim < 1:
		return nil, file.Fault("dim", "%d is no dimension", d.Dim)
	case len(w.Claims) == 0 || len(w.Claims) > len(proof.IDs()):
		return nil, file.Fault("claims", "%d of them", len(w.Claims))
	}
	for i, wc := range w.Claims {
		where := fmt.Sprintf("claims[%d]", i)
		c, err := readClaim(wc)
		if err != nil {
			return nil, file.Fault(where, "%v", err)
		}
		if slices.ContainsFunc(d.Claims, func(other Claim) bool { return other.ID == c.ID }) {
			return nil, file.Fault(where, "%s is there twice", c.ID)
		}
		d.Claims = append(d.Claims, *c)
	}
	return d, nil
}

// mostDigits bounds the digits of a value.
const mostDigits = 1000

// readRational reads a rational in lowest terms, as big.Rat.RatString writes it.
func readRational(text string) (*big.Rat, error) {
	if len(text) > mostDigits || strings.Trim(text, "-0123456789/") != "" { // an exponent would be a number of any size
		return nil, fmt.Errorf("%.80q is no rational of digits", text)
	}
	v, ok := new(big.Rat).SetString(text)
	if !ok || v.RatString() != text {
		return nil, fmt.Errorf("%.80q is no rational in lowest terms", text)
	}
	return v, nil
}

func readClaim(w wireClaim) (*Claim, error) {
	if !slices.Contains(proof.IDs(), w.ID) {
		return nil, fmt.Errorf("no claim is %.80q", w.ID)
	}
	c := &Claim{ID: w.ID}
	for i, p := range w.Points {
		at, err := readRational(p.At)
		if err != nil {
			return nil, fmt.Errorf("point %d: %w", i+1, err)
		}
		if i > 0 && at.Cmp(c.Points[i-1].At) <= 0 {
			return nil, fmt.Errorf("point %d: %s after %s", i+1, p.At, w.Points[i-1].At)
		}
		cert := new(certificate.Certificate)
		if err := cert.UnmarshalJSON(p.Certificate); err != nil {
			return nil, fmt.Errorf("point %d: %w", i+1, err)
		}
		c.Points = append(c.Points, Point{at, cert})
	}
	for i, p := range w.Boxes {
		box := Box{Span: Span{OpenFrom: p.OpenFrom, OpenTo: p.OpenTo}, Cert: new(certificate.Certificate)}
		var err, err2 error
		box.From, err = readRational(p.From)
		box.To, err2 = readRational(p.To)
		if err := errors.Join(err, err2); err != nil {
			return nil, fmt.Errorf("box %d: %w", i+1, err)
		}
		order := box.From.Cmp(box.To)
		one := order == 0 && p.Unit != "" && !box.OpenFrom && !box.OpenTo // value, which points are where there is no unit
		late := i == 0 || c.Boxes[i-1].Unit.text() != p.Unit || c.Boxes[i-1].before(&box.Span) < 0
		if order >= 0 && !one || !late {
			return nil, fmt.Errorf("box %d: from %s to %s, not after the one before", i+1, p.From, p.To)
		}
		if p.Unit != "" {
			if box.Unit, err = NewExact(p.Unit); err != nil {
				return nil, fmt.Errorf("box %d: %w", i+1, err)
			}
		}
		if err := box.Cert.UnmarshalJSON(p.Certificate); err != nil {
			return nil, fmt.Errorf("box %d: %w", i+1, err)
		}
		c.Boxes = append(c.Boxes, box)
	}
	for i, p := range w.Cells {
		cell := Cell{Span: Span{OpenFrom: p.OpenFrom, OpenTo: p.OpenTo}, Lemma: p.Lemma}
		var err, err2, err3 error
		cell.From, err = readRational(p.From)
		cell.To, err2 = readRational(p.To)
		cell.Status, err3 = certificate.ParseStatus(p.Status)
		err = errors.Join(err, err2, err3)
		for _, end := range []struct {
			text string
			to   **Exact
		}{{p.FromExact, &cell.FromExact}, {p.ToExact, &cell.ToExact}} {
			if end.text != "" && err == nil {
				*end.to, err = NewExact(end.text)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("cell %d: %w", i+1, err)
		}
		c.Cells = append(c.Cells, cell)
	}
	return c, nil
}
