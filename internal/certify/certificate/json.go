package certificate

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"unicode/utf8"

	"krein/internal/certify/proof"
	"krein/internal/kernel/cuts"
	"krein/internal/strictjson"
)

// maxEncoded is the size of the largest certificate that Decode reads.
const maxEncoded = 64 << 20

// Number is a float64 in a certificate: a JSON number, in the shortest decimal form
// that reads back as the same float64, or one of the strings "inf", "-inf", "nan".
type Number float64

// MarshalJSON implements json.Marshaler.
func (x Number) MarshalJSON() ([]byte, error) {
	switch f := float64(x); {
	case math.IsInf(f, 1):
		return []byte(`"inf"`), nil
	case math.IsInf(f, -1):
		return []byte(`"-inf"`), nil
	case math.IsNaN(f):
		return []byte(`"nan"`), nil
	default:
		return json.Marshal(f)
	}
}

// UnmarshalJSON implements json.Unmarshaler.
func (x *Number) UnmarshalJSON(data []byte) error {
	switch string(data) {
	case `"inf"`:
		*x = Number(math.Inf(1))
	case `"-inf"`:
		*x = Number(math.Inf(-1))
	case `"nan"`:
		*x = Number(math.NaN())
	default:
		var f *float64
		if err := json.Unmarshal(data, &f); err != nil {
			return err
		}
		if f == nil {
			return errors.New("null is not a number")
		}
		*x = Number(*f)
	}
	return nil
}

// The wire types fix the order of the members.
type wireCertificate struct {
	Format string          `json:"format"`
	Kernel wireKernel      `json:"kernel"`
	Dim    int             `json:"dim"`
	Points []cuts.Recorded `json:"points"`
	Claims []wireClaim     `json:"claims"`
	Mass   wireMass        `json:"mass"`
	Digest string          `json:"digest"`
}

type wireKernel struct {
	Formula string `json:"formula"`
	Beyond  string `json:"beyond"`
}

type wireClaim struct {
	ID       proof.ID        `json:"id"`
	Status   string          `json:"status"`
	Because  string          `json:"because"`
	Rule     string          `json:"rule"`
	Evidence json.RawMessage `json:"evidence"`
	Proof    *WireStep       `json:"proof,omitempty"`
	Witness  *WireStep       `json:"witness,omitempty"`
}

type wireMass struct {
	Kind  MassKind `json:"kind"`
	Total any      `json:"total,omitempty"` // a *wireBounds, or a *wireEstimate
	Plus  any      `json:"plus,omitempty"`
	Minus any      `json:"minus,omitempty"`
	// Evidence is that of enclosed masses.
	Evidence json.RawMessage `json:"evidence,omitempty"`
	Ray      any             `json:"radial-integral,omitempty"`
}

// wireBounds has members that are each a Number, or a string with an exact decimal.
type wireBounds struct {
	Lower any `json:"lower"`
	Upper any `json:"upper"`
}

// wireEstimate is a value the error of which is not bounded.
type wireEstimate struct {
	Value Number `json:"value"`
}

// MarshalJSON returns the canonical encoding: no white space, members in the order of the format, each number in the
// shortest form that reads back as the same float64. (json.Marshal, unlike this method, also escapes <, > and &.)
func (c *Certificate) MarshalJSON() ([]byte, error) {
	return c.encode(c.Digest())
}

// encode returns the canonical encoding with the given digest.
func (c *Certificate) encode(digest string) ([]byte, error) {
	w := wireCertificate{
		Format: Format,
		Kernel: wireKernel{Formula: c.formula, Beyond: c.beyond},
		Dim:    c.dim,
		Points: append([]cuts.Recorded{}, c.points...),
		Claims: []wireClaim{},
		Digest: digest,
	}
	for _, cl := range c.claims {
		w.Claims = append(w.Claims, wireClaimOf(cl))
	}
	w.Mass = wireMass{c.mass.Kind, c.mass.Total.wire(), c.mass.Plus.wire(), c.mass.Minus.wire(), c.mass.Evidence,
		c.mass.RadialIntegral.wire()}
	return proof.EncodeEvidence(w)
}

func wireClaimOf(cl proof.Claim) wireClaim {
	evidence := cl.Evidence
	if evidence == nil {
		evidence = []byte("{}")
	}
	return wireClaim{
		cl.ID, cl.Status.String(), cl.Because, cl.Rule, evidence, WireOf(cl.Proof), WireOf(cl.Witness),
	}
}

