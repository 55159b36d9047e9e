package serve

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// served reports whether a request's Host header names the address at which the server has it: a page whose own name was
// made to lead here (DNS rebinding) is of the same origin as all that it asks for, and only its name tells it apart. Named
// are the IP address at which the connection came in, all of a machine's loopback addresses and localhost where it came in
// at one of these, and the names of Settings.Hosts. The port says nothing about who asks and is not compared: it may have
// been forwarded.
func (s *Server) served(r *http.Request) bool {
	name := hostName(r.Host)
	if slices.Contains(s.set.Hosts, name) {
		return true
	}
	at := netip.AddrFrom4([4]byte{127, 0, 0, 1})
	if local, ok := r.Context().Value(http.LocalAddrContextKey).(net.Addr); ok {
		if a, err := netip.ParseAddrPort(local.String()); err == nil {
			at = a.Addr().Unmap().WithZone("")
		}
	}
	ip, err := netip.ParseAddr(name)
	ip = ip.Unmap().WithZone("")
	switch {
	case err != nil:
		return name == "localhost" && at.IsLoopback()
	case at.IsLoopback():
		return ip.IsLoopback()
	}
	return ip == at
}

// hostName returns the name in a Host header or an origin: lower case, without port, brackets and the dot of a full name.
func hostName(host string) string {
	if name, port, err := net.SplitHostPort(host); err == nil && strings.Trim(port, "0123456789") == "" {
		host = name
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// ParseHost returns a name in --address as it is compared, or an error: it is a name or an IP address, without scheme, port
// or path.
func ParseHost(s string) (string, error) {
	name := hostName(s)
	_, err := netip.ParseAddr(name)
	_, _, noPort := net.SplitHostPort(s)
	if noPort == nil || name == "" || err != nil && strings.ContainsAny(name, "/:@?#[]%* \t") {
		return "", fmt.Errorf("--address: %q: want a name or an IP address without scheme, port or path, such as krein.example.org",
			s)
	}
	return name, nil
}

// notServed is the error for another Host.
func notServed(r *http.Request) string {
	if r.Host == "" {
		return "the request names no host"
	}
	return fmt.Sprintf("this server does not answer for the host %.80q; if it is meant to, add the name to --address, as in --address 127.0.0.1:8080,%.80s",
		r.Host, hostName(r.Host))
}

// pageCookie is what the page of this server has from it where browsers send no Sec-Fetch-Site.
const pageCookie = "krein-page"

// foreign reports whether a page of another origin, or perhaps one, has a browser send a request. What browsers say of it:
//
//   - Sec-Fetch-Site, where the server is at a loopback address or behind TLS: same-origin for this server's pages, none for
//     addresses that were typed, bookmarked or opened by other programs. Another port of this machine is another origin.
//   - Origin, with other methods than GET and with fetches across origins, and Referer, unless the other page forbids it.
//   - Old browsers, and new ones at plain http:// addresses of a network, may send none of these for images, frames and
//     links. So a browser, all of which begin their names with Mozilla/, has to show that it has been on the page here: by
//     a cookie that no other site's requests carry (SameSite=Strict).
//
// Programs send none of that and are answered.
func foreign(r *http.Request) bool {
	site := r.Header.Get("Sec-Fetch-Site")
	switch site {
	case "same-origin":
		return false
	case "none", "":
	default:
		return true
	}
	for _, name := range []string{"Origin", "Referer"} {
		if v := r.Header.Get(name); v != "" {
			u, err := url.Parse(v)
			return err != nil || !strings.EqualFold(u.Host, r.Host)
		}
	}
	if site == "none" || !strings.HasPrefix(r.UserAgent(), "Mozilla/") {
		return false
	}
	_, err := r.Cookie(pageCookie)
	return err != nil
}

// notForeign is the error for requests of other sites.
const notForeign = "pages of other sites may link to this server's page and not compute on it; " +
	"type or paste the address, or open the page at / first"

// computing is a handler that computes: not for pages of other sites, whatever they do to ask.
func computing(h http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if foreign(r) {
			fail(w, http.StatusForbidden, notForeign)
			return
		}
		h(w, r)
	}
}

// linkedMark is in the page where index.html has ownMark, if another site led to it: it then computes after a click only.
const (
	ownMark    = "<body>"
	linkedMark = `<body data-linked>`
)

// index answers with the page.
func index() http.HandlerFunc {
	own, linked := asset("index.html", "html", "", ""), asset("index.html", "html", "", linkedMark)
	return func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("Vary", "Sec-Fetch-Site, Origin, Referer, Cookie")
		if r.Header.Get("Sec-Fetch-Site") == "" {
			http.SetCookie(w, &http.Cookie{Name: pageCookie, Value: "1", Path: "/", HttpOnly: true,
				SameSite: http.SameSiteStrictMode})
		}
		if foreign(r) {
			linked(w, r)
			return
		}
		own(w, r)
	}
}
