package notify

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/http"
	"net/http/httptest"
	"net/mail"
	"strings"
	"testing"
)

// postOffice is a mail server that keeps what it gets.
type postOffice struct {
	net.Listener
	tls    *tls.Config // nil: no STARTTLS
	answer string      // to DATA; empty: it takes it
	got    chan delivered
}

// delivered is a conversation: its commands, whether it was encrypted, and the mail.
type delivered struct {
	commands  []string
	encrypted bool
	text      string
}

func newPostOffice(t *testing.T, config *tls.Config) *postOffice {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &postOffice{Listener: l, tls: config, got: make(chan delivered, 10)}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			p.serve(c)
		}
	}()
	return p
}

func (p *postOffice) serve(c net.Conn) {
	defer func() { c.Close() }()
	var d delivered
	defer func() { p.got <- d }()
	in := bufio.NewReader(c)
	fmt.Fprint(c, "220 post\r\n")
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimRight(line, "\r\n")
		d.commands = append(d.commands, line)
		switch verb, _, _ := strings.Cut(strings.ToUpper(line), " "); verb {
		case "EHLO":
			if p.tls != nil && !d.encrypted {
				fmt.Fprint(c, "250-post\r\n250 STARTTLS\r\n")
			} else {
				fmt.Fprint(c, "250-post\r\n250 AUTH PLAIN\r\n")
			}
		case "STARTTLS":
			fmt.Fprint(c, "220 go on\r\n")
			c = tls.Server(c, p.tls)
			in, d.encrypted = bufio.NewReader(c), true
		case "AUTH":
			fmt.Fprint(c, "235 welcome\r\n")
		case "DATA":
			if p.answer != "" {
				fmt.Fprint(c, p.answer+"\r\n")
				continue
			}
			fmt.Fprint(c, "354 go on\r\n")
			for {
				line, err := in.ReadString('\n')
				if err != nil || line == ".\r\n" {
					break
				}
				d.text += line
			}
			fmt.Fprint(c, "250 kept\r\n")
		case "QUIT":
			fmt.Fprint(c, "221 bye\r\n")
			return
		default:
			fmt.Fprint(c, "250 fine\r\n")
		}
	}
}

func TestMail(t *testing.T) {
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	trust := secure.Client().Transport.(*http.Transport).TLSClientConfig
	for _, config := range []*tls.Config{nil, {Certificates: secure.TLS.Certificates}} {
		p := newPostOffice(t, config)
		s := &SMTP{Server: p.Addr().String(), From: `"The Club" <acies@club.example>`, User: "me", Password: "pass", trust: trust}
		n := New(Options{Store: newMemory(), Public: home, Mail: s, Address: func(_ context.Context, user string) (string, error) {
			return map[string]string{"u": "xenophon@club.example"}[user], nil
		}})
		c, err := n.AddMail(t.Context(), "u", "fr")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := n.AddMail(t.Context(), "v", "fr"); !errors.Is(err, ErrNoMail) {
			t.Errorf("without an address: %v", err)
		}
		table := exampleTable()
		table.Title = "a\r\nBcc: all@club.example\r\n\r\nÜ"
		m := messageOf("fr", Mark{Event: Turn}, &table, home)
		if err := n.send(t.Context(), &c, &m); err != nil {
			t.Fatal(err)
		}
		d := <-p.got
		if d.encrypted != (config != nil) || !strings.Contains(strings.Join(d.commands, "\n"), "AUTH PLAIN") {
			t.Errorf("encrypted %t: %q", d.encrypted, d.commands)
		}
		got, err := mail.ReadMessage(strings.NewReader(d.text))
		if err != nil {
			t.Fatal(err)
		}
		subject, _ := new(mime.WordDecoder).DecodeHeader(got.Header.Get("Subject"))
		body, _ := io.ReadAll(quotedprintable.NewReader(got.Body))
		if got.Header.Get("Bcc") != "" || subject != m.Text || got.Header.Get("From") != s.From || got.Header.Get("To") != "<xenophon@club.example>" {
			t.Errorf("the headers are %v, the subject %q", got.Header, subject)
		}
		if off := got.Header.Get("List-Unsubscribe"); off != "<https://club.example/api/unsubscribe/"+c.Secret+">" || got.Header.Get("List-Unsubscribe-Post") == "" {
			t.Errorf("it is ended at %q", off)
		}
		if !strings.HasPrefix(string(body), m.Text+"\r\nhttps://club.example/#/game/g1\r\n") || !strings.Contains(string(body), "https://club.example/#/account") {
			t.Errorf("the text is %q", body)
		}
	}
}

func TestMailRefusals(t *testing.T) {
	p := newPostOffice(t, nil)
	s := &SMTP{Server: p.Addr().String(), From: "acies@club.example"}
	for _, to := range []string{"", "x", "a@b, c@d", "a@b\r\nBcc: c@d", "A <a@b>", "a@b\n"} {
		if err := s.Send(t.Context(), to, "s", "t"); !errors.Is(err, ErrMailAddress) {
			t.Errorf("to %q: %v", to, err)
		}
	}
	for _, x := range []struct {
		answer string
		again  bool
	}{{"452 full", true}, {"554 no", false}} {
		p.answer = x.answer
		if err := s.Send(t.Context(), "a@club.example", "s", "t"); err == nil || passing(err) != x.again {
			t.Errorf("%s: %v", x.answer, err)
		}
		<-p.got
	}
	// A certificate that nobody trusts.
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	q := newPostOffice(t, &tls.Config{Certificates: secure.TLS.Certificates})
	if err := (&SMTP{Server: q.Addr().String(), From: "acies@club.example"}).Send(t.Context(), "a@club.example", "s", "t"); err == nil {
		t.Error("mail goes to a server that nobody knows")
	}
	for addr, want := range map[string]bool{"127.0.0.1": true, "::1": true, "10.0.0.1": false, "1.1.1.1": false} {
		if got := isLoopback(&net.TCPAddr{IP: net.ParseIP(addr)}); got != want {
			t.Errorf("%s: on this computer %t", addr, got)
		}
	}
	for _, bad := range []SMTP{{Server: "mail", From: "a@b"}, {Server: "mail:25", From: "nobody"}} {
		if bad.Check() == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

// TestPlainMail: a server elsewhere that does not encrypt gets nothing.
func TestPlainMail(t *testing.T) {
	addrs, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range addrs {
		ip, ok := a.(*net.IPNet)
		if !ok || ip.IP.IsLoopback() || ip.IP.To4() == nil {
			continue
		}
		l, err := net.Listen("tcp", net.JoinHostPort(ip.IP.String(), "0"))
		if err != nil {
			continue
		}
		defer l.Close()
		p := &postOffice{Listener: l, got: make(chan delivered, 1)}
		go func() {
			if c, err := l.Accept(); err == nil {
				p.serve(c)
			}
		}()
		s := &SMTP{Server: l.Addr().String(), From: "acies@club.example"}
		if err := s.Send(t.Context(), "a@club.example", "s", "t"); !errors.Is(err, errPlain) || passing(err) {
			t.Errorf("mail in plain text to %s: %v", l.Addr(), err)
		}
		if d := <-p.got; d.text != "" || len(d.commands) > 1 {
			t.Errorf("the server heard %q", d.commands)
		}
		return
	}
	t.Skip("this computer has no address but its own")
}