func (b *Bounds) wire() any {
	switch {
	case b == nil:
		return nil
	case b.lower != "":
		return &wireBounds{b.lower, b.upper}
	case b.value:
		return &wireEstimate{Number(b.Lower)}
	}
	return &wireBounds{Number(b.Lower), Number(b.Upper)}
}

// Encode writes the certificate as indented JSON followed by a newline. The same
// certificate always gives the same bytes.
func (c *Certificate) Encode(w io.Writer) error {
	data, err := c.MarshalJSON()
	if err != nil {
		return fmt.Errorf("certificate: encoding: %w", err)
	}
	var buf bytes.Buffer
	if err := json.Indent(&buf, data, "", "  "); err != nil {
		return fmt.Errorf("certificate: encoding: %w", err)
	}
	buf.WriteByte('\n')
	_, err = w.Write(buf.Bytes())
	return err
}

// Digest returns the SHA-256, in hexadecimal, of the canonical encoding with an empty
// digest. It guards against accidents, not against forgers, who can seal again what they
// changed: only package check's verdict says that a proof is one.
func (c *Certificate) Digest() string {
	return digestOf(c.encode(""))
}

func digestOf(data []byte, err error) string {
	if err != nil {
		panic("certificate: " + err.Error()) // the types admit no value that fails to encode
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// ClaimDigest returns the SHA-256 in hexadecimal of what c says of one claim about its kernel and dimension:
// certificates that agree in that have it in common, whatever else they state, and wherever they cut. It panics if there
// is no such claim.
func (c *Certificate) ClaimDigest(id proof.ID) string {
	data, err := proof.EncodeEvidence(struct {
		Format string     `json:"format"`
		Kernel wireKernel `json:"kernel"`
		Dim    int        `json:"dim"`
		Claim  wireClaim  `json:"claim"`
	}{Format, wireKernel{c.formula, c.beyond}, c.dim, wireClaimOf(c.Claim(id))})
	return digestOf(data, err)
}

// Decode reads one certificate. It is strict: UTF-8, the exact format version, every
// member present and spelt as the format spells it, no other and no repeated member,
// all claims in their order, known statuses, proofs where and only where a claim is
// decided, ordered bounds, evidence where and only where masses are enclosed, the right digest, nothing after the
// certificate.
func Decode(r io.Reader) (*Certificate, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxEncoded+1))
	if err != nil {
		return nil, fmt.Errorf("certificate: reading the certificate: %w", err)
	}
	if len(data) > maxEncoded {
		return nil, fmt.Errorf("certificate: the certificate is longer than %d bytes", maxEncoded)
	}
	c := new(Certificate)
	if err := c.UnmarshalJSON(data); err != nil {
		return nil, err
	}
	return c, nil
}

// UnmarshalJSON implements json.Unmarshaler as strictly as Decode does.
func (c *Certificate) UnmarshalJSON(data []byte) error {
	d, err := decode(data)
	if err != nil {
		return fmt.Errorf("not a %s: %w", Format, err)
	}
	*c = *d
	return nil
}

func decode(data []byte) (*Certificate, error) {
	if !utf8.Valid(data) {
		return nil, errors.New("the text is not UTF-8")
	}
	if err := strictjson.Unique(data); err != nil {
		return nil, fmt.Errorf("the JSON is not well formed: %w", err)
	}
	top, err := members(data, []string{"format", "kernel", "dim", "points", "claims", "mass", "digest"}, nil)
	if err != nil {
		return nil, err
	}
	format, digest := top.text("format"), top.text("digest")
	if top.err != nil {
		return nil, top.err
	}
	if format != Format {
		return nil, fmt.Errorf("format is %q, this program reads %q: krein certify writes the certificate anew", format, Format)
	}
	k, err := members(top.raw["kernel"], []string{"formula", "beyond"}, nil)
	if err != nil {
		return nil, fmt.Errorf("kernel: %w", err)
	}
	c := &Certificate{formula: k.text("formula"), beyond: k.text("beyond")}
	if k.err != nil {
		return nil, fmt.Errorf("kernel: %w", k.err)
	}
	if c.formula == "" || c.beyond == "" {
		return nil, errors.New("kernel: an empty formula or continuation")
	}
	var dim *int
	if err := json.Unmarshal(top.raw["dim"], &dim); err != nil || dim == nil || *dim < 1 {
		return nil, fmt.Errorf("dim is %s, not an integer ≥ 1", top.raw["dim"])
	}
	c.dim = *dim
	points, err := decodePoints(top.raw["points"])
	if err == nil {
		err = c.setPoints(points)
	}
	if err != nil {
		return nil, fmt.Errorf("points: %w", err)
	}
	if c.claims, err = decodeClaims(top.raw["claims"]); err != nil {
		return nil, err
	}
	if c.mass, err = decodeMass(top.raw["mass"]); err != nil {
		return nil, fmt.Errorf("mass: %w", err)
	}
	if err := c.consistent(); err != nil {
		return nil, err
	}
	if want := c.Digest(); digest != want {
		return nil, fmt.Errorf("the digest is %q, but the contents have %q: the file was damaged or edited", digest, want)
	}
	return c, nil
}

