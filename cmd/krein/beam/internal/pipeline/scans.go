package pipeline

import (
	"context"
	"encoding/json"

	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/beam/internal/work"
	"krein/internal/dataio"
)

func init() {
	scans("labels", func(_ context.Context, spec *work.Spec, shard *shards.Shard) (map[string]int, error) {
		return spec.Labels(shard)
	}, func(a, b map[string]int) {
		for l, n := range b {
			a[l] += n
		}
	})
	scans("ranges", ranges, func(a, b *dataio.Ranges) {
		for j := range a.Min {
			a.Min[j], a.Max[j] = min(a.Min[j], b.Min[j]), max(a.Max[j], b.Max[j])
		}
	})
}

// scans makes a finder of what reads the rows of a shard, without a map, and of what adds b to a.
func scans[T any](name string, read func(context.Context, *work.Spec, *shards.Shard) (T, error), add func(a, b T)) {
	finders[name] = finder{
		find: func(ctx context.Context, m *maker, shard *shards.Shard, _ []byte) ([]byte, error) {
			spec, err := work.ReadSpec([]byte(m.Spec))
			if err != nil {
				return nil, err
			}
			v, err := read(ctx, spec, shard)
			if err != nil {
				return nil, err
			}
			return json.Marshal(v)
		},
		merge: func(left, right []byte) ([]byte, error) {
			var a, b T
			if err := json.Unmarshal(left, &a); err != nil {
				return nil, err
			}
			if err := json.Unmarshal(right, &b); err != nil {
				return nil, err
			}
			add(a, b)
			return json.Marshal(a)
		},
	}
}

// scan returns what such a finder finds.
func scan[T any](ctx context.Context, name string, spec *work.Spec, all []shards.Shard, dir string) (v T, err error) {
	found, err := gather(ctx, name, spec, nil, all, dir)
	if err == nil {
		err = json.Unmarshal(found, &v)
	}
	return v, err
}

// Labels counts the labels in all shards. dir is a directory that workers see.
func Labels(ctx context.Context, spec *work.Spec, all []shards.Shard, dir string) (map[string]int, error) {
	return scan[map[string]int](ctx, "labels", spec, all, dir)
}

// Ranges returns the least and the greatest value of every column in all shards. dir is a directory that workers see.
func Ranges(ctx context.Context, spec *work.Spec, all []shards.Shard, dir string) (*dataio.Ranges, error) {
	return scan[*dataio.Ranges](ctx, "ranges", spec, all, dir)
}

// ranges finds those of a shard.
func ranges(ctx context.Context, spec *work.Spec, shard *shards.Shard) (*dataio.Ranges, error) {
	rows, err := spec.Open(shard.Path, nil, false)
	if err != nil {
		return nil, shard.Fault(err)
	}
	defer func() { _ = rows.Close() }()
	r, err := dataio.ScanRanges(ctx, rows.Reader)
	if err != nil {
		return nil, shard.Fault(err)
	}
	return r, nil
}
