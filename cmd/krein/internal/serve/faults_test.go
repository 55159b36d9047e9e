package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	_ "krein/internal/testlong" // fewer collections
)

// pipes is a listener in memory, so that a test has its own time.
type pipes struct {
	next   chan net.Conn
	closed chan struct{}
}

func newPipes() *pipes { return &pipes{make(chan net.Conn), make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case c := <-p.next:
		return c, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error {
	select {
	case <-p.closed:
	default:
		close(p.closed)
	}
	return nil
}

func (p *pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe"} }

// dial connects to the server.
func (p *pipes) dial() net.Conn {
	here, there := net.Pipe()
	p.next <- there
	return here
}

// serving runs a server in memory for a test, in a time of its own.
func serving(t *testing.T, command Run, set Settings, test func(t *testing.T, p *pipes)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		p := newPipes()
		ctx, cancel := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- New(command, set).Serve(ctx, p) }()
		test(t, p)
		cancel()
		err := <-done
		assert.True(t, err == nil || errors.Is(err, net.ErrClosed) || errors.Is(err, http.ErrServerClosed), "%v", err)
		time.Sleep(time.Hour) // all that is left ends by itself
	})
}

// endOf is when the server ends a connection.
func endOf(c net.Conn) time.Duration {
	start := time.Now()
	_, _ = io.Copy(io.Discard, c)
	return time.Since(start)
}

const line = "GET /api/v1/certify?formula=z&dim=3 HTTP/1.1\r\nHost: localhost\r\n"

