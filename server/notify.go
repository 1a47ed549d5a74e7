package server

import (
	"errors"
	"net/http"
	"net/url"
	"time"

	"acies/notify"
)

// notices is how somebody is told of his games.
type notices struct {
	Key      string         `json:"key"`               // with which a browser subscribes to push
	Mails    bool           `json:"mails,omitempty"`   // the server sends mail
	Address  string         `json:"address,omitempty"` // where mail goes; empty: no address is confirmed
	Events   []notify.Event `json:"events"`
	Remind   int            `json:"remind"` // after how many hours; 0: never
	Channels []channelCard  `json:"channels"`
}

// channelCard is a channel as its user is shown it. The address of a webhook is a secret, so only its host is.
type channelCard struct {
	ID       string      `json:"id"`
	Kind     notify.Kind `json:"kind"`
	Label    string      `json:"label,omitempty"`    // of a browser
	Endpoint string      `json:"endpoint,omitempty"` // of a browser, by which it knows itself
	Host     string      `json:"host,omitempty"`     // of a webhook
	Created  time.Time   `json:"created"`
	Secret   string      `json:"secret,omitempty"` // with which a webhook is signed; it is shown once
}

func newChannelCard(c *notify.Channel) channelCard {
	x := channelCard{ID: c.ID, Kind: c.Kind, Label: c.Label, Created: c.Created.UTC()}
	switch c.Kind {
	case notify.Push:
		x.Endpoint = c.URL
	case notify.Mail:
	default:
		if u, err := url.Parse(c.URL); err == nil {
			x.Host = u.Host
		}
	}
	return x
}

// outcome is what came of a notice that was sent to try a channel.
type outcome struct {
	OK     bool   `json:"ok"`
	Why    string `json:"why,omitempty" ts:"'gone' | 'address' | 'status' | 'mail' | 'unreachable'"`
	Status int    `json:"status,omitempty"` // that the receiver answered with
}

// noticed returns a handler that needs notices.
func (s *server) noticed(h handler) handler {
	return func(c *call) error {
		if s.Notify == nil {
			return refuse(http.StatusNotFound, "no-notices")
		}
		return h(c)
	}
}

// notices answers with how the sender is told of his games.
func (s *server) notices(c *call) error {
	ctx, user := c.Context(), c.who.ID
	key, err := s.Notify.PushKey(ctx)
	if err != nil {
		return err
	}
	settings, err := s.Notify.Settings(ctx, user)
	if err != nil {
		return err
	}
	list, err := s.Notify.Channels(ctx, user)
	if err != nil {
		return err
	}
	address, err := s.Notify.MailAddress(ctx, user)
	if err != nil && !errors.Is(err, notify.ErrNoMail) {
		return err
	}
	x := notices{Key: key, Mails: s.Notify.Mails(), Address: address, Events: settings.Events, Remind: settings.Remind, Channels: []channelCard{}}
	if x.Events == nil {
		x.Events = []notify.Event{}
	}
	for i := range list {
		x.Channels = append(x.Channels, newChannelCard(&list[i]))
	}
	return c.answer(http.StatusOK, x)
}

