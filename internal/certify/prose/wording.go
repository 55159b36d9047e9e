package prose

import (
	"fmt"
	"slices"
	"strings"

	"krein/internal/certify/proof"
)

// A wording has the words for a claim: a title of a few words, and sentences without a full stop for where it holds,
// where it fails and where that is open. %d is the dimension.
type wording struct{ title, holds, fails, open string }

var wordings = map[proof.ID]wording{
	proof.FiniteMass: {
		"Stationary decomposition", "Stationary decomposition on R^%d (random Fourier features exist)",
		"No stationary decomposition on R^%d (random Fourier features do not exist)",
		"Is there a stationary decomposition on R^%d (do random Fourier features exist)?"},
	proof.PD: {
		"Positive definite", "Positive definite on R^%d", "Not positive definite on R^%d",
		"Is it positive definite on R^%d?"},
	proof.CompletelyMonotone: {
		"Completely monotone", "k(√t) is completely monotone on t > 0", "k(√t) is not completely monotone on t > 0",
		"Is k(√t) completely monotone on t > 0?"},
	proof.PDSphere: {
		"Positive definite on the sphere", "Positive definite on the unit sphere of R^%d",
		"Not positive definite on the unit sphere of R^%d", "Is it positive definite on the unit sphere of R^%d?"},
	proof.PDAllSpheres: {
		"Positive definite on all spheres", "Positive definite on the unit sphere of every R^n",
		"Not positive definite on the unit sphere of every R^n",
		"Is it positive definite on the unit sphere of every R^n?"},
	proof.ConditionallyPD: {
		"Conditionally positive definite", "Conditionally positive definite on R^%d of some order",
		"Not conditionally positive definite on R^%d of any order",
		"Is it conditionally positive definite on R^%d of some order?"},
	proof.PositiveDecomposition: {
		"Decomposition of any kind", "A difference of two positive definite kernels on R^%d, of any kind",
		"Not a difference of two positive definite kernels on R^%d of any kind",
		"Is it a difference of two positive definite kernels on R^%d of any kind?"},
}

// Title names a claim in two or three words; it is empty for claims that only kernels of x − y have.
func Title(id proof.ID) string { return wordings[id].title }

// Statement says in words what is stated of a claim on R^dim: the claim where it is proved or likely, its negation
// where it is refuted or unlikely, and a question where it is undecided. A decomposition names its kind.
func Statement(dim int, cl proof.Claim) string {
	w := wordings[cl.ID]
	if w.title == "" {
		return ""
	}
	says := w.open
	switch cl.Status {
	case proof.Proved, proof.Likely:
		says = w.holds
		if kind := Kind(cl); kind != "" {
			says = strings.ReplaceAll(says, "of any kind", kind)
		}
	case proof.Refuted, proof.Unlikely:
		says = w.fails
	}
	if strings.Contains(says, "%d") {
		says = fmt.Sprintf(says, dim)
	}
	return says
}

// Reasoned joins a statement and the reason for it, or a question and what keeps it open.
func Reasoned(statement, because string) string {
	if strings.HasSuffix(statement, "?") {
		return statement + " " + because
	}
	return statement + ": " + because
}

// kinds are the kinds of decomposition, the strongest first, with the rules that give them.
var kinds = []struct {
	says  string
	rules []string
}{
	{"both stationary", []string{"positive-decomposition.finite-mass", "decomposition.finite-mass"}},
	{"both stationary, one with a nugget at 0", []string{"positive-decomposition.at-zero"}},
	{"by a finite-rank correction", []string{"positive-decomposition.conditionally-pd", "decomposition.conditionally-pd"}},
	{"by locally bounded parts", []string{"positive-decomposition.local", "positive-decomposition.periodic"}},
	{"", []string{"radial.decomposition", "factors.decomposition"}}, // that of lemmas, at which nobody looks here
}

// itself reports whether a step says that k, or −k, is positive definite: conditionally of order 0.
func itself(s *proof.Step) bool {
	return s.Rule == "positive-decomposition.conditionally-pd" && len(s.From) == 1 && s.From[0].Rule == "conditionally-pd.pd"
}

// Kind names the kind of decomposition that a proof of positive-decomposition gives: that of its rule, and the weakest
// of those of its premises for sums, products and other reductions. It is empty for other claims, and without a proof.
func Kind(cl proof.Claim) string {
	if cl.ID != proof.PositiveDecomposition || cl.Status != proof.Proved || cl.Proof == nil {
		return ""
	}
	if itself(cl.Proof) {
		return "one of them 0"
	}
	weakest := -1
	var visit func(s *proof.Step)
	visit = func(s *proof.Step) {
		for i, kind := range kinds {
			if slices.Contains(kind.rules, s.Rule) {
				weakest = max(weakest, i)
			}
		}
		for _, p := range s.From {
			visit(p)
		}
	}
	visit(cl.Proof)
	if weakest < 0 {
		return ""
	}
	return kinds[weakest].says
}
