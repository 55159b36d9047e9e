// Package pipeline spreads work on shards over workers by Apache Beam, and gathers what they found.
package pipeline

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strings"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/options/jobopts"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/x/beamx"
)

// inProcess is the context of the run in whose process workers are; Background in others. Beam
// gives workers a context that knows nothing of an interrupt.
var inProcess struct {
	sync.Mutex
	context.Context
}

// running returns a context that ends with Beam's and with that of the run.
func running(ctx context.Context) (context.Context, context.CancelFunc) {
	inProcess.Lock()
	own := inProcess.Context
	inProcess.Unlock()
	if own == nil {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	stop := context.AfterFunc(own, cancel)
	return ctx, func() { stop(); cancel() }
}

// run runs a pipeline to its end, on the runner that Beam's flags name.
func run(ctx context.Context, p *beam.Pipeline) error {
	if *jobopts.Async {
		return errors.New("--async: results are put together when the job has ended: leave it out")
	}
	inProcess.Lock()
	inProcess.Context = ctx
	inProcess.Unlock()
	defer tidy()()
	if err := ship(); err != nil {
		return err
	}
	err := beamx.Run(ctx, p)
	if cause := ctx.Err(); cause != nil {
		return cause
	}
	return plain(err)
}

// ship makes this program the one that workers run, where they are not in this process: Beam would
// compile another one, and cannot.
func ship() error {
	here := *jobopts.EnvironmentType == "" || strings.EqualFold(*jobopts.EnvironmentType, "loopback")
	switch *runners.Runner {
	case "", "prism", "PrismRunner", "direct", "DirectRunner":
	default:
		here = here && *jobopts.EnvironmentType != ""
	}
	if here || *jobopts.WorkerBinary != "" {
		return nil
	}
	if runtime.GOOS != "linux" || runtime.GOARCH != "amd64" {
		return errors.New("--worker_binary is required: krein-beam as the workers' machines run it")
	}
	self, err := os.Executable()
	*jobopts.WorkerBinary = self
	return err
}

// tidy gives Beam, which leaves a file behind for each job in this process, a directory for
// temporary files; what it returns removes it.
func tidy() func() {
	before, had := os.LookupEnv("TMPDIR")
	dir, err := os.MkdirTemp("", "krein-beam-*")
	if err != nil {
		return func() {} // Beam says what is wrong
	}
	_ = os.Setenv("TMPDIR", dir)
	return func() {
		if had {
			_ = os.Setenv("TMPDIR", before)
		} else {
			_ = os.Unsetenv("TMPDIR")
		}
		_ = os.RemoveAll(dir)
	}
}

// Runners wrap errors of workers in text of their own; between these marks is what a worker said.
const open, shut = "⟦", "⟧"

// marked is an error as a worker hands it to Beam.
func marked(err error) error {
	if err == nil {
		return nil
	}
	return fmt.Errorf("%s%w%s", open, err, shut)
}

// plain returns what the first worker said that failed, or the error with what to do: a worker was lost.
func plain(err error) error {
	if err == nil {
		return nil
	}
	_, rest, found := strings.Cut(err.Error(), open)
	said, _, whole := strings.Cut(rest, shut)
	if !found || !whole {
		return fmt.Errorf("%w\n(what is finished is kept, and the same command goes on from there)", err)
	}
	return errors.New(said)
}
