// Package special evaluates the special functions krein needs.
package special
