package input_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"krein/cmd/krein/internal/input"
	"krein/internal/atomicfile"
)

// deaf makes the test binary be a verb that does not look at its context.
const deaf = "KREIN_TEST_DEAF"

func TestMain(m *testing.M) {
	if dir := os.Getenv(deaf); dir != "" {
		runDeaf(dir)
	}
	os.Exit(m.Run())
}

// runDeaf begins a file in dir and works on for ever, with a limit of some milliseconds.
func runDeaf(dir string) {
	root := &cobra.Command{Use: "krein", SilenceErrors: true, SilenceUsage: true}
	root.AddCommand(&cobra.Command{Use: "dig", RunE: func(cmd *cobra.Command, _ []string) (err error) {
		defer input.Limit(cmd, 40*time.Millisecond)(&err)
		f, err := atomicfile.Create(filepath.Join(dir, "out.json"))
		if err != nil {
			return err
		}
		for {
			_, _ = f.Write([]byte("x"))
		}
	}})
	root.SetArgs([]string{"dig"})
	_ = root.ExecuteContext(input.WithEffort(input.Alone(context.Background()), 2))
}

// TestLimitEnds: a verb that does not look at its context is ended soon after its bound, with an error that names the
// verb, the bound and its effort, and leaves no file.
func TestLimitEnds(t *testing.T) {
	dir := t.TempDir()
	cmd := exec.CommandContext(t.Context(), os.Args[0])
	cmd.Env = append(os.Environ(), deaf+"="+dir)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	var exit *exec.ExitError
	require.ErrorAs(t, cmd.Run(), &exit)
	assert.Equal(t, 2, exit.ExitCode())
	assert.Equal(t, "krein: 'krein dig' takes at most 80ms of processor time for what it finds out about a kernel (--effort 2), "+
		"and this one took more\n", errs.String())
	assert.Less(t, exit.UserTime()+exit.SystemTime(), 2*time.Second)
	left, err := os.ReadDir(dir)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// hand is a clock that a test moves.
type hand struct{ now atomic.Int64 }

func (h *hand) time() time.Duration   { return time.Duration(h.now.Load()) }
func (h *hand) move(by time.Duration) { h.now.Add(int64(by)) }

// limited runs do with a limit of a minute at an effort, on a clock that do moves.
func limited(effort float64, do func(cmd *cobra.Command, clock *hand) error) error {
	clock := &hand{}
	clock.move(time.Hour) // it may have begun before
	cmd := &cobra.Command{Use: "krein"}
	verb := &cobra.Command{Use: "dig"}
	cmd.AddCommand(verb)
	outer := input.WithEffort(input.Timed(context.Background(), clock.time), effort)
	verb.SetContext(outer)
	err := func() (err error) {
		defer input.Limit(verb, time.Minute)(&err)
		return do(verb, clock)
	}()
	if verb.Context() != outer {
		panic("the context of the verb is what it was")
	}
	return err
}

// over waits until the context of a verb ends, or for a while.
func over(cmd *cobra.Command) error {
	select {
	case <-cmd.Context().Done():
		return cmd.Context().Err()
	case <-time.After(250 * time.Millisecond):
		return nil
	}
}

// TestLimit: the context of a verb ends a little before the bound, which --effort scales, and the error is one that
// says so, whatever the verb returns; other errors and results stay.
func TestLimit(t *testing.T) {
	own := errors.New("a file is missing")
	for _, e := range []struct {
		effort float64
		uses   time.Duration
		ends   string
	}{
		{1, 50 * time.Second, ""},
		{1, 55 * time.Second, "'krein dig' takes at most 1m0s of processor time for what it finds out about a kernel " +
			"(--effort 1), and this one took more"},
		{4, 200 * time.Second, ""},
		{4, 220 * time.Second, "at most 4m0s of processor time"},
		{0.01, 500 * time.Millisecond, ""},
		{0.01, 550 * time.Millisecond, "at most 600ms of processor time"},
	} {
		for _, returned := range []error{nil, own} {
			err := limited(e.effort, func(cmd *cobra.Command, clock *hand) error {
				clock.move(e.uses)
				if err := over(cmd); err != nil && returned == nil {
					return err
				}
				return returned
			})
			if e.ends == "" {
				assert.Equal(t, returned, err)
			} else {
				assert.ErrorContains(t, err, e.ends)
			}
		}
	}
	assert.NoError(t, limited(1, func(cmd *cobra.Command, clock *hand) error { // it came to a result all the same
		clock.move(55 * time.Second)
		_ = over(cmd)
		return nil
	}))
}

// TestRows: the time of rows is not counted, wherever they are worked on; that before, between and after them is.
func TestRows(t *testing.T) {
	for _, e := range []struct {
		between time.Duration
		ends    bool
	}{{10 * time.Second, false}, {18 * time.Second, true}} {
		err := limited(1, func(cmd *cobra.Command, clock *hand) error {
			clock.move(20 * time.Second)
			for range 2 {
				outer := input.Rows(cmd.Context())
				inner := input.Rows(context.WithoutCancel(cmd.Context())) // as one reader within another
				clock.move(time.Hour)
				inner()
				clock.move(time.Hour)
				outer()
				clock.move(e.between)
			}
			return over(cmd)
		})
		if e.ends {
			assert.ErrorContains(t, err, "at most 1m0s")
		} else {
			assert.NoError(t, err)
		}
	}
	input.Rows(t.Context())() // no limit
}
