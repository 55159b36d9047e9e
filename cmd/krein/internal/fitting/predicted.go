package fitting

import (
	"strconv"

	"krein/learn/labels"
	"krein/learn/model"
	"krein/learn/score"
)

// Texts are the predictions as they are written.
func Texts(m *model.Model, p *model.Prediction) []string {
	var out []string
	for _, v := range p.Values {
		out = append(out, strconv.FormatFloat(v, 'g', -1, 64))
	}
	for _, c := range p.Classes {
		if m.Task == model.Classify {
			out = append(out, m.Labels[c])
		} else {
			out = append(out, strconv.Itoa(c+1))
		}
	}
	return out
}

// ScoreOf compares the predictions with labels, which are text.
func ScoreOf(m *model.Model, p *model.Prediction, text []string) (*Score, error) {
	switch m.Task {
	case model.Classify:
		want, err := (&labels.Set{Names: m.Labels}).Classes(text)
		if err != nil {
			return nil, err
		}
		return ClassScore(want, p.Classes, len(m.Labels)), nil
	case model.Regress:
		want, err := Values(text)
		if err != nil {
			return nil, err
		}
		return ValueScore(want, p.Values), nil
	}
	_, want := labels.New(text)
	rand := score.AdjustedRand(want, p.Classes)
	return &Score{Rows: len(want), Rand: &rand}, nil
}
