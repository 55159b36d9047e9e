package serve

import (
	"io"
	"net"
	"net/netip"
	"strconv"
	"sync"
	"time"
)

// doors is a listener that has so many connections open at a time, in all and for one visitor: who
// holds connections open without asking for anything takes no more than that. Others are told to
// come again.
type doors struct {
	net.Listener
	most, each int
	mu         sync.Mutex
	open       int
	visitors   map[string]int
}

// away is what a connection too many hears.
var away = "HTTP/1.1 429 Too Many Requests\r\nRetry-After: " + strconv.Itoa(retry) +
	"\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"

// Accept returns the next connection for which there is room.
func (d *doors) Accept() (net.Conn, error) {
	for {
		c, err := d.Listener.Accept()
		if err != nil {
			return nil, err
		}
		v := visitorAt(c.RemoteAddr().String())
		if d.let(v) {
			return &guest{Conn: c, left: sync.OnceFunc(func() { d.leave(v) })}, nil
		}
		_ = c.SetDeadline(time.Now().Add(time.Second)) // nobody waits for who does not read
		_, _ = io.WriteString(c, away)
		_ = c.Close()
	}
}

// let counts a connection, if there is room for it.
func (d *doors) let(visitor string) bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.open >= d.most || d.visitors[visitor] >= d.each {
		return false
	}
	d.open++
	d.visitors[visitor]++
	return true
}

func (d *doors) leave(visitor string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.open--
	if d.visitors[visitor]--; d.visitors[visitor] == 0 {
		delete(d.visitors, visitor)
	}
}

// guest is a connection that is counted.
type guest struct {
	net.Conn
	left func()
}

// Close ends the connection.
func (g *guest) Close() error {
	defer g.left()
	return g.Conn.Close()
}

// visitorAt says whose turn a request from a remote address takes: that of the address, or of its
// network of 64 bits, all of which one house has of IPv6.
func visitorAt(remote string) string {
	a, err := netip.ParseAddrPort(remote)
	if err != nil {
		return remote
	}
	if ip := a.Addr().Unmap(); ip.Is4() {
		return ip.String()
	}
	p, err := a.Addr().WithZone("").Prefix(64)
	if err != nil {
		return remote
	}
	return p.String()
}
