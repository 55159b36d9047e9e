package pipeline

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/beam/internal/work"
	"krein/internal/atomicfile"
)

func init() {
	register.DoFn2x2[context.Context, string, part, error](&findFn{})
	register.Combiner3[forest, part, []byte](&treeFn{})
	register.DoFn1x1[[]byte, error](&keepFn{})
}

// part is what was found in a shard.
type part struct {
	Index, Of int
	Data      []byte
}

// node is what was found in the shards At·2^Level, …, (At+1)·2^Level − 1.
type node struct {
	Level, At int
	Data      []byte
}

// forest is what is known so far: nodes that wait for their neighbours.
type forest struct {
	Of    int
	Nodes []node
}

// finder finds something in shards.
type finder struct {
	// find looks at one, with what only this finder knows of.
	find func(ctx context.Context, m *maker, shard *shards.Shard, with []byte) ([]byte, error)
	// merge combines what was found in two neighbouring runs of shards, in their order.
	merge func(left, right []byte) ([]byte, error)
}

// finders are known to all workers by name.
var finders = map[string]finder{}

// findFn has a finder look at shards.
type findFn struct {
	Finder string
	Make   maker
	With   []byte
}

// ProcessElement looks at one.
func (f *findFn) ProcessElement(ctx context.Context, element string) (part, error) {
	ctx, stop := running(ctx)
	defer stop()
	shard, err := read(element)
	if err != nil {
		return part{}, marked(err)
	}
	data, err := finders[f.Finder].find(ctx, &f.Make, shard, f.With)
	return part{shard.Index, shard.Of, data}, marked(err)
}

// treeFn combines what was found in shards along a fixed binary tree: sums have the same bits in
// whatever order shards are done, and however they are spread.
type treeFn struct {
	Finder string
}

// CreateAccumulator begins with nothing.
func (t *treeFn) CreateAccumulator() forest { return forest{} }

// AddInput adds a shard.
func (t *treeFn) AddInput(f forest, p part) (forest, error) {
	f.Of = p.Of
	return t.add(f, node{0, p.Index, p.Data})
}

// MergeAccumulators combines two forests.
func (t *treeFn) MergeAccumulators(a, b forest) (forest, error) {
	a.Of = max(a.Of, b.Of)
	var err error
	for _, n := range b.Nodes {
		if a, err = t.add(a, n); err != nil {
			return a, err
		}
	}
	return a, nil
}

// ExtractOutput returns what was found in all shards.
func (t *treeFn) ExtractOutput(f forest) ([]byte, error) {
	if len(f.Nodes) != 1 || f.across(f.Nodes[0].Level) != 1 {
		return nil, marked(fmt.Errorf("of %d shards some were not read", f.Of))
	}
	return f.Nodes[0].Data, nil
}

// across is how many nodes a level has.
func (f *forest) across(level int) int { return (f.Of + 1<<level - 1) >> level }

// add adds a node, and combines it with its neighbour if that is there, again and again. The last
// node of a level with an odd number of them has no neighbour, and rises alone.
func (t *treeFn) add(f forest, n node) (forest, error) {
	for f.across(n.Level) > 1 {
		if n.At%2 == 1 || n.At+1 < f.across(n.Level) {
			i := slices.IndexFunc(f.Nodes, func(m node) bool { return m.Level == n.Level && m.At == n.At^1 })
			if i < 0 {
				break
			}
			left, right := f.Nodes[i].Data, n.Data
			if n.At%2 == 0 {
				left, right = right, left
			}
			data, err := finders[t.Finder].merge(left, right)
			if err != nil {
				return f, marked(err)
			}
			f.Nodes, n.Data = slices.Delete(f.Nodes, i, i+1), data
		}
		n.Level, n.At = n.Level+1, n.At/2
	}
	f.Nodes = append(f.Nodes, n)
	return f, nil
}

// keepFn writes what was found in all shards to a file.
type keepFn struct {
	Path string
}

// ProcessElement writes it.
func (k *keepFn) ProcessElement(data []byte) error {
	return marked(atomicfile.WriteBytes(k.Path, data))
}

// gather has a finder look at all shards and returns what it found. That goes by way of a file in the directory, which
// launcher and workers see.
func gather(ctx context.Context, name string, spec *work.Spec, with []byte, all []shards.Shard,
	dir string) ([]byte, error) {
	text, err := json.Marshal(spec)
	if err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(dir, ".found-*")
	if err != nil {
		return nil, err
	}
	path := f.Name()
	defer func() { _ = os.Remove(path) }()
	if err := f.Close(); err != nil {
		return nil, err
	}
	p, s := beam.NewPipelineWithRoot()
	s = s.Scope(name)
	elements, err := create(s, all)
	if err != nil {
		return nil, err
	}
	parts := beam.ParDo(s, &findFn{name, maker{string(text)}, with}, elements)
	beam.ParDo0(s, &keepFn{path}, beam.Combine(s, &treeFn{name}, parts))
	if err := run(ctx, p); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}
