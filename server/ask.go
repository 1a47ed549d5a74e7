package server

import (
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"acies/desk"
	"acies/game"
	"acies/match"
	"acies/rulebook"
	"acies/system"
	"acies/words"
)

// desk returns what the viewer of a request is shown of a game.
func (s *server) desk(c *call, snap *match.Snapshot) (*desk.Desk, error) {
	viewer, err := c.viewer(snap)
	if err != nil {
		return nil, err
	}
	w, err := snap.Loaded.Words(c.lang)
	if err != nil {
		return nil, err
	}
	g := &desk.Game{
		ID: snap.ID, Version: snap.Version, Changes: snap.Changes, Seats: kinds(snap.Seats), Human: snap.Human() && !snap.Waiting() && snap.Ending == nil, Header: snap.Header,
		Entries: snap.Entries, State: snap.State, UndoWhy: undoKey(snap.CanUndo), Undoes: snap.Undoes, Last: stepsOf(snap.Last),
		Frozen: snap.Frozen, Nonces: snap.Nonces, Undone: snap.Undone, Ending: snap.Ending,
	}
	if o := snap.Offer; o != nil {
		g.Offer = &desk.Offer{Deal: string(o.Deal), Side: o.By, Faces: o.Faces}
	}
	g.Said = saidOf(snap.Said)
	g.People, g.Waiting = s.people(c, snap.Seats), snap.Waiting()
	if !c.who.local {
		g.Awaits = snap.Awaits
	}
	if g.Absent, err = s.mayActOnAbsence(c, snap); err != nil {
		return nil, err
	}
	s.rate(c, systemID(snap.Loaded), g.People, usersOf(snap.Seats)...)
	g.Ratings = s.ratedChange(c, snap)
	if g.Pair, err = s.pairOf(c, snap); err != nil {
		return nil, err
	}
	g.Clock, g.Terms = clockFor(&snap.Terms, snap.Clock, time.Now()), termsFor(&snap.Terms)
	if toAct := snap.State.ToAct(); !c.who.local && g.UndoWhy == "" && toAct >= 0 && game.Side(viewer) != toAct {
		g.UndoWhy = "error.turn"
	}
	for side, ask := range snap.Asks {
		if snap.Seats[side].Kind != match.Human {
			ask = ""
		}
		g.Asks = append(g.Asks, string(ask))
	}
	g.Standing, g.Answered = standingOf(snap.Standing), snap.Answered
	if snap.Loaded.Stored {
		g.Stored = snap.Loaded.Pack.Hash
	}
	return &desk.Desk{Game: g, Viewer: viewer, Words: w}, nil
}

// saidOf returns what players have said, as the desk tells it.
func saidOf(list []match.Said) (out []desk.Said) {
	for _, x := range list {
		out = append(out, desk.Said{After: x.After, By: x.By, Saying: string(x.Saying), Deal: string(x.Deal), Faces: x.Faces, Undone: x.Undone, Ending: x.Ending})
	}
	return out
}

// standingOf returns what players have set, as the desk shows it.
func standingOf(sides []map[string]match.Standing) []map[string]string {
	out := make([]map[string]string, len(sides))
	for side, answers := range sides {
		for question, answer := range answers {
			if out[side] == nil {
				out[side] = map[string]string{}
			}
			out[side][question] = string(answer)
		}
	}
	return out
}

func stepsOf(steps []*match.Step) []desk.Step {
	out := make([]desk.Step, len(steps))
	for i, s := range steps {
		out[i] = desk.Step{Step: &s.Step, Told: &s.Told}
	}
	return out
}

// undoKey returns the key of the reason why nothing can be undone, or an empty string.
func undoKey(err error) string {
	if err == nil {
		return ""
	}
	if _, _, key, ok := cause(err); ok {
		return key
	}
	return "error.internal"
}

// spectator is the viewer of a request who plays no side.
const spectator = "spectator"

// viewer returns the viewer of a request: the one named, or the human player who is to act. If no human player is to
// act, it is the first of them or, in a battle with secrets and more or fewer than one of them, a spectator.
func (c *call) viewer(snap *match.Snapshot) (desk.Viewer, error) {
	if !c.who.local {
		return c.who.viewerOf(snap, c.query.Get("side"))
	}
	switch q := c.query.Get("side"); q {
	case "":
	case spectator:
		return desk.Spectator, nil
	default:
		n, err := number("side", q, 0)
		if err != nil || n >= len(snap.Seats) {
			return 0, malformed("side", "expected 0, 1 or "+spectator)
		}
		return desk.Viewer(n), nil
	}
	if snap.Human() {
		return desk.Viewer(snap.State.ToAct()), nil
	}
	first, people := 0, 0
	for i := len(snap.Seats) - 1; i >= 0; i-- {
		if snap.Seats[i].Kind == match.Human {
			first, people = i, people+1
		}
	}
	if people != 1 && snap.Loaded.Battle.Secrets() {
		return desk.Spectator, nil
	}
	return desk.Viewer(first), nil
}

