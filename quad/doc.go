// Package quad integrates.
package quad
