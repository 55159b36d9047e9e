// Package closed recognises closed forms of radial spectra: constants are exact (Num), a formula is
// a sum in normal form, and a Form has the parts of the density and the atoms of the measure.
package closed
