package server

import (
	"cmp"
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"acies/account"
	"acies/desk"
	"acies/game"
	"acies/match"
	"acies/record"
)

// me is the sender of a request, as he is told, and what the server offers him.
type me struct {
	Accounts bool   `json:"accounts"`        // people have accounts here, and seats are theirs
	Known    bool   `json:"known,omitempty"` // the browser has a session
	Name     string `json:"name,omitempty"`  // empty: a guest
	Session  string `json:"session,omitempty"`
	Scope    string `json:"scope,omitempty"`    // what a program with a token may do; empty: it is a browser
	Password bool   `json:"password,omitempty"` // the account has one
	Email    string `json:"email,omitempty"`    // the address of the account that was confirmed
	Mail     bool   `json:"mail,omitempty"`     // the server can send mail
	Passkeys bool   `json:"passkeys,omitempty"` // there can be passkeys here
	Provider string `json:"provider,omitempty"` // the host of a provider of identities, by which people can log in
	Linked   bool   `json:"linked,omitempty"`   // the account has an identity there
}

func (s *server) describe(c *call) (me, error) {
	w := &c.who
	x := me{Accounts: !w.local, Known: w.ID != "", Name: w.Name, Session: w.session.ID, Scope: string(w.session.Scope)}
	if w.local {
		return x, nil
	}
	x.Mail, x.Passkeys = s.Mailer != nil, s.People.HasPasskeys()
	if s.OIDC != nil {
		x.Provider = s.OIDC.Host()
	}
	if w.session.Scope != account.Everything {
		return x, nil
	}
	x.Password, x.Email = w.User.Password != "", w.User.Email
	var err error
	if s.OIDC != nil && !w.Guest() {
		x.Linked, err = s.People.Linked(c.Context(), s.OIDC, &w.User)
	}
	return x, err
}

// whoami answers with who the sender is.
func (s *server) whoami(c *call) error {
	x, err := s.describe(c)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, x)
}

// credentials are a name and a password.
type credentials struct {
	Name     string `json:"name"`
	Password string `json:"password"`
}

// session is what account makes of credentials.
type session func() (account.User, account.Session, string, error)

// begin begins a session and answers with who the sender is now.
func (s *server) begin(c *call, f session) error {
	u, x, secret, err := f()
	if err != nil {
		return err
	}
	if err := s.enter(c, u, x, secret); err != nil {
		return err
	}
	return s.whoami(c)
}

// enter makes the sender a user. What he has played as a guest until now becomes the user's.
func (s *server) enter(c *call, u account.User, x account.Session, secret string) error {
	if guest := &c.who.User; guest.ID != "" && guest.ID != u.ID && guest.Guest() {
		games, err := s.People.Adopt(c.Context(), guest, &u)
		if err != nil {
			return err
		}
		s.Games.Reload(games...)
	}
	if old := c.who.session; !c.who.Guest() && old.ID != "" && old.ID != x.ID {
		// The browser forgets it, and nobody could end it any more but by the list of another browser.
		if err := s.People.LogOut(c.Context(), &c.who.User, old.ID); err != nil && !errors.Is(err, account.ErrUnknown) {
			return err
		}
	}
	s.remember(c, who{User: u, session: x}, secret)
	return nil
}

// register gives the sender an account; a guest keeps the games.
func (s *server) register(c *call) error {
	var body credentials
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	return s.begin(c, func() (account.User, account.Session, string, error) {
		if !c.who.Guest() {
			return account.User{}, account.Session{}, "", refuse(http.StatusConflict, "has-account")
		}
		var guest *account.User
		if c.who.ID != "" {
			guest = &c.who.User
		}
		return s.People.Register(c.Context(), guest, body.Name, body.Password, c.UserAgent())
	})
}

// logIn begins a session of whoever knows a name and its password.
func (s *server) logIn(c *call) error {
	var body credentials
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	c.claimed = body.Name
	if err := s.mayTry(c, body.Name); err != nil {
		return err
	}
	return s.begin(c, func() (account.User, account.Session, string, error) {
		return s.People.LogIn(c.Context(), body.Name, body.Password, c.UserAgent())
	})
}

// mayTry returns a refusal if passwords of a name are tried too fast: from one address, so that nobody else is locked out, or from
// many at once, where the limit is so much wider that whoever knows his password seldom meets it. A text that is no name is counted
// by its address alone.
func (s *server) mayTry(c *call, name string) error {
	_, skeleton, err := account.KnownName(name)
	if err != nil {
		return nil
	}
	if err := s.atPace(c, "as "+skeleton+" "+s.place(c), entering); err != nil {
		return err
	}
	return s.atPace(c, "as "+skeleton, guessing)
}

