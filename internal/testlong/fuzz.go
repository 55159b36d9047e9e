package testlong

import "testing"

// Whatever go test -fuzz finds to be interesting it first makes shorter, by default for a minute, in which it tries
// n²/2 pieces of n bytes and nothing new: a target with seeds of some kilobytes, such as certificates, then made 3
// executions in half a minute. A hundred tries are enough; -fuzzminimizetime says otherwise.
func init() {
	testing.Init()
	set("test.fuzzminimizetime", "100x")
}
