package limb

import (
	"math/big"
	"math/bits"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func toBig(x []uint64) *big.Int {
	z := new(big.Int)
	for i := len(x) - 1; i >= 0; i-- {
		z.Lsh(z, 64)
		z.Or(z, new(big.Int).SetUint64(x[i]))
	}
	return z
}

// draw returns n words, often of all zeros or all ones.
func draw(r *rand.Rand, n int) []uint64 {
	v := make([]uint64, n)
	for i := range v {
		switch r.IntN(4) {
		case 0:
		case 1:
			v[i] = ^uint64(0)
		default:
			v[i] = r.Uint64()
		}
	}
	return v
}

// guard gives a slice of n words inside a larger array of canaries, and a check.
func guard(t *testing.T, n int) ([]uint64, func()) {
	const canary = 0xdeadbeefcafef00d
	b := make([]uint64, n+4)
	for i := range b {
		b[i] = canary
	}
	return b[2 : n+2 : n+2], func() {
		t.Helper()
		for _, i := range []int{0, 1, n + 2, n + 3} {
			require.EqualValues(t, uint64(canary), b[i])
		}
	}
}

func TestAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		n := 1 + r.IntN(9)
		x, y := draw(r, n), draw(r, n)
		bx, by := toBig(x), toBig(y)
		mod := new(big.Int).Lsh(big.NewInt(1), uint(64*n))
		w := draw(r, 1)[0]
		bw := new(big.Int).SetUint64(w)
		z, check := guard(t, n)
		// with is value + carry·2^(64n)
		with := func(c uint64) *big.Int {
			v := new(big.Int).SetUint64(c)
			return v.Add(v.Mul(v, mod), toBig(z))
		}
		c := Add(z, x, y)
		require.Zero(t, with(c).Cmp(new(big.Int).Add(bx, by)))
		c = Sub(z, x, y)
		want := new(big.Int).Sub(bx, by)
		require.Equal(t, want.Sign() < 0, c == 1)
		require.Zero(t, toBig(z).Cmp(want.Mod(want, mod)))
		Neg(z, x)
		require.Zero(t, toBig(z).Cmp(want.Mod(want.Neg(bx), mod)))
		c = MulWord(z, x, w)
		require.Zero(t, with(c).Cmp(new(big.Int).Mul(bx, bw)))
		copy(z, y)
		c = AddMulWord(z, x, w)
		require.Zero(t, with(c).Cmp(want.Add(want.Mul(bx, bw), by)))
		copy(z, y)
		c = SubMulWord(z, x, w)
		// y − xw = z − c·2^(64n)
		want.Sub(by, want.Mul(bx, bw))
		got := new(big.Int).SetUint64(c)
		got.Sub(toBig(z), got.Mul(got, mod))
		require.Zero(t, got.Cmp(want))
		if w != 0 {
			in := r.Uint64() % w
			rem := DivWord(z, x, w, in)
			q, m := new(big.Int).QuoRem(new(big.Int).Add(bx, new(big.Int).Mul(mod, new(big.Int).SetUint64(in))),
				bw, new(big.Int))
			require.Zero(t, toBig(z).Cmp(q))
			require.Equal(t, m.Uint64(), rem)
		}
		s := uint(r.IntN(64))
		c = Shl(z, x, s)
		require.Zero(t, with(c).Cmp(new(big.Int).Lsh(bx, s)))
		in := r.Uint64() & (1<<s - 1)
		Shr(z, x, s, in)
		want.Mul(mod, new(big.Int).SetUint64(in))
		want.Rsh(want.Add(want, bx), s)
		require.Zero(t, toBig(z).Cmp(want))
		require.Equal(t, bx.BitLen(), BitLen(x))
		require.Equal(t, bx.Sign() == 0, IsZero(x))
		check()
	}
}

func TestMulHigh(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 5000 {
		n := r.IntN(12)
		if r.IntN(20) == 0 {
			n = 45
		}
		x, y := draw(r, n), draw(r, n)
		want := new(big.Int).Mul(toBig(x), toBig(y))
		want.Rsh(want, uint(64*n))
		z, check := guard(t, n)
		s, check2 := guard(t, n+1)
		MulHigh(z, x, y, s)
		check()
		check2()
		d := new(big.Int).Sub(want, toBig(z))
		require.True(t, d.Sign() >= 0 && (d.IsUint64() && d.Uint64() <= uint64(max(n-1, 0)) || n == 0),
			"n=%d: off by %v", n, d)
	}
}

func TestWords(t *testing.T) {
	x := []uint64{1, 1 << 63, 0, 7}
	w := AppendWords(nil, x)
	assert.Len(t, w, 4*64/bits.UintSize)
	i := new(big.Int).SetBits(w)
	assert.Zero(t, i.Cmp(toBig(x)))
	z := make([]uint64, 3)
	FromInt(z, i, 1)
	assert.Equal(t, []uint64{1 << 63, 0, 7}, z)
	FromInt(z, i, 3)
	assert.Equal(t, []uint64{7, 0, 0}, z)
}

func BenchmarkMulHigh(b *testing.B) {
	for _, n := range []int{3, 6, 16, 40} {
		r := rand.New(rand.NewPCG(5, 6))
		x, y, z, s := draw(r, n), draw(r, n), make([]uint64, n), make([]uint64, n+1)
		b.Run(big.NewInt(int64(n)).String(), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				MulHigh(z, x, y, s)
			}
		})
	}
}
