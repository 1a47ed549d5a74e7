package server

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"acies/account"
	"acies/match"
	"acies/talk"
)

// noteBody is the limit of a note with its JSON, in bytes.
const noteBody = 256 << 10

// saidAtOnce is how many messages an answer holds.
const saidAtOnce = 200

// chat is what was said in a room, as a reader sees it.
type chat struct {
	Writes   talk.Room     `json:"writes,omitempty" ts:"'players' | 'watchers'"` // where the reader writes; empty: he has no session
	Rooms    []talk.Room   `json:"rooms" ts:"('players' | 'watchers')[]"`        // which the reader may see now
	Messages []messageCard `json:"messages"`
	Last     int           `json:"last"`           // after which message to go on
	More     bool          `json:"more,omitempty"` // there may be more now
}

// messageCard is a message as a reader sees it.
type messageCard struct {
	N    int       `json:"n"` // counted in its room
	Room talk.Room `json:"room" ts:"'players' | 'watchers'"`
	At   time.Time `json:"at"`
	Name string    `json:"name,omitempty"` // empty: a guest, or somebody who is gone
	Gone bool      `json:"gone,omitempty"` // the account is deleted
	You  bool      `json:"you,omitempty"`
	Side *int      `json:"side,omitempty"` // that its author plays
	Text string    `json:"text"`
}

// blockCard is a block as its user sees it.
type blockCard struct {
	ID   string    `json:"id"`
	Name string    `json:"name,omitempty"` // empty: a guest
	At   time.Time `json:"at"`
}

// spoken is a message that somebody reports, or whose author he blocks.
type spoken struct {
	Room talk.Room `json:"room"` // empty: that in which the sender writes
	N    int       `json:"n"`
}

// talked returns a handler that needs talk; write says that it is for people with a session.
func (s *server) talked(write bool, h handler) handler {
	return func(c *call) error {
		switch {
		case s.Talk == nil || s.People == nil:
			return refuse(http.StatusNotFound, "no-accounts")
		case write && c.who.ID == "":
			return refuse(http.StatusUnauthorized, "unknown")
		}
		return h(c)
	}
}

// audience is somebody in the talk about a game.
type audience struct {
	writes talk.Room
	rooms  []talk.Room // which he may see now
	seats  []match.Seat
}

// audience returns who the sender of a request is in the talk about a game. Both rooms are open when the game is over, which
// somebody who watches with a delay learns with that delay.
func (s *server) audience(c *call, m *match.Match) (audience, error) {
	_, seats, err := m.Access()
	if err != nil {
		return audience{}, err
	}
	if c.who.ID != "" && !c.who.has(seats) && slices.ContainsFunc(seats, isOpen) && s.hasOthers() {
		// Another node may have given him the open seat just now.
		if err := m.Refresh(); err != nil {
			return audience{}, err
		}
		if _, seats, err = m.Access(); err != nil {
			return audience{}, err
		}
	}
	snap, err := s.snapshot(c, m)
	if err != nil {
		return audience{}, err
	}
	a := audience{writes: talk.Watchers, seats: seats}
	if c.who.has(seats) {
		a.writes = talk.Players
	}
	a.rooms = []talk.Room{a.writes}
	if snap.Outcome().Over {
		a.rooms = talk.Rooms
	}
	return a, nil
}

// isOpen reports whether nobody has a seat that people play.
func isOpen(s match.Seat) bool { return s.Kind == match.Human && s.User == "" }

// room returns the room of a request: the one that is asked for, else that in which the sender writes.
func (a *audience) room(asked talk.Room) (talk.Room, error) {
	switch {
	case asked == "":
		return a.writes, nil
	case !slices.Contains(talk.Rooms, asked):
		return "", malformed("room", "expected players or watchers")
	case !slices.Contains(a.rooms, asked):
		return "", refuse(http.StatusForbidden, "other-room")
	}
	return asked, nil
}

// messageCard returns a message as the sender of a request sees it.
func (s *server) messageCard(c *call, a *audience, m *talk.Message) messageCard {
	x := messageCard{N: m.N, Room: m.Room, At: m.At.UTC(), Gone: m.User == "", Text: m.Text}
	if m.User == "" {
		return x
	}
	x.Name, x.You = s.People.Name(c.Context(), m.User), m.User == c.who.ID
	if side := slices.IndexFunc(a.seats, func(s match.Seat) bool { return s.User == m.User }); side >= 0 {
		x.Side = &side
	}
	return x
}

