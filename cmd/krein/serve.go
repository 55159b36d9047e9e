package main

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"krein/cmd/krein/internal/input"
	"krein/cmd/krein/internal/serve"
)

// Values of --memory, in MiB: with less hardly any certificate is possible.
const leastMemory, mostMemory = 64, 1 << 20

func newServeCmd() *cobra.Command {
	var (
		address string
		memory  int
		set     serve.Settings
	)
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Certify kernels live in a browser, and answer programs over HTTP",
		Long: `serve opens a page on which a formula is typed and certified, claim by claim, with its proofs and pictures; links hold
the whole state. /api/v1/certify, verify, spectrum, decompose, compare and plan answer with the JSON of the commands
(/api/v1/openapi.json describes them). It stops by ctrl-C.

Work is bounded: so many commands at a time, so many requests that wait (others are sent away with status 429), so
much time for each (--effort is that of certificates), so much memory in all, and formulas, bodies and answers of a
certain length. What nobody waits for any more is given up; no address has all workers while another one waits, and what
takes long has workers of its own, so that nothing short waits for it.

Requests are answered if their Host header names the IP address that they came to, localhost where that is of this
machine, or a name in --address. Pages of other sites may link to the page, which then computes after a click,
and nothing else.`,
		Example: `  krein serve
  krein serve --address 127.0.0.1:9000 --workers 2
  krein serve --address 0.0.0.0:8080,krein.example.org --memory 256`,
		Args: input.None("the port is that of --address, as in --address 127.0.0.1:8080"),
		RunE: func(cmd *cobra.Command, _ []string) error {
			if set.Workers < 0 || set.Time < 0 {
				return errors.New("--workers and --time are not negative")
			}
			if memory < leastMemory || memory > mostMemory {
				return fmt.Errorf("--memory %d: want MiB a worker, %d … %d", memory, leastMemory, mostMemory)
			}
			set.Memory = uint64(memory) << 20
			address, names, said := strings.Cut(address, ",")
			var hosts []string
			if said {
				hosts = strings.Split(names, ",")
			}
			if host, _, err := net.SplitHostPort(address); err == nil && host != "" {
				hosts = append(hosts, host)
			}
			for _, host := range hosts {
				name, err := serve.ParseHost(host)
				if err != nil {
					return err
				}
				set.Hosts = append(set.Hosts, name)
			}
			l, err := net.Listen("tcp", address)
			if err != nil {
				if op := (*net.OpError)(nil); errors.As(err, &op) {
					err = op.Err
				}
				if bad := (*net.AddrError)(nil); errors.As(err, &bad) {
					err = errors.New(bad.Err)
				}
				return fmt.Errorf("--address %s: %w\n(want a host and a port: --address 127.0.0.1:0 takes any port that is free)", address, err)
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
	fl.StringVar(&address, "address", "127.0.0.1:8080", "host and port to listen at, and after commas other names of this server")
	fl.IntVar(&memory, "memory", 512, "MiB of memory for each of --workers, besides 128 for the server itself")
	fl.IntVar(&set.Workers, "workers", 0, "commands that run at a time, of those that began and of those that take long "+
		"(default: one a processor)")
	fl.DurationVar(&set.Time, "time", time.Minute, "how long a request may wait, and then how long its command may take")
	return cmd
}
