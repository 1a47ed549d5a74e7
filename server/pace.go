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
	paces
)

// paceNames are the kinds as metrics call them.
var paceNames = [paces]string{reading: "reading", changing: "changing", thinking: "thinking", entering: "entering", mailing: "mailing", arriving: "arriving", talking: "talking"}

// allowances are the requests in a second, in the long run and at once.
var allowances = [paces]struct {
	limit rate.Limit
	burst int
}{
	reading:  {30, 300},
	changing: {10, 60},
	thinking: {0.5, 20},
	entering: {rate.Every(6 * time.Second), 10},
	mailing:  {rate.Every(3 * time.Minute), 3},
	arriving: {rate.Every(time.Minute), 50},
	talking:  {rate.Every(2 * time.Second), 15},
}

// streams is how many streams of events somebody may have open.
const streams = 50

// paceKey is whose requests of a kind are counted together.
type paceKey struct {
	who  string // a user, an address, or a name that somebody claims
	pace pace
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
		a := allowances[k.pace]
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
	return "from " + s.address(c.Request)
}

// keepPace returns a refusal if a sender is too fast. A server on its own computer has no limits.
func (s *server) keepPace(c *call, p pace) error {
	if c.who.local {
		return nil
	}
	who := s.sender(c)
	if p == entering {
		who = "from " + s.address(c.Request) // a new guest is no new allowance
	}
	return s.atPace(c, who, p)
}

// atPace returns a refusal if requests that are counted under a name come too fast.
func (s *server) atPace(c *call, who string, p pace) error {
	wait := s.pacer.take(paceKey{who, p})
	if wait > 0 {
		s.Metrics.refuse(paceNames[p])
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
	from = from.Unmap().WithZone("")
	if from.Is6() {
		if p, err := from.Prefix(64); err == nil {
			return p.String()
		}
	}
	return from.String()
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
