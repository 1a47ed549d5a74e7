package server

import (
	"errors"
	"net/http"
	"time"

	"acies/account"
)

// With a provider of identities a browser leaves the page and comes back. Until then it keeps a secret in a cookie of its own,
// so that an answer is taken only from the browser that has asked.

// askedCookie returns the name of that cookie.
func (s *server) askedCookie() string { return s.cookieName() + "-oidc" }

// keepAsked makes a browser keep that secret for a while; with 0 it forgets it.
func (s *server) keepAsked(c *call, secret string, keep time.Duration) {
	age := int(keep / time.Second)
	if age == 0 {
		age = -1
	}
	http.SetCookie(c.ResponseWriter, &http.Cookie{
		Name: s.askedCookie(), Value: secret, Path: "/", MaxAge: age, HttpOnly: true, Secure: s.Public.Scheme == "https", SameSite: http.SameSiteLaxMode,
	})
}

// asked returns the secret that a browser keeps.
func (s *server) asked(c *call) string {
	x, err := c.Cookie(s.askedCookie())
	if err != nil {
		return ""
	}
	return x.Value
}

// needProvider returns a refusal on a server without a provider, and for programs.
func (s *server) needProvider(c *call) error {
	switch {
	case c.who.session.Scope != account.Everything:
		return refuse(http.StatusForbidden, "scope")
	case s.OIDC == nil:
		return refuse(http.StatusNotFound, "no-provider")
	}
	return nil
}

// askProvider answers with the address of the provider for a browser that logs in by it. It is no page, since a link from elsewhere
// could lead there, and somebody else would be logged in.
func (s *server) askProvider(c *call) error {
	if err := s.needProvider(c); err != nil {
		return err
	}
	address, secret, err := s.People.Ask(c.Context(), s.OIDC)
	return s.toProvider(c, address, secret, err)
}

// toProvider answers with the address of the provider, where a browser goes that keeps a secret until it comes back.
func (s *server) toProvider(c *call, address, secret string, err error) error {
	if err != nil {
		return err
	}
	s.keepAsked(c, secret, account.KeepAsked)
	return c.answer(http.StatusOK, struct {
		Address string `json:"address"`
	}{address})
}

// linkProvider answers with the address of the provider for somebody who is logged in, who wants to log in by it from now on.
func (s *server) linkProvider(c *call) error {
	proof, err := s.proofForProvider(c)
	if err != nil {
		return err
	}
	address, secret, err := s.People.AskToLink(c.Context(), s.OIDC, &c.who.User, proof)
	return s.toProvider(c, address, secret, err)
}

// unlinkProvider ends that somebody logs in by the provider.
func (s *server) unlinkProvider(c *call) error {
	proof, err := s.proofForProvider(c)
	if err != nil {
		return err
	}
	if err := s.People.Unlink(c.Context(), s.OIDC, &c.who.User, proof); err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct{}{})
}

// proofForProvider reads how the sender of a request about the provider shows that he is still the same person.
func (s *server) proofForProvider(c *call) (account.Proof, error) {
	var body struct {
		Password string `json:"password"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return account.Proof{}, err
	}
	return c.who.proof(body.Password), s.needProvider(c)
}

// back sends a browser to the page of the account, which says what went wrong.
func (s *server) back(c *call, err error) error {
	r := classify(err)
	if r.Code == "internal" {
		return err
	}
	s.Logger.Warn("a log-in by the provider of identities failed", "error", err)
	c.ResponseWriter.Header().Set("Cache-Control", "no-store")
	http.Redirect(c.ResponseWriter, c.Request, "/#/refused/"+r.Code, http.StatusFound)
	return nil
}

// providerAnswer takes a browser that comes back from the provider. Somebody new chooses a name next.
func (s *server) providerAnswer(c *call) error {
	if err := s.needProvider(c); err != nil {
		return err
	}
	if !c.who.Guest() {
		err := s.People.Link(c.Context(), s.OIDC, &c.who.User, s.asked(c), c.query.Get("state"), c.query.Get("code"))
		if !errors.Is(err, account.ErrLink) { // otherwise he asked to log in
			return s.linked(c, err)
		}
	}
	w, err := s.People.Answer(c.Context(), s.OIDC, s.asked(c), c.query.Get("state"), c.query.Get("code"), c.UserAgent())
	if err != nil {
		s.keepAsked(c, "", 0)
		return s.back(c, err)
	}
	to := "/#/account"
	if w.New != "" {
		s.keepAsked(c, w.New, account.KeepNaming)
		to = "/#/welcome"
	} else {
		s.keepAsked(c, "", 0)
		if err := s.enter(c, w.User, w.Session, w.Secret); err != nil {
			return err
		}
	}
	c.ResponseWriter.Header().Set("Cache-Control", "no-store")
	http.Redirect(c.ResponseWriter, c.Request, to, http.StatusFound)
	return nil
}

// linked sends a browser to the page of the account, after it was linked or was not.
func (s *server) linked(c *call, err error) error {
	s.keepAsked(c, "", 0)
	if err != nil {
		return s.back(c, err)
	}
	c.ResponseWriter.Header().Set("Cache-Control", "no-store")
	http.Redirect(c.ResponseWriter, c.Request, "/#/account", http.StatusFound)
	return nil
}

// registerIdentity gives somebody whom the provider knows an account with a name.
func (s *server) registerIdentity(c *call) error {
	var body struct {
		Name string `json:"name"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	if err := s.needProvider(c); err != nil {
		return err
	}
	return s.begin(c, func() (u account.User, x account.Session, secret string, err error) {
		if !c.who.Guest() {
			return u, x, "", refuse(http.StatusConflict, "has-account")
		}
		var guest *account.User
		if c.who.ID != "" {
			guest = &c.who.User
		}
		u, x, secret, err = s.People.RegisterIdentity(c.Context(), guest, s.asked(c), body.Name, c.UserAgent())
		if err == nil {
			s.keepAsked(c, "", 0)
		}
		return u, x, secret, err
	})
}
