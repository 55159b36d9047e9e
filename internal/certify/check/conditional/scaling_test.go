package conditional

import (
	"math"
	"math/big"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/internal/kernel/constant"
)

// TestPowerSigns compares the signs with those of 1/Γ(−β/2), and where that is 0, for z^β log z, of
// its derivative in β.
func TestPowerSigns(t *testing.T) {
	gamma := func(beta float64) float64 { return 1 / math.Gamma(-beta/2) }
	for n := int64(-7); n <= 31; n++ { // β = n/2
		beta := float64(n) / 2
		even := n >= 0 && n%4 == 0
		for p := 0; p <= 3; p++ {
			for _, at := range []string{"0", "infinity"} {
				e, err := constant.ExponentOf(constant.Rat(big.NewRat(n, 2)))
				require.NoError(t, err)
				s, err := PowerEvidence{At: at, LogPower: p}.sign(e)
				if even && p == 0 {
					assert.Error(t, err)
					continue
				}
				assert.NoError(t, err)
				// the derivative of order p of ε^(−β)/Γ(−β/2) in β is led by L^p, or L^(p−1)
				want, logs := gamma(beta), p
				if even {
					want, logs = (gamma(beta+1e-6)-gamma(beta-1e-6))/2e-6, p-1
				}
				if at == "0" && logs%2 == 1 {
					want = -want
				}
				assert.Equal(t, math.Copysign(1, want), float64(s), "z^%v (log z)^%d at %s", beta, p, at)
			}
		}
	}
}
