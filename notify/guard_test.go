package notify

import (
	"context"
	"errors"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
)

func TestPublic(t *testing.T) {
	for _, x := range []struct {
		addr string
		want bool
	}{
		{"1.1.1.1", true},
		{"93.184.216.34", true},
		{"172.32.0.1", true},
		{"100.128.0.1", true},
		{"2606:4700::1111", true},
		{"2a00:1450:4001::1", true},
		{"::ffff:1.1.1.1", true},
		{"0.0.0.0", false},
		{"0.1.2.3", false},
		{"10.0.0.1", false},
		{"100.64.0.1", false},
		{"100.127.255.255", false},
		{"127.0.0.1", false},
		{"127.255.255.254", false},
		{"169.254.169.254", false},
		{"172.16.0.1", false},
		{"172.31.255.255", false},
		{"192.0.0.1", false},
		{"192.0.2.1", false},
		{"192.88.99.1", false},
		{"192.168.1.1", false},
		{"198.18.0.1", false},
		{"198.19.255.255", false},
		{"198.51.100.7", false},
		{"203.0.113.9", false},
		{"224.0.0.1", false},
		{"239.255.255.255", false},
		{"240.0.0.1", false},
		{"255.255.255.255", false},
		{"::", false},
		{"::1", false},
		{"::127.0.0.1", false},
		{"::ffff:127.0.0.1", false},
		{"::ffff:10.0.0.1", false},
		{"::ffff:169.254.169.254", false},
		{"::ffff:100.64.0.1", false},
		{"64:ff9b::7f00:1", false},
		{"64:ff9b::1.1.1.1", false},
		{"64:ff9b:1::1", false},
		{"100::1", false},
		{"2001::1", false},
		{"2001:db8::1", false},
		{"2002:7f00:1::", false},
		{"3fff::1", false},
		{"fc00::1", false},
		{"fd12:3456::1", false},
		{"fe80::1", false},
		{"fe80::1%eth0", false},
		{"2606:4700::1%eth0", false},
		{"fec0::1", false},
		{"ff02::1", false},
	} {
		if got := public(netip.MustParseAddr(x.addr)); got != x.want {
			t.Errorf("%s: public %t, expected %t", x.addr, got, x.want)
		}
	}
	if public(netip.Addr{}) {
		t.Error("no address is public")
	}
}

func TestCheckURL(t *testing.T) {
	for _, x := range []struct {
		url  string
		want error
	}{
		{"https://discord.com/api/webhooks/1/x", nil},
		{"https://hooks.example:8443/a?b=c", nil},
		{"http://hooks.example/a", ErrChannel},
		{"ftp://hooks.example/a", ErrChannel},
		{"https:///a", ErrChannel},
		{"https:hooks.example", ErrChannel},
		{"//hooks.example/a", ErrChannel},
		{"https://me:secret@hooks.example/a", ErrChannel},
		{"https://hooks.example/a#b", ErrChannel},
		{"https://hooks.example/\n", ErrChannel},
		{"https://hooks.example/" + strings.Repeat("a", maxURL), ErrChannel},
		{"https://127.0.0.1/a", ErrAddress},
		{"https://[::1]/a", ErrAddress},
		{"https://[::ffff:10.0.0.1]:8080/a", ErrAddress},
		{"", ErrChannel},
	} {
		if err := (&Guard{}).checkURL(x.url); !errors.Is(err, x.want) {
			t.Errorf("%q: %v, expected %v", x.url, err, x.want)
		}
	}
}

// names is a resolver whose names mean something else each time.
type names struct {
	answers map[string][][]netip.Addr
	asked   atomic.Int32
}

func (n *names) LookupNetIP(_ context.Context, _, host string) ([]netip.Addr, error) {
	list := n.answers[host]
	if len(list) == 0 {
		return nil, &net.DNSError{Err: "no such host", Name: host, IsNotFound: true}
	}
	return list[min(int(n.asked.Add(1)), len(list))-1], nil
}

