package notify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"
)

// Users name the addresses to which notices go. The server must not be made to send requests to itself or to its own
// network, so it resolves a name itself, refuses it if any of its addresses is not public, and connects to an address that
// it has looked at: a name that means something else a moment later gains nothing.

// Limits of a request to an address of a user.
const (
	patience   = 10 * time.Second
	maxAnswer  = 4 << 10
	maxHeaders = 16 << 10
	maxURL     = 2048
)

// reserved are the networks of addresses that look public and are not.
var reserved = func() (list []netip.Prefix) {
	for _, text := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "192.88.99.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"240.0.0.0/4", "2001::/23", "2001:db8::/32", "2002::/16", "3fff::/20",
	} {
		list = append(list, netip.MustParsePrefix(text))
	}
	return list
}()

// global are the IPv6 addresses of the internet.
var global = netip.MustParsePrefix("2000::/3")

// public reports whether an address is one of the public internet.
func public(a netip.Addr) bool {
	if a.Zone() != "" {
		return false
	}
	a = a.Unmap()
	if !a.IsValid() || !a.IsGlobalUnicast() || a.IsPrivate() || a.Is6() && !global.Contains(a) {
		return false
	}
	for _, p := range reserved {
		if p.Contains(a) {
			return false
		}
	}
	return true
}

// Guard makes the requests to addresses of users. The zero value is the one to use.
type Guard struct {
	Resolver interface { // nil: that of the system
		LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
	}
	Unsafe bool // allows plain http and any address, for tests
}

// checkURL returns [ErrChannel] unless a text is an address to which notices can go.
func (g *Guard) checkURL(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil, len(text) > maxURL, u.Hostname() == "", u.User != nil, u.Fragment != "", u.Opaque != "":
		return ErrChannel
	case u.Scheme != "https" && !(g.Unsafe && u.Scheme == "http"):
		return ErrChannel
	}
	if a, err := netip.ParseAddr(u.Hostname()); err == nil && !g.Unsafe && !public(a) {
		return ErrAddress
	}
	return nil
}

// client returns the client that makes the requests.
func (g *Guard) client() *http.Client {
	return &http.Client{
		Timeout:       patience,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext:            g.dial,
			DisableKeepAlives:      true,
			ForceAttemptHTTP2:      true,
			TLSHandshakeTimeout:    patience,
			MaxResponseHeaderBytes: maxHeaders,
		},
	}
}

// dial connects to a host whose addresses are all public.
func (g *Guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	addrs, err := g.resolve(ctx, host)
	if err != nil {
		return nil, err
	}
	// What is connected to is looked at once more, so that no mistake above can matter.
	d := net.Dialer{Timeout: patience, ControlContext: func(_ context.Context, _, to string, _ syscall.RawConn) error {
		a, err := netip.ParseAddrPort(to)
		if err != nil || !g.Unsafe && !public(a.Addr()) {
			return ErrAddress
		}
		return nil
	}}
	err = ErrAddress
	for _, a := range addrs {
		var c net.Conn
		if c, err = d.DialContext(ctx, network, net.JoinHostPort(a.String(), port)); err == nil {
			return c, nil
		}
	}
	return nil, err
}

// resolve returns the addresses of a host, or [ErrAddress] if one of them is not public.
func (g *Guard) resolve(ctx context.Context, host string) ([]netip.Addr, error) {
	if a, err := netip.ParseAddr(host); err == nil {
		return g.all(a)
	}
	var look interface {
		LookupNetIP(ctx context.Context, network, host string) ([]netip.Addr, error)
	} = net.DefaultResolver
	if g.Resolver != nil {
		look = g.Resolver
	}
	addrs, err := look.LookupNetIP(ctx, "ip", host)
	if err != nil {
		return nil, err
	}
	return g.all(addrs...)
}

func (g *Guard) all(addrs ...netip.Addr) ([]netip.Addr, error) {
	for i, a := range addrs {
		if addrs[i] = a.Unmap(); !g.Unsafe && !public(a) {
			return nil, ErrAddress
		}
	}
	return addrs, nil
}

// StatusError is the answer of a receiver that does not take a notice.
type StatusError int

func (e StatusError) Error() string {
	return fmt.Sprintf("the receiver answered with status %d", int(e))
}

// passing reports whether a later try may succeed.
func (e StatusError) passing() bool {
	return e == http.StatusTooManyRequests || e == http.StatusRequestTimeout || e >= http.StatusInternalServerError
}

// settle reads the answer to a request, whose error it returns without the address: that is often a secret of the user.
func settle(r *http.Response, err error) error {
	var with *url.Error
	if errors.As(err, &with) {
		err = with.Err
	}
	if err != nil {
		return err
	}
	defer r.Body.Close()
	io.Copy(io.Discard, io.LimitReader(r.Body, maxAnswer)) // what it says does not matter
	if r.StatusCode < 200 || r.StatusCode > 299 {
		return StatusError(r.StatusCode)
	}
	return nil
}
