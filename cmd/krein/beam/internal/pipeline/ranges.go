package pipeline

import (
	"context"
	"encoding/json"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/beam/internal/work"
	"krein/internal/dataio"
)

func init() {
	register.DoFn2x2[context.Context, string, part, error](&rangesFn{})
	mergers["ranges"] = func(left, right []byte) ([]byte, error) {
		var a, b dataio.Ranges
		if err := json.Unmarshal(left, &a); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(right, &b); err != nil {
			return nil, err
		}
		for j := range a.Min {
			a.Min[j], a.Max[j] = min(a.Min[j], b.Min[j]), max(a.Max[j], b.Max[j])
		}
		return json.Marshal(&a)
	}
}

// Ranges returns the least and the greatest value of every column in all shards. dir is a directory that workers see.
func Ranges(ctx context.Context, spec *work.Spec, all []shards.Shard, dir string) (*dataio.Ranges, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	p, s := beam.NewPipelineWithRoot()
	s = s.Scope("ranges")
	elements, err := create(s, all)
	if err != nil {
		return nil, err
	}
	found, err := gather(ctx, p, s, beam.ParDo(s, &rangesFn{string(text)}, elements), "ranges", dir)
	if err != nil {
		return nil, err
	}
	r := new(dataio.Ranges)
	return r, json.Unmarshal(found, r)
}

// rangesFn finds the ranges of shards.
type rangesFn struct {
	Spec string
}

// ProcessElement finds those of one.
func (f *rangesFn) ProcessElement(ctx context.Context, element string) (part, error) {
	ctx, stop := running(ctx)
	defer stop()
	shard, err := read(element)
	if err != nil {
		return part{}, marked(err)
	}
	spec, err := work.ReadSpec([]byte(f.Spec))
	if err != nil {
		return part{}, marked(err)
	}
	rows, err := spec.Open(shard.Path, nil, false)
	if err != nil {
		return part{}, marked(shard.Fault(err))
	}
	defer func() { _ = rows.Close() }()
	r, err := dataio.ScanRanges(ctx, rows.Reader)
	if err != nil {
		return part{}, marked(shard.Fault(err))
	}
	data, err := json.Marshal(r)
	return part{shard.Index, shard.Of, data}, marked(err)
}