// TestRebinding: a request goes to an address that was looked at, however often and whatever its name means.
func TestRebinding(t *testing.T) {
	reached := false
	private := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached = true }))
	defer private.Close()
	_, port, _ := net.SplitHostPort(private.Listener.Addr().String())
	here, there := netip.MustParseAddr("127.0.0.1"), netip.MustParseAddr("1.1.1.1")
	for _, x := range []struct {
		name    string
		answers [][]netip.Addr
	}{
		{"private", [][]netip.Addr{{here}}},
		{"public and private", [][]netip.Addr{{there, here}}},
		{"mapped", [][]netip.Addr{{netip.MustParseAddr("::ffff:127.0.0.1")}}},
		{"none", [][]netip.Addr{{}}},
	} {
		g := Guard{Resolver: &names{answers: map[string][][]netip.Addr{"rebind.example": x.answers}}}
		if err := settle(g.client().Get("http://rebind.example:" + port)); !errors.Is(err, ErrAddress) {
			t.Errorf("%s: %v", x.name, err)
		}
	}
	// A name that is public when it is asked for is not asked for again.
	look := &names{answers: map[string][][]netip.Addr{"rebind.example": {{there}, {here}}}}
	ctx, cancel := context.WithCancel(t.Context())
	g := Guard{Resolver: look}
	addrs, err := g.resolve(ctx, "rebind.example")
	cancel()
	if err != nil || len(addrs) != 1 || addrs[0] != there {
		t.Errorf("resolved to %v, %v", addrs, err)
	}
	if _, err := g.dial(ctx, "tcp", "rebind.example:"+port); !errors.Is(err, ErrAddress) || look.asked.Load() != 2 {
		t.Errorf("the name now means this computer: %v, asked %d times", err, look.asked.Load())
	}
	for _, literal := range []string{"127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "0.0.0.0"} {
		if err := settle((&Guard{}).client().Get("http://" + literal + ":" + port)); !errors.Is(err, ErrAddress) {
			t.Errorf("%s: %v", literal, err)
		}
	}
	if reached {
		t.Error("a private server was reached")
	}
}

// TestAnswers: redirects are not followed, long answers are not read, and errors do not repeat the address.
func TestAnswers(t *testing.T) {
	mux := http.NewServeMux()
	followed := false
	mux.HandleFunc("/redirect", func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/secret-token", http.StatusFound) })
	mux.HandleFunc("/secret-token", func(http.ResponseWriter, *http.Request) { followed = true })
	mux.HandleFunc("/long", func(w http.ResponseWriter, _ *http.Request) {
		for {
			if _, err := w.Write(make([]byte, 1<<16)); err != nil {
				return // the client has had enough
			}
		}
	})
	mux.HandleFunc("/headers", func(w http.ResponseWriter, _ *http.Request) { w.Header().Set("X", strings.Repeat("x", 4*maxHeaders)) })
	srv := httptest.NewServer(mux)
	defer srv.Close()
	client := (&Guard{Unsafe: true}).client()
	var status StatusError
	if err := settle(client.Get(srv.URL + "/redirect")); !errors.As(err, &status) || status != http.StatusFound || status.passing() || followed {
		t.Errorf("a redirect: %v, followed %t", err, followed)
	}
	if err := settle(client.Get(srv.URL + "/long")); err != nil {
		t.Errorf("a long answer: %v", err)
	}
	if err := settle(client.Get(srv.URL + "/headers")); err == nil {
		t.Error("long headers were read")
	}
	for _, url := range []string{"http://127.0.0.1:1/secret-token", "http://nobody.invalid/secret-token"} {
		if err := settle((&Guard{Unsafe: true, Resolver: &names{}}).client().Get(url)); err == nil || strings.Contains(err.Error(), "secret-token") {
			t.Errorf("the error is %v", err)
		}
	}
}
