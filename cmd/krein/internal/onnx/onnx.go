// Package onnx writes feature maps as ONNX models.
package onnx

import (
	"encoding/binary"
	"fmt"
	"math"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"krein/features/waves"
)

// Opset is the version of the operators: Sub, Mul, MatMul, Cos, Sin, Concat, Gather.
const Opset = 13

// irVersion is the version of the file format that came with Opset.
const irVersion = 7

// Marshal returns the model of a map, from input "x" (rows×dim) to output "features" (rows×columns), both of float64 or float32:
//
//	features = Gather(Concat(Cos(t), Sin(t)), order) * amplitudes,    t = MatMul((x − offset) * scale, frequencies),
//
// without offset and scale where the map takes rows as they are. A constant column is the cosine of frequency 0. The signature, the
// kernel and the number of columns are metadata: krein.signature, krein.kernel, krein.columns.
func Marshal(m *waves.Map, single bool) []byte {
	w := m.Numbers()
	n := len(w.Amplitudes)
	all := n
	if w.Constant != 0 {
		all++
	}
	// Frequencies by columns, that of the constant last; the order of the map's columns among all cosines and then all sines.
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
	if w.Offset != nil {
		scale := make([]float64, w.Dim)
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

	var model []byte
	model = number(model, 1, irVersion)
	model = text(model, 2, "krein")
	model = message(model, 7, graph)
	model = message(model, 8, number(text(nil, 1, ""), 2, Opset))
	signs := make([]string, 0, m.Columns())
	for _, s := range m.Signature() {
		signs = append(signs, strconv.Itoa(int(s)))
	}
	for _, p := range [][2]string{{"krein.signature", strings.Join(signs, ",")}, {"krein.kernel", w.Kernel}, {"krein.columns", fmt.Sprint(m.Columns())}} {
		model = message(model, 14, text(text(nil, 1, p[0]), 2, p[1]))
	}
	return model
}

// The types of elements.
const (
	float32s = 1
	int64s   = 7
	float64s = 11
)

func dataType(single bool) uint64 {
	if single {
		return float32s
	}
	return float64s
}

// The fields of ONNX's messages, by their numbers in onnx.proto.

func number(b []byte, field protowire.Number, v uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), v)
}

func text(b []byte, field protowire.Number, s string) []byte { return message(b, field, []byte(s)) }

func message(b []byte, field protowire.Number, m []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), m)
}

// node appends a NodeProto to a graph.
func node(graph []byte, op string, inputs []string, output string, attributes ...[]byte) []byte {
	var b []byte
	for _, in := range inputs {
		b = text(b, 1, in)
	}
	b = text(text(text(b, 2, output), 3, output), 4, op)
	for _, a := range attributes {
		b = message(b, 5, a)
	}
	return message(graph, 1, b)
}

// attribute is an AttributeProto of an integer.
func attribute(name string, v uint64) []byte {
	const integer = 2
	return number(number(text(nil, 1, name), 3, v), 20, integer)
}

// initializer appends a TensorProto of numbers to a graph.
func initializer(graph []byte, name string, kind uint64, data []float64, dims ...int) []byte {
	raw := make([]byte, 0, 8*len(data))
	for _, v := range data {
		if kind == float32s {
			raw = binary.LittleEndian.AppendUint32(raw, math.Float32bits(float32(v)))
		} else {
			raw = binary.LittleEndian.AppendUint64(raw, math.Float64bits(v))
		}
	}
	return tensor(graph, name, kind, raw, dims)
}

func indices(graph []byte, name string, data []int64) []byte {
	var raw []byte
	for _, v := range data {
		raw = binary.LittleEndian.AppendUint64(raw, uint64(v)) //nolint:gosec // indices
	}
	return tensor(graph, name, int64s, raw, []int{len(data)})
}

func tensor(graph []byte, name string, kind uint64, raw []byte, dims []int) []byte {
	var b []byte
	for _, d := range dims {
		b = number(b, 1, uint64(d)) //nolint:gosec // dimensions
	}
	b = message(text(number(b, 2, kind), 8, name), 9, raw)
	return message(graph, 5, b)
}

// value is a ValueInfoProto of rows of the given length.
func value(name string, kind uint64, columns int) []byte {
	shape := message(nil, 1, text(nil, 2, "rows"))
	shape = message(shape, 1, number(nil, 1, uint64(columns))) //nolint:gosec // a length
	return message(text(nil, 1, name), 2, message(nil, 1, message(number(nil, 1, kind), 2, shape)))
}