// chat answers with what was said about a game.
func (s *server) chat(c *call) error {
	after := 0
	if text := c.query.Get("after"); text != "" {
		var err error
		if after, err = number("after", text, 0); err != nil {
			return err
		}
	}
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		a, err := s.audience(c, m)
		if err != nil {
			return err
		}
		room, err := a.room(talk.Room(c.query.Get("room")))
		if err != nil {
			return err
		}
		list, last, more, err := s.Talk.Said(c.Context(), m.ID(), room, c.who.ID, after, saidAtOnce)
		if err != nil {
			return err
		}
		x := chat{Rooms: a.rooms, Messages: []messageCard{}, Last: last, More: more}
		if c.who.ID != "" {
			x.Writes = a.writes
		}
		for i := range list {
			x.Messages = append(x.Messages, s.messageCard(c, &a, &list[i]))
		}
		return c.answer(http.StatusOK, x)
	})
}

// say adds a message to the room of the sender.
func (s *server) say(c *call) error {
	var body struct {
		ID   string `json:"id"`
		Text string `json:"text"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		a, err := s.audience(c, m)
		if err != nil {
			return err
		}
		said, fresh, err := s.Talk.Say(c.Context(), talk.Message{Game: m.ID(), Room: a.writes, User: c.who.ID, Text: body.Text}, body.ID)
		if errors.Is(err, talk.ErrRequest) {
			return malformed("id", "expected 1 to 100 bytes")
		}
		if err != nil {
			return err
		}
		if fresh {
			s.tellOfMessage(c.Context(), &a, &said)
		}
		return c.answer(http.StatusOK, s.messageCard(c, &a, &said))
	})
}

// tellOfMessage has the other player told that there is a message for him, unless he has blocked its author.
func (s *server) tellOfMessage(ctx context.Context, a *audience, m *talk.Message) {
	if s.Notify == nil || m.Room != talk.Players {
		return
	}
	blockers, err := s.Talk.Blockers(ctx, m.User)
	if err != nil {
		s.Logger.Error("nobody is told of a message", "game", m.Game, "error", err)
		return
	}
	for _, seat := range a.seats {
		if seat.User != "" && seat.User != m.User && !slices.Contains(blockers, seat.User) {
			s.Notify.Wrote(m.Game, m.User)
			return
		}
	}
}

// spoken returns the message of another that a request is about. The sender must be able to see it.
func (s *server) spoken(c *call, x spoken) (said talk.Message, err error) {
	err = s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		a, err := s.audience(c, m)
		if err != nil {
			return err
		}
		room, err := a.room(x.Room)
		if err != nil {
			return err
		}
		if said, err = s.Talk.Message(c.Context(), m.ID(), room, c.who.ID, x.N); err == nil && said.User == c.who.ID {
			err = talk.ErrUnknown
		}
		return err
	})
	return said, err
}

// report tells whoever runs the server about a message.
func (s *server) report(c *call) error {
	var body struct {
		spoken
		Text string `json:"text"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	said, err := s.spoken(c, body.spoken)
	if err != nil {
		return err
	}
	if err := s.Talk.Report(c.Context(), said, c.who.ID, body.Text); err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct{}{})
}

// blockAuthor has the sender not hear the author of a message any more, who may be a guest.
func (s *server) blockAuthor(c *call) error {
	var body spoken
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	said, err := s.spoken(c, body)
	if err != nil {
		return err
	}
	if err := s.Talk.Block(c.Context(), c.who.ID, said.User); err != nil {
		return err
	}
	return s.blocks(c)
}

// blocks answers with whom the sender has blocked.
func (s *server) blocks(c *call) error {
	list, err := s.Talk.Blocks(c.Context(), c.who.ID)
	if err != nil {
		return err
	}
	x := []blockCard{}
	for _, b := range list {
		x = append(x, blockCard{b.ID, s.People.Name(c.Context(), b.Blocked), b.At.UTC()})
	}
	return c.answer(http.StatusOK, x)
}

