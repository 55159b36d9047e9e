package drawing

import (
	"encoding/binary"
	"fmt"
	"math"

	"google.golang.org/protobuf/encoding/protowire"
)

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
// fit returns an error if numbers are to be written in float32 and one of them is beyond it.
func fit(single bool, lists ...[]float64) error {
	for _, data := range lists {
		for _, v := range data {
			if single && math.Abs(v) > math.MaxFloat32 {
				return fmt.Errorf("onnx: the map has the number %.3g, which is beyond float32: leave ,dtype=float32 out", v)
			}
		}
	}
	return nil
}

func attribute(name string, v uint64) []byte {
	const integer = 2
	return number(number(text(nil, 1, name), 3, v), 20, integer)
}

// list is an AttributeProto of a list of one integer.
func list(name string, v uint64) []byte {
	const integers = 7
	return number(number(text(nil, 1, name), 8, v), 20, integers)
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
