package server

import (
	"errors"
	"net/http"
	"slices"
	"strings"

	"acies/account"
	"acies/desk"
	"acies/game"
	"acies/match"
)

// need is what a request needs of whoever sends it. On a server without accounts everybody may do everything.
type need int

const (
	anybody  need = iota // nothing
	somebody             // a session; who has none becomes a guest
	known                // a session
	watcher              // to see the game: a seat in it, or to have set it up
	player               // a seat in the game
	inPerson             // the same, for people: no program with a token
	host                 // to have set up the game
)

// who is the sender of a request.
type who struct {
	account.User
	session account.Session
	local   bool // there are no accounts: the sender is anybody at the table
}

// cookie is the name of the cookie with the secret of a session. With its prefix browsers take it only over https, for
// this host alone and all of its pages.
const cookie = "__Host-acies"

// cookieName returns the name of the cookie. A server on its own computer may be tried out without https.
func (s *server) cookieName() string {
	if s.Public.Scheme == "https" {
		return cookie
	}
	return strings.TrimPrefix(cookie, "__Host-")
}

// identify finds out who sends a request. Somebody whose session has ended is nobody.
func (s *server) identify(c *call) error {
	if s.People == nil {
		c.who.local = true
		return nil
	}
	if bearer, ok := c.bearer(); ok {
		u, x, err := s.People.Bearer(c.Context(), bearer)
		c.who.User, c.who.session = u, x
		return err
	}
	secret := s.secret(c)
	if secret == "" {
		return nil
	}
	u, x, renewed, err := s.People.Known(c.Context(), secret)
	switch {
	case errors.Is(err, account.ErrUnknown):
		return nil
	case err != nil:
		return err
	}
	c.who.User, c.who.session = u, x
	if renewed {
		s.remember(c, c.who, secret) // the cookie lasts as long
	}
	return nil
}

// secret returns the secret with which a request says whose it is: that of a token or of a cookie, or nothing.
func (s *server) secret(c *call) string {
	if bearer, ok := c.bearer(); ok {
		return bearer
	}
	x, err := c.Cookie(s.cookieName())
	if err != nil {
		return ""
	}
	return x.Value
}

// bearer returns the token with which a program sends a request.
func (c *call) bearer() (secret string, ok bool) {
	kind, secret, _ := strings.Cut(c.Request.Header.Get("Authorization"), " ")
	return strings.TrimSpace(secret), strings.EqualFold(kind, "Bearer")
}

// allows reports whether a scope allows requests that need something. A program with a token watches what its user may see
// and, if it may play, does what needs a seat; everything else is for people.
func allows(x account.Scope, method string, n need) bool {
	reads := method == http.MethodGet || method == http.MethodHead
	switch x {
	case account.Everything:
		return true
	case account.Read:
		return reads && (n == anybody || n == watcher)
	case account.Play:
		return reads && (n == anybody || n == watcher) || n == player
	}
	return false
}

// proof returns how the sender shows that he is still the same person.
func (w *who) proof(password string) account.Proof {
	return account.Proof{Password: password, Since: w.session.Created}
}

// admit returns an error unless the sender of a request has what it needs.
func (s *server) admit(c *call, n need) error {
	if c.who.local {
		return nil
	}
	if !allows(c.who.session.Scope, c.Method, n) {
		return refuse(http.StatusForbidden, "scope")
	}
	if n == anybody {
		return nil
	}
	if c.who.ID == "" {
		switch n {
		case somebody:
			return s.welcome(c)
		case known:
			return refuse(http.StatusUnauthorized, "unknown")
		}
	}
	if n <= known {
		return nil
	}
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		err := admitTo(c, m, n)
		if err != nil && s.hasOthers() {
			// Another node may have given him the seat just now.
			if err := m.Refresh(); err != nil {
				return err
			}
			err = admitTo(c, m, n)
		}
		return err
	})
}

// hasOthers reports whether other nodes may change games.
func (s *server) hasOthers() bool { return s.Bus != nil || s.Leases != nil }