// ask calls f with the present state of the game.
func (s *server) ask(c *call, f func(*match.Snapshot, *desk.Desk) error) error {
	return s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		snap, err := s.snapshot(c, m)
		if err != nil {
			return err
		}
		d, err := s.desk(c, &snap)
		if err != nil {
			return err
		}
		if text := c.query.Get("known"); text != "" {
			known, err := number("known", text, 0)
			if err != nil {
				return err
			}
			if known > d.Version() { // the sender has learned of it from another node
				return s.askStore(c, m, f)
			}
		}
		return f(&snap, d)
	})
}

// askStore is ask after a look at the store.
func (s *server) askStore(c *call, m *match.Match, f func(*match.Snapshot, *desk.Desk) error) error {
	if err := m.Refresh(); err != nil {
		return err
	}
	snap, err := s.snapshot(c, m)
	if err != nil {
		return err
	}
	d, err := s.desk(c, &snap)
	if err != nil {
		return err
	}
	return f(&snap, d)
}

// table answers with the present table.
func (s *server) table(c *call) error {
	return s.ask(c, func(_ *match.Snapshot, d *desk.Desk) error { return c.answer(http.StatusOK, d.Table()) })
}

// moment answers with the table after the first n actions.
func (s *server) moment(c *call) error {
	n, err := number("n", c.PathValue("n"), 0)
	if err != nil {
		return err
	}
	return s.ask(c, func(_ *match.Snapshot, d *desk.Desk) error {
		t, err := d.Moment(n)
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, t)
	})
}

// log answers with the log, starting at the action numbered from.
func (s *server) log(c *call) error {
	from := 0
	if q := c.query.Get("from"); q != "" {
		var err error
		if from, err = number("from", q, 0); err != nil {
			return err
		}
	}
	return s.ask(c, func(_ *match.Snapshot, d *desk.Desk) error {
		entries, err := d.Log(from)
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, entries)
	})
}

// odds answers with the odds of the last of the given actions, as if the others had been carried out.
func (s *server) odds(c *call) error {
	return s.ask(c, func(_ *match.Snapshot, d *desk.Desk) error {
		actions, err := c.actions()
		if err != nil {
			return err
		}
		odds, err := d.Odds(actions)
		if err != nil {
			return describeRefusal(d.Words, err)
		}
		return c.answer(http.StatusOK, odds)
	})
}

// about answers with what the rules say about a piece now.
func (s *server) about(c *call) error {
	return s.ask(c, func(_ *match.Snapshot, d *desk.Desk) error {
		piece, err := c.find("piece", d.Words.FindPiece)
		if err != nil {
			return err
		}
		if piece < 0 {
			return malformed("piece", "expected a piece")
		}
		return c.answer(http.StatusOK, d.About(piece))
	})
}

// victory answers with how the battle is won, and how it stands.
func (s *server) victory(c *call) error {
	return s.ask(c, func(_ *match.Snapshot, d *desk.Desk) error {
		return c.answer(http.StatusOK, d.Victory())
	})
}

// measure answers with what there is to say about the line between two places.
func (s *server) measure(c *call) error {
	return s.ask(c, func(_ *match.Snapshot, d *desk.Desk) error {
		ends, err := c.ends(d)
		if err != nil {
			return err
		}
		told, err := d.Measure(ends[0], ends[1])
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, told)
	})
}

// ends returns the places from and to of a request.
func (c *call) ends(d *desk.Desk) (ends [2]int, err error) {
	for i, name := range []string{"from", "to"} {
		place, err := c.find(name, d.Words.FindPlace)
		if err != nil {
			return ends, err
		}
		if place < 0 {
			return ends, malformed(name, "expected a place")
		}
		ends[i] = place
	}
	return ends, nil
}

// overlay answers with the places that an overlay of the board marks, for the given piece or place if it is about one.
func (s *server) overlay(c *call) error {
	return s.ask(c, func(_ *match.Snapshot, d *desk.Desk) error {
		piece, err := c.find("piece", d.Words.FindPiece)
		if err != nil {
			return err
		}
		place, err := c.find("place", d.Words.FindPlace)
		if err != nil {
			return err
		}
		shades, err := d.Shade(c.PathValue("kind"), piece, place)
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, shades)
	})
}

