package rule_test

import (
	"context"
	"testing"

	"github.com/stretchr/testify/assert"

	"krein/internal/budget"
	"krein/internal/certify/check/rule"
	"krein/internal/certify/checktest"
	"krein/internal/kernel/asymptotic"
)

// TestMemoOfEndedWork: what is left open because the work ended is found when there is more.
func TestMemoOfEndedWork(t *testing.T) {
	ctx, release := budget.New(context.Background(), 0)
	release()
	m := budget.Of(ctx)
	k := checktest.Parsed(t, "(1+z)/(1+z+z^2)").Metered(m)
	c := rule.New(context.Background(), nil, 0)
	within := func(units int64, look func()) {
		scope, leave := m.Enter(context.Background(), units)
		defer leave()
		c.Within(scope, rule.DefaultSteps, "")
		look()
	}
	within(1, func() {
		m.Spend(2)
		assert.Error(t, c.Regular(k, rule.Continuous))
		assert.False(t, c.Singularities(k, 3).Complete)
		assert.Equal(t, asymptotic.Undetermined, c.AtInfinity(k).Kind)
	})
	within(1<<30, func() {
		assert.NoError(t, c.Regular(k, rule.Continuous))
		assert.True(t, c.Singularities(k, 3).Complete)
		assert.NotEqual(t, asymptotic.Undetermined, c.AtInfinity(k).Kind)
		assert.Same(t, c.AtInfinity(k), c.AtInfinity(k), "and remembered")
		assert.Same(t, c.Singularities(k, 3), c.Singularities(k, 3))
	})
}
