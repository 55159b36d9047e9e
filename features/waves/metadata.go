package waves

import (
	"encoding/json"
	"strconv"

	"krein/internal/document"
	"krein/internal/tensors"
)

// metadata returns the header as strings.
func (h *header) metadata() map[string]string {
	names, _ := json.Marshal(h.Names) // strings have no other spelling
	first := ""
	if h.First != nil {
		first = strconv.Itoa(*h.First)
	}
	return map[string]string{
		"format": h.Format, "dim": strconv.Itoa(h.Dim), "plus": strconv.Itoa(h.Plus), "minus": strconv.Itoa(h.Minus),
		"negative_constant": strconv.FormatBool(h.Negative), "prepared": strconv.FormatBool(h.Prepared),
		"unit": strconv.FormatBool(h.Unit), "kernel": h.Kernel, "names": string(names), "label": h.Label,
		"first_index": first,
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
	h = header{Format: m["format"], Dim: number("dim"), Plus: number("plus"), Minus: number("minus"),
		Negative: flag("negative_constant"), Prepared: flag("prepared"), Unit: flag("unit"), Kernel: m["kernel"],
		Label: m["label"]}
	if e := document.Strict([]byte(m["names"]), &h.Names); e != nil && err == nil {
		err = tensors.Fault("names", "%v", e)
	}
	if m["first_index"] != "" {
		first := number("first_index")
		h.First = &first
	}
	if known := h.metadata(); err == nil {
		for name := range m {
			if _, ok := known[name]; !ok {
				return h, tensors.Fault("metadata", "unknown member %.40q", name)
			}
		}
	}
	return h, err
}
