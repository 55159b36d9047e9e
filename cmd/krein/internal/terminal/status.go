package terminal

// NotMetError reports a --require claim that the certificate does not meet. The output has been written all the same.
type NotMetError struct{ Why string }

// Error says what is not met.
func (e *NotMetError) Error() string { return e.Why }