// decodePoints reads the points; what they are is not looked at.
func decodePoints(data []byte) (list []cuts.Recorded, err error) {
	var raw []json.RawMessage
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, err
	}
	if raw == nil {
		return nil, errors.New("null instead of a list")
	}
	for i := range raw {
		m, err := members(raw[i], []string{"formula"}, []string{"at", "before"})
		if err != nil {
			return nil, fmt.Errorf("formula %d: %w", i+1, err)
		}
		r := cuts.Recorded{Formula: m.text("formula")}
		if at, ok := m.raw["at"]; ok {
			var texts []*string
			if err := json.Unmarshal(at, &texts); err != nil || len(texts) == 0 || slices.Contains(texts, nil) {
				return nil, fmt.Errorf("formula %d: at is no list of texts: %.80s", i+1, at)
			}
			for _, text := range texts {
				r.At = append(r.At, *text)
			}
		}
		if _, ok := m.raw["before"]; ok {
			if r.Before = m.text("before"); r.Before == "" {
				m.failed("before", errors.New("no distance"))
			}
		}
		if m.err != nil {
			return nil, fmt.Errorf("formula %d: %w", i+1, m.err)
		}
		list = append(list, r)
	}
	return list, nil
}

func decodeClaims(data []byte) ([]proof.Claim, error) {
	var raw []json.RawMessage
	err := json.Unmarshal(data, &raw)
	if err != nil {
		return nil, fmt.Errorf("claims: %w", err)
	}
	claims := make([]proof.Claim, len(raw))
	steps := maxSteps
	for i := range raw {
		if claims[i], err = decodeClaim(raw[i], &steps); err != nil {
			return nil, fmt.Errorf("claim %d: %w", i+1, err)
		}
	}
	return claims, nil
}

func decodeClaim(data []byte, steps *int) (proof.Claim, error) {
	var cl proof.Claim
	m, err := members(data, []string{"id", "status", "because", "rule", "evidence"}, []string{"proof", "witness"})
	if err != nil {
		return cl, err
	}
	cl = proof.Claim{ID: proof.ID(m.text("id")), Because: m.text("because"), Rule: m.text("rule"), Evidence: m.evidence()}
	status := m.text("status")
	if m.err != nil {
		return cl, m.err
	}
	if cl.Status, err = ParseStatus(status); err != nil {
		return cl, err
	}
	if p, ok := m.raw["proof"]; ok {
		if cl.Proof, err = decodeStep(p, 0, steps); err != nil {
			return cl, fmt.Errorf("proof: %w", err)
		}
	}
	if p, ok := m.raw["witness"]; ok {
		if cl.Witness, err = decodeStep(p, 0, steps); err != nil {
			return cl, fmt.Errorf("witness: %w", err)
		}
	}
	return cl, nil
}

func decodeMass(data []byte) (Mass, error) {
	var mass Mass
	m, err := members(data, []string{"kind"}, []string{"total", "plus", "minus", "evidence", "radial-integral"})
	if err != nil {
		return mass, err
	}
	mass.Kind = MassKind(m.text("kind"))
	for _, b := range []struct {
		name string
		to   **Bounds
	}{{"total", &mass.Total}, {"plus", &mass.Plus}, {"minus", &mass.Minus}, {"radial-integral", &mass.RadialIntegral}} {
		if raw, ok := m.raw[b.name]; ok {
			if *b.to, err = decodeBounds(raw, mass.Kind == MassEnclosed && b.name != "radial-integral"); err != nil {
				return mass, fmt.Errorf("%s: %w", b.name, err)
			}
		}
	}
	if _, ok := m.raw["evidence"]; ok {
		mass.Evidence = m.evidence()
	}
	return mass, m.err
}