// Who is slow is not waited for: with the head of a request, with its body, with the next request,
// and with taking an answer.
func TestSlow(t *testing.T) {
	big := func(_ context.Context, _ []string, _ io.Reader, stdout, _ io.Writer) int {
		_, _ = stdout.Write(make([]byte, 8<<20))
		return 0
	}
	serving(t, big, Settings{}, func(t *testing.T, p *pipes) {
		trickle := func(begin, every string) time.Duration { // for ever
			c := p.dial()
			go func() {
				_, err := io.WriteString(c, begin)
				for err == nil {
					time.Sleep(time.Second)
					_, err = io.WriteString(c, every)
				}
			}()
			return endOf(c).Truncate(time.Second)
		}
		assert.Equal(t, headTime, trickle(line, "X: y\r\n"), "head")
		post := "POST /api/v1/verify?formula=z&dim=3 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1000000\r\n\r\n"
		assert.Equal(t, bodyTime, trickle(post, " "), "body")
		assert.LessOrEqual(t, trickle(line+"Content-Length: 100000\r\n\r\n", " "), bodyTime, "body of a GET")

		c := p.dial()
		_, err := io.WriteString(c, post)
		require.NoError(t, err)
		late, _ := io.ReadAll(c)
		assert.Contains(t, string(late), "HTTP/1.1 408 ")
		assert.Contains(t, string(late), "did not arrive within 20s", "and no address of a connection")

		c = p.dial()
		_, err = io.WriteString(c, line+"\r\n")
		require.NoError(t, err)
		time.Sleep(2 * writeTime) // nothing is read
		n, _ := io.Copy(io.Discard, c)
		assert.Less(t, n, int64(8<<20), "answer")

		c = p.dial()
		_, err = io.WriteString(c, "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
		require.NoError(t, err)
		assert.Equal(t, time.Minute, endOf(c).Round(time.Second), "the next request")
	})
}

// A command may take longer than a body may, and ends when its client goes away; so does the wait for a worker.
func TestGone(t *testing.T) {
	ended := make(chan string, 10)
	endless := func(ctx context.Context, args []string, _ io.Reader, stdout, _ io.Writer) int {
		select {
		case <-ctx.Done():
			ended <- args[len(args)-1]
			return 2
		case <-time.After(50 * time.Second):
			fmt.Fprintln(stdout, "{}")
			return 0
		}
	}
	serving(t, endless, Settings{Workers: 1}, func(t *testing.T, p *pipes) {
		post := "POST /api/v1/verify?formula=z&dim=3 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\n\r\n{}"
		for _, request := range []string{line + "\r\n", post} {
			c := p.dial()
			_, err := io.WriteString(c, request)
			require.NoError(t, err)
			r, err := http.ReadResponse(bufio.NewReader(c), nil)
			require.NoError(t, err)
			assert.Equal(t, http.StatusOK, r.StatusCode)
			assert.Empty(t, ended)
			require.NoError(t, c.Close())
		}
		first, second := p.dial(), p.dial()
		for i, c := range []net.Conn{first, second} {
			_, err := io.WriteString(c, strings.Replace(line, "=z", fmt.Sprintf("=%d*z", i), 1)+"\r\n")
			require.NoError(t, err)
			synctest.Wait()
		}
		require.NoError(t, second.Close())
		synctest.Wait()
		require.NoError(t, first.Close())
		synctest.Wait()
		assert.Equal(t, "0*z", <-ended)
		assert.Empty(t, ended, "the second never began")
	})
}

// idle is a clock of processors that do nothing: all work is short.
func idle() time.Duration { return 0 }

// Who waits too long for a worker may come again; the time it waited is not its command's.
func TestPatience(t *testing.T) {
	takes := func(ctx context.Context, args []string, _ io.Reader, stdout, _ io.Writer) int {
		select {
		case <-ctx.Done():
			return 2
		case <-time.After(8 * time.Second):
			fmt.Fprintln(stdout, "{}")
			return 0
		}
	}
	synctest.Test(t, func(t *testing.T) {
		s := New(takes, Settings{Workers: 1, Time: 10 * time.Second})
		s.lanes.clock.used = idle
		status := make(chan int, 3)
		for i := range 3 {
			go func() {
				status <- get(t, s, at("/api/v1/certify", "formula", fmt.Sprint(i), "dim", "3")).Code
			}()
			synctest.Wait()
		}
		assert.Equal(t, http.StatusOK, <-status)
		assert.Equal(t, http.StatusTooManyRequests, <-status, "after 10 s")
		assert.Equal(t, http.StatusOK, <-status, "after 16 s, though it has 10")
	})
}

// Connections are counted, for each visitor too, and no more of them are let in.
func TestDoors(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	require.NoError(t, err)
	d := newDoors(l, 3, 2)
	defer func() { assert.NoError(t, d.Close()) }()
	inside := make(chan net.Conn, 10)
	go func() {
		for {
			c, err := d.Accept()
			if err != nil {
				return
			}
			inside <- c
		}
	}()
	dial := func() net.Conn {
		c, err := net.Dial("tcp", l.Addr().String())
		require.NoError(t, err)
		return c
	}
	dial()
	dial()
	first := <-inside
	<-inside
	r, err := http.ReadResponse(bufio.NewReader(dial()), nil)
	require.NoError(t, err)
	assert.Equal(t, http.StatusTooManyRequests, r.StatusCode)
	assert.Equal(t, "2", r.Header.Get("Retry-After"))
	require.NoError(t, first.Close())
	_ = first.Close() // twice is once
	dial()
	<-inside
	leave, err := d.places.enter(t.Context(), "b")
	assert.NoError(t, err)
	_, err = d.places.enter(t.Context(), "c")
	assert.ErrorIs(t, err, errFull, "three are inside")
	leave()
	require.Len(t, d.places.visitors, 1)
	assert.Equal(t, 2, d.places.visitors["127.0.0.1"].inside)
}

// One house is one visitor.
func TestVisitor(t *testing.T) {
	for remote, want := range map[string]string{
		"192.0.2.1:80": "192.0.2.1", "[::ffff:192.0.2.1]:80": "192.0.2.1",
		"[2001:db8:1:2:3::1]:80": "2001:db8:1:2::/64", "[fe80::1%eth0]:80": "fe80::/64", "pipe": "pipe",
	} {
		assert.Equal(t, want, visitorAt(remote))
	}
}

// Certificates in memory are few, and one visitor has not all of them.
func TestBodies(t *testing.T) {
	s := New(echo, Settings{})
	post := func(body io.Reader) int {
		w := httptest.NewRecorder()
		r := newRequest(t.Context(), http.MethodPost, at("/api/v1/verify", "formula", "z", "dim", "3"), body)
		s.ServeHTTP(w, r)
		return w.Code
	}
	hold, release := io.Pipe()
	status := make(chan int, mostBodiesEach)
	for range mostBodiesEach {
		go func() { status <- post(hold) }()
	}
	require.Eventually(t, func() bool {
		s.bodies.mu.Lock()
		defer s.bodies.mu.Unlock()
		return s.bodies.free == mostBodies-mostBodiesEach
	}, 5*time.Second, time.Millisecond)
	assert.Equal(t, http.StatusTooManyRequests, post(strings.NewReader("{}")))
	require.NoError(t, release.Close())
	for range mostBodiesEach {
		assert.Equal(t, http.StatusOK, <-status)
	}
	assert.Equal(t, http.StatusOK, post(strings.NewReader("{}")))
}