// plan answers with how the given pieces, separated by commas, move together by as much as from one place to another.
func (s *server) plan(c *call) error {
	return s.ask(c, func(_ *match.Snapshot, d *desk.Desk) error {
		ends, err := c.ends(d)
		if err != nil {
			return err
		}
		pieces, err := c.pieces(d)
		if err != nil {
			return err
		}
		plan, err := d.Plan(pieces, ends[0], ends[1])
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, plan)
	})
}

// advance answers with how the given pieces go forward: each by some steps, or to a line.
func (s *server) advance(c *call) error {
	return s.ask(c, func(_ *match.Snapshot, d *desk.Desk) error {
		line, err := c.line(d)
		if err != nil {
			return err
		}
		pieces, err := c.pieces(d)
		if err != nil {
			return err
		}
		plan, err := d.Advance(pieces, line)
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, plan)
	})
}

// line returns the line of the query: its places, or its ends on a board without places, or else how many steps to go, and which way.
func (c *call) line(d *desk.Desk) (line game.Line, err error) {
	if c.query.Has("line") {
		for _, id := range strings.Split(c.query.Get("line"), ",") {
			place, ok := d.Words.FindPlace(id)
			if !ok {
				return line, malformed("line", "expected places, separated by commas")
			}
			line.Places = append(line.Places, place)
		}
	}
	if c.query.Has("ends") {
		list := strings.Split(c.query.Get("ends"), ",")
		into := []*int32{&line.Ends[0].X, &line.Ends[0].Y, &line.Ends[1].X, &line.Ends[1].Y}
		if len(list) != len(into) {
			return line, malformed("ends", "expected X,Y,X,Y")
		}
		for i, text := range list {
			n, err := strconv.ParseInt(text, 10, 32)
			if err != nil {
				return line, malformed("ends", "expected whole numbers")
			}
			*into[i] = int32(n)
		}
	}
	for _, x := range []struct {
		name string
		into *int
	}{{"steps", &line.Steps}, {"way", &line.Way}} {
		if !c.query.Has(x.name) {
			continue
		}
		if *x.into, err = strconv.Atoi(c.query.Get(x.name)); err != nil || *x.into < 1 {
			return line, malformed(x.name, "expected a number from 1")
		}
	}
	return line, nil
}

// pieces returns the pieces that the query names.
func (c *call) pieces(d *desk.Desk) ([]int, error) {
	var pieces []int
	for _, id := range strings.Split(c.query.Get("pieces"), ",") {
		piece, ok := d.Words.FindPiece(id)
		if !ok {
			return nil, malformed("pieces", "expected pieces, separated by commas")
		}
		pieces = append(pieces, piece)
	}
	return pieces, nil
}

// propose answers with the move that brings the first of the given pieces nearest to a pose.
func (s *server) propose(c *call) error {
	return s.ask(c, func(_ *match.Snapshot, d *desk.Desk) error {
		pieces, err := c.pieces(d)
		if err != nil {
			return err
		}
		near := game.Pull{By: c.query.Get("by")}
		for i, into := range []*int32{&near.X, &near.Y, &near.Heading, &near.Slack} {
			name := [...]string{"x", "y", "heading", "slack"}[i]
			if into == &near.Slack && !c.query.Has(name) {
				continue
			}
			n, err := strconv.ParseInt(c.query.Get(name), 10, 32)
			if err != nil {
				return malformed(name, "expected a whole number")
			}
			*into = int32(n)
		}
		proposal, err := d.Propose(pieces, near)
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, proposal)
	})
}

// why answers with the reason why an action is not legal, a place cannot be entered or chosen, or a piece cannot act.
func (s *server) why(c *call) error {
	return s.ask(c, func(_ *match.Snapshot, d *desk.Desk) error {
		piece, err := c.find("piece", d.Words.FindPiece)
		if err != nil {
			return err
		}
		place, err := c.find("place", d.Words.FindPlace)
		if err != nil {
			return err
		}
		var why *desk.Why
		switch {
		case place >= 0:
			why, err = d.WhyPlace(place, piece)
		case piece >= 0:
			why = d.WhyPiece(piece)
		default:
			var actions []string
			if actions, err = c.actions(); err == nil {
				why, err = d.WhyNot(actions)
			}
		}
		if err != nil {
			return err
		}
		return c.answer(http.StatusOK, why)
	})
}

