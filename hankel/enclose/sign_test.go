package enclose

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/stretchr/testify/require"
)

func TestSignTry(t *testing.T) {
	for _, c := range []struct {
		f    string
		d    int
		want Sign
	}{
		{"exp(-z^2/2)*(1 - z^2/4)", 4, Nonnegative},
		{"exp(-z^2/2)*(1 - 0.2500001*z^2)", 4, Negative},
		{"exp(-z^2/2)*(1 - z^2/4)", 3, Nonnegative},
		{"exp(-z^2/2)*(1 - z^2/4)", 5, Negative},
		{"exp(-z^2/2) - 0.5*exp(-z^2/8)", 1, Nonnegative},
		{"exp(-z^2/2) - 0.5000001*exp(-z^2/8)", 1, Negative},
		{"exp(-z^2/2) - 0.5*exp(-z^2/8)", 2, Negative},
		{"exp(-z^2/2) - exp(-z^2/200)", 16, Negative},
		{"exp(-z)*cos(z)", 1, Nonnegative},
		{"exp(-z)*cos(z)", 2, Nonnegative},
		{"exp(-z)*cos(1.0000001*z)", 2, Negative},
		{"exp(-z)*cos(z)", 3, Negative},
		{"exp(-z)*cos(z/2)", 3, Nonnegative},
		{"exp(-z) - exp(-2*z)/2", 1, Nonnegative},
		{"exp(-z) - exp(-2*z)/2", 3, Nonnegative},
		{"exp(-z) - exp(-2*z)*0.50000001", 3, Nonnegative},
		{"exp(-2*z) - exp(-z)/2", 3, Negative},
		{"(1+z)*exp(-z)", 784, Nonnegative},
		{"(1+z+z^2/2)*exp(-z)", 3, Nonnegative},
		{"(1+z^2)*exp(-z)", 3, Negative},
		{"1/(1+z^2) - 0.1/(1+z^2/2)", 3, Undecided},
		{"1/(1+z^2) - 0.1/(1+2*z^2)", 3, Undecided},
		{"1/(1+z^2) - 0.1/(1+z^2)^2", 5, Undecided},
		{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 1, Nonnegative},
		{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 2, Nonnegative},
		{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 3, Nonnegative},
		{"z < 1 ? 1 - 3*z/2 + z^3/2 : 0", 4, Negative},
		{"z < 1 ? 1 - z : 0", 1, Nonnegative},
		{"z < 1 ? 1 - z : 0", 2, Negative},
		{"z < 1 ? (1-z)^2 : 0", 3, Nonnegative},
		{"z < 1 ? (1-z)^2 : 0", 4, Negative},
		{"z < 1 ? (1-z)^4*(4*z+1) : 0", 3, Nonnegative},
		{"z < 1 ? (1-z)^4*(4*z+1) : 0", 4, Negative},
		{"z < 1 ? (1-z)^4*(4*z+1) : 0", 8, Negative},
		{"z < 1 ? (1-z)^8*(32*z^3+25*z^2+8*z+1) : 0", 3, Nonnegative},
		{"z < 1 ? (1-z)^8*(32*z^3+25*z^2+8*z+1) : 0", 4, Negative},
		{"z < 2 ? 1 - z^2/4 : 0", 3, Negative},
		{"z < 2 ? (1 - z^2/4)^(7/3) : 0", 3, Negative},
		{"spherical(2) + gaussian(1)", 3, Nonnegative},
		{"spherical(2) + spherical(3)", 3, Nonnegative},
		{"wave(1) + exp(-z)", 2, Nonnegative},
		{"gaussian(1)+exp(-z)-exp(-3*z)/5", 2, Nonnegative},
		{"max(1-z,0)^4+exp(-2*z)", 4, Nonnegative},
		{"max(1-z,0)^3+exp(-2*z)", 2, Nonnegative},
		{"max(1-z,0)^(5/2)", 2, Undecided},
		{"max(1-z,0)^2+max(2-z,0)^2", 2, Nonnegative},
		{"matern(3/2,1) - 0.1*matern(5/2,1)", 2, Undecided},
		{"matern(4/5,1) - 0.1*matern(9/5,1)", 2, Undecided},
	} {
		start := time.Now()
		p, err := New(parse(t, c.f), c.d)
		require.NoError(t, err)
		q, err := p.FindSign(context.Background(), nil)
		require.NoError(t, err)
		el := time.Since(start)
		mark := ""
		if q.Sign != c.want {
			mark = "  <<<<<<"
		}
		fmt.Printf("%-50s %3d %v %v %v panels %d prec %d %v%s\n", c.f, c.d, q.Sign, q.Method, q.Because, q.Panels, q.Prec, el, mark)
		if q.Sign != Undecided {
			start := time.Now()
			require.NoError(t, p.CheckSign(context.Background(), q))
			fmt.Println("   check", time.Since(start))
		}
	}
}
