package pipeline

import (
	"context"
	"encoding/json"

	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/beam/internal/work"
	"krein/learn"
)

func init() {
	finders["sums"] = finder{findSums, func(left, right []byte) ([]byte, error) {
		var a, b learn.Sums
		if err := a.UnmarshalBinary(left); err != nil {
			return nil, err
		}
		if err := b.UnmarshalBinary(right); err != nil {
			return nil, err
		}
		if err := a.Plus(&b); err != nil {
			return nil, err
		}
		return a.MarshalBinary()
	}}
}

// Sums returns what ridge regression needs of all shards. dir is a directory that workers see, in
// which those of shards are kept until the model is there.
func Sums(ctx context.Context, spec *work.Spec, all []shards.Shard, origin []float64, dir string) (*learn.Sums, error) {
	document, err := spec.Document()
	if err != nil {
		return nil, err
	}
	from, err := json.Marshal(origin)
	if err != nil {
		return nil, err
	}
	job, err := shards.Begin(dir, append(append(document, from...), '\n'))
	if err != nil {
		return nil, err
	}
	with, err := json.Marshal(sumsOf{origin, dir, job})
	if err != nil {
		return nil, err
	}
	found, err := gather(ctx, "sums", spec, with, all, dir)
	if err != nil {
		return nil, err
	}
	sums := new(learn.Sums)
	return sums, sums.UnmarshalBinary(found)
}

// sumsOf is what the sums of shards depend on, and where they are kept.
type sumsOf struct {
	Origin []float64
	Dir    string
	Job    string
}

// findSums adds up a shard.
func findSums(ctx context.Context, m *maker, shard *shards.Shard, with []byte) ([]byte, error) {
	var f sumsOf
	if err := json.Unmarshal(with, &f); err != nil {
		return nil, err
	}
	o, err := m.make()
	if err != nil {
		return nil, err
	}
	return o.Sums(ctx, o.Drawn, shard, f.Origin, shard.Output(f.Dir, ".sums"), f.Job)
}
