package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"strconv"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"acies/ai"
	"acies/match"
	"acies/server"
	"acies/store"
	"acies/table"
	"acies/web"
)

// serveSettings holds the settings of acies serve.
type serveSettings struct {
	data      string
	addr      string
	named     bool // the user has chosen the address
	public    bool // others may connect, though there are no accounts
	noBrowser bool
	readOnly  bool
	verbose   bool
	bots      []string
	maxBots   int
	thought   time.Duration
}

// keepDeleted is how long a deleted game can be brought back, at least.
const keepDeleted = 30 * 24 * time.Hour

const defaultAddr = "127.0.0.1:8080"

func (c *cli) serve() *cobra.Command {
	var o serveSettings
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Play in the browser",
		Long: `Serve lets you play in the browser, against the computer or with two players at
one screen. It listens on this computer only, uses the next free port if the usual
one is taken, and opens the browser. All games are stored in one file; see acies
backup. A game deleted in the browser can be restored there for 30 days; the next
start after that removes it.

Stop it with Ctrl-C. No game is lost by that, nor by a crash: every action is
saved before it is shown.`,
		Example: `  acies
  acies serve --no-browser --addr 127.0.0.1:9000
  acies serve --data club.db --read-only
  acies serve --bot 'mine=python3 mybot.py'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			o.named = cmd.Flags().Changed("addr")
			return c.run(ctx, o)
		},
	}
	o.flags(cmd)
	return cmd
}

func (o *serveSettings) flags(cmd *cobra.Command) {
	dataFlag(cmd, &o.data)
	cmd.Flags().StringVar(&o.addr, "addr", defaultAddr, "address to listen on; if the default port is taken, the next free one is used")
	cmd.Flags().BoolVar(&o.public, "insecure-public", false, "listen also where others can connect, who can then see and play every side of every game")
	cmd.Flags().BoolVar(&o.noBrowser, "no-browser", false, "do not open the browser")
	cmd.Flags().BoolVar(&o.readOnly, "read-only", false, "games can be viewed, not played")
	cmd.Flags().BoolVar(&o.verbose, "verbose", false, "log every request")
	cmd.Flags().StringArrayVar(&o.bots, "bot", nil, "bot that can play, NAME=COMMAND; see docs/bots.md (may be repeated)")
	cmd.Flags().IntVar(&o.maxBots, "max-bots", 8, "how many bots may run at a time; other games wait for a place")
	cmd.Flags().DurationVar(&o.thought, "thought", time.Second, "time a strategos has for each activation")
}

// run serves until the context ends.
func (c *cli) run(ctx context.Context, o serveSettings) error {
	level := slog.LevelInfo
	if o.verbose {
		level = slog.LevelDebug
	}
	log := slog.New(slog.NewTextHandler(c.err, &slog.HandlerOptions{Level: level}))

	library := table.NewLibrary(c.packs...)
	seats, err := players(o.bots, o.maxBots, o.thought, library, log)
	if err != nil {
		return usage("%w", err)
	}
	path, err := dataFile(o.data)
	if err != nil {
		return badFile(err)
	}
	s, err := store.Open(path, store.Options{ReadOnly: o.readOnly})
	if err != nil {
		return badFile(err)
	}
	defer s.Close()
	games := match.New(s, match.Options{Library: library, Players: seats, Fallback: ai.Recruit, Logger: log})
	defer games.Close()
	if !o.readOnly {
		if _, err := games.Purge(ctx, keepDeleted); err != nil {
			log.Warn("deleted games cannot be removed", "error", err)
		}
	}

	if err := checkAddr(o.addr, o.public); err != nil {
		return err
	}
	l, err := listen(o.addr, o.named)
	if err != nil {
		return badFile(err)
	}
	client, built := web.Files()
	if !built {
		log.Warn("built without the browser client; build it with make run")
	}
	// Event streams last until the context of their request ends.
	requests, cancel := context.WithCancel(context.Background())
	defer cancel()
	srv := &http.Server{
		Handler:           server.New(server.Options{Games: games, Client: client, Logger: log, Hosts: hosts(l.Addr())}),
		ReadHeaderTimeout: 10 * time.Second,
		IdleTimeout:       2 * time.Minute,
		BaseContext:       func(net.Listener) context.Context { return requests },
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	address := "http://" + l.Addr().String() + "/"
	log.Info("listening", "address", address, "data", path, "readOnly", o.readOnly)
	if !o.noBrowser {
		openBrowser(address)
	}
	ended := make(chan error, 1)
	go func() { ended <- srv.Serve(l) }()
	select {
	case err := <-ended:
		return badFile(err)
	case <-ctx.Done():
	}
	log.Info("shutting down")
	cancel()
	patience, done := context.WithTimeout(context.Background(), 5*time.Second)
	defer done()
	if err := srv.Shutdown(patience); err != nil {
		return badFile(fmt.Errorf("shutting down: %w", err))
	}
	return nil
}

// checkAddr refuses an address at which other computers can connect, unless that is asked for. There are no accounts,
// so anyone who connects can see and play every side of every game.
func checkAddr(addr string, public bool) error {
	tcp, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return badFile(fmt.Errorf("--addr: %w", err))
	}
	if public || tcp.IP.IsLoopback() {
		return nil
	}
	return usage("--addr %s: other computers could connect, and see and play every side, because there are no accounts; "+
		"use an address of this computer such as %s, or add --insecure-public", addr, defaultAddr)
}

// listen listens on the address, or on the next free port after the default one. A port given by the user is not
// changed.
func listen(addr string, named bool) (net.Listener, error) {
	l, err := net.Listen("tcp", addr)
	if named || !errors.Is(err, syscall.EADDRINUSE) {
		return l, err
	}
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return nil, err
	}
	first, err := strconv.Atoi(port)
	if err != nil {
		return nil, err
	}
	for p := first + 1; p < first+100; p++ {
		if l, err = net.Listen("tcp", net.JoinHostPort(host, strconv.Itoa(p))); err == nil {
			return l, nil
		}
	}
	return nil, err
}

// hosts returns the host names under which a server on this machine may be addressed; a public one may have any.
func hosts(a net.Addr) []string {
	tcp, ok := a.(*net.TCPAddr)
	if !ok || !tcp.IP.IsLoopback() {
		return nil
	}
	return []string{"localhost", "127.0.0.1", "::1", tcp.IP.String()}
}
