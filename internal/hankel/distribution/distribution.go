package distribution

import (
	"krein/ball"
	"krein/internal/hankel/mass"
	"krein/internal/hankel/waves"
)

// Settings are the settings of Enclose. The zero value, like nil, chooses the defaults.
type Settings struct {
	// Tol is the distance in total variation asked for, of both laws together, relative to ‖m‖. Default 1e-11.
	Tol float64
	// Prec is the working precision in bits. Default 128.
	Prec uint
	// Panels bounds the number of panels looked at. Default 20000.
	Panels int
	// Sine asks for the parts of dm/ω in three dimensions, as in search.MassSettings.
	Sine bool
}

// Pair are the densities of the two parts of the radial spectral measure m = m₊ − m₋ on ω > 0, each known up to a
// proved distance in total variation.
type Pair struct {
	Masses      *mass.Masses  // of the parts, with their atoms
	Plus, Minus *Distribution // nil if the part has no density, which is proved
	Atoms       *waves.Atoms  // of m, as atoms.Enclosed has them; those at ω = 0 are included
}

// Distribution is the density of m₊ or m₋, without atoms:
//
//	that of Head on 0 < ω < Head.Upto, those of the panels, and that of Tail beyond;
//	elsewhere the part is taken to have no mass.
//
// The measure so defined, with the midpoints of the coefficients of the panels and without their Rest, is at most
// Distance from the part in total variation, ∫ |dm± − dlaw|.
type Distribution struct {
	Head   Head
	Panels []Panel // in increasing order without overlap; what lies between them has the other sign, or is in Missing
	Tail   Tail
	// Unresolved bounds the mass of this part that is in no panel, below Tail.From and above Head.Upto: where the sign of
	// the density is not known.
	Unresolved ball.Mag
}

// Head is a law on 0 < ω < Upto that has the mass Mass (ω/Upto)^Exponent below ω. Mass and Exponent are a choice; what
// is proved of it is Deviation.
type Head struct {
	Upto      float64
	Mass      float64 // 0: none
	Exponent  float64 // > 0
	Deviation ball.Mag
}

// Panel is dm±/dt = Σ_k Coef[k] (t−T0)^k ± Rest for t = ω² in [Lo, Hi]. The density is nonnegative there, its
// polynomial may be less than 0 by Rest.
type Panel struct {
	Lo, Hi float64
	// LoZero and HiZero: the sign of the density changes next to that end, or may do so; where it does, the density
	// vanishes there, about linearly.
	LoZero, HiZero bool
	T0             ball.Real
	Coef           []ball.Real
	Rest           ball.Mag
}

// TailKind is a kind of law on ω ≥ From.
type TailKind int8

// The kinds.
const (
	TailNone        TailKind = iota // no mass at all, which is proved
	TailNegligible                  // taken to have no mass; Deviation bounds it
	TailPower                       // mass Mass (ω/From)^−Exponent above ω
	TailOscillating                 // an oscillating law, Waves
)

// Tail is a law on ω ≥ From. Mass, Exponent and Waves are a choice; what is proved of it is Deviation, its distance ∫
// |dm± − dlaw| from the part on ω ≥ From. Everything is about exact arithmetic with these float64 numbers: rounding in
// Quantile comes in addition.
type Tail struct {
	Kind      TailKind
	From      float64
	Mass      float64          // of TailPower and TailOscillating
	Exponent  float64          // of TailPower, > 0
	Waves     *OscillatingTail // of TailOscillating
	Deviation ball.Mag
}

// OscillatingTail is a law in x = bω, b = Frequency + FrequencyLow, with the antiderivative
//
//	A(x) = Σ_l x^{−Q−l/2} (Cos[l] cos(x+Phase) + Sin[l] sin(x+Phase)) + Σ_l Plain[l] x^{1−Q−l/2}.
//
// If Survival is nil, the density is proportional to Sign·A′ for x ≥ Start, and the mass above x to −Sign·A(x).
//
// Otherwise the mass is in lobes between x_j + Y_0(u_j) and x_{j+1} + Y_1(u_{j+1}), j = First, First+2, …, where
//
//	x_j = (j+1/2)π − Phase,  u_j = x_j^{−1/2},  Y_i(u) = Σ_l Ends[i][l] u^l.
//
// The mass of the lobes from x_j on is proportional to S(x_j), S(x) = Σ_l Survival[l] x^{1−Q−l/2}, so that the lobe of
// x_j has S(x_j) − S(x_j+2π). In it the density is proportional to A′. Start is where the first lobe begins, rounded.
type OscillatingTail struct {
	Frequency    float64      `json:"frequency"`
	FrequencyLow float64      `json:"frequencyLow"`
	Phase        float64      `json:"phase"`
	Q            float64      `json:"q"` // > 1
	Cos          []float64    `json:"cos"`
	Sin          []float64    `json:"sin"`
	Plain        []float64    `json:"plain"`
	Sign         int          `json:"sign"` // ±1: that of A′ in the law
	Start        float64      `json:"start"`
	First        int64        `json:"first"`
	Survival     []float64    `json:"survival"`
	Ends         [2][]float64 `json:"ends"`
}
