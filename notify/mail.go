package notify

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"mime"
	"mime/quotedprintable"
	"net"
	"net/mail"
	"net/smtp"
	"strings"
	"time"
)

// SMTP sends mail by a server that takes it. It is [net/smtp] and a few headers: a library for mail would bring attachments,
// templates and pools that nothing here needs.
type SMTP struct {
	Server   string // host:port; on port 465 TLS begins at once
	From     string // the sender, with or without a name
	User     string // empty: nobody logs in
	Password string
	trust    *tls.Config // for tests; nil: the certificates that the system trusts
}

// Letter is a mail.
type Letter struct {
	To, Subject, Text string
	Unsubscribe       string // an address that ends such mail when something is posted there; empty: there is none
}

// ErrMailAddress is the error of an address to which no mail can be sent.
var ErrMailAddress = errors.New("the mail address is not valid")

// errPlain is the error of a server to which mail would go in plain text.
var errPlain = errors.New("the mail server does not offer STARTTLS, which is required except on this computer")

// Check returns an error if the settings cannot work.
func (s *SMTP) Check() error {
	if _, _, err := net.SplitHostPort(s.Server); err != nil {
		return err
	}
	_, err := mail.ParseAddress(s.From)
	return err
}

// Send sends a mail.
func (s *SMTP) Send(ctx context.Context, to, subject, text string) error {
	return s.Post(ctx, Letter{To: to, Subject: subject, Text: text})
}

// Post sends a letter.
func (s *SMTP) Post(ctx context.Context, l Letter) error {
	from, err := mail.ParseAddress(s.From)
	if err != nil {
		return err
	}
	to, err := mail.ParseAddress(l.To)
	if err != nil || to.Address != l.To || strings.ContainsAny(l.To, "\r\n") {
		return ErrMailAddress
	}
	text, err := l.bytes(from, to, time.Now())
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 3*patience)
	defer cancel()
	c, err := s.connect(ctx)
	if err != nil {
		return fmt.Errorf("connecting to the mail server: %w", err)
	}
	defer c.Close()
	if err := s.hand(c, from.Address, to.Address, text); err != nil {
		return fmt.Errorf("sending mail: %w", err)
	}
	return nil
}

// connect returns a connection to the server, encrypted unless the server is on this computer and cannot.
func (s *SMTP) connect(ctx context.Context) (*smtp.Client, error) {
	host, port, err := net.SplitHostPort(s.Server)
	if err != nil {
		return nil, err
	}
	conn, err := (&net.Dialer{Timeout: patience}).DialContext(ctx, "tcp", s.Server)
	if err != nil {
		return nil, err
	}
	if end, ok := ctx.Deadline(); ok {
		conn.SetDeadline(end)
	}
	config := &tls.Config{ServerName: host, MinVersion: tls.VersionTLS12}
	if s.trust != nil {
		config.RootCAs = s.trust.RootCAs
	}
	here := isLoopback(conn.RemoteAddr())
	secure := port == "465"
	if secure {
		conn = tls.Client(conn, config)
	}
	c, err := smtp.NewClient(conn, host)
	if err != nil {
		conn.Close()
		return nil, err
	}
	if secure {
		return c, nil
	}
	if ok, _ := c.Extension("STARTTLS"); ok {
		err = c.StartTLS(config)
	} else if !here {
		err = errPlain
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

func isLoopback(a net.Addr) bool {
	tcp, ok := a.(*net.TCPAddr)
	return ok && tcp.IP.IsLoopback()
}

// hand hands a mail over.
func (s *SMTP) hand(c *smtp.Client, from, to string, text []byte) error {
	if s.User != "" {
		host, _, _ := net.SplitHostPort(s.Server) // connect has read it
		if err := c.Auth(smtp.PlainAuth("", s.User, s.Password, host)); err != nil {
			return err
		}
	}
	if err := c.Mail(from); err != nil {
		return err
	}
	if err := c.Rcpt(to); err != nil {
		return err
	}
	w, err := c.Data()
	if err != nil {
		return err
	}
	if _, err := w.Write(text); err != nil {
		return err
	}
	if err := w.Close(); err != nil {
		return err
	}
	return c.Quit()
}

// bytes returns the letter as it is sent. No value can add a header: addresses are written from their parts, and a text that
// is more than plain characters is encoded.
func (l *Letter) bytes(from, to *mail.Address, at time.Time) ([]byte, error) {
	if strings.ContainsAny(l.Unsubscribe, "\r\n<> ") {
		return nil, ErrMailAddress
	}
	_, domain, _ := strings.Cut(from.Address, "@")
	var b bytes.Buffer
	header := func(name, value string) { fmt.Fprintf(&b, "%s: %s\r\n", name, value) }
	header("From", from.String())
	header("To", (&mail.Address{Address: to.Address}).String())
	header("Subject", mime.QEncoding.Encode("utf-8", l.Subject))
	header("Date", at.Format(time.RFC1123Z))
	header("Message-ID", "<"+strings.ToLower(rand.Text())+"@"+domain+">")
	header("Auto-Submitted", "auto-generated")
	if l.Unsubscribe != "" {
		header("List-Unsubscribe", "<"+l.Unsubscribe+">")
		header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")
	}
	header("MIME-Version", "1.0")
	header("Content-Type", "text/plain; charset=utf-8")
	header("Content-Transfer-Encoding", "quoted-printable")
	b.WriteString("\r\n")
	w := quotedprintable.NewWriter(&b)
	if _, err := w.Write([]byte(strings.ReplaceAll(l.Text, "\n", "\r\n"))); err != nil {
		return nil, err
	}
	return b.Bytes(), w.Close()
}
