// Package grammar reads formulas as people write them: exact numbers and the operators, by a Reader. What the names
// mean, and what else people write, is a Vocabulary's. Formulas of evidence, which are as krein prints them,
// formula.Read reads.
package grammar
