package drawing

import (
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/mat"
	"google.golang.org/protobuf/encoding/protowire"

	"krein/features/fitted"
	"krein/features/waves"
	"krein/internal/testlong"
)

// message is a decoded protobuf message: what each field holds, in order.
type decoded map[protowire.Number][]any // uint64 or []byte

func decode(t *testing.T, b []byte) decoded {
	t.Helper()
	m := decoded{}
	for len(b) > 0 {
		field, kind, n := protowire.ConsumeTag(b)
		require.Positive(t, n)
		b = b[n:]
		switch kind {
		case protowire.VarintType:
			v, n := protowire.ConsumeVarint(b)
			require.Positive(t, n)
			m[field], b = append(m[field], v), b[n:]
		case protowire.BytesType:
			v, n := protowire.ConsumeBytes(b)
			require.Positive(t, n)
			m[field], b = append(m[field], v), b[n:]
		default:
			t.Fatalf("field %d of kind %d", field, kind)
		}
	}
	return m
}

func (m decoded) text(field protowire.Number) string { return string(m[field][0].([]byte)) }

// interpret runs a model: the operators of Opset, by their definitions.
func interpret(t *testing.T, model []byte, x *mat.Dense) *mat.Dense {
	t.Helper()
	graph := decode(t, decode(t, model)[7][0].([]byte))
	values := map[string]*mat.Dense{"x": x}
	for _, raw := range graph[5] {
		p := decode(t, raw.([]byte))
		var dims []int
		size := 1
		for _, d := range p[1] {
			dims = append(dims, int(d.(uint64)))
			size *= dims[len(dims)-1]
		}
		if len(dims) == 1 {
			dims = []int{1, dims[0]}
		}
		data := p[9][0].([]byte)
		v := mat.NewDense(dims[0], dims[1], nil)
		for i := range size {
			switch p[2][0].(uint64) {
			case float32s:
				v.RawMatrix().Data[i] = float64(math.Float32frombits(binary.LittleEndian.Uint32(data[4*i:])))
			case int64s:
				v.RawMatrix().Data[i] = float64(binary.LittleEndian.Uint64(data[8*i:]))
			case float64s:
				v.RawMatrix().Data[i] = math.Float64frombits(binary.LittleEndian.Uint64(data[8*i:]))
			}
		}
		values[p.text(8)] = v
	}
	for _, raw := range graph[1] {
		p := decode(t, raw.([]byte))
		var in []*mat.Dense
		for _, name := range p[1] {
			require.Contains(t, values, string(name.([]byte)), "what a node takes comes before")
			in = append(in, values[string(name.([]byte))])
		}
		rows, cols := 0, 0
		for _, m := range in { // shapes are broadcast
			r, c := m.Dims()
			rows, cols = max(rows, r), max(cols, c)
		}
		at := func(f func(i, j int) float64) *mat.Dense {
			out := mat.NewDense(rows, cols, nil)
			out.Apply(func(i, j int, _ float64) float64 { return f(i, j) }, out)
			return out
		}
		cast := func(k, i, j int) float64 {
			r, c := in[k].Dims()
			return in[k].At(min(i, r-1), min(j, c-1))
		}
		two := func(f func(a, b float64) float64) *mat.Dense {
			return at(func(i, j int) float64 { return f(cast(0, i, j), cast(1, i, j)) })
		}
		out := new(mat.Dense)
		switch p.text(4) {
		case "Identity":
			out = in[0]
		case "Add":
			out = two(func(a, b float64) float64 { return a + b })
		case "Sub":
			out = two(func(a, b float64) float64 { return a - b })
		case "Mul":
			out = two(func(a, b float64) float64 { return a * b })
		case "Div":
			out = two(func(a, b float64) float64 { return a / b })
		case "Max":
			out = two(math.Max)
		case "Min":
			out = two(math.Min)
		case "Less":
			out = two(func(a, b float64) float64 {
				if a < b {
					return 1
				}
				return 0
			})
		case "Where":
			out = at(func(i, j int) float64 { return cast(2-int(cast(0, i, j)), i, j) })
		case "Relu":
			out = at(func(i, j int) float64 { return math.Max(in[0].At(i, j), 0) })
		case "Sign":
			out = at(func(i, j int) float64 {
				switch v := in[0].At(i, j); {
				case v < 0:
					return -1
				case v > 0:
					return 1
				}
				return 0
			})
		case "ReduceL2":
			cols = 1
			out = at(func(i, _ int) float64 { return mat.Norm(in[0].RowView(i), 2) })
		case "Cos":
			out = at(func(i, j int) float64 { return math.Cos(in[0].At(i, j)) })
		case "Sin":
			out = at(func(i, j int) float64 { return math.Sin(in[0].At(i, j)) })
		case "MatMul":
			out.Mul(in[0], in[1])
		case "Concat":
			out = mat.DenseCopyOf(in[0])
			for _, m := range in[1:] {
				var both mat.Dense
				both.Augment(out, m)
				out = &both
			}
		case "Gather":
			_, cols = in[1].Dims()
			out = at(func(i, j int) float64 { return in[0].At(i, int(in[1].At(0, j))) })
		default:
			t.Fatalf("operator %s", p.text(4))
		}
		values[p.text(2)] = out
	}
	return values["features"]
}

