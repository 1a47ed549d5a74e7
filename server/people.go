package server

import (
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

// me is the sender of a request, as he is told.
type me struct {
	Accounts bool   `json:"accounts"`        // people have accounts here, and seats are theirs
	Known    bool   `json:"known,omitempty"` // the browser has a session
	Name     string `json:"name,omitempty"`  // empty: a guest
	Admin    bool   `json:"admin,omitempty"`
	Session  string `json:"session,omitempty"`
}

func (s *server) describe(c *call) me {
	w := &c.who
	return me{Accounts: !w.local, Known: w.ID != "", Name: w.Name, Admin: w.Admin, Session: w.session.ID}
}

// whoami answers with who the sender is.
func (s *server) whoami(c *call) error { return c.answer(http.StatusOK, s.describe(c)) }

// credentials are a name and a password.
type credentials struct {
	Name     string `json:"name"`
	Password string `json:"password"`
}

// session is what account makes of credentials.
type session func() (account.User, account.Session, string, error)

// begin begins a session and answers with who the sender is now.
func (s *server) begin(c *call, f session) error {
	if s.People == nil {
		return refuse(http.StatusNotFound, "no-accounts")
	}
	u, x, secret, err := f()
	if err != nil {
		return err
	}
	s.remember(c, who{User: u, session: x}, secret)
	return c.answer(http.StatusOK, s.describe(c))
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

func (s *server) logIn(c *call) error {
	var body credentials
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	// Passwords of one name are not tried faster from many addresses than from one.
	if s.People != nil {
		if err := c.tooFast(s.pacer.take(paceKey{"as " + body.Name, entering})); err != nil {
			return err
		}
	}
	return s.begin(c, func() (account.User, account.Session, string, error) {
		return s.People.LogIn(c.Context(), body.Name, body.Password, c.UserAgent())
	})
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
		return s.People.SetPassword(c.Context(), c.who.User, body.Old, body.Password, c.UserAgent())
	})
}

func (s *server) logOut(c *call) error {
	if s.People == nil {
		return refuse(http.StatusNotFound, "no-accounts")
	}
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
	if s.People == nil {
		return refuse(http.StatusNotFound, "no-accounts")
	}
	if err := s.People.Delete(c.Context(), &c.who.User, body.Password); err != nil {
		return err
	}
	s.forget(c)
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
	if s.People == nil {
		return refuse(http.StatusNotFound, "no-accounts")
	}
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
	if s.People == nil {
		return refuse(http.StatusNotFound, "no-accounts")
	}
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
		if err := m.AddNonce(c.Context(), side, body.Nonce); err != nil {
			return err
		}
		return c.answer(http.StatusOK, struct{}{})
	})
}

// key answers with the key with which the server signs games.
func (s *server) key(c *call) error {
	if s.People == nil {
		return refuse(http.StatusNotFound, "no-accounts")
	}
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
		if x.Kind == match.Human {
			p = s.person(c, x.User)
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
	if s.People == nil {
		return refuse(http.StatusNotFound, "no-accounts")
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
	return desk.Person{Name: s.People.Name(c.Context(), id), You: id == c.who.ID}
}
