package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/acme/autocert"

	"acies/server"
)

// beside is what runs beside a server or a worker, until it ends.
type beside struct {
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
	log    *slog.Logger
	secure *tls.Config // with certificates of its own; nil: the server speaks plain HTTP
}

// startBeside starts the listeners beside that of the server: for metrics, and for certificates.
func startBeside(ctx context.Context, o *serveSettings, public *url.URL, m *server.Metrics, log *slog.Logger) (*beside, error) {
	b := newBeside(ctx, log)
	if err := b.metrics(o.metrics, m.Handler()); err != nil {
		b.end()
		return nil, err
	}
	if o.certs != "" {
		host, _, err := net.SplitHostPort(o.addr)
		if err != nil {
			b.end()
			return nil, err
		}
		certs := certificates(o.certs, public.Hostname())
		if err := b.serve("challenges", net.JoinHostPort(host, "80"), certs.HTTPHandler(redirect(public))); err != nil {
			b.end()
			return nil, err
		}
		b.secure = certs.TLSConfig()
	}
	return b, nil
}

func newBeside(ctx context.Context, log *slog.Logger) *beside {
	b := &beside{log: log}
	b.ctx, b.cancel = context.WithCancel(ctx)
	return b
}

// metrics answers with metrics at the address that --metrics names, if there is one.
func (b *beside) metrics(text string, h http.Handler) error {
	if text == "" {
		return nil
	}
	addr, err := metricsAddr(text)
	if err != nil {
		return err
	}
	return b.serve("metrics", addr, h)
}

// start runs something that ends with its context.
func (b *beside) start(f func(context.Context)) { b.work.Go(func() { f(b.ctx) }) }

// serve answers requests at an address.
func (b *beside) serve(what, addr string, h http.Handler) error {
	l, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	srv := &http.Server{
		Handler: h, ReadTimeout: 10 * time.Second, WriteTimeout: time.Minute, IdleTimeout: 2 * time.Minute, MaxHeaderBytes: 64 << 10,
		ErrorLog: slog.NewLogLogger(b.log.Handler(), slog.LevelWarn),
	}
	b.log.Info("listening for "+what, "at", l.Addr())
	b.start(func(ctx context.Context) {
		defer context.AfterFunc(ctx, func() { srv.Close() })()
		if err := srv.Serve(l); !errors.Is(err, http.ErrServerClosed) {
			b.log.Error("no longer listening for "+what, "error", err)
		}
	})
	return nil
}

// end stops everything and waits until it has ended.
func (b *beside) end() {
	b.cancel()
	b.work.Wait()
}

// metricsAddr returns the address for metrics. A port alone is one of this computer, so that they are not public by accident.
func metricsAddr(text string) (string, error) {
	port := strings.TrimPrefix(text, ":")
	if n, err := strconv.Atoi(port); err == nil {
		if n < 0 || n > 65535 {
			return "", fmt.Errorf("--metrics %s: expected a port up to 65535", text)
		}
		return net.JoinHostPort("127.0.0.1", port), nil
	}
	return text, nil
}

// certificates gets and renews certificates for a host, and for no other that somebody may claim to have reached.
func certificates(dir, host string) *autocert.Manager {
	return &autocert.Manager{Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(dir), HostPolicy: autocert.HostWhitelist(host)}
}

// redirect sends whoever comes without https to the same page with it.
func redirect(public *url.URL) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		to := url.URL{Scheme: "https", Host: public.Host, Path: r.URL.Path, RawPath: r.URL.RawPath, RawQuery: r.URL.RawQuery}
		w.Header().Set("Connection", "close")
		http.Redirect(w, r, to.String(), http.StatusPermanentRedirect)
	})
}
