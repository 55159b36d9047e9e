// Command krein-beam does on many machines what 'krein' does on one: features of tables in many files, models fitted to
// them, surveys of kernels. Apache Beam shares the work out: in this process, or on the cluster that Beam's flags name.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	beamlog "github.com/apache/beam/sdks/v2/go/pkg/beam/log"
	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/terminal"
	"krein/internal/atomicfile"
)

func main() {
	if slices.ContainsFunc(os.Args[1:], isWorker) { // a cluster's machine starts this program so
		flag.Parse()
		beam.Init() // does not return
	}
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	atomicfile.DiscardAll() // of workers in this process that have not ended
	os.Exit(code)
}

func isWorker(arg string) bool {
	return arg == "--worker" || arg == "--worker=true" || arg == "-worker" || arg == "-worker=true"
}

// run executes the command line and returns the exit status: 0 done, 2 bad input or failure.
func run(ctx context.Context, args []string, stdout, stderr io.Writer) int {
	root := newRoot()
	root.SetArgs(args)
	root.SetOut(stdout)
	root.SetErr(stderr)
	err := root.ExecuteContext(ctx)
	if err == nil {
		return 0
	}
	if ctx.Err() != nil && errors.Is(err, context.Canceled) {
		err = errors.New("interrupted; what is finished is kept, and the same command goes on from there")
	}
	fmt.Fprintf(stderr, "krein-beam: %s\n", terminal.Plain(err.Error()))
	return 2
}

func newRoot() *cobra.Command {
	var verbose bool
	root := &cobra.Command{
		Use:   "krein-beam",
		Short: "What krein does, on many machines",
		Long: `krein-beam does by Apache Beam what krein does on one machine: features of tables in many files (shards),
models fitted to them, surveys of many kernels. By default Beam's runner prism works in this process; --runner, --endpoint
and the other flags of Beam name another. Workers see data, maps and results under the names that the command gives, on a
file system that all machines share.

A run that was interrupted or killed is started again with the same words: finished shards are checked and kept.`,
		SilenceUsage:  true,
		SilenceErrors: true,
	}
	root.PersistentPreRunE = func(cmd *cobra.Command, _ []string) error {
		initialise()
		if !verbose {
			slog.SetDefault(slog.New(slog.DiscardHandler))
			beamlog.SetLogger(silent{})
		}
		return input.SetEffort(cmd)
	}
	root.PersistentFlags().BoolVar(&verbose, "verbose", false, "write Beam's log to standard error")
	flag.VisitAll(func(f *flag.Flag) {
		if !strings.Contains(f.Name, "test.") && f.Name != "worker" {
			root.PersistentFlags().AddGoFlag(f)
		}
	})
	root.AddCommand(newFeaturesCmd(), newFitCmd(), newSurveyCmd(), newWorkerCmd())
	input.AddEffort(root.Commands()...)
	return root
}

// initialise starts Beam, which asks whether its flags were parsed: cobra has set them.
var initialise = sync.OnceFunc(func() {
	if !flag.Parsed() {
		_ = flag.CommandLine.Parse(nil)
	}
	beam.Init()
})

// silent drops Beam's log.
type silent struct{}

// Log drops a line.
func (silent) Log(context.Context, beamlog.Severity, int, string) {}
