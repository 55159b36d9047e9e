package npy

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestHeaderRoundTrip(t *testing.T) {
	for _, h := range []Header{
		{"<f8", false, []int{}},
		{"|u1", false, []int{0}},
		{"<f8", false, []int{7}},
		{">f4", true, []int{3, 1 << 50}},
		{"<f8", false, []int{1 << 62, 1 << 62, 1 << 62, 1 << 62, 1 << 62, 1 << 62}},
	} {
		b := h.Append([]byte("before"))[6:]
		assert.Zero(t, len(b)%64)
		assert.GreaterOrEqual(t, len(b), 128)
		r := strings.NewReader(string(b) + "data")
		got, err := Read(r)
		require.NoError(t, err)
		assert.Equal(t, h, got)
		assert.Equal(t, 4, r.Len(), "the numbers are left")
	}
}

func TestHeaderRefuses(t *testing.T) {
	head := func(text string) string { return Magic + "\x01\x00" + string([]byte{byte(len(text)), 0}) + text }
	for want, text := range map[string]string{
		"unexpected EOF":     Magic,
		"not an npy array":   "PK\x03\x04....",
		"version 0":          Magic + "\x00\x00",
		"the file is dam":    Magic + "\x02\x00\xff\xff\xff\xff",
		"occurs twice":       head("{'descr': '<f8', 'descr': '<f8'}"),
		"is missing":         head("{'descr': '<f8'}"),
		"unknown key":        head("{'order': 1}"),
		"a tuple of numbers": head("{'shape': (9223372036854775808,)}"),
		"expected a tuple":   head("{'shape': (-1,)}"),
		"no known type":      head("{'descr': [('a', '<f8')]}"),
		"True or False":      head("{'fortran_order': Maybe}"),
		"the end":            head("{'descr': '<f8', 'fortran_order': False, 'shape': ()} x"),
	} {
		_, err := Read(strings.NewReader(text))
		assert.ErrorContains(t, err, want)
	}
	whole := Header{Descr: "<f8", Shape: []int{2, 3}}.Append(nil)
	for n := range whole {
		_, err := Read(bytes.NewReader(whole[:n]))
		assert.True(t, errors.Is(err, io.ErrUnexpectedEOF), "%d: %v", n, err)
	}
}
