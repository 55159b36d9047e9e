package pipeline

import (
	"context"
	"encoding/json"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/beam/internal/work"
	"krein/learn"
)

func init() {
	register.DoFn2x2[context.Context, string, part, error](&sumsFn{})
	mergers["sums"] = func(left, right []byte) ([]byte, error) {
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
	}
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
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	p, s := beam.NewPipelineWithRoot()
	s = s.Scope("sums")
	elements, err := create(s, all)
	if err != nil {
		return nil, err
	}
	fn := &sumsFn{maker{string(text)}, origin, dir, job}
	found, err := gather(ctx, p, s, beam.ParDo(s, fn, elements), "sums", dir)
	if err != nil {
		return nil, err
	}
	sums := new(learn.Sums)
	return sums, sums.UnmarshalBinary(found)
}

// sumsFn adds up shards.
type sumsFn struct {
	Make   maker
	Origin []float64
	Dir    string
	Job    string
}

// ProcessElement adds up one.
func (f *sumsFn) ProcessElement(ctx context.Context, element string) (part, error) {
	ctx, stop := running(ctx)
	defer stop()
	shard, err := read(element)
	if err != nil {
		return part{}, marked(err)
	}
	o, err := f.Make.make()
	if err != nil {
		return part{}, marked(err)
	}
	data, err := o.Sums(ctx, o.Drawn, shard, f.Origin, shard.Output(f.Dir, ".sums"), f.Job)
	return part{shard.Index, shard.Of, data}, marked(err)
}
