package work

import (
	"context"

	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/internal/dataset"
	"krein/cmd/krein/internal/input"
	"krein/internal/dataio"
)

// Features writes the features of a shard's rows to output, as 'krein features' does, unless a
// record says that they are there. It reports whether it wrote.
func (s *Spec) Features(ctx context.Context, m *Drawn, shard *shards.Shard,
	output, job string) (r *shards.Record, wrote bool, err error) {
	if r, err = shard.Finished(output, job); r != nil || err != nil {
		return r, false, err
	}
	rows, err := s.write(ctx, m, shard, output)
	if err != nil {
		return nil, false, shard.Fault(err)
	}
	r, err = shard.Finish(output, job, rows)
	return r, true, err
}

// write writes the features, all at once.
func (s *Spec) write(ctx context.Context, m *Drawn, shard *shards.Shard, output string) (int, error) {
	if err := shard.Unchanged(); err != nil {
		return 0, err
	}
	from, err := s.Open(shard.Path, m, false)
	if err != nil {
		return 0, err
	}
	defer func() { _ = from.Close() }()
	to, err := dataio.Create(output, &dataio.WriterOptions{
		Columns: m.Columns(), Rows: max(from.Rows(), 0), Single: s.Single, Other: Parquet,
	})
	if err != nil {
		return 0, err
	}
	defer to.Abort()
	job := dataset.Job{
		Map: m.Map, From: from, To: to, Single: s.Single, Block: input.BlockRows(s.Columns + m.Columns()),
		Done: func(int) {},
	}
	rows, err := job.Run(ctx)
	if err != nil {
		return 0, err
	}
	if err := shard.Unchanged(); err != nil { // half of it may be of the old contents
		return 0, err
	}
	return rows, to.Commit()
}
