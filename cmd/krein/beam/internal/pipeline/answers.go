package pipeline

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"

	"krein/cmd/krein/beam/internal/shards"
	"krein/cmd/krein/beam/internal/work"
	"krein/internal/atomicfile"
	"krein/learn"
)

func init() {
	finders["answers"] = finder{answer, func(left, right []byte) ([]byte, error) {
		if len(left) != len(right) {
			return nil, fmt.Errorf("%d and %d bytes of numbers cannot be added", len(left), len(right))
		}
		sum := make([]byte, 0, len(left))
		for i := 0; i < len(left); i += 8 {
			sum = binary.LittleEndian.AppendUint64(sum, math.Float64bits(number(left[i:])+number(right[i:])))
		}
		return sum, nil
	}}
}

func number(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

// Asker answers questions about the rows of all shards, by a pass over them for each list of questions.
type Asker struct {
	Spec   *work.Spec
	Shards []shards.Shard
	By     *work.Machine
	// Dir is a directory that workers see. Answers are kept there: a run that goes on after one
	// that was killed asks the same questions again, and has them.
	Dir string
	// Passes counts those over the rows, and Known the lists of questions of which the answers were there.
	Passes, Known int

	begun bool
}

// begin settles what answers in the directory are about.
func (a *Asker) begin() error {
	if a.begun {
		return nil
	}
	a.begun = true
	document, err := a.Spec.Document()
	if err != nil {
		return err
	}
	by, err := json.Marshal(a.By)
	if err != nil {
		return err
	}
	_, err = shards.Begin(a.Dir, append(append(document, by...), '\n'))
	return err
}

// Ask answers questions.
func (a *Asker) Ask(ctx context.Context, questions []learn.Question) ([][]float64, error) {
	if err := a.begin(); err != nil {
		return nil, err
	}
	var asked bytes.Buffer
	if err := gob.NewEncoder(&asked).Encode(questions); err != nil {
		return nil, err
	}
	inputs, err := json.Marshal(a.Shards)
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256(append(inputs, asked.Bytes()...))
	path := filepath.Join(a.Dir, fmt.Sprintf("pass-%x", sum[:16]))
	data, err := os.ReadFile(path + ".answers")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if data = unsealed(data); data != nil {
		a.Known++
		return taken(data, questions)
	}
	a.Passes++
	if data, err = a.pass(ctx, path, asked.Bytes()); err != nil {
		return nil, err
	}
	return taken(data, questions)
}

// sealed adds a checksum to bytes that are kept.
func sealed(data []byte) []byte {
	sum := sha256.Sum256(data)
	return append(data, sum[:]...)
}

// unsealed takes it off, and returns nil for bytes that are not those that were kept.
func unsealed(data []byte) []byte {
	n := len(data) - sha256.Size
	if n <= 0 {
		return nil
	}
	if sum := sha256.Sum256(data[:n]); !bytes.Equal(sum[:], data[n:]) {
		return nil
	}
	return data[:n]
}

// pass asks all workers.
func (a *Asker) pass(ctx context.Context, path string, asked []byte) ([]byte, error) {
	if err := atomicfile.WriteBytes(path+".questions", asked); err != nil {
		return nil, err
	}
	with, err := json.Marshal(questions{a.By, path + ".questions"})
	if err != nil {
		return nil, err
	}
	data, err := gather(ctx, "answers", a.Spec, with, a.Shards, a.Dir)
	if err != nil {
		return nil, err
	}
	return data, atomicfile.WriteBytes(path+".answers", sealed(slices.Clone(data)))
}

// taken takes answers apart.
func taken(data []byte, questions []learn.Question) ([][]float64, error) {
	answers := make([][]float64, len(questions))
	for i := range questions {
		n := questions[i].Answers()
		if len(data) < 8*n {
			return nil, errors.New("answers that do not fit the questions")
		}
		answers[i] = make([]float64, n)
		for j := range n {
			answers[i][j] = number(data[8*j:])
		}
		data = data[8*n:]
	}
	return answers, nil
}

// questions is what workers are asked.
type questions struct {
	By   *work.Machine
	File string
}

// answer answers them about a shard.
func answer(ctx context.Context, m *maker, shard *shards.Shard, with []byte) ([]byte, error) {
	var q questions
	if err := json.Unmarshal(with, &q); err != nil {
		return nil, err
	}
	o, err := m.make()
	if err != nil {
		return nil, err
	}
	asked, err := os.ReadFile(q.File)
	if err != nil {
		return nil, err
	}
	var list []learn.Question
	if err := gob.NewDecoder(bytes.NewReader(asked)).Decode(&list); err != nil {
		return nil, err
	}
	answers, err := o.Answers(ctx, o.Drawn, shard, q.By, list)
	if err != nil {
		return nil, err
	}
	var data []byte
	for _, v := range answers {
		data = binary.LittleEndian.AppendUint64(data, math.Float64bits(v))
	}
	return data, nil
}
