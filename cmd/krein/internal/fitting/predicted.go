package fitting

import (
	"fmt"
	"math"
	"strconv"

	"krein/internal/learn/score"
	"krein/learn/labels"
	"krein/learn/model"
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

// Tally compares predictions with labels some rows at a time; it keeps as much as there are different labels.
type Tally struct {
	model   *model.Model
	rows    int
	classes map[string]int     // of labels that were seen
	counts  map[[2]int]float64 // rows of a class, or a label in the order of texts, and of what was predicted
	texts   []string
	squares float64 // Σ(want − got)²
	mean    float64 // of the values
	spread  float64 // Σ(want − mean)²
}

// NewTally returns one of no rows.
func NewTally(m *model.Model) *Tally {
	return &Tally{model: m, classes: map[string]int{}, counts: map[[2]int]float64{}}
}

// Add counts the next rows.
func (t *Tally) Add(p *model.Prediction, text []string) error {
	for i, label := range text {
		if t.model.Task == model.Regress {
			v, err := valueOf(label, t.rows+1)
			if err != nil {
				return err
			}
			t.value(v, p.Values[i])
			continue
		}
		c, err := t.class(label)
		if err != nil {
			return err
		}
		t.count(c, p.Classes[i])
	}
	return nil
}

// count counts the next row, of a class and the one that was predicted.
func (t *Tally) count(want, got int) {
	t.rows++
	t.counts[[2]int{want, got}]++
}

// value counts the next row, of a value and the one that was predicted.
func (t *Tally) value(want, got float64) {
	t.rows++
	t.squares += (want - got) * (want - got)
	off := want - t.mean // Welford's update
	t.mean += off / float64(t.rows)
	t.spread += off * (want - t.mean)
}

// class returns the class of a label, or of clusters its place among the labels.
func (t *Tally) class(label string) (int, error) {
	c, ok := t.classes[label]
	if ok {
		return c, nil
	}
	if t.model.Task == model.Classify {
		y, err := (&labels.Set{Names: t.model.Labels}).Classes([]string{label})
		if err != nil {
			return 0, fmt.Errorf("row %d has the label %q, which is none of the %d labels that were learnt", t.rows+1, label,
				len(t.model.Labels))
		}
		c = y[0]
	} else {
		c = len(t.texts)
		t.texts = append(t.texts, label)
	}
	t.classes[label] = c
	return c, nil
}

// Score is what the predictions so far are worth.
func (t *Tally) Score() *Score {
	s := &Score{Rows: t.rows}
	switch t.model.Task {
	case model.Classify:
		s.Confusion = make([][]float64, len(t.model.Labels))
		right := 0.0
		for i := range s.Confusion {
			s.Confusion[i] = make([]float64, len(s.Confusion))
			right += t.counts[[2]int{i, i}]
		}
		for at, n := range t.counts {
			s.Confusion[at[0]][at[1]] = n
		}
		right /= float64(t.rows)
		s.Accuracy = &right
	case model.Regress:
		e := math.Sqrt(t.squares / float64(t.rows))
		s.RMSE = &e
		if r := 1 - t.squares/t.spread; !math.IsNaN(r) && !math.IsInf(r, 0) {
			s.R2 = &r
		}
	default:
		_, same := labels.New(t.texts) // numbers may be spelled in several ways
		counts := map[[2]int]float64{}
		for at, n := range t.counts {
			counts[[2]int{same[at[0]], at[1]}] += n
		}
		r := score.AdjustedRandOf(counts)
		s.Rand = &r
	}
	return s
}
