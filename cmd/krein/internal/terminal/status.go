package terminal

// NotMetError reports a --require claim that the certificate does not meet, or a proof that was not accepted. The output
// has been written all the same; without Why, it has said so.
type NotMetError struct{ Why string }

// Error says what is not met.
func (e *NotMetError) Error() string { return e.Why }
