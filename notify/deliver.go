package notify

import (
	"context"
	"crypto/rand"
	"errors"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"time"

	"golang.org/x/time/rate"
)

// How much is sent at once, and how often it is tried.
const (
	workers = 4
	maxJobs = 1024
)

// pauses are those before another try.
var pauses = []time.Duration{30 * time.Second, 2 * time.Minute, 10 * time.Minute}

// job is a notice to deliver.
type job struct {
	channel Channel
	message message
	tries   int // that have failed
}

// queue has a notice delivered. If too many wait, it is dropped.
func (n *Notifier) queue(j job) {
	if !n.mayReach(&j.channel) {
		n.logger.Warn("a notice is dropped: too many to one receiver", "channel", j.channel.ID)
		return
	}
	select {
	case n.room <- struct{}{}:
		n.jobs <- j
	default:
		n.logger.Warn("a notice is dropped: too many wait", "channel", j.channel.ID)
	}
}

// target returns under which name notices to one receiver are counted.
func target(c *Channel) string {
	if c.Kind == Mail {
		return "mail " + c.User
	}
	return "to " + c.URL
}

// mayReach reports whether another notice may be sent to a receiver. Users name the addresses, and one host has as many of them as
// anybody likes, so its notices are counted together too; only those of the services that browsers use are as many as there are.
func (n *Notifier) mayReach(c *Channel) bool {
	if !n.allow(target(c), perTarget) {
		return false
	}
	host := hostOf(c)
	return host == "" || n.allow("at "+host, perHost)
}

// pushServices are the hosts of the services by which browsers get notices, with all below them.
var pushServices = []string{"googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com"}

// hostOf returns the host to which notices go if they are counted by it.
func hostOf(c *Channel) string {
	u, err := url.Parse(c.URL)
	if err != nil || c.Kind == Mail {
		return ""
	}
	host := strings.TrimSuffix(strings.ToLower(u.Hostname()), ".")
	if c.Kind == Push && slices.ContainsFunc(pushServices, func(s string) bool { return host == s || strings.HasSuffix(host, "."+s) }) {
		return ""
	}
	return host
}

// deliverAll delivers notices until the notifier is closed.
func (n *Notifier) deliverAll() {
	for {
		select {
		case <-n.ctx.Done():
			return
		case j := <-n.jobs:
			n.try(j)
		}
	}
}

// try delivers a notice, or arranges that it is tried again.
func (n *Notifier) try(j job) {
	err := n.deliver(n.ctx, &j.channel, &j.message)
	if errors.Is(err, ErrGone) {
		err = n.store.RemoveChannel(n.ctx, j.channel.User, j.channel.ID)
		if errors.Is(err, ErrUnknown) {
			err = nil
		}
	}
	if err == nil || !passing(err) || j.tries == len(pauses) || n.ctx.Err() != nil {
		<-n.room
		if err != nil && n.ctx.Err() == nil {
			n.logger.Info("a notice is not delivered", "channel", j.channel.ID, "kind", j.channel.Kind, "error", err)
		}
		return
	}
	pause := pauses[j.tries]
	j.tries++
	time.AfterFunc(pause, func() {
		if n.ctx.Err() == nil {
			n.jobs <- j // it still has its room
		}
	})
}

// passing reports whether a later try may succeed.
func passing(err error) bool {
	var status StatusError
	var reply *textproto.Error
	switch {
	case errors.As(err, &status):
		return status.passing()
	case errors.As(err, &reply):
		return reply.Code < 500
	}
	for _, no := range []error{ErrAddress, ErrChannel, ErrNoMail, ErrMailAddress, errPlain} {
		if errors.Is(err, no) {
			return false
		}
	}
	return true
}

// send delivers a notice.
func (n *Notifier) send(ctx context.Context, c *Channel, m *message) error {
	switch c.Kind {
	case Push:
		return n.push(ctx, c, m)
	case Mail:
		return n.mail(ctx, c, m)
	default:
		return n.hook(ctx, c, m)
	}
}

// mail sends a notice to the confirmed address of a user.
func (n *Notifier) mail(ctx context.Context, c *Channel, m *message) error {
	to, err := n.MailAddress(ctx, c.User)
	if err != nil {
		return err
	}
	subject, text := m.mailText(c.Lang, n.public)
	off := strings.TrimSuffix(n.public.String(), "/") + "/api/unsubscribe/" + c.Secret
	return n.smtp.Post(ctx, Letter{To: to, Subject: subject, Text: text, Unsubscribe: off})
}

