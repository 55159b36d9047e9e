package parallel

import "context"

// Until calls work in a goroutine of its own and reports whether it returned before ctx was done. Work that goes on is
// left alone: the caller must not touch what it uses. A panic of work that returned is one of Until.
func Until(ctx context.Context, work func()) bool {
	var caught Catcher
	returned := make(chan struct{})
	go func() {
		defer close(returned)
		caught.Do(work)
	}()
	select {
	case <-returned:
	case <-ctx.Done():
		select {
		case <-returned: // both at once
		default:
			return false
		}
	}
	caught.Rethrow()
	return true
}
