// Package certify states what is known of a kernel.
package certify
