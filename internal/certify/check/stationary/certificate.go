package stationary

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"reflect"

	fourier "krein/fourier/stationary"
	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
	"krein/internal/kernel/cuts"
	"krein/kernel"
)

// Format names the file format of certificates of stationary kernels, and its version.
const Format = "krein.certificate.stationary/4"

// Certificate is what is known of a kernel k(Δ) on R^Dim. It is not modified once it is made.
type Certificate struct {
	Formula string
	Dim     int
	Params  map[string]string
	Axes    [][]*big.Rat
	Lengths []string
	Claims  []proof.Claim // in the order of IDs
	Masses  Masses
	Lemmas  []*certificate.Certificate // of radial kernels, without points of their own
	// Points say where a checker cuts the formulas that it meets, those of lemmas too: see piecewise.Points.
	Points []cuts.Recorded
}

// About returns a certificate of nothing about k.
func About(k *fourier.Kernel) *Certificate {
	o := k.Options()
	c := &Certificate{Formula: k.Formula(), Dim: k.Dim(), Params: o.Params, Axes: o.Axes, Lengths: o.Lengths}
	for _, id := range IDs() {
		c.Claims = append(c.Claims, proof.Claim{ID: id, Because: "no rule applies to this kernel"})
	}
	c.Masses.Kind = certificate.MassUnknown
	return c
}

// Claim returns the claim with the given identifier. It panics if id is not one of IDs.
func (c *Certificate) Claim(id proof.ID) proof.Claim {
	for _, cl := range c.Claims {
		if cl.ID == id {
			return cl
		}
	}
	panic(fmt.Sprintf("stationary: no claim %q", id))
}

// lemma finds the certificate of a radial kernel.
// By text, extension and dimension. A formula's text is what its tree prints, so that kernels of
// one text are one function.
func (c *Certificate) lemma(k *kernel.Kernel, dim int) *certificate.Certificate {
	for _, l := range c.Lemmas {
		if l.Dim() == dim && l.Formula() == k.Formula() && l.Beyond() == k.BeyondString() {
			return l
		}
	}
	return nil
}

// Find is the Lemmas of the certificate.
func (c *Certificate) Find(k *kernel.Kernel, dim int, id proof.ID) (cl proof.Claim) {
	if l := c.lemma(k, dim); l != nil {
		cl = l.Claim(id)
	}
	return cl
}

// IsAbout returns an error unless the certificate is about k.
// Compared in the form in which they are written: nothing that the file says of the kernel may
// differ from the caller's.
func (c *Certificate) IsAbout(k *fourier.Kernel) error {
	same := func(a, b *Certificate) bool {
		x, y := a.wire(), b.wire()
		return reflect.DeepEqual(x.Kernel, y.Kernel)
	}
	if !same(c, About(k)) {
		return fmt.Errorf("the certificate is about another kernel: %s in R^%d, with its parameters, axes and lengths",
			c.Formula, c.Dim)
	}
	return nil
}

// The wire types fix the order of the members.
type wireCertificate struct {
	Format string            `json:"format"`
	Kernel wireKernel        `json:"kernel"`
	Claims []wireClaim       `json:"claims"`
	Masses Masses            `json:"masses"`
	Points []cuts.Recorded   `json:"points"`
	Lemmas []json.RawMessage `json:"lemmas"`
	Digest string            `json:"digest"`
}

type wireKernel struct {
	Formula string            `json:"formula"`
	Dim     int               `json:"dim"`
	Params  map[string]string `json:"params,omitempty"`
	Axes    [][]string        `json:"axes,omitempty"`
	Lengths []string          `json:"lengths,omitempty"`
}

type wireClaim struct {
	ID      proof.ID              `json:"id"`
	Status  string                `json:"status"`
	Because string                `json:"because"`
	Rule    string                `json:"rule"`
	Proof   *certificate.WireStep `json:"proof,omitempty"`
}

func (c *Certificate) wire() wireCertificate {
	w := wireCertificate{Format: Format, Kernel: wireKernel{Formula: c.Formula, Dim: c.Dim}, Claims: []wireClaim{},
		Masses: c.Masses, Points: append([]cuts.Recorded{}, c.Points...), Lemmas: []json.RawMessage{}}
	if len(c.Params) > 0 {
		w.Kernel.Params = c.Params
	}
	for _, a := range c.Axes {
		var row []string
		for _, x := range a {
			row = append(row, x.RatString())
		}
		w.Kernel.Axes = append(w.Kernel.Axes, row)
	}
	if len(c.Lengths) > 0 {
		w.Kernel.Lengths = c.Lengths
	}
	for _, cl := range c.Claims {
		w.Claims = append(w.Claims, wireClaim{cl.ID, cl.Status.String(), cl.Because, cl.Rule, certificate.WireOf(cl.Proof)})
	}
	return w
}

