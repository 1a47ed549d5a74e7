package server

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"time"

	"acies/account"
	"acies/words"
)

// recoverAccount sets a new password for whoever has the link for it.
func (s *server) recoverAccount(c *call) error {
	var body struct {
		Token    string `json:"token"`
		Password string `json:"password"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	return s.begin(c, func() (account.User, account.Session, string, error) {
		return s.People.Recover(c.Context(), body.Token, body.Password, c.UserAgent())
	})
}

// link returns the address of a page of the client.
func (s *server) link(page, secret string) string {
	return s.Public.Scheme + "://" + s.Public.Host + "/#/" + page + "/" + secret
}

// mailed is how long sending mail may take.
const mailed = time.Minute

// send sends mail with a link, in the language of a request. Subject and text are keys.
func (s *server) send(ctx context.Context, lang, to, subject, text, link string) error {
	return s.Mailer.Send(ctx, to, words.General(lang, subject), strings.ReplaceAll(words.General(lang, text), "{link}", link))
}

// canMail returns a refusal if the server cannot send mail, or if too much was sent on account of somebody.
func (s *server) canMail(c *call, about string) error {
	if s.Mailer == nil {
		return refuse(http.StatusNotFound, "no-mail")
	}
	return s.atPace(c, "mail "+about, mailing)
}

// mailRecovery sends the user of a name a link for a new password. The answer says nothing about him, and does not wait for
// what tells one name from another.
func (s *server) mailRecovery(c *call) error {
	var body struct {
		Name string `json:"name"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	_, skeleton, err := account.KnownName(body.Name)
	if err != nil {
		return err
	}
	if err := s.canMail(c, skeleton); err != nil {
		return err
	}
	lang := c.lang
	s.background.Go(func() {
		ctx, cancel := context.WithTimeout(context.Background(), mailed)
		defer cancel()
		to, secret, err := s.People.MailRecovery(ctx, body.Name)
		if err == nil {
			err = s.send(ctx, lang, to, "mail.recover-subject", "mail.recover-text", s.link("recover", secret))
		}
		if err != nil && !errors.Is(err, account.ErrUnknown) {
			s.Logger.Error("mail for a new password cannot be sent", "error", err)
		}
	})
	return c.answer(http.StatusAccepted, struct{}{})
}

// setEmail sends a link to an address, which becomes the sender's when it is opened.
func (s *server) setEmail(c *call) error {
	var body struct {
		Email    string `json:"email"`
		Password string `json:"password"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	if err := s.canMail(c, c.who.ID); err != nil {
		return err
	}
	to, secret, err := s.People.NewEmail(c.Context(), &c.who.User, c.who.proof(body.Password), body.Email)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(c.Context(), mailed)
	defer cancel()
	if err := s.send(ctx, c.lang, to, "mail.confirm-subject", "mail.confirm-text", s.link("confirm", secret)); err != nil {
		r := refuse(http.StatusServiceUnavailable, "unsent")
		r.reason = err
		return r
	}
	return c.answer(http.StatusAccepted, struct{}{})
}

// confirmEmail sets the address to which a link was sent.
func (s *server) confirmEmail(c *call) error {
	var body struct {
		Token string `json:"token"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	var err error
	if c.about, err = s.People.ConfirmEmail(c.Context(), body.Token); err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct{}{})
}

// removeEmail removes the address of the sender.
func (s *server) removeEmail(c *call) error {
	var body struct {
		Password string `json:"password"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	if err := s.People.RemoveEmail(c.Context(), &c.who.User, c.who.proof(body.Password)); err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct{}{})
}
