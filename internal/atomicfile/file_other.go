//go:build !linux

package atomicfile

import (
	"errors"
	"os"
)

// startWriting does nothing where the system has no way to.
func startWriting(*os.File, int64, int64) {}

// nameless says that there are no files without names.
func nameless(string) (*os.File, error) { return nil, errors.ErrUnsupported }

func link(*os.File, string) error { return errors.ErrUnsupported }

// duplicate opens a file once more that is open.
func duplicate(_ int, name string) (*os.File, error) { return os.OpenFile(name, os.O_WRONLY, 0) }