// MailAddress returns the address to which mail for a user goes, or [ErrNoMail].
func (n *Notifier) MailAddress(ctx context.Context, user string) (string, error) {
	if n.smtp == nil || n.address == nil {
		return "", ErrNoMail
	}
	to, err := n.address(ctx, user)
	if err == nil && to == "" {
		err = ErrNoMail
	}
	return to, err
}

// Mails reports whether the server sends mail.
func (n *Notifier) Mails() bool { return n.smtp != nil }

// Channels returns the channels of a user, the oldest first.
func (n *Notifier) Channels(ctx context.Context, user string) ([]Channel, error) {
	return n.store.Channels(ctx, user)
}

// RemoveChannel removes a channel of a user, or returns [ErrUnknown].
func (n *Notifier) RemoveChannel(ctx context.Context, user, id string) error {
	return n.store.RemoveChannel(ctx, user, id)
}

// EndMail ends the mail with a secret, or returns [ErrUnknown].
func (n *Notifier) EndMail(ctx context.Context, secret string) error {
	return n.store.EndMail(ctx, secret)
}

// Subscribe adds a browser of a user.
func (n *Notifier) Subscribe(ctx context.Context, user string, s Subscription, label, lang string) (Channel, error) {
	c, err := s.channel(&n.guard)
	if err != nil {
		return Channel{}, err
	}
	c.Label = label
	return n.add(ctx, c, user, lang)
}

// AddWebhook adds a webhook of a user. Its secret is shown to him this once.
func (n *Notifier) AddWebhook(ctx context.Context, user string, w Webhook, lang string) (Channel, error) {
	c, err := w.channel(&n.guard)
	if err != nil {
		return Channel{}, err
	}
	return n.add(ctx, c, user, lang)
}

// AddMail has a user with a confirmed address get notices by mail.
func (n *Notifier) AddMail(ctx context.Context, user, lang string) (Channel, error) {
	if _, err := n.MailAddress(ctx, user); err != nil {
		return Channel{}, err
	}
	return n.add(ctx, Channel{Kind: Mail}, user, lang)
}

func (n *Notifier) add(ctx context.Context, c Channel, user, lang string) (Channel, error) {
	c.ID, c.User, c.Lang, c.Created = strings.ToLower(rand.Text())[:16], user, lang, time.Now().Truncate(time.Millisecond)
	if c.Kind != Push {
		c.Secret = rand.Text()
	}
	return c, n.store.AddChannel(ctx, c, maxChannels)
}

// Try sends a notice by a channel of a user at once and returns what came of it.
func (n *Notifier) Try(ctx context.Context, user, id string) error {
	list, err := n.store.Channels(ctx, user)
	if err != nil {
		return err
	}
	for i := range list {
		if c := &list[i]; c.ID == id {
			if !n.allow("user "+user, perUser) || !n.mayReach(c) {
				return ErrFast
			}
			m := testOf(c.Lang, n.public)
			if err := n.deliver(ctx, c, &m); err != nil {
				return &Undelivered{err}
			}
			return nil
		}
	}
	return ErrUnknown
}

// Undelivered is the error of a notice that did not arrive.
type Undelivered struct{ Err error }

func (u *Undelivered) Error() string { return "the notice was not delivered: " + u.Err.Error() }

// Unwrap returns the cause.
func (u *Undelivered) Unwrap() error { return u.Err }

// allowance is how many notices are sent: at once, and then one in each interval.
type allowance struct {
	burst int
	every time.Duration
}

var (
	perUser   = allowance{30, 30 * time.Second}
	perTarget = allowance{20, time.Minute}
	perHost   = allowance{100, 2 * time.Second}
)

// limits count what was sent, by user and by receiver.
type limits map[string]*limit

type limit struct {
	*rate.Limiter
	used time.Time
}

// allow reports whether another notice may be sent.
func (n *Notifier) allow(key string, a allowance) bool {
	now := time.Now()
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.limits == nil {
		n.limits = limits{}
	}
	l := n.limits[key]
	if l == nil {
		l = &limit{Limiter: rate.NewLimiter(rate.Every(a.every), a.burst)}
		n.limits[key] = l
	}
	l.used = now
	return l.AllowN(now, 1)
}

// sweep forgets receivers that have their whole allowance again.
func (l limits) sweep(now time.Time) {
	for key, x := range l {
		if now.Sub(x.used) > time.Hour {
			delete(l, key)
		}
	}
}
