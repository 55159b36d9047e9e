package decompose

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"krein/ball"
	"krein/internal/atomicfile"
)

// ZonalFormat names the JSON form of a zonal decomposition and its version.
const ZonalFormat = "krein.zonal/1"

const maxZonalText = 1 << 15 // characters of one number

// zonalFile is the document. Balls are exact texts (ball.Real.MarshalText); other numbers the shortest decimals that read back as the same float64.
type zonalFile struct {
	Format       string        `json:"format"`
	Kernel       string        `json:"kernel"`
	Beyond       string        `json:"beyond"`
	Dim          int           `json:"dim"`
	Convention   string        `json:"convention"`
	Because      string        `json:"because"`
	Definite     bool          `json:"definite"`
	AtZero       string        `json:"atZero"`
	Coefficients []string      `json:"coefficients"`
	Expanded     int           `json:"expanded"`
	Quadrature   int           `json:"quadrature"`
	Even         zonalRestFile `json:"even"`
	Odd          zonalRestFile `json:"odd"`
	Plus         zonalPartFile `json:"plus"`
	Minus        zonalPartFile `json:"minus"`
	Bias         float64       `json:"bias"`
	// Checksum is the SHA-256, in hexadecimal, of this document with an empty checksum, members in this order, without white space.
	Checksum string `json:"checksum"`
}

type zonalRestFile struct {
	Mass string `json:"mass"`
	Sign int    `json:"sign"`
}

type zonalPartFile struct {
	Mass    string  `json:"mass"`
	Origin  float64 `json:"origin"`
	Sampled float64 `json:"sampled"`
}

func (f *zonalFile) checksum() (string, error) {
	g := *f
	g.Checksum = ""
	data, err := compact(&g)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:]), nil
}

// file returns the document of z, without a checksum.
func (z *ZonalDecomposition) file() (*zonalFile, error) {
	var err error
	text := func(x *ball.Real) string {
		t, e := x.MarshalText()
		err = errors.Join(err, e)
		return string(t)
	}
	f := &zonalFile{
		Format: ZonalFormat, Kernel: z.Kernel, Beyond: z.Beyond, Dim: z.Dim, Convention: ZonalConvention, Because: z.Because, Definite: z.Definite,
		AtZero: text(&z.AtZero), Expanded: z.expanded, Quadrature: z.quadrature,
		Even: zonalRestFile{text(&z.Even.Mass), z.Even.Sign}, Odd: zonalRestFile{text(&z.Odd.Mass), z.Odd.Sign},
		Plus:  zonalPartFile{text(&z.Plus.Mass), z.Plus.Origin, z.Plus.Sampled},
		Minus: zonalPartFile{text(&z.Minus.Mass), z.Minus.Origin, z.Minus.Sampled},
		Bias:  z.Bias,
	}
	for i := range z.Coef {
		f.Coefficients = append(f.Coefficients, text(&z.Coef[i]))
	}
	return f, err
}

// Encode writes z as a krein.zonal/1 document. An error is that of w, or means that the fields of z contradict each other.
func (z *ZonalDecomposition) Encode(w io.Writer) error {
	f, err := z.file()
	if err != nil {
		return err
	}
	if _, err := f.decomposition(); err != nil { // never write what would not be read
		return err
	}
	if f.Checksum, err = f.checksum(); err != nil {
		return err
	}
	data, err := compact(f)
	if err != nil {
		return err
	}
	return write(w, append(data, '\n'))
}

// Save writes z to a file, all at once: on any error the old file stays.
func (z *ZonalDecomposition) Save(path string) error { return atomicfile.Write(path, z.Encode) }

// LoadZonal reads a krein.zonal/1 file. Anything unexpected, an unknown member, another version, a wrong checksum, masses or a bias that are not those
// of the coefficients, gives a *FileError that names it. It proves nothing of the kernel: that is VerifyZonal's part.
func LoadZonal(path string) (*ZonalDecomposition, error) { return load(path, DecodeZonal) }

// DecodeZonal reads a krein.zonal/1 document, as LoadZonal.
func DecodeZonal(r io.Reader) (*ZonalDecomposition, error) {
	data, err := readAll(r)
	if err != nil {
		return nil, err
	}
	var f zonalFile
	if err := decodeStrict(data, ZonalFormat, &f); err != nil {
		return nil, err
	}
	if err := sealed(f.Checksum, f.checksum); err != nil {
		return nil, err
	}
	return f.decomposition()
}

// decomposition rebuilds what the document says, and makes sure that masses, samplers and bias are those of its coefficients.
func (f *zonalFile) decomposition() (*ZonalDecomposition, error) {
	bad := func(where, format string, args ...any) (*ZonalDecomposition, error) {
		return nil, &FileError{where, fmt.Sprintf(format, args...)}
	}
	switch {
	case f.Dim < 2 || f.Dim > maxZonalDim:
		return bad("dim", "%d is not in 2 … %d", f.Dim, maxZonalDim)
	case f.Convention != ZonalConvention:
		return bad("convention", "%.80q is not %q", f.Convention, ZonalConvention)
	case len(f.Coefficients) == 0 || len(f.Coefficients) > maxZonalDegree+1:
		return bad("coefficients", "%d of them; there must be 1 to %d", len(f.Coefficients), maxZonalDegree+1)
	case f.Expanded < len(f.Coefficients)-1 || f.Expanded > maxZonalDegree:
		return bad("expanded", "%d is not in %d … %d", f.Expanded, len(f.Coefficients)-1, maxZonalDegree)
	case f.Quadrature < 0 || f.Quadrature > maxZonalDegree:
		return bad("quadrature", "%d is not in 0 … %d", f.Quadrature, maxZonalDegree)
	}
	z := &ZonalDecomposition{Kernel: f.Kernel, Beyond: f.Beyond, Dim: f.Dim, Because: f.Because, Definite: f.Definite, expanded: f.Expanded, quadrature: f.Quadrature}
	var plus, minus ball.Real
	z.Coef = make([]ball.Real, len(f.Coefficients))
	for _, x := range []struct {
		dst   *ball.Real
		text  string
		where string
	}{{&z.AtZero, f.AtZero, "atZero"}, {&z.Even.Mass, f.Even.Mass, "even.mass"}, {&z.Odd.Mass, f.Odd.Mass, "odd.mass"},
		{&plus, f.Plus.Mass, "plus.mass"}, {&minus, f.Minus.Mass, "minus.mass"}} {
		if err := zonalNumber(x.dst, x.text); err != nil {
			return bad(x.where, "%v", err)
		}
	}
	for i, s := range f.Coefficients {
		if err := zonalNumber(&z.Coef[i], s); err != nil {
			return bad(fmt.Sprintf("coefficients[%d]", i), "%v", err)
		}
	}
	z.Even.Sign, z.Odd.Sign = f.Even.Sign, f.Odd.Sign
	for _, r := range []struct {
		rest  *ZonalRest
		where string
	}{{&z.Even, "even"}, {&z.Odd, "odd"}} {
		if r.rest.Mass.Negative() == ball.True {
			return bad(r.where+".mass", "a mass is not negative")
		}
		if s := r.rest.Sign; s < -1 || s > 1 || s != 0 && r.rest.Mass.IsZero() || s <= 0 && f.Definite && !r.rest.Mass.IsZero() {
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

// zonalNumber reads a finite ball.
func zonalNumber(dst *ball.Real, text string) error {
	if len(text) > maxZonalText {
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
