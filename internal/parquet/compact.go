package parquet

import (
	"encoding/binary"
	"errors"
)

// compact walks through structures of Thrift's compact protocol, in which footers and headers of pages are written
// (Apache Thrift, doc/specs/thrift-compact-protocol.md). It allocates nothing: whoever decodes them after it allocates
// no more than is there.
type compact struct {
	b  []byte
	at int
	// see is told integers of the structure and of those directly in it: field 0 of outer is none.
	see func(outer, field int, v int64)
}

// The types of the protocol.
const (
	typeTrue = iota + 1
	typeFalse
	typeByte
	typeI16
	typeI32
	typeI64
	typeDouble
	typeBinary
	typeList
	typeSet
	typeMap
	typeStruct
)

// mostDepth bounds structures in structures.
const mostDepth = 16

var (
	errShort   = errors.New("it ends too early, or claims more than there is")
	errUnknown = errors.New("a type that there is not")
	errDepth   = errors.New("structures too deep in each other")
)

// room fails unless n bytes are left.
func (c *compact) room(n uint64) error {
	if n > uint64(len(c.b)-c.at) {
		return errShort
	}
	return nil
}

func (c *compact) byte() (byte, error) {
	if err := c.room(1); err != nil {
		return 0, err
	}
	c.at++
	return c.b[c.at-1], nil
}

func (c *compact) varint() (uint64, error) {
	v, n := binary.Uvarint(c.b[c.at:])
	if n <= 0 {
		return 0, errShort
	}
	c.at += n
	return v, nil
}

// structure walks through one; field is that of the structure around it in which it stands.
func (c *compact) structure(field, depth int) error {
	if depth > mostDepth {
		return errDepth
	}
	id := 0
	for {
		head, err := c.byte()
		if err != nil || head == 0 {
			return err
		}
		if delta := int(head >> 4); delta > 0 {
			id += delta
		} else {
			v, err := c.varint()
			if err != nil {
				return err
			}
			id = int(int16(v>>1) ^ -int16(v&1)) //nolint:gosec // a number of a field has 16 bits
		}
		if err := c.value(head&15, field, id, depth); err != nil {
			return err
		}
	}
}

// value walks through the value of a field.
func (c *compact) value(kind byte, outer, field, depth int) error {
	switch kind {
	case typeTrue, typeFalse:
		return nil
	case typeByte:
		_, err := c.byte()
		return err
	case typeI16, typeI32, typeI64:
		v, err := c.varint()
		if err == nil && c.see != nil && depth < 2 {
			c.see(outer, field, int64(v>>1)^-int64(v&1)) //nolint:gosec // zigzag
		}
		return err
	case typeDouble, typeBinary:
		n, err := uint64(8), error(nil)
		if kind == typeBinary {
			n, err = c.varint()
		}
		if err == nil {
			err = c.room(n)
		}
		if err == nil {
			c.at += int(n) //nolint:gosec // there is room for it
		}
		return err
	case typeList, typeSet, typeMap:
		return c.list(kind, depth)
	case typeStruct:
		return c.structure(field, depth+1)
	}
	return errUnknown
}

// list walks through a list, a set or a map. Every element has a byte at least.
func (c *compact) list(kind byte, depth int) error {
	if depth > mostDepth {
		return errDepth
	}
	head, err := c.byte()
	if err != nil {
		return err
	}
	size, kinds := uint64(head>>4), []byte{head & 15}
	if kind == typeMap {
		if c.at--; head == 0 {
			c.at++
			return nil
		}
		if size, err = c.varint(); err != nil {
			return err
		}
		if head, err = c.byte(); err != nil {
			return err
		}
		kinds = []byte{head >> 4, head & 15}
	} else if size == 15 {
		if size, err = c.varint(); err != nil {
			return err
		}
	}
	if err := c.room(size); err != nil {
		return err
	}
	for range size {
		for _, k := range kinds {
			if k == typeTrue || k == typeFalse {
				k = typeByte
			}
			if err := c.value(k, 0, 0, depth+2); err != nil {
				return err
			}
		}
	}
	return nil
}
