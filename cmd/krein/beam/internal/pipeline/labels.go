package pipeline

import (
	"context"
	"encoding/json"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/beam/internal/work"
)

func init() {
	register.DoFn1x2[string, part, error](&labelsFn{})
	mergers["labels"] = func(left, right []byte) ([]byte, error) {
		var a, b map[string]int
		if err := json.Unmarshal(left, &a); err != nil {
			return nil, err
		}
		if err := json.Unmarshal(right, &b); err != nil {
			return nil, err
		}
		for l, n := range b {
			a[l] += n
		}
		return json.Marshal(a)
	}
}

// Labels counts the labels in all shards. dir is a directory that workers see.
func Labels(ctx context.Context, spec *work.Spec, all []shards.Shard, dir string) (map[string]int, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	p, s := beam.NewPipelineWithRoot()
	s = s.Scope("labels")
	elements, err := create(s, all)
	if err != nil {
		return nil, err
	}
	found, err := gather(ctx, p, s, beam.ParDo(s, &labelsFn{string(text)}, elements), "labels", dir)
	if err != nil {
		return nil, err
	}
	var count map[string]int
	return count, json.Unmarshal(found, &count)
}

// labelsFn counts the labels of shards.
type labelsFn struct {
	Spec string
}

// ProcessElement counts those of one.
func (f *labelsFn) ProcessElement(element string) (part, error) {
	shard, err := read(element)
	if err != nil {
		return part{}, marked(err)
	}
	spec, err := work.ReadSpec([]byte(f.Spec))
	if err != nil {
		return part{}, marked(err)
	}
	count, err := spec.Labels(shard)
	if err != nil {
		return part{}, marked(err)
	}
	data, err := json.Marshal(count)
	return part{shard.Index, shard.Of, data}, marked(err)
}
