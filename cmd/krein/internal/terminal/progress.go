package terminal

import (
	"fmt"
	"io"
	"os"
	"sync"
	"time"

	"github.com/schollz/progressbar/v3"
	"github.com/spf13/cobra"
	"golang.org/x/term"
)

// Bar shows progress on standard error if that is a terminal, and nothing otherwise.
type Bar struct {
	pb   *progressbar.ProgressBar
	make func(total int) *progressbar.ProgressBar
}

// NewBar returns a bar for work that what names.
func NewBar(cmd *cobra.Command, what string) *Bar {
	f, ok := cmd.ErrOrStderr().(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return &Bar{}
	}
	return &Bar{make: func(total int) *progressbar.ProgressBar {
		return progressbar.NewOptions(total,
			progressbar.OptionSetWriter(f),
			progressbar.OptionSetDescription(what),
			progressbar.OptionThrottle(100*time.Millisecond),
			progressbar.OptionShowCount(),
			progressbar.OptionSetPredictTime(true),
			progressbar.OptionClearOnFinish(),
		)
	}}
}

// ClearLine empties the line that the cursor is in, if w is a terminal: a progress bar may stand there.
func ClearLine(w io.Writer) {
	if f, ok := w.(*os.File); ok && term.IsTerminal(int(f.Fd())) {
		fmt.Fprint(f, "\r\x1b[K")
	}
}

// Spin shows on standard error, if that is a terminal, what is being done and for how long,
// once it lasts. The caller stops it before anything else is written.
func Spin(cmd *cobra.Command, what string) (stop func()) {
	f, ok := cmd.ErrOrStderr().(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) {
		return func() {}
	}
	end, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		begin := time.Now()
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		shown := false
		for {
			select {
			case <-tick.C:
				fmt.Fprintf(f, "\r\x1b[K%s … %.0f s", what, time.Since(begin).Seconds())
				shown = true
			case <-end:
				if shown {
					fmt.Fprint(f, "\r\x1b[K")
				}
				return
			}
		}
	}()
	var once sync.Once
	return func() { once.Do(func() { close(end); <-ended }) }
}

// Set says that done of total are done; total < 0 means not known.
func (b *Bar) Set(done, total int) {
	if b.make == nil {
		return
	}
	if b.pb == nil {
		b.pb = b.make(total)
	}
	// A bar that cannot be drawn is no reason to fail.
	_ = b.pb.Set(done)
}

// Finish removes the bar.
func (b *Bar) Finish() {
	if b.pb != nil {
		_ = b.pb.Finish()
	}
}

// Stages shows what is being done, one thing after the other, as Spin does.
type Stages struct {
	cmd  *cobra.Command
	stop func()
}

// NewStages returns stages before the first.
func NewStages(cmd *cobra.Command) *Stages { return &Stages{cmd, func() {}} }

// Begin ends what was being done and begins another thing.
func (s *Stages) Begin(what string) {
	s.stop()
	s.stop = Spin(s.cmd, what)
}

// Stop ends the last one. It may be called again.
func (s *Stages) Stop() { s.stop() }
