package zonal

import (
	"errors"
	"fmt"
	"io"

	"krein/ball"
	"krein/internal/atomicfile"
	"krein/internal/document"
)

// Format names the JSON form of a zonal decomposition and its version.
const Format = "krein.zonal/1"

const maxText = 1 << 15 // characters of one number

// wire is the document. Balls are exact texts (ball.Real.MarshalText); other numbers the shortest decimals that read
// back as the same float64.
type wire struct {
	Format       string   `json:"format"`
	Kernel       string   `json:"kernel"`
	Beyond       string   `json:"beyond"`
	Dim          int      `json:"dim"`
	Convention   string   `json:"convention"`
	Because      string   `json:"because"`
	Definite     bool     `json:"definite"`
	AtZero       string   `json:"atZero"`
	Coefficients []string `json:"coefficients"`
	Expanded     int      `json:"expanded"`
	Quadrature   int      `json:"quadrature"`
	Even         wireTail `json:"even"`
	Odd          wireTail `json:"odd"`
	Plus         wirePart `json:"plus"`
	Minus        wirePart `json:"minus"`
	Bias         float64  `json:"bias"`
	// Checksum is the SHA-256, in hexadecimal, of this document with an empty checksum, members in this order, without
	// white space.
	Checksum string `json:"checksum"`
}

type wireTail struct {
	Mass string `json:"mass"`
	Sign int    `json:"sign"`
}

type wirePart struct {
	Mass    string  `json:"mass"`
	Origin  float64 `json:"origin"`
	Sampled float64 `json:"sampled"`
}

// Seal implements document.Sealed.
func (f *wire) Seal() (member *string, want string, err error) {
	g := *f
	g.Checksum = ""
	want, err = document.Checksum(&g)
	return &f.Checksum, want, err
}

// file returns the document of z, without a checksum.
func (z *Decomposition) file() (*wire, error) {
	var err error
	text := func(x *ball.Real) string {
		t, e := x.MarshalText()
		err = errors.Join(err, e)
		return string(t)
	}
	f := &wire{
		Format: Format, Kernel: z.Kernel, Beyond: z.Beyond, Dim: z.Dim, Convention: Convention, Because: z.Because,
		Definite: z.Definite,
		AtZero:   text(&z.AtZero), Expanded: z.expanded, Quadrature: z.quadrature,
		Even: wireTail{text(&z.Even.Mass), z.Even.Sign}, Odd: wireTail{text(&z.Odd.Mass), z.Odd.Sign},
		Plus:  wirePart{text(&z.Plus.Mass), z.Plus.Origin, z.Plus.Sampled},
		Minus: wirePart{text(&z.Minus.Mass), z.Minus.Origin, z.Minus.Sampled},
		Bias:  z.Bias,
	}
	for i := range z.Coef {
		f.Coefficients = append(f.Coefficients, text(&z.Coef[i]))
	}
	return f, err
}

var fault = document.Decomposition.Fault // returns one

// Encode writes z as a krein.zonal/1 document. An error is that of w, or means that the fields of z contradict each
// other.
func (z *Decomposition) Encode(w io.Writer) error {
	f, err := z.file()
	if err != nil {
		return err
	}
	if _, err := f.decomposition(); err != nil { // never write what would not be read
		return err
	}
	return document.Decomposition.EncodeSealed(w, f)
}

// Save writes z to a file, all at once: on any error the old file stays.
func (z *Decomposition) Save(path string) error { return atomicfile.Write(path, z.Encode) }

// Load reads a krein.zonal/1 file. Anything unexpected, an unknown member, another version, a wrong checksum, masses or
// a bias that are not those of the coefficients, gives a *decompose.FileError that names it. It proves nothing of the kernel:
// that is Verify's part.
func Load(path string) (*Decomposition, error) { return document.Load(path, Decode) }

// Decode reads a krein.zonal/1 document, as Load.
func Decode(r io.Reader) (*Decomposition, error) {
	f := new(wire)
	if err := document.Decomposition.DecodeSealed(r, Format, f); err != nil {
		return nil, err
	}
	return f.decomposition()
}