// digest returns the SHA-256, in hexadecimal, of the canonical encoding with an empty digest. As that of a radial
// certificate it guards against accidents, not against forgers.
// A forger writes the digest anew; a bit that flipped on a disk does not.
func (w wireCertificate) digest() (string, error) {
	w.Digest = ""
	data, err := proof.EncodeEvidence(w)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// MarshalJSON returns the canonical encoding, without white space, sealed by its digest.
func (c *Certificate) MarshalJSON() ([]byte, error) {
	w := c.wire()
	for _, l := range c.Lemmas {
		data, err := l.MarshalJSON()
		if err != nil {
			return nil, err
		}
		w.Lemmas = append(w.Lemmas, data)
	}
	var err error
	if w.Digest, err = w.digest(); err != nil {
		return nil, err
	}
	return proof.EncodeEvidence(w)
}

// Limits of what Decode reads.
const (
	maxEncoded = 64 << 20
	maxDepth   = 40
)

// Decode reads a certificate. It is strict: every member is there, in the order and spelling of the format, and no
// other; every claim in its order, with a proof if and only if it is proved or refuted; every lemma a certificate that
// its package accepts; the digest that of the contents. White space is free.
func Decode(r io.Reader) (*Certificate, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxEncoded+1))
	if err != nil {
		return nil, fmt.Errorf("stationary: reading the certificate: %w", err)
	}
	if len(data) > maxEncoded {
		return nil, fmt.Errorf("stationary: the certificate is longer than %d bytes", maxEncoded)
	}
	c, err := decode(data)
	if err != nil {
		return nil, fmt.Errorf("not a %s: %w", Format, err)
	}
	return c, nil
}

// Re-encoding has to give the same bytes (proof.DecodeEvidence): no member twice, none unknown,
// none in another place. Claims are all there, in order, each with a proof exactly if it is
// decided; lemmas have no points of their own, or one function would be cut in two ways.
func decode(data []byte) (*Certificate, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, data); err != nil {
		return nil, err
	}
	var w wireCertificate
	if err := proof.DecodeEvidence(compact.Bytes(), &w); err != nil {
		return nil, err
	}
	if w.Format != Format {
		return nil, fmt.Errorf("format is %q, this program reads %q: krein certify writes the certificate anew", w.Format, Format)
	}
	c := &Certificate{Formula: w.Kernel.Formula, Dim: w.Kernel.Dim, Params: w.Kernel.Params, Lengths: w.Kernel.Lengths,
		Masses: w.Masses, Points: w.Points}
	if c.Formula == "" || c.Dim < 1 {
		return nil, errors.New("no formula, or no dimension")
	}
	for _, row := range w.Kernel.Axes {
		var axis []*big.Rat
		for _, text := range row {
			x, ok := new(big.Rat).SetString(text)
			if !ok || x.RatString() != text {
				return nil, fmt.Errorf("%q is not a rational in lowest terms", text)
			}
			axis = append(axis, x)
		}
		c.Axes = append(c.Axes, axis)
	}
	if len(w.Claims) != len(IDs()) {
		return nil, fmt.Errorf("%d claims, want %d", len(w.Claims), len(IDs()))
	}
	for i, wc := range w.Claims {
		cl, err := wc.claim()
		if err != nil {
			return nil, err
		}
		if cl.ID != IDs()[i] {
			return nil, fmt.Errorf("claim %d is %q, want %q", i+1, cl.ID, IDs()[i])
		}
		c.Claims = append(c.Claims, cl)
	}
	for i, raw := range w.Lemmas {
		l := new(certificate.Certificate)
		if err := l.UnmarshalJSON(raw); err != nil {
			return nil, fmt.Errorf("lemma %d: %w", i+1, err)
		}
		if len(l.Points()) > 0 {
			return nil, fmt.Errorf("lemma %d has points of its own, and those of the certificate are for all", i+1)
		}
		c.Lemmas = append(c.Lemmas, l)
	}
	if err := c.Masses.consistent(); err != nil {
		return nil, err
	}
	if w.Points == nil {
		return nil, errors.New("points: null instead of a list")
	}
	if _, err := cuts.NewTable(c.Points); err != nil {
		return nil, err
	}
	want, err := w.digest()
	if err == nil && w.Digest != want {
		err = fmt.Errorf("the digest is %.80q, but the contents have %q: the file was damaged or edited", w.Digest, want)
	}
	return c, err
}

// Nothing is estimated in these certificates: likely and unlikely are refused.
func (wc *wireClaim) claim() (cl proof.Claim, err error) {
	cl = proof.Claim{ID: wc.ID, Because: wc.Because, Rule: wc.Rule}
	status, unknown := certificate.ParseStatus(wc.Status)
	cl.Status = status
	decided := cl.Status == proof.Proved || cl.Status == proof.Refuted
	switch {
	case unknown != nil:
		return cl, unknown
	case cl.Because == "":
		return cl, fmt.Errorf("%s: no reason given", cl.ID)
	case cl.Status != proof.Undecided && !decided:
		return cl, fmt.Errorf("%s is %s: nothing is estimated here", cl.ID, cl.Status)
	case decided != (wc.Proof != nil):
		return cl, fmt.Errorf("%s: a claim has a proof if and only if it is proved or refuted", cl.ID)
	}
	if decided {
		if cl.Proof, err = stepOf(wc.Proof, 0); err == nil && cl.Proof.Rule != cl.Rule {
			err = fmt.Errorf("%s: the rule is %q, but the proof begins with %q", cl.ID, cl.Rule, cl.Proof.Rule)
		}
	}
	return cl, err
}

// The depth is bounded, since proofs are walked by recursion.
func stepOf(w *certificate.WireStep, depth int) (*proof.Step, error) {
	if w == nil || w.Rule == "" || w.Evidence[0] != '{' || depth > maxDepth {
		// without evidence it would have been written otherwise
		return nil, errors.New("a step without a rule or evidence, or too deep")
	}
	s := &proof.Step{Rule: w.Rule, Says: w.Says, Evidence: w.Evidence}
	for _, f := range w.From {
		p, err := stepOf(f, depth+1)
		if err != nil {
			return nil, err
		}
		s.From = append(s.From, p)
	}
	return s, nil
}