// setBlock blocks somebody by name, or ends a block, by name or by its id.
func (s *server) setBlock(c *call) error {
	var body struct {
		Name    string `json:"name"`
		ID      string `json:"id"`
		Blocked *bool  `json:"blocked"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	switch {
	case body.Blocked == nil:
		return malformed("blocked", "it is missing")
	case body.ID != "" && *body.Blocked:
		return malformed("id", "expected a name")
	}
	err := s.changeBlock(c, body.Name, body.ID, *body.Blocked)
	if err != nil {
		return err
	}
	return s.blocks(c)
}

func (s *server) changeBlock(c *call, name, id string, blocked bool) error {
	ctx := c.Context()
	if blocked {
		u, err := s.met(c, name)
		if errors.Is(err, account.ErrUnknown) {
			return refuse(http.StatusNotFound, "no-user")
		}
		if err != nil {
			return err
		}
		return s.Talk.Block(ctx, c.who.ID, u.ID)
	}
	if id == "" {
		u, err := s.People.Named(ctx, name)
		if err != nil && !errors.Is(err, account.ErrUnknown) {
			return err
		}
		list, err := s.Talk.Blocks(ctx, c.who.ID)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(list, func(b talk.Block) bool { return b.Blocked == u.ID })
		if i < 0 {
			return refuse(http.StatusNotFound, "no-user") // also if there is somebody of that name, whom he has not blocked
		}
		id = list[i].ID
	}
	return s.Talk.Unblock(ctx, c.who.ID, id)
}

// blockers returns the users who have blocked the sender of a request.
func (s *server) blockers(c *call) ([]string, error) {
	if s.Talk == nil {
		return nil, nil
	}
	return s.Talk.Blockers(c.Context(), c.who.ID)
}

// blocked returns the users whom the sender of a request has blocked.
func (s *server) blocked(c *call) (list []string, err error) {
	if s.Talk == nil || c.who.ID == "" {
		return nil, nil
	}
	blocks, err := s.Talk.Blocks(c.Context(), c.who.ID)
	for _, b := range blocks {
		list = append(list, b.Blocked)
	}
	return list, err
}

// note is what somebody has noted about a game.
type note struct {
	Text *string `json:"text,omitempty"` // nil: it is the one that was sent
	Hash string  `json:"hash"`           // to be sent with the text that replaces it
}

// noteOf answers with what the sender has noted about a game.
func (s *server) noteOf(c *call) error {
	if c.who.session.Scope != account.Everything { // it is for nobody but himself
		return refuse(http.StatusForbidden, "scope")
	}
	text, err := s.Talk.Note(c.Context(), c.PathValue("id"), c.who.ID)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, note{&text, talk.HashNote(text)})
}

// setNote changes what the sender has noted about a game, if it is still what he has seen.
func (s *server) setNote(c *call) error {
	if c.who.session.Scope != account.Everything {
		return refuse(http.StatusForbidden, "scope")
	}
	var body struct {
		Text  string `json:"text"`
		Based string `json:"based"` // the hash of the text that it replaces
	}
	if err := c.read(noteBody, &body); err != nil {
		return err
	}
	hash, err := s.Talk.SetNote(c.Context(), c.PathValue("id"), c.who.ID, body.Text, body.Based)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, note{Hash: hash})
}

// hearing tells the listener to a stream of events that there are messages for him.
type hearing struct {
	*server
	c        *call
	match    *match.Match
	listener *talk.Listener // nil: nobody talks here
	told     map[talk.Room]int
}

// hear begins to listen to the talk about a game.
func (s *server) hear(c *call, m *match.Match) *hearing {
	h := &hearing{server: s, c: c, match: m, told: map[talk.Room]int{}}
	if s.Talk != nil && s.People != nil {
		h.listener = s.Talk.Listen(m.ID())
	}
	return h
}

func (h *hearing) close() {
	if h.listener != nil {
		h.listener.Close()
	}
}

// tellAgain is after how long it is looked again for messages that could not be read.
const tellAgain = time.Second

// tell sends an event for each room that has a message for the listener of which he has not been told, and returns a channel
// that is closed when there may be another, or when it may be found out again because the store was away.
func (h *hearing) tell() <-chan struct{} {
	if h.listener == nil {
		return nil
	}
	next := h.listener.Next()
	a, err := h.audience(h.c, h.match)
	for _, room := range a.rooms {
		var n int
		if n, err = h.Talk.Latest(h.c.Context(), h.match.ID(), room, h.c.who.ID, h.told[room]); err != nil {
			break
		}
		if n > h.told[room] {
			fmt.Fprintf(h.c.ResponseWriter, "event: chat\ndata: {\"room\":%q,\"n\":%d}\n\n", room, n)
			h.told[room] = n
		}
	}
	if err != nil && h.c.Context().Err() == nil {
		h.Logger.Error("messages cannot be told of", "game", h.match.ID(), "error", err)
		again := make(chan struct{})
		time.AfterFunc(tellAgain, func() { close(again) })
		return again
	}
	return next
}