// admitTo returns an error unless the sender of a request has what it needs of a game.
func admitTo(c *call, m *match.Match, n need) error {
	by, seats, err := m.Access()
	if err != nil {
		return err
	}
	terms, err := m.Terms()
	if err != nil {
		return err
	}
	hosts, plays := c.who.ID != "" && by == c.who.ID, len(c.who.sides(seats)) > 0
	switch {
	case n == watcher && (terms.Watch != match.WatchNobody || c.who.has(seats)):
	case !hosts && !plays:
		return match.ErrNotFound // whoever may not see a game is not told that there is one
	case (n == player || n == inPerson) && !plays:
		return refuse(http.StatusForbidden, "no-seat")
	case n == host && !hosts:
		return refuse(http.StatusForbidden, "not-host")
	}
	return nil
}

// welcome makes the sender of a request a guest.
func (s *server) welcome(c *call) error {
	u, x, secret, err := s.People.Guest(c.Context(), c.UserAgent())
	if err != nil {
		return err
	}
	s.remember(c, who{User: u, session: x}, secret)
	return nil
}

// remember makes a browser keep the secret of a session.
func (s *server) remember(c *call, w who, secret string) {
	c.who = w
	http.SetCookie(c.ResponseWriter, &http.Cookie{
		Name: s.cookieName(), Value: secret, Path: "/", Expires: w.session.Expires, HttpOnly: true, Secure: s.Public.Scheme == "https",
		SameSite: http.SameSiteLaxMode,
	})
}

// forget makes a browser forget its session.
func (s *server) forget(c *call) {
	http.SetCookie(c.ResponseWriter, &http.Cookie{
		Name: s.cookieName(), Path: "/", MaxAge: -1, HttpOnly: true, Secure: s.Public.Scheme == "https", SameSite: http.SameSiteLaxMode,
	})
}

// has reports whether a seat is the sender's, even if a program plays in it for him.
func (w *who) has(seats []match.Seat) bool { return len(w.views(seats)) > 0 }

// views returns the sides that the sender sees as their player, even if a program plays for him.
func (w *who) views(seats []match.Seat) (list []game.Side) {
	for i, s := range seats {
		if w.local && s.Kind == match.Human || w.ID != "" && s.User == w.ID {
			list = append(list, game.Side(i))
		}
	}
	return list
}

// sides returns the sides that the sender plays.
func (w *who) sides(seats []match.Seat) []game.Side {
	return slices.DeleteFunc(w.views(seats), func(side game.Side) bool { return seats[side].Kind != match.Human })
}

// viewerOf returns the viewer of a request on a server with accounts: the sender's side that is asked for, else the one that
// is to act, else the first. Who has no seat watches.
func (w *who) viewerOf(snap *match.Snapshot, asked string) (desk.Viewer, error) {
	mine := w.views(snap.Seats)
	switch {
	case asked == spectator:
		return desk.Spectator, nil
	case asked != "":
		n, err := number("side", asked, 0)
		if err != nil || n >= len(snap.Seats) {
			return 0, malformed("side", "expected 0, 1 or "+spectator)
		}
		if !slices.Contains(mine, game.Side(n)) {
			return 0, refuse(http.StatusForbidden, "not-yours")
		}
		return desk.Viewer(n), nil
	case len(mine) == 0:
		return desk.Spectator, nil
	case slices.Contains(mine, snap.State.ToAct()):
		return desk.Viewer(snap.State.ToAct()), nil
	}
	return desk.Viewer(mine[0]), nil
}

// actAs sets for which side a request acts: one of the sender's.
func (c *call) actAs(m *match.Match, a *changeRequest, r *match.Request) error {
	if c.who.local {
		return nil
	}
	_, seats, err := m.Access()
	if err != nil {
		return err
	}
	mine := c.who.sides(seats)
	switch {
	case a.Side != nil && !slices.Contains(mine, game.Side(*a.Side)):
		return refuse(http.StatusForbidden, "not-yours")
	case a.Side == nil && len(mine) == 1:
		side := int(mine[0])
		a.Side, r.Side = &side, mine[0]
	}
	return nil
}

// alone reports whether nobody but the sender of a request plays in a game. A seat belongs to a person also while a program plays
// in it for him.
func (w *who) alone(seats []match.Seat) bool {
	return w.local || !slices.ContainsFunc(seats, func(s match.Seat) bool {
		return (s.Kind == match.Human || s.User != "") && (w.ID == "" || s.User != w.ID)
	})
}
