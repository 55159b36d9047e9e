package stationary_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math/big"
	"os"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/certify"
	"krein/certify/stationary"
	"krein/fourier/language"
	fourier "krein/fourier/stationary"
	check "krein/internal/certify/check/stationary"
	"krein/internal/certify/proof"
	"krein/internal/testlong"
)

// row is a kernel with what is known of it; "proved" says that a claim is true, "undecided" that its truth is not known
// here.
type row struct {
	Formula string              `json:"formula"`
	Dim     int                 `json:"dim"`
	Params  map[string]string   `json:"params"`
	Axes    []any               `json:"axes"`
	Lengths []string            `json:"lengths"`
	Want    map[proof.ID]string `json:"want"`
	Source  string              `json:"source"`
}

// want is what is known of a claim; of conditional positive definiteness, where nothing is said, what follows from others.
func (r *row) want(id proof.ID) string {
	want, said := r.Want[id]
	switch {
	case said:
		return want
	case id == check.ConditionallyPD && r.Want[check.PD] == "proved":
		return "proved"
	case id == check.ConditionallyPD && r.Want[check.Symmetric] == "refuted":
		return "refuted"
	}
	return "undecided"
}

func (r *row) kernel(t *testing.T) *fourier.Kernel {
	t.Helper()
	k, err := r.parsed(t)
	require.NoError(t, err, r.Formula)
	return k
}

func (r *row) parsed(t *testing.T) (*fourier.Kernel, error) {
	t.Helper()
	opt := &fourier.Options{Params: r.Params, Lengths: r.Lengths}
	for _, a := range r.Axes {
		axis := make([]*big.Rat, r.Dim)
		for i := range axis {
			axis[i] = big.NewRat(1, 1)
			if list, ok := a.([]any); ok {
				_, ok := axis[i].SetString(list[i].(string))
				require.True(t, ok)
			}
		}
		opt.Axes = append(opt.Axes, axis)
	}
	return language.Parse(r.Formula, r.Dim, opt)
}

func rows(t *testing.T) (list []row) {
	t.Helper()
	data, err := os.ReadFile("../../testdata/stationary.json")
	require.NoError(t, err)
	require.NoError(t, json.Unmarshal(data, &list))
	return list
}

// TestKnown: no claim of a kernel with a source is wrong, and nine of ten are decided.
func TestKnown(t *testing.T) {
	list := rows(t)
	require.GreaterOrEqual(t, len(list), 80)
	decided, all := 0, 0
	for _, r := range testlong.Some(list, 28) {
		k := r.kernel(t)
		cert, err := stationary.Run(context.Background(), k, nil)
		require.NoError(t, err)
		for _, id := range check.IDs() {
			cl := cert.Claim(id)
			if cl.Status != proof.Undecided {
				report := check.Verify(context.Background(), cert, k, id, 0)
				assert.Equal(t, "accepted", report.Verdict.String(), "%s: %s", r.Formula, report.Why)
			}
			want := r.want(id)
			if want == "undecided" {
				continue
			}
			all++
			if cl.Status == proof.Undecided {
				t.Logf("%s in R^%d: %s is undecided: %s", r.Formula, r.Dim, id, cl.Because)
				continue
			}
			decided++
			assert.Equal(t, want, cl.Status.String(), "%s in R^%d: %s, by %s", r.Formula, r.Dim, id, cl.Rule)
		}
	}
	t.Logf("%d of %d claims are decided", decided, all)
	if testlong.Enabled() { // a part of the rows may be the hard ones
		assert.GreaterOrEqual(t, 10*decided, 9*all)
	}
}

// TestMassesOfThePaper compares the masses of the three asymmetric kernels of He, He, Liu and Huang with independent
// quadrature.
func TestMassesOfThePaper(t *testing.T) {
	data, err := os.ReadFile("../../testdata/axial_masses.json")
	require.NoError(t, err)
	type values struct {
		Kernel    string `json:"kernel"`
		Dim       int    `json:"d"`
		Plus      string `json:"realPlus"`
		Minus     string `json:"realMinus"`
		Imaginary string `json:"imaginary"`
	}
	var list []values
	require.NoError(t, json.Unmarshal(data, &list))
	for _, v := range testlong.Some(list, 4) {
		parameter := map[string]string{"shift": "2/%d", "sinh": "pi/2/%d", "cosh": "pi/2/%d"}[v.Kernel]
		k, err := language.Parse(v.Kernel+"_gaussian(b, 2)", v.Dim,
			&fourier.Options{Params: map[string]string{"b": fmt.Sprintf(parameter, v.Dim)}})
		require.NoError(t, err)
		cert, err := stationary.Run(context.Background(), k, nil)
		require.NoError(t, err)
		m := cert.Masses
		require.NotNil(t, m.RealPlus, "%s in R^%d", v.Kernel, v.Dim)
		for _, x := range []struct {
			want string
			have *check.Interval
		}{{v.Plus, m.RealPlus}, {v.Minus, m.RealMinus}, {v.Imaginary, m.Imaginary}} {
			want, lower, upper := number(t, x.want), number(t, x.have.Lower), number(t, x.have.Upper)
			within := 1e-15 * (1 + want)
			assert.True(t, lower-within <= want && want <= upper+within, "%s in R^%d: %s is not in %v", v.Kernel, v.Dim,
				x.want, *x.have)
			assert.LessOrEqual(t, upper-lower, 1e-10*(1+want), "%s in R^%d: %v", v.Kernel, v.Dim, *x.have)
		}
	}
}

func number(t *testing.T, s string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(s, 64)
	require.NoError(t, err)
	return x
}

// ones are expressions of the number 1; that the last is, is not proved.
var ones = []string{"log(6)/(log(2)+log(3))", "(sqrt(5+2*sqrt(6))-sqrt(2))/sqrt(3)",
	"besselj(1/2,1)/(sqrt(2/pi)*sin(1))", "2*sin(1)*cos(1)/sin(2)", "((10^40+pi)-10^40)/pi",
	"2*(cos(pi/7)-cos(2*pi/7)+cos(3*pi/7))", "(besselj(1/3,1)*besselj(2/3,1)+besselj(-1/3,1)*besselj(-2/3,1))*pi/sqrt(3)"}

// TestRespelled: constants that are spelt otherwise may hide what is true, but nothing false is proved.
func TestRespelled(t *testing.T) {
	for i, r := range testlong.Some(rows(t), 70) {
		n := 0
		// A number, but not one in a name.
		r.Formula = regexp.MustCompile(`[a-z]+[0-9]+|[0-9]+`).ReplaceAllStringFunc(r.Formula, func(s string) string {
			if n++; s[0] > '9' || (n+i)%3 == 0 {
				return s
			}
			return "(" + s + "*(" + ones[(n+i)%len(ones)] + "))"
		})
		k, err := r.parsed(t)
		if err != nil { // a parameter of a named kernel that is not seen to be in its range
			continue
		}
		cert, err := stationary.Run(context.Background(), k, &certify.Settings{Effort: 0.1})
		require.NoError(t, err)
		for _, id := range check.IDs() {
			if cl := cert.Claim(id); cl.Status != proof.Undecided && r.want(id) != "undecided" {
				assert.Equal(t, r.want(id), cl.Status.String(), "%s in R^%d: %s, by %s", r.Formula, r.Dim, id, cl.Rule)
			}
		}
	}
}
