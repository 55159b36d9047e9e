package terminal

import (
	"context"
	"errors"
	"fmt"
)

// NotMetError reports a --require claim that the certificate does not meet, or a proof that was not accepted. The output
// has been written all the same; without Why, it has said so.
type NotMetError struct{ Why string }

// Error says what is not met.
func (e *NotMetError) Error() string { return e.Why }

// KeptError reports a run that ended early and left a file from which it can be continued.
type KeptError struct {
	File string
	Err  error // why it ended
}

// Error says where the file is.
func (e *KeptError) Error() string {
	why := "interrupted"
	if !errors.Is(e.Err, context.Canceled) {
		why = e.Err.Error()
	}
	return fmt.Sprintf("%s; what is decided so far is in %s, and the same command goes on from there", why, e.File)
}

// Unwrap returns the reason.
func (e *KeptError) Unwrap() error { return e.Err }
