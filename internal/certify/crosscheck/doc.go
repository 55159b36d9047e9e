// Package crosscheck looks at a kernel a second time, by values at points alone: Gram matrices with
// a negative quadratic form, jumps, growth, differences of the wrong sign. It shares nothing with
// the provers but the evaluation of the formula in balls.
//
// What it finds against positive definiteness is a finite witness that anyone can add up again
// (Search). What it finds against a claim that was proved (Contradiction) means that a proof, or
// this package, is wrong. What it does not find means nothing.
package crosscheck
