package main

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"github.com/stretchr/testify/assert"
)

// The help of a verb has 60 lines at most, required flags among them; --help-all has every flag and the whole description.
func TestHelpIsShort(t *testing.T) {
	t.Parallel()
	for _, cmd := range newRoot().Commands() {
		if cmd.Name() == "help" || cmd.Name() == "completion" {
			continue
		}
		assert.NotEmpty(t, cmd.GroupID, cmd.Name())
		short, full := ok(t, "", cmd.Name(), "--help"), ok(t, "", cmd.Name(), helpAll)
		assert.LessOrEqual(t, strings.Count(short, "\n"), helpLines, cmd.Name())
		cmd.Flags().VisitAll(func(f *pflag.Flag) {
			assert.True(t, f.Hidden || strings.Contains(full, "--"+f.Name), "%s --%s", cmd.Name(), f.Name)
		})
		assert.Contains(t, full, cmd.Long, cmd.Name())
		assert.Equal(t, short != full, strings.Contains(short, helpAll), cmd.Name())
	}
	assert.Contains(t, ok(t, "", "features", "--help"), "--data string")
	assert.NotContains(t, ok(t, "", "features", "--help"), "--proposals")
	args, full := wantsAll([]string{"certify", "--", helpAll})
	assert.False(t, full, "after -- it is a formula")
	assert.Equal(t, []string{"certify", "--", helpAll}, args)
}
