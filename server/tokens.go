package server

import (
	"net/http"
	"time"

	"acies/account"
)

// tokenCard is a token for a program, as its user sees it.
type tokenCard struct {
	ID      string     `json:"id"`
	Label   string     `json:"label"`
	Scope   string     `json:"scope" ts:"'read' | 'play'"`
	Created time.Time  `json:"created"`
	Seen    *time.Time `json:"seen,omitempty"` // when it was last used
	Expires time.Time  `json:"expires"`
	Expired bool       `json:"expired,omitempty"`
}

func describeToken(x *account.Session) tokenCard {
	card := tokenCard{ID: x.ID, Label: x.Label, Scope: string(x.Scope), Created: x.Created.UTC(), Expires: x.Expires.UTC(), Expired: !time.Now().Before(x.Expires)}
	if !x.Seen.IsZero() {
		seen := x.Seen.UTC()
		card.Seen = &seen
	}
	return card
}

// tokens lists the tokens of the sender.
func (s *server) tokens(c *call) error {
	all, err := s.People.Tokens(c.Context(), &c.who.User)
	if err != nil {
		return err
	}
	list := []tokenCard{}
	for i := range all {
		list = append(list, describeToken(&all[i]))
	}
	return c.answer(http.StatusOK, list)
}

// newToken makes a token. Its secret is in this answer alone.
func (s *server) newToken(c *call) error {
	var body struct {
		Label    string `json:"label"`
		Scope    string `json:"scope"`
		Days     int    `json:"days"`
		Password string `json:"password"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	const most = 366
	if body.Days < 1 || body.Days > most {
		return malformed("days", "expected 1 to 366")
	}
	if body.Scope != string(account.Read) && body.Scope != string(account.Play) {
		return malformed("scope", `expected "read" or "play"`)
	}
	x, secret, err := s.People.NewToken(c.Context(), &c.who.User, c.who.proof(body.Password), body.Label, account.Scope(body.Scope), time.Duration(body.Days)*24*time.Hour)
	if err != nil {
		return err
	}
	return c.answer(http.StatusCreated, struct {
		Secret string    `json:"secret"`
		Token  tokenCard `json:"token"`
	}{secret, describeToken(&x)})
}

// endToken revokes a token of the sender.
func (s *server) endToken(c *call) error {
	if err := s.People.LogOut(c.Context(), &c.who.User, c.PathValue("token")); err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct{}{})
}