// decomposition rebuilds what the document says, and makes sure that masses, samplers and bias are those of its
// coefficients.
func (f *wire) decomposition() (*Decomposition, error) {
	bad := func(where, format string, args ...any) (*Decomposition, error) {
		return nil, fault(where, format, args...)
	}
	switch {
	case f.Dim < 2 || f.Dim > maxDim:
		return bad("dim", "%d is not in 2 … %d", f.Dim, maxDim)
	case f.Convention != Convention:
		return bad("convention", "%.80q is not %q", f.Convention, Convention)
	case len(f.Coefficients) == 0 || len(f.Coefficients) > maxDegree+1:
		return bad("coefficients", "%d of them; there must be 1 to %d", len(f.Coefficients), maxDegree+1)
	case f.Expanded < len(f.Coefficients)-1 || f.Expanded > maxDegree:
		return bad("expanded", "%d is not in %d … %d", f.Expanded, len(f.Coefficients)-1, maxDegree)
	case f.Quadrature < 0 || f.Quadrature > maxDegree:
		return bad("quadrature", "%d is not in 0 … %d", f.Quadrature, maxDegree)
	}
	z := &Decomposition{Kernel: f.Kernel, Beyond: f.Beyond, Dim: f.Dim, Because: f.Because, Definite: f.Definite,
		expanded: f.Expanded, quadrature: f.Quadrature}
	var plus, minus ball.Real
	z.Coef = make([]ball.Real, len(f.Coefficients))
	for _, x := range []struct {
		dst   *ball.Real
		text  string
		where string
	}{{&z.AtZero, f.AtZero, "atZero"}, {&z.Even.Mass, f.Even.Mass, "even.mass"}, {&z.Odd.Mass, f.Odd.Mass, "odd.mass"},
		{&plus, f.Plus.Mass, "plus.mass"}, {&minus, f.Minus.Mass, "minus.mass"}} {
		if err := number(x.dst, x.text); err != nil {
			return bad(x.where, "%v", err)
		}
	}
	for i, s := range f.Coefficients {
		if err := number(&z.Coef[i], s); err != nil {
			return bad(fmt.Sprintf("coefficients[%d]", i), "%v", err)
		}
	}
	z.Even.Sign, z.Odd.Sign = f.Even.Sign, f.Odd.Sign
	for _, r := range []struct {
		rest  *TailBound
		where string
	}{{&z.Even, "even"}, {&z.Odd, "odd"}} {
		if r.rest.Mass.Negative() == ball.True {
			return bad(r.where+".mass", "a mass is not negative")
		}
		if s := r.rest.Sign; s < -1 || s > 1 || s != 0 && r.rest.Mass.IsZero() || s <= 0 && f.Definite &&
			!r.rest.Mass.IsZero() {
			return bad(r.where+".sign", "%d does not fit", s)
		}
	}
	if err := z.checkSum(); err != nil {
		return bad("", "%v", err)
	}
	z.masses()
	z.samplers()
	for _, x := range []struct {
		same  bool
		where string
	}{
		{sameBall(&z.Plus.Mass, &plus), "plus.mass"}, {sameBall(&z.Minus.Mass, &minus), "minus.mass"},
		{z.Plus.Origin == f.Plus.Origin, "plus.origin"}, {z.Minus.Origin == f.Minus.Origin, "minus.origin"},
		{z.Plus.Sampled == f.Plus.Sampled, "plus.sampled"}, {z.Minus.Sampled == f.Minus.Sampled, "minus.sampled"},
		{z.Bias == f.Bias, "bias"},
	} {
		if !x.same {
			return bad(x.where, "is not what the coefficients give")
		}
	}
	return z, nil
}

// number reads a finite ball.
func number(dst *ball.Real, text string) error {
	if len(text) > maxText {
		return fmt.Errorf("a number of %d characters", len(text))
	}
	if err := dst.UnmarshalText([]byte(text)); err != nil {
		return err
	}
	size := dst.MagUpper()
	if !dst.IsFinite() || size.Cmp(ball.MagPow2(900)) > 0 || !size.IsZero() && size.Cmp(ball.MagPow2(-1<<14)) < 0 {
		return errors.New("not a number of reasonable size")
	}
	return nil
}

// sameBall reports whether two balls are equal as sets.
func sameBall(x, y *ball.Real) bool { return x.Contains(y) && y.Contains(x) }
