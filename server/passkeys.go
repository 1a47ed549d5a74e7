package server

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"time"

	"acies/account"
)

// passkeyCard is a passkey as its user sees it.
type passkeyCard struct {
	ID      string     `json:"id"`
	Label   string     `json:"label"`
	Created time.Time  `json:"created"`
	Used    *time.Time `json:"used,omitempty"` // when somebody last logged in with it
}

func describePasskey(k *account.Passkey) passkeyCard {
	card := passkeyCard{ID: base64.RawURLEncoding.EncodeToString(k.ID), Label: k.Label, Created: k.Created.UTC()}
	if !k.Used.IsZero() {
		used := k.Used.UTC()
		card.Used = &used
	}
	return card
}

// needPasskeys returns a refusal on a server where there can be none.
func (s *server) needPasskeys() error {
	if !s.People.HasPasskeys() {
		return refuse(http.StatusNotFound, "no-passkeys")
	}
	return nil
}

// passkeyList lists the passkeys of the sender.
func (s *server) passkeyList(c *call) error {
	if err := s.needPasskeys(); err != nil {
		return err
	}
	all, err := s.People.Passkeys(c.Context(), &c.who.User)
	if err != nil {
		return err
	}
	list := []passkeyCard{}
	for i := range all {
		list = append(list, describePasskey(&all[i]))
	}
	return c.answer(http.StatusOK, list)
}

// challenge answers with what a browser needs to use a passkey.
func (c *call) challenge(x account.Challenge, err error) error {
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct {
		Ticket  string `json:"ticket"`
		Options any    `json:"options"`
	}{x.Ticket, x.Options})
}

// beginPasskey answers with the challenge for a new passkey of the sender.
func (s *server) beginPasskey(c *call) error {
	var body struct {
		Password string `json:"password"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	if err := s.needPasskeys(); err != nil {
		return err
	}
	return c.challenge(s.People.BeginPasskey(c.Context(), &c.who.User, c.who.proof(body.Password)))
}

// passkeyAnswer is what a browser answers to a challenge.
type passkeyAnswer struct {
	Ticket string          `json:"ticket"`
	Label  string          `json:"label"`
	Answer json.RawMessage `json:"answer"` // the credential
}

// addPasskey adds a passkey of the sender.
func (s *server) addPasskey(c *call) error {
	var body passkeyAnswer
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	if err := s.needPasskeys(); err != nil {
		return err
	}
	k, err := s.People.AddPasskey(c.Context(), &c.who.User, body.Ticket, body.Label, body.Answer)
	if err != nil {
		return err
	}
	return c.answer(http.StatusCreated, describePasskey(&k))
}

// renamePasskey sets what the sender calls a passkey.
func (s *server) renamePasskey(c *call) error {
	var body struct {
		Label    string `json:"label"`
		Password string `json:"password"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	return s.withPasskey(c, func(id []byte) error {
		return s.People.RenamePasskey(c.Context(), &c.who.User, c.who.proof(body.Password), id, body.Label)
	})
}

// removePasskey removes a passkey of the sender.
func (s *server) removePasskey(c *call) error {
	var body struct {
		Password string `json:"password"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	return s.withPasskey(c, func(id []byte) error {
		return s.People.RemovePasskey(c.Context(), &c.who.User, c.who.proof(body.Password), id)
	})
}

// withPasskey calls f with the id of the passkey that a request names.
func (s *server) withPasskey(c *call, f func(id []byte) error) error {
	if err := s.needPasskeys(); err != nil {
		return err
	}
	id, err := base64.RawURLEncoding.DecodeString(c.PathValue("passkey"))
	if err != nil {
		return account.ErrUnknown
	}
	if err := f(id); err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct{}{})
}

// beginPasskeyLogIn answers with the challenge for somebody who logs in with a passkey.
func (s *server) beginPasskeyLogIn(c *call) error {
	if err := s.needPasskeys(); err != nil {
		return err
	}
	return c.challenge(s.People.BeginPasskeyLogIn(c.Context()))
}

// passkeyLogIn logs the owner of a passkey in.
func (s *server) passkeyLogIn(c *call) error {
	var body passkeyAnswer
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	return s.begin(c, func() (account.User, account.Session, string, error) {
		return s.People.PasskeyLogIn(c.Context(), body.Ticket, c.UserAgent(), body.Answer)
	})
}

// removePassword removes the password of the sender, who has a passkey.
func (s *server) removePassword(c *call) error {
	var body struct {
		Password string `json:"password"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	return s.begin(c, func() (account.User, account.Session, string, error) {
		return s.People.RemovePassword(c.Context(), c.who.User, c.who.proof(body.Password), c.UserAgent())
	})
}
