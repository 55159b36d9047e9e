package measure

import (
	"errors"
	"fmt"

	"krein/decompose/zonal"
	"krein/internal/ball/numeral"
	"krein/internal/certify/certificate"
	"krein/internal/certify/proof"
	"krein/internal/certify/prose"
)

// SphereMasses says what an expansion's masses are.
func SphereMasses(z *zonal.Decomposition) string {
	return fmt.Sprintf("‖a₊‖ = %s, ‖a₋‖ = %s", numeral.Text(&z.Plus.Mass, CoefficientDigits), numeral.Text(&z.Minus.Mass, CoefficientDigits))
}

// SphereVerdict says what is known of a kernel on the unit sphere, for those who want to use it there; z is nil where no
// expansion was proved, for which err is the reason.
func SphereVerdict(c *certificate.Certificate, z *zonal.Decomposition, err error) []prose.Advice {
	pd := c.Claim(proof.PDSphere)
	where := fmt.Sprintf("on the unit sphere of R^%d", c.Dim())
	says := map[proof.Status]string{
		proof.Proved: "Positive definite " + where, proof.Likely: "Positive definite " + where + " (likely, not proved)",
		proof.Refuted: "Indefinite " + where, proof.Unlikely: "Indefinite " + where + " (likely, not proved)",
		proof.Undecided: "Whether it is positive definite " + where + " is open",
	}[pd.Status]
	features := []string{fmt.Sprintf("krein features %s --data rows.csv --scale sphere --representation sphere -o phi.npy",
		prose.Kernel)}
	var advice []prose.Advice
	switch known := (*zonal.Error)(nil); {
	case z != nil && z.Definite: // which is proved
		says = "Positive definite " + where
		plus, _ := z.Plus.Mass.Float64()
		advice = []prose.Advice{{Says: fmt.Sprintf("%s, with total mass %.4g: use it as it is.", says, plus),
			Commands: features}}
	case z != nil:
		plus, _ := z.Plus.Mass.Float64()
		minus, _ := z.Minus.Mass.Float64()
		link := ", but"
		if pd.Status == proof.Proved || pd.Status == proof.Likely || pd.Status == proof.Undecided {
			link = "; it is"
		}
		advice = []prose.Advice{{Says: fmt.Sprintf("%s%s a difference of two kernels that are positive definite there, "+
			"with masses %.4g and %.4g.",
			says, link, plus, minus), Commands: []string{features[0] + " --signature j.npy"}}}
	case errors.As(err, &known):
		advice = []prose.Advice{{Says: fmt.Sprintf("%s. No expansion in harmonics was proved: %s.", says, known.Because)}}
	default:
		advice = []prose.Advice{{Says: fmt.Sprintf("%s. No expansion in harmonics was found: %v.", says, err)}}
	}
	if z == nil {
		return advice
	}
	return append(advice, prose.Advice{Says: "What each representation costs on data, and what it errs by:",
		Commands: []string{
			fmt.Sprintf("krein compare %s --dim %d --data rows.csv --scale sphere", prose.Kernel, c.Dim()),
		}})
}
