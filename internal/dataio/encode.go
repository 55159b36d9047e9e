package dataio

import (
	"bytes"
	"encoding/binary"
	"math"
	"slices"
	"strconv"
	"strings"
	"unsafe"
)

// appendNames appends the header of CSV.
func appendNames(dst []byte, names []string) []byte {
	for j, name := range names {
		if j > 0 {
			dst = append(dst, ',')
		}
		dst = appendCell(dst, name)
	}
	return append(dst, '\n')
}

// appendCell appends a text as a cell of CSV, between quotes if it would not be one cell without.
func appendCell(dst []byte, text string) []byte {
	if !strings.ContainsAny(text, ",;\t\"\r\n") && text != "" && strings.TrimSpace(text) == text {
		return append(dst, text...)
	}
	dst = append(dst, '"')
	dst = append(dst, strings.ReplaceAll(text, `"`, `""`)...)
	return append(dst, '"')
}

// appendSparse appends the pairs of a line of svmlight behind its label: numbers that are not +0, and
// the last one if that is asked for.
func appendSparse[T float32 | float64](dst []byte, row []T, last bool) []byte {
	bits := 8 * int(unsafe.Sizeof(T(0)))
	for j, v := range row {
		if v == 0 && !math.Signbit(float64(v)) && !(last && j == len(row)-1) {
			continue
		}
		dst = append(dst, ' ')
		dst = strconv.AppendInt(dst, int64(j+1), 10)
		dst = append(dst, ':')
		dst = strconv.AppendFloat(dst, float64(v), 'g', -1, bits)
	}
	return append(dst, '\n')
}

// appendRow appends a line of CSV.
func appendRow[T float32 | float64](dst []byte, row []T) []byte {
	bits := 8 * int(unsafe.Sizeof(T(0)))
	for j, v := range row {
		if j > 0 {
			dst = append(dst, ',')
		}
		dst = strconv.AppendFloat(dst, float64(v), 'g', -1, bits)
	}
	return append(dst, '\n')
}

// littleEndian returns the bytes of numbers, the lowest of each first: those in memory where the processor has them so.
func littleEndian[T float32 | float64](v []T) []byte {
	if len(v) == 0 {
		return nil
	}
	size := int(unsafe.Sizeof(v[0]))
	b := unsafe.Slice((*byte)(unsafe.Pointer(&v[0])), size*len(v))
	if one := [2]byte{1}; binary.NativeEndian.Uint16(one[:]) == 1 {
		return b
	}
	b = bytes.Clone(b)
	for i := 0; i < len(b); i += size {
		slices.Reverse(b[i : i+size])
	}
	return b
}
