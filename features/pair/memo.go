package pair

import "reflect"

// memo remembers what the predictions of one call have in common, for one set of displacements: the rules of integrals,
// which depend on the number of frequencies alone, and the variances of independent frequencies, which do not even on
// that. It is not safe for concurrent use, and no option that a caller sees has one.
type memo struct {
	displacements [][]float64
	seed          uint64 // of simulations
	exact         bool   // exact low orders are of interest, too
	rules         map[ruleKey][][]*rule
	formulas      map[spreadKey]*byFormula
	simulations   map[simulationKey]*simulation
	tables        map[int]*waveTable // of plane waves, by dimension
}

// ruleKey is what the rules of a part depend on.
type ruleKey struct {
	part   Part
	strata int // 0: none
	folded bool
}

// spreadKey is what the variances of a part depend on.
type spreadKey struct {
	part          Part
	coupling      Coupling
	n             int // 1 for independent frequencies
	displacements int // a few, or all
}

// simulationKey is what the draws of a simulation depend on.
type simulationKey struct {
	part          Part
	group         int
	coupling      Coupling
	n             int
	displacements int // a few, or all
}

// remembering returns the options with a memo for their displacements, unless they have one.
func (o *Options) remembering() *Options {
	if o.memo != nil {
		return o
	}
	with := *o
	with.memo = &memo{o.Displacements, o.Seed, o.Exact != nil, map[ruleKey][][]*rule{}, map[spreadKey]*byFormula{},
		map[simulationKey]*simulation{}, map[int]*waveTable{}}
	return &with
}

// remembered returns what known has at a key, or else what find finds, and remembers that, unless it is an error.
func remembered[K comparable, V any](known map[K]V, key K, part Part, find func() (V, error)) (V, error) {
	if !reflect.TypeOf(part).Comparable() {
		return find()
	}
	if v, ok := known[key]; ok {
		return v, nil
	}
	v, err := find()
	if err == nil {
		known[key] = v
	}
	return v, err
}
