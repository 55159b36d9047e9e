package main

import (
	"testing"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
)

// mostSlots bounds the number of flags of all verbs together, those that all verbs share once, --help not
// counted. It only goes down: a new flag takes the
// place of another, or is a value of one.
const mostSlots = 190

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
				if was, is := types[f.Name]; is && was != f.Value.Type() {
					t.Logf("--%s is a %s in %s and a %s elsewhere", f.Name, f.Value.Type(), c.CommandPath(), was)
				}
				types[f.Name] = f.Value.Type()
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
