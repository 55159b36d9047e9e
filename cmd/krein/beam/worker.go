package main

import (
	"errors"
	"fmt"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/runners/universal/extworker"
	"github.com/spf13/cobra"
)

func newWorkerCmd() *cobra.Command {
	var port int
	cmd := &cobra.Command{
		Use:   "worker --port PORT",
		Short: "Work for runs that are started elsewhere on this machine",
		Long: `worker waits for runs of this version of krein-beam that say
  --environment_type external --environment_config localhost:PORT
and does their work, in a process of its own, until it is interrupted. It listens to this machine alone; clusters start
workers by themselves.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if port < 1 || port > 65535 {
				return fmt.Errorf("--port %d: want 1 … 65535", port)
			}
			pool, err := extworker.StartLoopback(cmd.Context(), port)
			if err != nil {
				return err
			}
			<-cmd.Context().Done()
			return errors.Join(pool.Stop(cmd.Context()), cmd.Context().Err())
		},
	}
	cmd.Flags().IntVar(&port, "port", 0, "the port of this machine to listen to (required)")
	if err := cmd.MarkFlagRequired("port"); err != nil {
		panic(err)
	}
	return cmd
}
