package pipeline

import (
	"context"
	"encoding/json"
	"sync"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/beam/internal/work"
)

func init() {
	register.DoFn2x1[context.Context, string, error](&featuresFn{})
}

// Features writes the features of all shards into a directory, each into a file with that ending,
// and returns their records, in their order. Those that are there already are left.
func Features(ctx context.Context, spec *work.Spec, all []shards.Shard, dir, ending string) ([]*shards.Record, error) {
	document, err := spec.Document()
	if err != nil {
		return nil, err
	}
	job, err := shards.Begin(dir, document)
	if err != nil {
		return nil, err
	}
	p, s := beam.NewPipelineWithRoot()
	elements, err := create(s, all)
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	beam.ParDo0(s.Scope("features"), &featuresFn{maker{Spec: string(text)}, dir, ending, job}, elements)
	if err := run(ctx, p); err != nil {
		return nil, err
	}
	return shards.Complete(dir, ending, job, all)
}

// create makes a collection of the shards, which workers may share out.
func create(s beam.Scope, all []shards.Shard) (beam.PCollection, error) {
	texts := make([]string, len(all))
	for i := range all {
		text, err := json.Marshal(&all[i])
		if err != nil {
			return beam.PCollection{}, err
		}
		texts[i] = string(text)
	}
	return beam.Reshuffle(s, beam.CreateList(s, texts)), nil
}

// read is the inverse of create.
func read(text string) (*shards.Shard, error) {
	s := new(shards.Shard)
	return s, json.Unmarshal([]byte(text), s)
}

// maker makes the map, once in a process.
type maker struct {
	Spec string
}

// made are the maps of this process, by their spec.
var made sync.Map // of string to func() (*own, error)

// own is what a process has of a spec.
type own struct {
	*work.Spec
	*work.Drawn // nil: there is no map
}

func (m *maker) make() (*own, error) {
	once, _ := made.LoadOrStore(m.Spec, sync.OnceValues(func() (*own, error) {
		spec, err := work.ReadSpec([]byte(m.Spec))
		if err != nil || spec.Map == nil {
			return &own{spec, nil}, err
		}
		drawn, err := spec.Map.Draw()
		return &own{spec, drawn}, err
	}))
	return once.(func() (*own, error))()
}

// featuresFn writes the features of shards.
type featuresFn struct {
	Make   maker
	Dir    string
	Ending string
	Job    string
}

// ProcessElement writes those of one.
func (f *featuresFn) ProcessElement(ctx context.Context, element string) error {
	ctx, stop := running(ctx)
	defer stop()
	shard, err := read(element)
	if err != nil {
		return marked(err)
	}
	o, err := f.Make.make()
	if err != nil {
		return marked(err)
	}
	_, _, err = o.Features(ctx, o.Drawn, shard, shard.Output(f.Dir, f.Ending), f.Job)
	return marked(err)
}