// find returns the number of the thing that the query names, or -1 if it names none.
func (c *call) find(name string, find func(string) (int, bool)) (int, error) {
	id := c.query.Get(name)
	if id == "" {
		return -1, nil
	}
	n, ok := find(id)
	if !ok {
		return -1, malformed(name, "there is no such "+name)
	}
	return n, nil
}

// actions returns the actions in the query, separated by semicolons.
func (c *call) actions() ([]string, error) {
	q := c.query.Get("do")
	if strings.TrimSpace(q) == "" {
		return nil, malformed("do", "expected an action")
	}
	parts := strings.Split(q, ";")
	if len(parts) > maxActions {
		return nil, malformed("do", fmt.Sprintf("expected at most %d actions", maxActions))
	}
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts, nil
}

// hint answers with the best choices of the side to act, except in a game against people. Other requests do not wait while
// it thinks.
func (s *server) hint(c *call) error {
	var d *desk.Desk
	err := s.ask(c, func(now *match.Snapshot, its *desk.Desk) error {
		d = its
		if !c.who.alone(now.Seats) {
			return refuse(http.StatusForbidden, "no-hints")
		}
		side := game.Nobody
		switch c.query.Get("side") {
		case "":
		case spectator:
			return desk.ErrTurn
		default:
			side = game.Side(d.Viewer)
		}
		return now.MayChoose(side)
	})
	if err != nil {
		return err
	}
	if s.Advise != nil {
		hints, err := d.HintsBy(s.Advise, s.Thought)
		if err != nil {
			return err
		}
		if hints != nil {
			return c.answer(http.StatusOK, hints)
		}
	}
	select {
	case s.hints <- struct{}{}:
	case <-c.Context().Done():
		return c.Context().Err()
	}
	defer func() { <-s.hints }()
	hints, err := d.Hints(s.Thought)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, hints)
}

// lesson answers with a lesson, step by step.
func (s *server) lesson(c *call) error {
	id := c.PathValue("battle")
	b, err := s.Games.Library().Load(id, nil)
	if err != nil {
		return err
	}
	l := b.Pack.Lesson(c.PathValue("lesson"))
	if l == nil {
		return refuse(http.StatusNotFound, "no-lesson")
	}
	if b, err = s.Games.Library().Load(id, l.Options); err != nil {
		return err
	}
	w, err := b.Words(c.lang)
	if err != nil {
		return err
	}
	out, err := desk.NewLesson(b, l, w)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, out)
}

type clauseJSON struct {
	ID      string `json:"id"`
	Book    string `json:"book"`
	Title   string `json:"title,omitempty"` // of its text, in the language asked for; with the first clause alone
	Chapter string `json:"chapter"`
	Section string `json:"section,omitempty"`
	Source  string `json:"source,omitempty"` // where the clause comes from, if the text says so: "ours"
	Lang    string `json:"lang"`             // the language of the headings and the text: "en" where there is no translation
	Text    string `json:"text"`

	Of   []string `json:"of,omitempty"`   // the battles and books that it is about; empty: all
	Also []string `json:"also,omitempty"` // words that it does not have, but by which it is found
}

// rulebook answers with the clauses of the text that contains a book, or with all clauses.
func (s *server) rulebook(c *call) error {
	clauses := rulebook.Clauses()
	if book := c.query.Get("book"); book != "" {
		clauses = rulebook.Of(book)
	}
	if len(clauses) == 0 {
		return malformed("book", "there is no such book")
	}
	list := make([]clauseJSON, len(clauses))
	for i, x := range clauses {
		y := x.In(c.lang)
		list[i] = clauseJSON{
			ID: y.ID, Book: y.Book, Chapter: y.Chapter, Section: y.Section, Source: y.Source, Lang: y.Lang, Text: y.Text,
			Of: rulebook.Scope(x.ID), Also: rulebook.Also(y.Lang, y.Text),
		}
		if i == 0 || clauses[i-1].Book != x.Book {
			list[i].Title = rulebook.Title(x.Book, c.lang)
		}
	}
	return c.answer(http.StatusOK, list)
}

// text answers with the general texts of a language, or with those for the battles of a book.
func (s *server) text(c *call) error {
	book := c.query.Get("book")
	rules := system.ForBook(book)
	if book != "" && rules == nil {
		return malformed("book", "there is no such book")
	}
	return c.answer(http.StatusOK, words.Catalogue(c.lang, rules))
}
