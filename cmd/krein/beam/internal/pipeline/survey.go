package pipeline

import (
	"context"
	"encoding/json"

	"github.com/apache/beam/sdks/v2/go/pkg/beam"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"krein/cmd/krein/beam/internal/work"
)

func init() {
	register.DoFn2x1[context.Context, string, error](&surveyFn{})
}

// Survey does the cells of a survey.
func Survey(ctx context.Context, cells []work.Cell) error {
	texts := make([]string, len(cells))
	for i := range cells {
		text, err := json.Marshal(&cells[i])
		if err != nil {
			return err
		}
		texts[i] = string(text)
	}
	p, s := beam.NewPipelineWithRoot()
	s = s.Scope("survey")
	beam.ParDo0(s, &surveyFn{}, beam.Reshuffle(s, beam.CreateList(s, texts)))
	return run(ctx, p)
}

// surveyFn does cells.
type surveyFn struct{}

// ProcessElement does one.
func (*surveyFn) ProcessElement(ctx context.Context, element string) error {
	ctx, stop := running(ctx)
	defer stop()
	c := new(work.Cell)
	if err := json.Unmarshal([]byte(element), c); err != nil {
		return marked(err)
	}
	return marked(c.Run(ctx))
}
