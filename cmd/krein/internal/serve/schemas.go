package serve

import (
	"fmt"
	"regexp"
	"strings"
)

// answers says what each request answers with, in the language of schemas below: one of these.
var answers = map[string]string{
	"certify":   "Certificate / StationaryCertificate",
	"verify":    "Verified / VerifiedStationary / VerifiedFile",
	"spectrum":  "Spectrum / ComplexSpectrum",
	"decompose": "Parts / Zonal / ComplexParts",
	"compare":   "Comparison / ComplexComparison",
	"plan":      "Plan",
	"parse":     "Typeset / OfDelta / Misread",
}

// schemas are the types of answers, a line each: their members and types. A member with ? may be missing, a type with ?
// may be null; [T] are arrays, {T} objects with members of any names, =a|b|c texts of which it is one; "A / B" is one
// or the other.
const schemas = `
Failure: error str
Kernel: formula str, beyond str
Step: rule str, says str, evidence any, from? [Step]
Claim: id str, status =proved|refuted|likely|unlikely|undecided, because str, rule str, evidence any, proof? Step, witness? Step
Bounds: lower num / str / null, upper num / str / null
Estimate: value num / str
Mass: kind =enclosed|estimated|unknown, total? Bounds / Estimate, plus? Bounds / Estimate, minus? Bounds / Estimate, evidence? any, radial-integral? Estimate
Points: formula str, at? [str], before? str
Certificate: format =krein.certificate/4, kernel Kernel, dim int, points [Points], claims [Claim], mass Mass, digest str
DeltaKernel: formula str, dim int, params? {str}, axes? [[str]], lengths? [str]
DeltaClaim: id str, status =proved|refuted|undecided, because str, rule str, proof? Step
Interval: lower str, upper str
DeltaMasses: kind =enclosed|unknown, method? str, real-plus? Interval, real-minus? Interval, imaginary? Interval
StationaryCertificate: format =krein.certificate.stationary/4, kernel DeltaKernel, claims [DeltaClaim], masses DeltaMasses, points [Points], lemmas [Certificate], digest str
Package: package str, lines int
Trusted: packages [Package], lines int, go str
Checked: claim str, status str, verdict =accepted|rejected|incomplete, rule? str, why? str, steps int, seconds num
CheckedMass: kind str, verdict str, method? str, why? str, total? str, plus? str, minus? str, panels int, seconds num
Verified: kernel str, opened? str, beyond str, dim int, digest str, results [Checked]?, masses? CheckedMass, trusted Trusted
CheckedDelta: claim str, status str, verdict str, rule? str, why? str, steps int, seconds num
VerifiedStationary: kernel str, dim int, results [CheckedDelta], trusted Trusted
VerifiedFile: kernel str, beyond str, dim int, file str, bias? num, verdict str, says? str, why? str, seconds num, trusted Trusted
Atom: omega num, weight num
Spectrum: formula str, beyond str, dim int, method str, doubt? str, atoms [Atom], omega [num], density [num?], error [num?]
ComplexAtom: omega num, real num, imaginary num
ComplexSpectrum: formula str, dim int, along str, omega [num], real [num], imaginary [num], error [num], error_proved bool, doubt? str, atoms? [ComplexAtom]
Bias: bound num, kind =proved|estimated
LawError: kolmogorov num, total_variation num, kind str
Part: mass num, error num, error_kind str, law_error? LawError, origin num, quantiles? [num], interpolation_error num
Parts: formula str, beyond str, dim int, quality str, bias Bias?, bias_at_one? num, doubt? str, k_at_zero? num, levels [num], plus Part, minus Part
Coefficient: degree int, value str, harmonics num, sign int?
Zonal: formula str, beyond str, dim int, at_zero str, positive_definite bool, mass_plus str, mass_minus str, degree int, tail num, bias num, because str, coefficients [Coefficient]
Measured: value num, error num, kind str
ComplexParts: formula str, dim int, symmetry str, real_plus Measured, real_minus Measured, imaginary Measured, polar Measured, minimal bool, why? str, bias num, bias_kind str, k_at_zero num
Point: columns int, rms num
Row: measure str, samples str, mass num, mass_proved bool, bias num, bias_proved bool, variance_times_columns num, rms num, columns_needed int, extrapolated bool, drawn bool, operations_a_row num, curve [Point], exact? int
Missing: measure str, because str
Comparison: formula str, dim int, radius num, distances [num], distances_from str, target num, columns int, rows [Row], unavailable [Missing]?, verdict [str]
ComplexRow: measure str, samples str, mass num, bias num, bias_kind str, variance num, variance_se num, rms num, columns_needed num, drawn bool, curve? [Point]
ComplexComparison: formula str, dim int, displacements_from str, target num, columns int, rows [ComplexRow]
PlanRow: criterion str, because str, proved bool, columns num, error? num
Planned: measure str, drawn bool, samples str, rows [PlanRow]
Plan: formula str, dim int, diameter num, distances [num]?, distances_from str, error num, confidence num, columns? int, plans [Planned], unavailable [Missing]?
Typeset: html str, beyond str
OfDelta: delta bool, normal str
Misread: error str, column? int
`

// components returns the schemas as JSON Schema, by name.
func components() map[string]any {
	out := map[string]any{}
	for _, line := range strings.Split(strings.TrimSpace(schemas), "\n") {
		name, members, _ := strings.Cut(line, ": ")
		properties := map[string]any{}
		var required []string
		for _, m := range strings.Split(members, ", ") {
			member, kind, _ := strings.Cut(m, " ")
			if !strings.HasSuffix(member, "?") {
				required = append(required, member)
			}
			properties[strings.TrimSuffix(member, "?")] = schemaOf(kind)
		}
		out[name] = map[string]any{"type": "object", "properties": properties, "required": required,
			"additionalProperties": false}
	}
	return out
}

// plain are the types that have no parts.
var plain = map[string]map[string]any{
	"str": {"type": "string"}, "num": {"type": "number"}, "int": {"type": "integer"}, "bool": {"type": "boolean"},
	"null": {"type": "null"}, "any": {},
}

var typeName = regexp.MustCompile(`^[A-Z][A-Za-z]*$`)

// schemaOf returns the JSON Schema of a type. It panics at what is none.
func schemaOf(kind string) map[string]any {
	if _, _, several := strings.Cut(kind, " / "); several {
		var of []any
		for _, k := range strings.Split(kind, " / ") {
			of = append(of, schemaOf(k))
		}
		return map[string]any{"oneOf": of}
	}
	inside := func() map[string]any { return schemaOf(kind[1 : len(kind)-1]) }
	switch {
	case plain[kind] != nil:
		return plain[kind]
	case strings.HasSuffix(kind, "?"):
		return schemaOf(strings.TrimSuffix(kind, "?") + " / null")
	case strings.HasPrefix(kind, "["):
		return map[string]any{"type": "array", "items": inside()}
	case strings.HasPrefix(kind, "{"):
		return map[string]any{"type": "object", "additionalProperties": inside()}
	case strings.HasPrefix(kind, "="):
		return map[string]any{"type": "string", "enum": strings.Split(kind[1:], "|")}
	case typeName.MatchString(kind):
		return map[string]any{"$ref": "#/components/schemas/" + kind}
	}
	panic(fmt.Sprintf("serve: no type %q", kind))
}