func decodeBounds(data []byte, exact bool) (*Bounds, error) {
	if m, err := members(data, []string{"value"}, nil); err == nil && !exact {
		var value Number
		if err := value.UnmarshalJSON(m.raw["value"]); err != nil {
			return nil, fmt.Errorf("value: %w", err)
		}
		if !(value >= 0) {
			return nil, fmt.Errorf("the value %v is no mass", float64(value))
		}
		return Estimate(float64(value)), nil
	}
	m, err := members(data, []string{"lower", "upper"}, nil)
	if err != nil {
		return nil, err
	}
	if exact {
		l, u := m.text("lower"), m.text("upper")
		if m.err != nil {
			return nil, m.err
		}
		return ParseBounds(l, u)
	}
	var lower, upper Number
	if err := lower.UnmarshalJSON(m.raw["lower"]); err != nil {
		return nil, fmt.Errorf("lower: %w", err)
	}
	if err := upper.UnmarshalJSON(m.raw["upper"]); err != nil {
		return nil, fmt.Errorf("upper: %w", err)
	}
	if !(0 <= lower && lower <= upper) { // also false for NaN
		return nil, fmt.Errorf("not 0 ≤ lower ≤ upper: lower %v, upper %v", float64(lower), float64(upper))
	}
	return &Bounds{Lower: float64(lower), Upper: float64(upper)}, nil
}

// object is a JSON object. It keeps the first error of what is read of it.
type object struct {
	raw map[string]json.RawMessage
	err error
}

// text returns a member that is a string; null is not one.
func (o *object) text(name string) string {
	var s *string
	err := json.Unmarshal(o.raw[name], &s)
	if err == nil && s == nil {
		err = errors.New("null instead of a string")
	}
	if err != nil {
		o.failed(name, err)
		return ""
	}
	return *s
}

// evidence returns the member of this name, an object, in canonical form.
func (o *object) evidence() []byte {
	data, err := canonical(o.raw["evidence"])
	if err == nil && data[0] != '{' {
		err = errors.New("it is not an object")
	}
	if err != nil {
		o.failed("evidence", err)
	}
	return data
}

func (o *object) failed(name string, err error) {
	if o.err == nil {
		o.err = fmt.Errorf("%s: %w", name, err)
	}
}

// members splits a JSON object into its members. Unlike package json it tells upper
// from lower case and rejects repeated, unknown and missing members.
func members(data []byte, required, optional []string) (*object, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	tok, err := dec.Token()
	if err != nil {
		return nil, err
	}
	if tok != json.Delim('{') {
		return nil, fmt.Errorf("%v instead of an object", tok)
	}
	m := make(map[string]json.RawMessage)
	for dec.More() {
		tok, err := dec.Token()
		if err != nil {
			return nil, err
		}
		key, ok := tok.(string)
		if !ok {
			return nil, fmt.Errorf("%v instead of a member", tok)
		}
		if !slices.Contains(required, key) && !slices.Contains(optional, key) {
			return nil, fmt.Errorf("unknown member %q", key)
		}
		var raw json.RawMessage
		if err := dec.Decode(&raw); err != nil {
			return nil, err
		}
		m[key] = raw
	}
	for _, n := range required {
		if _, ok := m[n]; !ok {
			return nil, fmt.Errorf("member %q is missing", n)
		}
	}
	return &object{raw: m}, nil
}

// canonical returns the JSON value in data without white space and with strings spelt as
// proof.EncodeEvidence spells them; numbers and the order of members stay.
func canonical(data []byte) ([]byte, error) {
	dec := json.NewDecoder(bytes.NewReader(data))
	dec.UseNumber()
	var buf bytes.Buffer
	if err := canonicalValue(&buf, dec); err != nil {
		return nil, err
	}
	return buf.Bytes(), nil
}

func canonicalValue(buf *bytes.Buffer, dec *json.Decoder) error {
	tok, err := dec.Token()
	if err != nil {
		return err
	}
	open, ok := tok.(json.Delim)
	if !ok {
		text, err := proof.EncodeEvidence(tok)
		buf.Write(text)
		return err
	}
	buf.WriteRune(rune(open))
	for n := 0; dec.More(); n++ {
		if n > 0 {
			buf.WriteByte(',')
		}
		if open == '{' {
			key, err := dec.Token()
			if err != nil {
				return err
			}
			text, err := proof.EncodeEvidence(key)
			if err != nil {
				return err
			}
			buf.Write(text)
			buf.WriteByte(':')
		}
		if err := canonicalValue(buf, dec); err != nil {
			return err
		}
	}
	end, err := dec.Token()
	if err != nil {
		return err
	}
	buf.WriteRune(rune(end.(json.Delim)))
	return nil
}

// ParseStatus is the inverse of proof.Status.String.
func ParseStatus(name string) (proof.Status, error) {
	for s := proof.Undecided; s <= proof.Refuted; s++ {
		if s.String() == name {
			return s, nil
		}
	}
	return proof.Undecided, fmt.Errorf("unknown status %q", name)
}