// setPassword changes the password of the sender, whose other sessions end.
func (s *server) setPassword(c *call) error {
	var body struct {
		Old      string `json:"old"`
		Password string `json:"password"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	return s.begin(c, func() (account.User, account.Session, string, error) {
		return s.People.SetPassword(c.Context(), c.who.User, c.who.proof(body.Old), body.Password, c.UserAgent())
	})
}

func (s *server) logOut(c *call) error {
	if err := s.People.LogOut(c.Context(), &c.who.User, c.who.session.ID); err != nil {
		return err
	}
	s.forget(c)
	return c.answer(http.StatusOK, struct{}{})
}

// deleteAccount removes the sender.
func (s *server) deleteAccount(c *call) error {
	var body struct {
		Password string `json:"password"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	if err := s.People.Delete(c.Context(), &c.who.User, c.who.proof(body.Password)); err != nil {
		return err
	}
	s.forget(c)
	// The account is gone, whatever of it cannot be cleared away, and whether the sender waits for that or not.
	if err := s.Vacate(context.WithoutCancel(c.Context()), c.who.ID); err != nil {
		s.Logger.Error("what a deleted user left open cannot all be ended", "user", c.who.ID, "error", err)
	}
	return c.answer(http.StatusOK, struct{}{})
}

// sessionCard is a session as its user sees it.
type sessionCard struct {
	ID      string    `json:"id"`
	Label   string    `json:"label"`
	Created time.Time `json:"created"`
	Seen    time.Time `json:"seen"`
	Here    bool      `json:"here,omitempty"` // it is the one that asks
}

func (s *server) sessions(c *call) error {
	all, err := s.People.Sessions(c.Context(), &c.who.User)
	if err != nil {
		return err
	}
	list := []sessionCard{}
	for _, x := range all {
		list = append(list, sessionCard{x.ID, x.Label, x.Created.UTC(), x.Seen.UTC(), x.ID == c.who.session.ID})
	}
	return c.answer(http.StatusOK, list)
}

func (s *server) endSession(c *call) error {
	if err := s.People.LogOut(c.Context(), &c.who.User, c.PathValue("session")); err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct{}{})
}

// The token of a link is the id of the game and the secret of the invitation.
const tokenMark = "-"

// invite answers with the token of a link that seats whoever opens it first.
func (s *server) invite(c *call) error {
	var body struct {
		Side int `json:"side"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		secret, err := m.Invite(c.Context(), game.Side(body.Side))
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, struct {
			Token string `json:"token"`
		}{c.PathValue("id") + tokenMark + secret})
	})
}

// nonce adds to shared dice what the browser of a player has drawn.
func (s *server) nonce(c *call) error {
	var body struct {
		Side  *int   `json:"side"`
		Nonce string `json:"nonce"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	if body.Side == nil {
		return malformed("side", "it is missing")
	}
	side := game.Side(*body.Side)
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		_, seats, err := m.Access()
		if err != nil {
			return err
		}
		if !slices.Contains(c.who.sides(seats), side) {
			return refuse(http.StatusForbidden, "not-yours")
		}
		t, err := m.Terms()
		if err != nil {
			return err
		}
		if g, err := s.Games.Game(c.Context(), m.ID()); t.Tourney != "" && (err != nil || !g.Deleted.IsZero()) {
			return cmp.Or(err, match.ErrNotFound) // its deadline has passed, or the tournament was called off
		}
		if err := m.AddNonce(c.Context(), side, body.Nonce); err != nil {
			return err
		}
		return c.answer(http.StatusOK, struct{}{})
	})
}

// key answers with the key with which the server signs games.
func (s *server) key(c *call) error {
	key, err := s.People.SigningKey(c.Context())
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct {
		Key string `json:"key"`
	}{record.PublicKey(key)})
}

// invitation is what a link offers.
type invitation struct {
	Game   gameCard    `json:"game"`
	Side   int         `json:"side"`
	Host   desk.Person `json:"host"`
	Taken  bool        `json:"taken,omitempty"`  // somebody else has the seat
	Seated bool        `json:"seated,omitempty"` // the sender has it
}

// people describes who has the seats of a game on a server with accounts; otherwise nobody does.
func (s *server) people(c *call, seats []match.Seat) (list []desk.Person) {
	if c.who.local {
		return nil
	}
	for _, x := range seats {
		p := desk.Person{}
		if x.Kind == match.Human || x.User != "" { // a program may play for somebody
			p = s.person(c, x.User)
			p.Away = x.Kind != match.Human
		}
		list = append(list, p)
	}
	return list
}

// withInvited calls f with the game to which the token in the body of a request invites.
func (s *server) withInvited(c *call, f func(m *match.Match, secret string) error) error {
	var body struct {
		Token string `json:"token"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	id, secret, _ := strings.Cut(body.Token, tokenMark)
	err := s.Games.With(id, func(m *match.Match) error { return f(m, secret) })
	if errors.Is(err, match.ErrNotFound) {
		return match.ErrInvite // whoever is not invited is not told whether there is such a game
	}
	return err
}

// invitation answers with what a link offers. It is asked with a body, so that the token is in no address.
func (s *server) invitation(c *call) error {
	return s.withInvited(c, func(m *match.Match, secret string) error {
		side, user, err := m.Invited(secret)
		if err != nil {
			return err
		}
		g, err := s.Games.Game(c.Context(), m.ID())
		if err != nil {
			return err
		}
		x := invitation{Side: int(side), Taken: user != "" && user != c.who.ID, Seated: user != "" && user == c.who.ID}
		if x.Game, err = s.gameCard(c, g); err != nil {
			return err
		}
		x.Host = s.person(c, g.Host)
		return c.answer(http.StatusOK, x)
	})
}

// join seats the sender where a link invites to.
func (s *server) join(c *call) error {
	return s.withInvited(c, func(m *match.Match, secret string) error {
		if _, _, err := m.Invited(secret); err != nil {
			return err
		}
		t, err := m.Terms()
		if err == nil {
			err = mayJoin(c, &t)
		}
		if err != nil {
			return err
		}
		side, err := m.Join(c.Context(), secret, c.who.ID)
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, struct {
			ID   string `json:"id"`
			Side int    `json:"side"`
		}{m.ID(), int(side)})
	})
}

// person describes the user of an id.
func (s *server) person(c *call, id string) desk.Person {
	if id == "" {
		return desk.Person{Empty: true}
	}
	return desk.Person{Name: s.People.Name(c.Context(), id), You: id == c.who.ID, Online: s.presence.Here(id)}
}
