package waves

import (
	"strconv"

	"krein/internal/tensors"
)

// metadata returns the header as strings.
func (h *header) metadata() map[string]string {
	return map[string]string{
		"format": h.Format, "dim": strconv.Itoa(h.Dim), "plus": strconv.Itoa(h.Plus), "minus": strconv.Itoa(h.Minus),
		"negative_constant": strconv.FormatBool(h.Negative), "prepared": strconv.FormatBool(h.Prepared), "kernel": h.Kernel,
	}
}

// readMetadata is the inverse of metadata.
func readMetadata(m map[string]string) (h header, err error) {
	number := func(name string) int {
		v, e := strconv.Atoi(m[name])
		if e != nil && err == nil {
			err = tensors.Fault(name, "%.40q is no number", m[name])
		}
		return v
	}
	flag := func(name string) bool {
		v, e := strconv.ParseBool(m[name])
		if e != nil && err == nil {
			err = tensors.Fault(name, "%.40q is neither true nor false", m[name])
		}
		return v
	}
	h = header{m["format"], number("dim"), number("plus"), number("minus"), flag("negative_constant"),
		flag("prepared"), m["kernel"]}
	if known := h.metadata(); err == nil {
		for name := range m {
			if _, ok := known[name]; !ok {
				return h, tensors.Fault("metadata", "unknown member %.40q", name)
			}
		}
	}
	return h, err
}
