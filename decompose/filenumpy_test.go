package decompose

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/testlong"
	"krein/internal/testnumpy"
)

// reader returns the Python of package krein that reads tables.
func reader(t *testing.T) string {
	t.Helper()
	code := ""
	for _, name := range []string{"_columns", "_radii"} { // the second takes from the first, as modules of a package
		text, err := os.ReadFile("../python/krein/" + name + ".py")
		require.NoError(t, err)
		code += strings.ReplaceAll(string(text), "from ._columns import document\n", "")
	}
	return code
}

// The reader in Python has the quantiles of the Go sampler.
func TestNumpyReader(t *testing.T) {
	code := reader(t)
	r := rand.New(rand.NewPCG(1, 2))
	kinds := map[tailKind]bool{}
	type job struct {
		formula   string
		dim       int
		part, dir string
		table     *Table
		u         []float64
	}
	var jobs []job
	var dirs []string // and parts: what Python is told
	rows := []struct {
		formula string
		radius  int64
		dim     int
		proved  bool
	}{
		{"exp(-z^2/2) - exp(-z^2/200)", 0, 16, true}, // Gaussians: light tails, roots at sign changes
		{"(1+z)*exp(-z)", 0, 3, true},                // Matérn: a power tail
		{"triangle", 0, 1, true},                     // compact support: an oscillating tail of one sign
		{"(1-z^2/4)^2", 2, 3, true},                  // and of both
		{"(1-z^2/4)^2", 2, 3, false},
		{"exp(-z^2/2) - exp(-z^2/200)", 0, 16, false},
		{"exp(-z^2/2) + cos(3*z)/4", 0, 1, false}, // an atom
	}
	some := testlong.Some(rows, 2)
	for _, c := range some {
		var d *Decomposition
		if c.proved {
			d = provedTable(t, c.formula, c.radius, c.dim)
		} else {
			d = decomposition(t, parse(t, c.formula, c.radius), c.dim)
		}
		for _, name := range []string{"plus", "minus"} {
			p := &d.Plus
			if name == "minus" {
				p = &d.Minus
			}
			if p.Radii == nil {
				continue
			}
			table := p.Radii.(*Table)
			kinds[table.upper.tail.Kind] = true
			u := make([]float64, 10_000)
			for i := range u {
				switch u[i] = r.Float64(); {
				case i%10 == 0:
					u[i] = math.Pow(10, -1-14*u[i]) // the lower tail
				case i%10 == 1:
					u[i] = 1 - math.Pow(10, -1-8*u[i]) // the upper one
				}
			}
			dir := t.TempDir()
			require.NoError(t, d.Save(filepath.Join(dir, "t.npz")))
			var raw []byte
			for _, v := range u {
				raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
			}
			require.NoError(t, os.WriteFile(filepath.Join(dir, "u"), raw, 0o600))
			jobs = append(jobs, job{c.formula, c.dim, name, dir, table, u})
			dirs = append(dirs, dir, name)
		}
	}
	testnumpy.Run(t, code+`
import sys
np.seterr(all="raise", under="ignore")
for at, part in zip(sys.argv[1::2], sys.argv[2::2]):
    f, u = np.load(at + "/t.npz"), np.fromfile(at + "/u", "<f8")
    t = json.loads(bytes(f["header"]))[part]["radii"]["upper"]["tail"]
    assert intact(f)
    bad = dict(f)
    class damaged(dict):
        files = f.files
    bad[part + "_upper_coefs"] = bad[part + "_upper_coefs"] + 1e-300
    bad = damaged(bad)
    assert intact(bad) == (bad[part + "_upper_coefs"] == f[part + "_upper_coefs"]).all()
    bad[part + "_upper_edges"] = bad[part + "_upper_edges"][::-1]
    assert not intact(bad)
    p = u[:1000] ** 20
    np.concatenate((quantile(f, part, u), p, side(f, part + "_upper", t, p))).astype("<f8").tofile(at + "/q")
`, dirs...)
	for _, c := range jobs {
		table, u := c.table, c.u
		got, err := os.ReadFile(filepath.Join(c.dir, "q"))
		require.NoError(t, err)
		require.Len(t, got, 8*(len(u)+2*1000))
		worst, tails := 0.0, 0
		see := func(v, q, want float64) { // v: the probability above, where the tail is
			end := v <= table.upper.edges[0]
			if end {
				tails++
			}
			if k := table.upper.tail.Kind; end && (k == tailWaves || k == tailLobes) {
				// Where the density vanishes quantiles are badly conditioned: compare probabilities.
				lo, hi := table.QuantileTail(v*(1+1e-12)), table.QuantileTail(v*(1-1e-12))
				require.True(t, q >= lo*(1-1e-14) && q <= hi*(1+1e-14), "%s: Q(1-%v) = %v, not in [%v, %v]",
					c.formula, v, q, lo, hi)
				return
			}
			off := math.Abs(q-want) / want
			if v < 0x1p-53 {
				off /= 10 // the errors of Pow grow with its logarithm, and u does not come here
			}
			worst = max(worst, off)
		}
		number := func(i int) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(got[8*i:])) }
		for i, v := range u {
			see(1-v, number(i), table.Quantile(v))
		}
		for i := range 1000 {
			if p := number(len(u) + i); p > 1e-100 && p <= 0.5 {
				see(p, number(len(u)+1000+i), table.QuantileTail(p))
			}
		}
		require.LessOrEqual(t, worst, 1e-14, "%s, %s", c.formula, c.part)
		t.Logf("%s, R^%d, %s: largest relative difference %.1e; %d quantiles in the tails", c.formula, c.dim,
			c.part, worst, tails)
	}
	for _, k := range []tailKind{tailNone, tailPower, tailExponential, tailWaves, tailLobes} {
		assert.True(t, kinds[k] || len(some) < len(rows), "no table had the tail %q", k)
	}
}
