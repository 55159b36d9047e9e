package dataio

import (
	"encoding/binary"
	"fmt"
	"math"
)

// number is a type of number in a file.
type number struct {
	size   int // bytes
	decode func(dst []float64, b []byte) []float64
}

// numberOf returns the type that numpy describes so: floats, integers and booleans, of either order.
func numberOf(descr string) (number, error) {
	var order binary.ByteOrder = binary.LittleEndian
	if len(descr) == 3 {
		switch descr[0] {
		case '>':
			order = binary.BigEndian
		case '<', '|', '=':
		default:
			descr = "?" + descr
		}
		switch descr[1:] {
		case "f2":
			return number{2, each(2, func(b []byte) float64 { return half(order.Uint16(b)) })}, nil
		case "f4":
			if order == binary.LittleEndian {
				return number{4, littleFloat32}, nil
			}
			return number{4, each(4, func(b []byte) float64 { return float64(math.Float32frombits(order.Uint32(b))) })}, nil
		case "f8":
			if order == binary.LittleEndian {
				return number{8, littleFloat64}, nil
			}
			return number{8, each(8, func(b []byte) float64 { return math.Float64frombits(order.Uint64(b)) })}, nil
		case "b1", "u1":
			return number{1, each(1, func(b []byte) float64 { return float64(b[0]) })}, nil
		case "i1":
			return number{1, each(1, func(b []byte) float64 { return float64(int8(b[0])) })}, nil
		case "u2":
			return number{2, each(2, func(b []byte) float64 { return float64(order.Uint16(b)) })}, nil
		case "i2":
			return number{2, each(2, func(b []byte) float64 { return float64(int16(order.Uint16(b))) })}, nil
		case "u4":
			return number{4, each(4, func(b []byte) float64 { return float64(order.Uint32(b)) })}, nil
		case "i4":
			return number{4, each(4, func(b []byte) float64 { return float64(int32(order.Uint32(b))) })}, nil
		case "u8":
			return number{8, each(8, func(b []byte) float64 { return float64(order.Uint64(b)) })}, nil
		case "i8":
			return number{8, each(8, func(b []byte) float64 { return float64(int64(order.Uint64(b))) })}, nil
		}
	}
	return number{}, fmt.Errorf("npy numbers of type %s; save the array as float64: numpy.save(file, x.astype('<f8'))",
		quote(descr))
}

func each(size int, value func(b []byte) float64) func(dst []float64, b []byte) []float64 {
	return func(dst []float64, b []byte) []float64 {
		for ; len(b) > 0; b = b[size:] {
			dst = append(dst, value(b))
		}
		return dst
	}
}

// half returns the number of IEEE 754's binary16: a sign, 5 bits of exponent, 10 of the mantissa.
func half(b uint16) float64 {
	exponent, mantissa := int(b>>10&31), float64(b&1023)
	v := 0.0
	switch exponent {
	case 0:
		v = math.Ldexp(mantissa, -24)
	case 31:
		if v = math.Inf(1); mantissa != 0 {
			v = math.NaN()
		}
	default:
		v = math.Ldexp(1024+mantissa, exponent-25)
	}
	if b>>15 == 1 {
		return -v
	}
	return v
}

func littleFloat64(dst []float64, b []byte) []float64 {
	for ; len(b) >= 8; b = b[8:] {
		dst = append(dst, math.Float64frombits(binary.LittleEndian.Uint64(b)))
	}
	return dst
}

func littleFloat32(dst []float64, b []byte) []float64 {
	for ; len(b) >= 4; b = b[4:] {
		dst = append(dst, float64(math.Float32frombits(binary.LittleEndian.Uint32(b))))
	}
	return dst
}
