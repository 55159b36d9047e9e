package drawing

import (
	"fmt"
	"strconv"
	"strings"

	"krein/features"
	"krein/features/waves"
)

// Opset is the version of the operators: Add, Sub, Mul, Div, MatMul, Cos, Sin, Concat, Gather, Max, Min, Relu, Sign,
// Less, Where, ReduceL2, Identity.
const Opset = 13

// irVersion is the version of the file format that came with Opset.
const irVersion = 7

// ONNX returns the model of a map, from input "x" (rows×dim) to output "features" (rows×columns), both of float64 or
// float32:
//
//	features = Gather(Concat(Cos(t), Sin(t)), order) * amplitudes,    t = MatMul((x − offset) * scale, frequencies),
//
// without offset and scale where the map takes rows as they are. A constant column is the cosine of frequency 0. The
// signature, the kernel and the number of columns are metadata: krein.signature, krein.kernel, krein.columns.
func ONNX(m *waves.Map, single bool) ([]byte, error) {
	w := m.Numbers()
	n := len(w.Amplitudes)
	all := n
	if w.Constant != 0 {
		all++
	}
	// Frequencies by columns, that of the constant last; the order of the map's columns among all cosines and then all
	// sines.
	turns := make([]float64, w.Dim*all)
	for i := range n {
		for j := range w.Dim {
			turns[j*all+i] = w.Frequencies.At(i, j)
		}
	}
	var order []int64
	var amplitudes []float64
	if w.Constant != 0 {
		order, amplitudes = append(order, int64(n)), append(amplitudes, w.Constant)
	}
	for i, a := range w.Amplitudes {
		order, amplitudes = append(order, int64(i), int64(all+i)), append(amplitudes, a, a)
	}
	kind := dataType(single)
	var graph []byte
	x := "x"
	var scale []float64
	if w.Offset != nil {
		scale = make([]float64, w.Dim)
		for j, v := range w.Divisor {
			scale[j] = 1 / v
		}
		graph = node(graph, "Sub", []string{x, "offset"}, "centred")
		graph = node(graph, "Mul", []string{"centred", "scale"}, "prepared")
		x = "prepared"
		graph = initializer(graph, "offset", kind, w.Offset, w.Dim)
		graph = initializer(graph, "scale", kind, scale, w.Dim)
	}
	graph = node(graph, "MatMul", []string{x, "frequencies"}, "t")
	graph = node(graph, "Cos", []string{"t"}, "cosines")
	graph = node(graph, "Sin", []string{"t"}, "sines")
	graph = node(graph, "Concat", []string{"cosines", "sines"}, "both", attribute("axis", 1))
	graph = node(graph, "Gather", []string{"both", "order"}, "waves", attribute("axis", 1))
	graph = node(graph, "Mul", []string{"waves", "amplitudes"}, "features")
	graph = text(graph, 2, "krein")
	graph = initializer(graph, "frequencies", kind, turns, w.Dim, all)
	graph = initializer(graph, "amplitudes", kind, amplitudes, len(amplitudes))
	graph = indices(graph, "order", order)
	graph = message(graph, 11, value("x", kind, w.Dim))
	graph = message(graph, 12, value("features", kind, m.Columns()))

	if err := fit(single, w.Offset, scale, turns, amplitudes); err != nil {
		return nil, err
	}
	return model(graph, m.Map, w.Kernel), nil
}

// model is the ModelProto of a graph.
func model(graph []byte, m *features.Map, kernel string) []byte {
	var b []byte
	b = number(b, 1, irVersion)
	b = text(b, 2, "krein")
	b = message(b, 7, graph)
	b = message(b, 8, number(text(nil, 1, ""), 2, Opset))
	signs := make([]string, 0, m.Columns())
	for _, s := range m.Signature() {
		signs = append(signs, strconv.Itoa(int(s)))
	}
	for _, p := range [][2]string{{"krein.signature", strings.Join(signs, ",")}, {"krein.kernel", kernel},
		{"krein.columns", fmt.Sprint(m.Columns())}} {
		b = message(b, 14, text(text(nil, 1, p[0]), 2, p[1]))
	}
	return b
}
