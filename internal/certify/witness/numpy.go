// Package witness writes programs that show, without krein, what refutes a claim.
package witness

import (
	"fmt"
	"io"
	"math/big"
	"strings"

	"krein/ball"
	"krein/internal/certify/certificate"
	"krein/internal/certify/check"
	"krein/internal/certify/check/pd"
	"krein/internal/certify/proof"
	"krein/internal/kernel/numeric"
	"krein/kernel"
	"krein/kernel/notation"
)

// WriteNumPy writes, for every refuted claim with a finite witness, a Python program of five lines that needs nothing
// but NumPy (SciPy for Bessel functions, Γ and erf) and adds the quadratic form Σ c_i c_j k(‖x_i−x_j‖) up again in
// float64. It reports how many it wrote. k must be the kernel of the certificate.
func WriteNumPy(w io.Writer, cert *certificate.Certificate, k *kernel.Kernel) (n int, err error) {
	for _, cl := range cert.Claims() {
		s := cl.Witness
		if s == nil {
			s = cl.Proof
		}
		if s == nil || !check.IsWitness(s.Rule) {
			continue
		}
		points, weights, err := witnessPoints(s)
		if err != nil {
			continue
		}
		if n > 0 {
			fmt.Fprintln(w)
		}
		if err := writeProgram(w, cl, k, points, weights); err != nil {
			return n, err
		}
		n++
	}
	return n, nil
}

// witnessPoints returns points and weights of a witness, those of a 2×2 Gram matrix for |k(z)| > k(0).
func witnessPoints(s *proof.Step) (points [][]*big.Rat, weights []*big.Rat, err error) {
	switch s.Rule {
	case "pd.bounded-by-zero", "pd-sphere.bounded-by-zero":
		var ev pd.ValueEvidence
		if err := s.Decode(&ev); err != nil {
			return nil, nil, err
		}
		if ev.Z.Sign() == 0 { // k(0) < 0
			return [][]*big.Rat{{new(big.Rat)}}, []*big.Rat{big.NewRat(1, 1)}, nil
		}
		second := big.NewRat(-1, 1)
		if ev.Value.Negative() == ball.True {
			second.SetInt64(1)
		}
		return [][]*big.Rat{{new(big.Rat)}, {ev.Z.Rat}}, []*big.Rat{big.NewRat(1, 1), second}, nil
	}
	var ev pd.PointsEvidence
	if err := s.Decode(&ev); err != nil {
		return nil, nil, err
	}
	for i, p := range ev.Points {
		var row []*big.Rat
		for _, x := range p {
			row = append(row, x.Rat)
		}
		points, weights = append(points, row), append(weights, ev.Weights[i].Rat)
	}
	return points, weights, nil
}

func writeProgram(w io.Writer, cl proof.Claim, k *kernel.Kernel, points [][]*big.Rat, weights []*big.Rat) error {
	var rows []string
	for _, p := range points {
		rows = append(rows, "["+Join(p)+"]")
	}
	formula, special := notation.NumPy(k.Expr())
	imports := "numpy as np"
	if special {
		imports += ", scipy.special as sp"
	}
	_, err := fmt.Fprintf(w, `# %s is false: Σ c_i c_j k(‖x_i−x_j‖) < 0
import %s; np.seterr(all="ignore")
x, c = np.array([%s]), np.array([%s])
z = np.linalg.norm(x[:, None] - x[None, :], axis=2)
K = np.where(z == 0, %v, %s)
print(c @ K @ c)
`, cl.ID, imports, strings.Join(rows, ", "), Join(weights), numeric.AtZero(k), formula)
	return err
}

// Join writes the numbers in a row.
func Join(xs []*big.Rat) string {
	var out []string
	for _, x := range xs {
		out = append(out, x.RatString())
	}
	return strings.Join(out, ", ")
}
