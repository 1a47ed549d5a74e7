package server

import (
	"math"
	"net"
	"net/http"
	"net/netip"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// pace is how fast somebody may send requests of one kind to a server that people elsewhere reach. Whoever has no session
// shares the pace of his address with others there.
type pace int

const (
	reading  pace = iota // what is cheap
	changing             // what is written
	thinking             // what takes a processor for long, or much room
	entering             // what could be used to guess passwords or to fill the list of users
	mailing              // mail on account of one user
	arriving             // what makes somebody a guest
	talking              // what others read
	guessing             // what could be used to guess the password of one name, from anywhere
	paces
)

// paceNames are the kinds as metrics call them.
var paceNames = [paces]string{reading: "reading", changing: "changing", thinking: "thinking", entering: "entering", mailing: "mailing", arriving: "arriving", talking: "talking", guessing: "guessing"}

// allowance is how many requests somebody may send in a second in the long run, and at once.
type allowance struct {
	limit rate.Limit
	burst int
}

// wide is how many times as much all people at one address may send together: those of a club behind one router, but not as many
// guests as one computer can make.
const wide = 8

// allowances are those of the kinds of requests.
var allowances = [paces]allowance{
	reading:  {30, 300},
	changing: {10, 60},
	thinking: {0.5, 20},
	entering: {rate.Every(6 * time.Second), 10},
	mailing:  {rate.Every(3 * time.Minute), 3},
	arriving: {rate.Every(time.Minute), 50},
	talking:  {rate.Every(2 * time.Second), 15},
	guessing: {rate.Every(2 * time.Second), 100},
}

// costlyRoutes are the routes whose requests cost much more than others of their kind, with allowances of their own.
var costlyRoutes = map[string]allowance{
	"POST /api/records":                     {rate.Every(10 * time.Second), 10},
	"POST /api/games/{id}/branch":           {rate.Every(5 * time.Second), 10},
	"GET /api/games/{id}/record":            {1, 30},
	"POST /api/games/{id}/settings":         {rate.Every(2 * time.Second), 30}, // each adds a row to its game
	"GET /api/games/{id}/luck":              {rate.Every(2 * time.Second), 10},
	"GET /api/battles/{battle}/ground.svg":  {5, 100},
	"GET /api/battles/{battle}/picture.svg": {5, 100},
}

// streams is how many streams of events somebody may have open.
const streams = 50

// paceKey is whose requests of a kind are counted together.
type paceKey struct {
	who   string // a user, an address, or a name that somebody claims
	pace  pace
	route string // the pattern of a costly route, whose requests are counted by themselves; empty: all others
	wide  bool   // all people at an address are counted together
}

// allowance returns how many of these requests may be sent.
func (k *paceKey) allowance() allowance {
	a, apart := costlyRoutes[k.route]
	if !apart {
		a = allowances[k.pace]
	}
	if k.wide {
		a.limit, a.burst = a.limit*wide, a.burst*wide
	}
	return a
}

// pacer counts requests.
type pacer struct {
	mu      sync.Mutex
	buckets map[paceKey]*bucket
	open    map[string]int // streams, by user or address
	swept   time.Time
}

// bucket is the allowance of one key.
type bucket struct {
	*rate.Limiter
	used time.Time
}

// idle is how long a bucket is kept that nobody uses: longer than any takes to fill.
const idle = time.Hour

// take returns how long whoever it is has to wait before another request; 0: it may be carried out.
func (p *pacer) take(k paceKey) time.Duration {
	now := time.Now()
	p.mu.Lock()
	defer p.mu.Unlock()
	if now.Sub(p.swept) > idle {
		for k, b := range p.buckets {
			if now.Sub(b.used) > idle {
				delete(p.buckets, k)
			}
		}
		p.swept = now
	}
	b := p.buckets[k]
	if b == nil {
		if p.buckets == nil {
			p.buckets = map[paceKey]*bucket{}
		}
		a := k.allowance()
		b = &bucket{Limiter: rate.NewLimiter(a.limit, a.burst)}
		p.buckets[k] = b
	}
	b.used = now
	r := b.ReserveN(now, 1)
	wait := r.DelayFrom(now)
	if wait > 0 {
		r.CancelAt(now)
	}
	return wait
}

// stream counts a stream that is opened; it returns false if there are too many. Whoever got true calls close.
func (p *pacer) stream(who string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open[who] >= streams {
		return false
	}
	if p.open == nil {
		p.open = map[string]int{}
	}
	p.open[who]++
	return true
}

func (p *pacer) close(who string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.open[who]--; p.open[who] == 0 {
		delete(p.open, who)
	}
}

// sender returns under which name the requests of a sender are counted.
func (s *server) sender(c *call) string {
	if c.who.ID != "" {
		return c.who.ID
	}
	return s.place(c)
}

// place returns under which name the requests from the address of a sender are counted.
func (s *server) place(c *call) string { return "from " + s.address(c.Request) }

// keepPace returns a refusal if a sender is too fast, or if all at his address are. A server on its own computer has no limits.
func (s *server) keepPace(c *call, x route) error {
	if c.who.local {
		return nil
	}
	if x.pace == entering {
		return s.atPace(c, s.place(c), entering) // a new guest is no new allowance
	}
	if err := s.inTurn(c, x.pace, ""); err != nil {
		return err
	}
	if _, apart := costlyRoutes[x.pattern]; apart {
		return s.inTurn(c, x.pace, x.pattern)
	}
	return nil
}

// inTurn counts a request of its sender, and of all at his address if he has a session.
func (s *server) inTurn(c *call, p pace, route string) error {
	if err := s.counted(c, paceKey{who: s.sender(c), pace: p, route: route}); err != nil || c.who.ID == "" {
		return err
	}
	return s.counted(c, paceKey{who: s.place(c), pace: p, route: route, wide: true})
}

// atPace returns a refusal if requests that are counted under a name come too fast.
func (s *server) atPace(c *call, who string, p pace) error {
	return s.counted(c, paceKey{who: who, pace: p})
}

// counted counts a request, or returns the refusal of one that comes too fast.
func (s *server) counted(c *call, k paceKey) error {
	wait := s.pacer.take(k)
	if wait > 0 {
		s.Metrics.refuse(paceNames[k.pace])
	}
	return c.tooFast(wait)
}

// tooFast returns the refusal of a request that comes too early.
func (c *call) tooFast(wait time.Duration) error {
	if wait <= 0 {
		return nil
	}
	c.retryAfter(wait)
	return refuse(http.StatusTooManyRequests, "too-fast")
}

// retryAfter tells a client how long to wait.
func (c *call) retryAfter(wait time.Duration) {
	c.ResponseWriter.Header().Set("Retry-After", strconv.Itoa(int(math.Ceil(wait.Seconds()))))
}

// streamWait is after how long another stream may be opened, as it is told to whoever has too many.
const streamWait = 10 * time.Second

// address returns the address from which a request comes. What a proxy says is believed only of one that is trusted. An
// IPv6 address stands for its network, since everybody there has as many as he likes.
func (s *server) address(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	from, err := netip.ParseAddr(host)
	if err != nil {
		return host
	}
	said := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(said) - 1; i >= 0 && s.trusts(from); i-- {
		next, err := netip.ParseAddr(strings.TrimSpace(said[i]))
		if err != nil {
			break
		}
		from = next
	}
	return networkOf(from)
}

// networkOf returns an address as requests and connections from it are counted.
func networkOf(a netip.Addr) string {
	a = a.Unmap().WithZone("")
	if a.Is6() {
		if p, err := a.Prefix(64); err == nil {
			return p.String()
		}
	}
	return a.String()
}

// trusts reports whether a proxy at an address is believed.
func (s *server) trusts(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if a.IsLoopback() {
		return true
	}
	for _, p := range s.Proxies {
		if p.Contains(a) {
			return true
		}
	}
	return false
}
