package serve

import (
	"context"
	"io"
	"net"
	"net/netip"
	"strconv"
	"time"
)

// doors is a listener that has so many connections open at a time, in all and for one visitor: who holds connections
// open without asking for anything takes no more than that. Others are told to come again.
type doors struct {
	net.Listener
	places *queue // in which nobody waits
}

func newDoors(l net.Listener, most, each int) *doors {
	return &doors{l, newQueue(bounds{places: most, hold: each}, nil)}
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
		leave, err := d.places.enter(context.Background(), visitorAt(c.RemoteAddr().String()))
		if err == nil {
			return &guest{c, leave}, nil
		}
		_ = c.SetDeadline(time.Now().Add(time.Second)) // nobody waits for who does not read
		_, _ = io.WriteString(c, away)
		_ = c.Close()
	}
}

// guest is a connection that is counted.
type guest struct {
	net.Conn
	leave func()
}

// Close ends the connection.
func (g *guest) Close() error {
	defer g.leave()
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