// maps are one with all that there can be, one with frequencies alone, one with a constant alone.
func maps(t *testing.T) []*waves.Map {
	t.Helper()
	var out []*waves.Map
	for _, w := range []*waves.Numbers{
		{Dim: 2, Constant: 0.5, Negative: true, Frequencies: mat.NewDense(2, 2, []float64{1, 2, 3, 4}),
			Amplitudes: []float64{1, 2}, Plus: 1, Preparation: fitted.Preparation{Offset: []float64{1, 0}, Divisor: []float64{2, math.Inf(1)}}, Kernel: "k"},
		{Dim: 3, Frequencies: mat.NewDense(3, 3, []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}),
			Amplitudes: []float64{1, 2, 3}, Plus: 3},
		{Dim: 1, Constant: 2},
	} {
		m, err := waves.New(w)
		require.NoError(t, err)
		out = append(out, m)
	}
	return out
}

func TestMarshal(t *testing.T) {
	for _, m := range maps(t) {
		x := mat.NewDense(7, m.Dim(), nil)
		for i := range x.RawMatrix().Data {
			x.RawMatrix().Data[i] = math.Sin(float64(i * i))
		}
		prepared := mat.DenseCopyOf(x)
		m.Prepare(prepared)
		want, err := m.Transform(nil, prepared)
		require.NoError(t, err)
		assert.True(t, mat.EqualApprox(want, interpret(t, onnxOf(t, m, false), x), 1e-13))
		assert.True(t, mat.EqualApprox(want, interpret(t, onnxOf(t, m, true), x), 1e-5))
		model := decode(t, onnxOf(t, m, false))
		assert.Equal(t, uint64(Opset), decode(t, model[8][0].([]byte))[2][0])
		assert.Equal(t, "krein.signature", decode(t, model[14][0].([]byte)).text(1))
	}
}

// ONNX's own checker, where it is installed (python3-onnx).
func TestChecker(t *testing.T) {
	const python = "/usr/bin/python3"
	if exec.Command(python, "-c", "import onnx").Run() != nil {
		testlong.Missing(t, python+" with onnx")
	}
	check := func(t *testing.T, model []byte, columns int, operators string) {
		path := filepath.Join(t.TempDir(), "m.onnx")
		require.NoError(t, os.WriteFile(path, model, 0o600))
		out, err := exec.Command(python, "-c", `import sys, onnx
m = onnx.load(sys.argv[1])
onnx.checker.check_model(m, full_check=True)
print([n.op_type for n in m.graph.node], "columns", m.graph.output[0].type.tensor_type.shape.dim[1].dim_value, len(m.metadata_props[0].value.split(",")))`, path).CombinedOutput()
		require.NoError(t, err, string(out))
		assert.Contains(t, string(out), operators)
		assert.Contains(t, string(out), fmt.Sprintf("columns %d %d\n", columns, columns))
	}
	for _, m := range maps(t) {
		for _, single := range []bool{false, true} {
			check(t, onnxOf(t, m, single), m.Columns(), "'MatMul', 'Cos', 'Sin', 'Concat', 'Gather', 'Mul'")
		}
	}
	for name, m := range spheres(t) {
		if name != "signs" && name != "ntk" && name != "degrees" {
			continue
		}
		model, err := ONNXOfColumns(m, name == "signs")
		require.NoError(t, err)
		check(t, model, m.Columns(), "'Identity'")
	}
}

func onnxOf(t testing.TB, m *waves.Map, single bool) []byte {
	t.Helper()
	model, err := ONNX(m, single)
	require.NoError(t, err)
	return model
}

// Numbers beyond float32 are no infinities of a model.
func TestBeyondFloat32(t *testing.T) {
	n := &waves.Numbers{Dim: 1, Plus: 1, Frequencies: mat.NewDense(1, 1, []float64{1e39}), Amplitudes: []float64{1}}
	m, err := waves.New(n)
	require.NoError(t, err)
	_, err = ONNX(m, true)
	require.ErrorContains(t, err, "beyond float32: leave ,dtype=float32 out")
	onnxOf(t, m, false)
}