// setNotices sets what the sender is told of.
func (s *server) setNotices(c *call) error {
	var body struct {
		Events []notify.Event `json:"events"`
		Remind int            `json:"remind"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	err := s.Notify.SetSettings(c.Context(), c.who.ID, notify.Settings{Events: body.Events, Remind: body.Remind})
	if errors.Is(err, notify.ErrSettings) {
		return malformed("events", "expected events that there are, and hours of 0 to 720")
	}
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct{}{})
}

// subscribe has the browser of the sender get notices.
func (s *server) subscribe(c *call) error {
	var body notify.Subscription
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	return s.addChannel(c, func() (notify.Channel, error) {
		return s.Notify.Subscribe(c.Context(), c.who.ID, body, c.UserAgent(), c.lang)
	})
}

// addWebhook adds a webhook of the sender, and answers with its secret.
func (s *server) addWebhook(c *call) error {
	var body notify.Webhook
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	return s.addChannel(c, func() (notify.Channel, error) {
		return s.Notify.AddWebhook(c.Context(), c.who.ID, body, c.lang)
	})
}

// addMail has the sender get notices by mail.
func (s *server) addMail(c *call) error {
	return s.addChannel(c, func() (notify.Channel, error) { return s.Notify.AddMail(c.Context(), c.who.ID, c.lang) })
}

func (s *server) addChannel(c *call, add func() (notify.Channel, error)) error {
	x, err := add()
	if err != nil {
		return err
	}
	card := newChannelCard(&x)
	if x.Kind != notify.Mail { // what ends mail is for the mail alone
		card.Secret = x.Secret
	}
	return c.answer(http.StatusCreated, card)
}

func (s *server) removeChannel(c *call) error {
	if err := s.Notify.RemoveChannel(c.Context(), c.who.ID, c.PathValue("channel")); err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct{}{})
}

// tryChannel sends a notice by a channel at once, and answers with what came of it.
func (s *server) tryChannel(c *call) error {
	err := s.Notify.Try(c.Context(), c.who.ID, c.PathValue("channel"))
	if errors.Is(err, notify.ErrFast) {
		return s.tooMany(c, "too-fast", time.Minute)
	}
	x := outcome{OK: err == nil}
	var status notify.StatusError
	switch failed := (*notify.Undelivered)(nil); {
	case err == nil:
	case !errors.As(err, &failed):
		return err
	case errors.Is(err, notify.ErrGone):
		x.Why = "gone"
	case errors.Is(err, notify.ErrAddress):
		x.Why = "address"
	case errors.Is(err, notify.ErrNoMail), errors.Is(err, notify.ErrMailAddress):
		x.Why = "mail"
	case errors.As(err, &status):
		x.Why, x.Status = "status", int(status)
	default:
		x.Why = "unreachable"
	}
	return c.answer(http.StatusOK, x)
}

// gameNotices is what somebody wants to be told of a game.
type gameNotices struct {
	Mute   bool `json:"mute"`   // nothing
	Remind int  `json:"remind"` // after how many hours of his turn; 0: never, -1: as in his other games
}

// gameNotices answers with what the sender wants to be told of a game.
func (s *server) gameNotices(c *call) error {
	x, err := s.Notify.GameSettings(c.Context(), c.who.ID, c.PathValue("id"))
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, gameNotices(x))
}

// setGameNotices changes it. What the request does not name stays as it is.
func (s *server) setGameNotices(c *call) error {
	var body struct {
		Mute   *bool `json:"mute"`
		Remind *int  `json:"remind"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	if body.Mute == nil && body.Remind == nil {
		return malformed("mute", "expected mute or remind")
	}
	x, err := s.Notify.GameSettings(c.Context(), c.who.ID, c.PathValue("id"))
	if err != nil {
		return err
	}
	if body.Mute != nil {
		x.Mute = *body.Mute
	}
	if body.Remind != nil {
		x.Remind = *body.Remind
	}
	switch err := s.Notify.SetGameSettings(c.Context(), c.who.ID, c.PathValue("id"), x); {
	case errors.Is(err, notify.ErrSettings):
		return malformed("remind", "expected hours of 0 to 720, or -1")
	case err != nil:
		return err
	}
	return c.answer(http.StatusOK, gameNotices(x))
}

// unsubscribe ends the mail with a secret. A program that shows mail posts there for its reader (RFC 8058).
func (s *server) unsubscribe(c *call) error {
	if err := s.Notify.EndMail(c.Context(), c.PathValue("token")); err != nil && !errors.Is(err, notify.ErrUnknown) {
		return err
	}
	return c.answer(http.StatusOK, struct{}{}) // once more does no harm, and nobody learns which secrets there are
}

// toNotices shows a browser that follows the link of a mail the page where it is ended. Opening a link changes nothing.
func (s *server) toNotices(c *call) error {
	http.Redirect(c.ResponseWriter, c.Request, "/#/account", http.StatusSeeOther)
	return nil
}
