package main

import (
	"strings"
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
)

// mostSlots bounds the number of flags of all verbs together, those that all verbs share once, --help not
// counted. It only goes down: a new flag takes the
// place of another, or is a value of one. A flag has one type in all verbs, where some take several values.
const mostSlots = 150

func TestFlagSlots(t *testing.T) {
	t.Parallel()
	count := 0
	types := map[string]string{}
	var walk func(cmd *cobra.Command)
	walk = func(cmd *cobra.Command) {
		for _, c := range cmd.Commands() {
			if c.Name() == "help" || c.Name() == "completion" {
				continue
			}
			n := 0
			c.LocalFlags().VisitAll(func(f *pflag.Flag) {
				if f.Name == "help" || f.Hidden {
					return
				}
				n++
				single := strings.TrimSuffix(strings.TrimSuffix(f.Value.Type(), "Slice"), "Array") // or several of one type
				if was, is := types[f.Name]; is {
					assert.Equal(t, was, single, "--%s in %s, and elsewhere", f.Name, c.CommandPath())
				}
				types[f.Name] = single
			})
			count += n
			t.Logf("%s %d", c.CommandPath(), n)
			walk(c)
		}
	}
	root := newRoot()
	walk(root)
	root.PersistentFlags().VisitAll(func(*pflag.Flag) { count++ }) // once, for all verbs
	t.Logf("%d slots, %d names", count, len(types))
	assert.Equal(t, mostSlots, count, "write the number that there are, if it has become smaller")
}
