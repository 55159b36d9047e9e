package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/serve"
)

func newServeCmd() *cobra.Command {
	var (
		address string
		set     serve.Settings
	)
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Answer in a browser, and to programs over HTTP",
		Long: `serve opens a page on which a formula is typed and certified, claim by claim, with its proofs and pictures; links hold
the whole state. /api/v1/certify, verify, spectrum, decompose, compare and plan answer with the JSON of the commands
(/api/v1/openapi.json describes them). It stops by ctrl-C.

Work is bounded: so many commands at a time, so many requests that wait (others are sent away with status 429), so
much time for each (--effort is that of certificates), and formulas, bodies and answers of a certain length. What nobody
waits for any more is given up; no address has all workers while another one waits, and what takes long has workers of
its own, so that nothing short waits for it.`,
		Example: `  krein serve
  krein serve --address 127.0.0.1:9000 --workers 2`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if set.Workers < 0 || set.Waiting < 0 || set.Time < 0 {
				return errors.New("--workers, --waiting and --time are not negative")
			}
			l, err := net.Listen("tcp", address)
			if err != nil {
				return fmt.Errorf("%w\n(another port: --address 127.0.0.1:0 takes any that is free)", err)
			}
			if _, err := fmt.Fprintf(cmd.OutOrStdout(), "krein at http://%s/ (ctrl-C stops)\n", l.Addr()); err != nil {
				return err
			}
			set.Effort = input.Effort(cmd.Context())
			if err := serve.New(run, set).Serve(cmd.Context(), l); err != nil && !errors.Is(err, http.ErrServerClosed) {
				return err
			}
			return nil
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&address, "address", "127.0.0.1:8080", "host and port to listen at")
	fl.IntVar(&set.Workers, "workers", 0, "commands that run at a time, of those that began and of those that take long "+
		"(default: one a processor)")
	fl.IntVar(&set.Waiting, "waiting", 64, "requests that wait for one")
	fl.DurationVar(&set.Time, "time", time.Minute, "how long a request may wait, and then how long its command may take")
	return cmd
}
