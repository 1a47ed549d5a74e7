package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"acies/account"
	"acies/ai"
	"acies/bus"
	"acies/match"
	"acies/notify"
	"acies/server"
	"acies/store"
	"acies/table"
	"acies/talk"
	"acies/web"
	"acies/worker"
)

// serveSettings holds the settings of acies serve.
type serveSettings struct {
	data      string
	addr      string
	named     bool   // the user has chosen the address
	public    string // the address at which people reach a server with accounts
	proxies   []string
	noBrowser bool
	readOnly  bool
	verbose   bool
	bots      []string
	maxBots   int
	thought   time.Duration
	workers   string // the address of a NATS server with workers; empty: the server thinks itself
	metrics   string // the address for metrics; empty: none
	certs     string // the folder of certificates; empty: a proxy has them
	bus       string // the address of NATS; empty: there are no other nodes, or they find out by the store
	upkeep    store.Upkeep
	mail      mailSettings
	oidc      oidcSettings
}

const defaultAddr = "127.0.0.1:8080"

// substitute is the opponent that plays on for a person who has left.
const substitute = "centurion"

func (c *cli) serve() *cobra.Command {
	var o serveSettings
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Play in the browser",
		Long: `Serve lets you play in the browser, against the computer or with two players at
one screen. It listens on this computer only, uses the next free port if the usual
one is taken, and opens the browser. All games are stored in one file, or with --store in
a PostgreSQL database, which several servers can share; see acies backup. A game deleted in the browser can be restored there for 30 days, and is removed
after that.

With --public it serves people elsewhere, at the address given: guests by invitation,
and accounts with a name and a password. Every seat then belongs to somebody. Run it
behind a proxy that speaks https, or let it get its own certificate with --cert-cache;
without --public nobody but this computer can connect. See docs/hosting.md.

Several of them can serve the same games: each tells the others over --bus who looks at
which game and what was said, and finds out about the games by the data. acies status
shows them.

Stop it with Ctrl-C or SIGTERM: it finishes what it has begun, and open pages reconnect
when it is back. No game is lost by that, nor by a crash: every action is
saved before it is shown.`,
		Example: `  acies
  acies serve --no-browser --addr 127.0.0.1:9000
  acies serve --data club.db --read-only
  acies serve --public https://club.example --store postgres://acies@db.club.example/acies --no-browser
  acies serve --public https://club.example --addr :8080 --no-browser
  acies serve --public https://club.example --cert-cache certs --backup-dir backups --metrics 9100
  acies serve --bot 'mine=python3 mybot.py'`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			o.named = cmd.Flags().Changed("addr")
			if err := o.check(); err != nil {
				return err
			}
			return c.run(ctx, o)
		},
	}
	o.flags(cmd)
	return cmd
}

func (o *serveSettings) flags(cmd *cobra.Command) {
	dataFlag(cmd, &o.data)
	busFlag(cmd, &o.bus)
	cmd.Flags().StringVar(&o.addr, "addr", defaultAddr, "address to listen on; if the default port is taken, the next free one is used")
	cmd.Flags().StringVar(&o.public, "public", "", "address at which people elsewhere reach the server, such as https://club.example; seats then belong to people")
	cmd.Flags().StringSliceVar(&o.proxies, "proxy", nil, "network of proxies that may say from where a request comes, such as 10.0.0.0/8; one on this computer always may")
	cmd.Flags().BoolVar(&o.noBrowser, "no-browser", false, "do not open the browser")
	cmd.Flags().BoolVar(&o.readOnly, "read-only", false, "games can be viewed, not played")
	cmd.Flags().BoolVar(&o.verbose, "verbose", false, "log every request")
	cmd.Flags().StringArrayVar(&o.bots, "bot", nil, "bot that can play, NAME=COMMAND; see docs/bots.md (may be repeated)")
	cmd.Flags().IntVar(&o.maxBots, "max-bots", 8, "how many bots may run at a time; other games wait for a place")
	cmd.Flags().StringVar(&o.workers, "workers", "", "let the workers of a NATS server think for strategos, hints and luck reports, nats://HOST:PORT; see acies worker (default: that of --bus)")
	o.mail.flags(cmd)
	o.oidc.flags(cmd)
	cmd.Flags().StringVar(&o.metrics, "metrics", "", "address for metrics of Prometheus; a port alone is one of this computer")
	cmd.Flags().StringVar(&o.certs, "cert-cache", "", "folder of certificates: get and renew them with Let's Encrypt, and listen on ports 443 and 80")
	cmd.Flags().DurationVar(&o.upkeep.Keep, "keep", 0, "how long a finished game is kept, such as 8760h; 0 means for ever")
	cmd.Flags().StringVar(&o.upkeep.BackupDir, "backup-dir", "", "folder for scheduled backups")
	cmd.Flags().DurationVar(&o.upkeep.BackupEvery, "backup-every", 24*time.Hour, "time between scheduled backups")
	cmd.Flags().IntVar(&o.upkeep.BackupKeep, "backup-keep", 14, "how many scheduled backups are kept")
	cmd.Flags().DurationVar(&o.thought, "thought", time.Second, "time a strategos has for each activation")
}

// check returns an error for the flag that is wrong.
func (o *serveSettings) check() error {
	switch u := &o.upkeep; {
	case u.Keep < 0:
		return usage("--keep must not be negative")
	case u.BackupEvery < time.Minute:
		return usage("--backup-every must be at least 1m")
	case u.BackupKeep < 1:
		return usage("--backup-keep must be at least 1")
	case o.certs != "" && !strings.HasPrefix(o.public, "https://"):
		return usage("--cert-cache needs --public with https")
	}
	return nil
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
	metrics, node := server.NewMetrics(), nodeName()
	var nodes bus.Bus // nil: nobody tells of other nodes
	if o.bus != "" {
		if nodes, err = openBus(o.bus); err != nil {
			return err
		}
		defer nodes.Close()
		nodes = metrics.Bus(nodes)
	}
	elsewhere, err := o.askWorkers(seats, library, log)
	if err != nil {
		return err
	}
	if elsewhere != nil {
		defer elsewhere.Close()
		metrics.Counter("acies_thoughts_sent_total", "Questions sent to workers: choices of strategos, hints, luck reports.", func() float64 { return float64(elsewhere.Sent()) })
		metrics.Counter("acies_thoughts_here_total", "Such questions that no worker has answered in time, so that this node did.", func() float64 { return float64(elsewhere.Here()) })
	}
	s, err := store.Open(path, store.Options{ReadOnly: o.readOnly, Wrote: metrics.Wrote, Bus: nodes})
	if err != nil {
		return badFile(err)
	}
	defer s.Close()
	if b := s.Bus(); nodes == nil && b != nil {
		nodes = metrics.Bus(b)
	}
	metrics.Gauge("acies_store_queue", "Writes that wait for the next transaction.", func() float64 { return float64(s.Queued()) })
	mail, err := o.mail.mailer()
	if err != nil {
		return err
	}
	leases := leasesOf(s, path, node)
	tell, err := o.notices(s, mail, leases, log)
	if err != nil {
		return err
	}
	options := match.Options{Library: library, Players: seats, Fallback: ai.Recruit, Substitute: substitute, Leases: leases, Logger: log}
	if tell != nil {
		options.Changed = tell.Changed
	}
	games := match.New(s, options)
	defer games.Close()
	if tell != nil {
		tell.Start(server.Happened(games, notify.LookAt(games)))
		defer tell.Close()
	}

	public, err := publicAddress(o.public)
	if err != nil {
		return err
	}
	provider, err := o.oidc.provider(public)
	if err != nil {
		return err
	}
	proxies, err := parseProxies(o.proxies)
	if err != nil {
		return err
	}
	if o.certs != "" && !o.named {
		o.addr, o.named = ":443", true
	}
	if err := checkAddr(o.addr, public != nil); err != nil {
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
	settings := server.Options{Games: games, Client: client, Logger: log, Hosts: hosts(l.Addr()), Proxies: proxies, Metrics: metrics, Bus: nodes, Leases: leases}
	settings.Node = server.Node{Name: node, Version: program(), Address: l.Addr().String()}
	if elsewhere != nil {
		settings.Advise, settings.Luck = elsewhere.Advise, elsewhere.Luck
	}
	if public != nil {
		settings.People, settings.Public, settings.Hosts = account.New(s, log), public, append(loopback, public.Hostname())
		settings.Audit = s
		settings.Tourneys = s
		settings.OIDC = provider
		settings.Notify = tell
		settings.Talk = talk.New(s)
		if mail != nil {
			settings.Mailer = mail
		}
	}
	beside, err := startBeside(ctx, &o, public, metrics, log)
	if err != nil {
		return badFile(errors.Join(err, l.Close()))
	}
	defer beside.end()
	if !o.readOnly {
		o.upkeep.Logger, o.upkeep.BackedUp = log, metrics.BackedUp
		beside.start(func(ctx context.Context) {
			leases.Lead(ctx, "upkeep", func(ctx context.Context) { s.RunUpkeep(ctx, o.upkeep) })
		})
	}
	address := "http://" + l.Addr().String() + "/"
	if beside.secure != nil {
		address = public.String()
	}
	log.Info("listening", "address", address, "data", store.Shown(path), "readOnly", o.readOnly)
	if !o.noBrowser {
		openBrowser(address)
	}
	context.AfterFunc(ctx, func() { log.Info("shutting down") })
	if err := server.New(settings).Serve(ctx, l, beside.secure); err != nil {
		return badFile(err)
	}
	return nil
}

// askWorkers connects to the workers, if there are to be any, and lets them think for the players that think long. The server
// begins without them, and goes on when they are gone.
func (o *serveSettings) askWorkers(seats map[string]func() match.Player, l *table.Library, log *slog.Logger) (*worker.Remote, error) {
	address := cmp.Or(o.workers, o.bus)
	if address == "" {
		return nil, nil
	}
	c, err := worker.DialLater(address, program(), log)
	if err != nil {
		return nil, badFile(err)
	}
	r := c.Remote(l, o.thought)
	seats["strategos"] = r.Player("strategos:"+o.thought.String(), seats["strategos"])
	return r, nil
}

// publicAddress returns the address at which people reach a server with accounts; nil: there are none. It must be https,
// since passwords are sent there, except on this computer.
func publicAddress(text string) (*url.URL, error) {
	if text == "" {
		return nil, nil
	}
	u, err := url.Parse(text)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" {
		return nil, usage("--public %s: expected an address such as https://club.example", text)
	}
	if u.Path != "" && u.Path != "/" || u.RawQuery != "" || u.User != nil {
		return nil, usage("--public %s: expected nothing after the host", text)
	}
	if u.Scheme == "http" && !slices.Contains(loopback, u.Hostname()) {
		return nil, usage("--public %s: expected https, since passwords are sent there", text)
	}
	return u, nil
}

// parseProxies reads the networks of trusted proxies.
func parseProxies(list []string) (out []netip.Prefix, err error) {
	for _, text := range list {
		p, err := netip.ParsePrefix(text)
		if err != nil {
			return nil, usage("--proxy %s: expected a network such as 10.0.0.0/8", text)
		}
		out = append(out, p)
	}
	return out, nil
}

// checkAddr refuses an address at which other computers can connect to a server without accounts: anyone who connects
// could see and play every side of every game.
func checkAddr(addr string, accounts bool) error {
	tcp, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return badFile(fmt.Errorf("--addr: %w", err))
	}
	if accounts || tcp.IP.IsLoopback() {
		return nil
	}
	return usage("--addr %s: other computers could connect, and see and play every side, because there are no accounts; "+
		"use an address of this computer such as %s, or add --public", addr, defaultAddr)
}

// loopback are the names of this computer.
var loopback = []string{"localhost", "127.0.0.1", "::1"}

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

// hosts returns the host names under which a server on this computer may be addressed.
func hosts(a net.Addr) []string {
	if tcp, ok := a.(*net.TCPAddr); ok {
		return append(loopback, tcp.IP.String())
	}
	return loopback
}
