package server

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"acies/desk"
	"acies/dice"
	"acies/game"
	"acies/match"
	"acies/pack"
	"acies/record"
	"acies/table"
)

// listed is how many games the list shows.
const listed = 100

type gameCard struct {
	ID      string        `json:"id"`
	Battle  string        `json:"battle"`
	Name    string        `json:"name"`            // of the battle
	Title   string        `json:"title,omitempty"` // what people call the game
	Options []string      `json:"options"`
	Sides   []desk.Named  `json:"sides"`            // as they are with the options
	Colors  []string      `json:"colors,omitempty"` // of their armies, if the options may have changed them
	Turn    int           `json:"turn"`
	Turns   int           `json:"turns"`
	Phase   string        `json:"phase"`
	ToAct   game.Side     `json:"toAct"`
	Over    bool          `json:"over"`
	Outcome *desk.Outcome `json:"outcome,omitempty"`
	Version int           `json:"version"`
	Created time.Time     `json:"created"`
	Updated time.Time     `json:"updated"`
	Deleted *time.Time    `json:"deleted,omitempty"`
	Seats   []string      `json:"seats"`
	People  []desk.Person `json:"people,omitempty"`  // who has the seats, on a server with accounts
	Waits   []wait        `json:"waits,omitempty"`   // for whom it waits, if somebody plays elsewhere
	Unready bool          `json:"unready,omitempty"` // it begins when those for whom it waits have opened it
	Host    *desk.Person  `json:"host,omitempty"`    // who has set it up
	Clock   *desk.Clock   `json:"clock,omitempty"`
	Terms   *desk.Agreed  `json:"terms,omitempty"` // what was agreed
	Guest   bool          `json:"guest,omitempty"` // somebody else has set it up, and the sender may neither rename nor delete it
}

// wait is that a game waits for the player of a side.
type wait struct {
	Side  game.Side `json:"side"`
	Since time.Time `json:"since"`
}

// waitsOf returns for whom a game waits.
func waitsOf(seats []match.Seat) (list []wait) {
	for side, x := range seats {
		if !x.Waits.IsZero() {
			list = append(list, wait{game.Side(side), x.Waits.UTC()})
		}
	}
	return list
}

func (s *server) games(c *call) error {
	var games []match.Game
	var err error
	switch {
	case c.who.local:
		games, err = s.Games.List(c.Context(), listed)
	case c.who.ID != "":
		games, err = s.Games.ListOf(c.Context(), c.who.ID, listed)
	}
	if err != nil {
		return err
	}
	list := []gameCard{}
	for _, g := range games {
		x, err := s.gameCard(c, g)
		if err != nil {
			// A game that cannot be read does not hide the others.
			s.Logger.Error("a game cannot be listed", "game", g.ID, "error", err)
			continue
		}
		list = append(list, x)
	}
	return c.answer(http.StatusOK, list)
}

func (s *server) gameCard(c *call, g match.Game) (gameCard, error) {
	var h record.Header
	if err := json.Unmarshal([]byte(g.Header), &h); err != nil {
		return gameCard{}, err
	}
	sum, err := match.ReadSummary(g.Summary)
	if err != nil {
		return gameCard{}, err
	}
	h.Position = "" // a list shows the battle, not the position it began with
	b, err := s.Games.Load(c.Context(), h)
	if err != nil { // a game whose pack is lost is listed with the present one
		b, err = s.Games.Library().Load(h.Battle, desk.ChosenOptions(h))
	}
	if err != nil {
		return gameCard{}, err
	}
	w, err := b.Words(c.lang)
	if err != nil {
		return gameCard{}, err
	}
	version := g.Version
	if b.Battle.Secrets() || sum.Changes > 0 {
		version = sum.Changes
	}
	x := gameCard{
		ID: g.ID, Battle: h.Battle, Name: w.Text("battle.name"), Options: desk.ChosenOptions(h), Turn: sum.Turn, Turns: b.Pack.Turns,
		Phase: w.Text(sum.Phase), ToAct: sum.ToAct, Title: g.Title, Over: sum.Outcome.Over, Outcome: desk.DescribeOutcome(w, sum.Outcome), Version: version,
		Created: g.Created.UTC(), Updated: g.Updated.UTC(), Seats: kinds(g.Seats), Sides: desk.Armies(b, w),
	}
	if !g.Deleted.IsZero() {
		deleted := g.Deleted.UTC()
		x.Deleted = &deleted
	}
	if !c.who.local {
		x.Waits = waitsOf(g.Seats)
		x.Unready = sum.Unready && len(x.Waits) > 0
	}
	x.People, x.Guest = s.people(c, g.Seats), !c.who.local && g.Host != c.who.ID
	s.rate(c, systemID(b), x.People, usersOf(g.Seats)...)
	terms, err := match.ReadTerms(g.Terms)
	if err != nil {
		return gameCard{}, err
	}
	now := time.Now()
	x.Clock, x.Terms = clockFor(&terms, sum.Clock, now), termsFor(&terms)
	if lags(c, g.Host, g.Seats, &terms) && now.Sub(g.Updated) < time.Duration(terms.Delay)*time.Second {
		// Who watches with a delay is not told how it stands now.
		x.Turn, x.Phase, x.ToAct, x.Over, x.Outcome, x.Clock, x.Version, x.Updated, x.Waits, x.Unready = 0, "", game.Nobody, false, nil, nil, 0, x.Created, nil, false
	}
	if !c.who.local && g.Host != "" {
		host := []desk.Person{s.person(c, g.Host)}
		s.rate(c, systemID(b), host, g.Host)
		x.Host = &host[0]
	}
	if len(x.Options) > 0 {
		x.Colors = desk.Colors(b, w)
	}
	return x, nil
}

// maxTitle is how long the title of a game may be, in characters.
const maxTitle = 80

// rename gives a game a title, or takes it away.
func (s *server) rename(c *call) error {
	var body struct {
		Title string `json:"title"`
	}
	if err := c.read(smallBody, &body); err != nil {
		return err
	}
	title := strings.Join(strings.Fields(body.Title), " ")
	if utf8.RuneCountInString(title) > maxTitle || strings.ContainsFunc(title, unicode.IsControl) {
		return malformed("title", fmt.Sprintf("expected at most %d characters", maxTitle))
	}
	if err := s.Games.Rename(c.Context(), c.PathValue("id"), title); err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct {
		Title string `json:"title"`
	}{title})
}

// delete marks a game as deleted; restore brings it back. A game that others are playing stays.
func (s *server) delete(c *call) error {
	err := s.Games.With(c.PathValue("id"), func(m *match.Match) error {
		snap, err := m.Snapshot()
		if err == nil && !c.who.alone(snap.Seats) && !snap.Waiting() && !snap.Outcome().Over && (snap.Frozen == nil || snap.Frozen.Newer()) {
			err = refuse(http.StatusConflict, "playing")
		}
		if err == nil && !snap.Outcome().Over {
			err = s.notInTourney(c, &snap.Terms)
		}
		if err == nil && snap.Terms.Rated && snap.Outcome().Over && !record.CalledOff(snap.Outcome().Degree) {
			err = refuse(http.StatusConflict, "rated-stays")
		}
		return err
	})
	if unreadable := (*match.Unreadable)(nil); err != nil && !errors.As(err, &unreadable) { // one that cannot be read can still be deleted
		return err
	}
	return s.mark(c, s.Games.Delete)
}

func (s *server) restore(c *call) error { return s.mark(c, s.Games.Restore) }

func (s *server) mark(c *call, how func(context.Context, string) error) error {
	if err := how(c.Context(), c.PathValue("id")); err != nil {
		return err
	}
	return c.answer(http.StatusOK, struct{}{})
}

// seats answers with the kinds of players available.
func (s *server) seats(c *call) error { return c.answer(http.StatusOK, s.Games.Seats()) }

// people returns how many seats people have.
func people(seats []match.Seat) (n int) {
	for _, s := range seats {
		if s.Kind == match.Human {
			n++
		}
	}
	return n
}

// kinds returns the kinds of seats.
func kinds(seats []match.Seat) []string {
	var out []string
	for _, s := range seats {
		out = append(out, s.Kind)
	}
	return out
}

// seatsOf returns seats of the given kinds. On a server with accounts the sender has one of those that people play, and the
// others are open, or has all of them.
func (w *who) seatsOf(kinds []string, mine *int) []match.Seat {
	var out []match.Seat
	for i, kind := range kinds {
		s := match.Seat{Kind: kind}
		if kind == match.Human && (mine == nil || *mine == i) {
			s.User = w.ID
		}
		out = append(out, s)
	}
	return out
}

type newGame struct {
	Battle   string      `json:"battle"`
	Options  []string    `json:"options"`
	Seats    []string    `json:"seats"`
	Mine     *int        `json:"mine"` // the side of whoever sets up the game; without it he has all that people play
	Dice     string      `json:"dice"`
	Seed     string      `json:"seed"`
	Position string      `json:"position"`
	Terms    match.Terms `json:"terms"` // what is agreed in a game between people
}

// maxSeed is how long a seed may be, in bytes.
const maxSeed = 200

func (s *server) create(c *call) error {
	if s.Games.ReadOnly() {
		return match.ErrReadOnly
	}
	var n newGame
	if err := c.read(newBody, &n); err != nil {
		return err
	}
	if err := s.checkNew(&n); err != nil {
		return err
	}
	seats := c.who.seatsOf(n.Seats, n.Mine)
	if n.Terms.Random {
		for i := range seats {
			seats[i].User = "" // until somebody comes
		}
	}
	if err := n.checkTerms(c.who.local, people(seats)); err != nil {
		return err
	}
	if err := s.checkRated(c, &n); err != nil {
		return err
	}
	if n.Terms.Open && !c.who.local {
		if err := s.mayChallenge(c); err != nil {
			return err
		}
	}
	settings := table.Settings{Options: n.Options, Seed: n.Seed, Position: n.Position}
	if !c.who.local && !c.who.alone(seats) && n.Dice != record.ByHand {
		settings.Seed = dice.NewSharedSeed()
		for side, x := range seats {
			if x.Kind == match.Human {
				settings.Shares = append(settings.Shares, game.Side(side))
			}
		}
	}
	id, err := s.Games.Create(c.Context(), match.NewGame{Battle: n.Battle, Host: c.who.ID, Seats: seats, Settings: settings, Terms: n.Terms})
	if err != nil {
		if r := classify(err); r.Code != "internal" {
			return err
		}
		return malformed("position", err.Error()) // everything else has been checked
	}
	return c.created(id)
}

func (c *call) created(id string) error {
	c.ResponseWriter.Header().Set("Location", "/api/games/"+id)
	return c.answer(http.StatusCreated, struct {
		ID string `json:"id"`
	}{id})
}

// checkNew returns an error for the field of a new game that is wrong, and fills in missing fields.
func (s *server) checkNew(n *newGame) error {
	if n.Position != "" {
		battle, options, err := pack.PositionOf("position", []byte(n.Position))
		if err != nil {
			return malformed("position", err.Error())
		}
		if len(n.Options) > 0 {
			return malformed("options", "a position has its own options")
		}
		n.Options = options
		if n.Battle == "" {
			n.Battle = battle
		}
	}
	if n.Battle == "" {
		return malformed("battle", "it is missing")
	}
	b, err := s.Games.Library().Load(n.Battle, nil)
	if err != nil {
		return err
	}
	for i, o := range n.Options {
		if !slices.Contains(b.Pack.Options, o) || slices.Contains(n.Options[:i], o) {
			return malformed("options", "the battle has "+strings.Join(b.Pack.Options, ", ")+", each at most once")
		}
	}
	if n.Seats == nil {
		n.Seats = slices.Repeat([]string{match.Human}, b.Battle.Sides())
	}
	if err := s.checkSeats(n.Seats, b.Battle.Sides()); err != nil {
		return err
	}
	if n.Mine != nil && (n.Seed != "" || n.Dice == record.BySeed) {
		return malformed("seed", "nobody chooses the dice of a game between people")
	}
	if n.Mine != nil && (*n.Mine < 0 || *n.Mine >= len(n.Seats) || n.Seats[*n.Mine] != match.Human) {
		return malformed("mine", "expected a side that people play")
	}
	return n.checkDice()
}

// checkSeats returns an error unless there are so many seats, of kinds that there are.
func (s *server) checkSeats(seats []string, sides int) error {
	if len(seats) != sides {
		return malformed("seats", fmt.Sprintf("expected %d of them", sides))
	}
	known := s.Games.Seats()
	for _, seat := range seats {
		if !slices.Contains(known, seat) {
			return malformed("seats", "expected each to be one of "+strings.Join(known, ", "))
		}
	}
	return nil
}

// branch starts a game that continues another from one of its moments.
func (s *server) branch(c *call) error {
	if s.Games.ReadOnly() {
		return match.ErrReadOnly
	}
	var ask struct {
		N     int      `json:"n"`
		Seats []string `json:"seats"`
	}
	if err := c.read(smallBody, &ask); err != nil {
		return err
	}
	if ask.N < 0 {
		return malformed("n", "expected a number of at least 0")
	}
	return s.ask(c, func(snap *match.Snapshot, d *desk.Desk) error {
		if !c.who.alone(snap.Seats) && !snap.Outcome().Over {
			return refuse(http.StatusConflict, "playing")
		}
		if ask.Seats == nil {
			ask.Seats = kinds(snap.Seats)
		}
		if err := s.checkSeats(ask.Seats, len(snap.Seats)); err != nil {
			return err
		}
		entries, err := d.Branch(ask.N)
		if err != nil {
			return err
		}
		id, err := s.Games.Branch(c.Context(), snap, entries, c.who.ID, c.who.seatsOf(ask.Seats, nil))
		if err != nil {
			return err
		}
		return c.created(id)
	})
}

func (n *newGame) checkDice() error {
	switch {
	case n.Dice != "" && n.Dice != record.BySeed && n.Dice != record.ByHand:
		return malformed("dice", `expected "seed" or "hand"`)
	case n.Dice == record.ByHand && n.Seed != "":
		return malformed("seed", "dice rolled by hand have no seed")
	case len(n.Seed) > maxSeed:
		return malformed("seed", fmt.Sprintf("expected at most %d bytes", maxSeed))
	case n.Dice != record.ByHand && n.Seed == "":
		n.Seed = dice.NewSeed()
	}
	return nil
}

// open starts a game from its record.
func (s *server) open(c *call) error {
	if s.Games.ReadOnly() {
		return match.ErrReadOnly
	}
	data, err := s.readRecord(c)
	if err != nil {
		return err
	}
	if err := s.notRunning(c, data); err != nil {
		return err
	}
	// From here on nothing waits for the sender, who could otherwise keep others from importing by sending slowly.
	select {
	case s.records <- struct{}{}:
		defer func() { <-s.records }()
	default:
		return s.tooMany(c, "busy", waitForImport)
	}
	id, err := s.Games.Import(c.Context(), bytes.NewReader(data), c.who.ID)
	var fault *record.Error
	switch {
	case errors.As(err, &fault):
		r := &refusal{status: http.StatusBadRequest, Code: "record", Field: "body", Line: fault.Line, detail: fault.Error()}
		if m := (*record.Mismatch)(nil); errors.As(err, &m) {
			r.Found, r.Expected = m.Found, m.Expected
		}
		return r
	case err != nil:
		return err
	}
	return c.created(id)
}

// notRunning returns a refusal if a record is that of a game between people here that is not over: the sender would get advice on it
// where he plays alone.
func (s *server) notRunning(c *call, data []byte) error {
	line, _, _ := bytes.Cut(data, []byte("\n"))
	var h record.Header
	if json.Unmarshal(line, &h) != nil || h.Game == "" {
		return nil // whatever is wrong with it is found when it is opened
	}
	g, err := s.Games.Game(c.Context(), h.Game)
	switch {
	case errors.Is(err, match.ErrNotFound):
		return nil
	case err == nil && !g.Over && !c.who.alone(g.Seats):
		err = refuse(http.StatusConflict, "record-playing")
	}
	return err
}

// readRecord reads the body of a request with a record. Bodies are large, so from one address only some arrive at once.
func (s *server) readRecord(c *call) ([]byte, error) {
	if !c.who.local {
		key := "records " + s.place(c)
		if !s.gate.enter(key, bodiesAtOnce) {
			return nil, s.tooMany(c, "too-many-imports", waitForImport)
		}
		defer s.gate.leave(key)
	}
	return c.readAll(recordBody)
}

// record answers with the record of a game, during the game only as far as the viewer may know it, with its pack unless
// the request declines it. The seed stays secret until the end.
func (s *server) record(c *call) error {
	return s.ask(c, func(snap *match.Snapshot, d *desk.Desk) error {
		var key ed25519.PrivateKey
		if s.People != nil {
			var err error
			if key, err = s.People.SigningKey(c.Context()); err != nil {
				return err
			}
		}
		var archive []byte
		if c.query.Get("pack") != "no" {
			var err error
			if archive, err = snap.Loaded.Pack.Files.Archive(); err != nil {
				return err
			}
		}
		h := c.ResponseWriter.Header()
		h.Set("Content-Type", "text/plain; charset=utf-8")
		h.Set("Content-Disposition", fmt.Sprintf("attachment; filename=%q", snap.Header.Battle+"-"+snap.ID+".jsonl"))
		h.Set("Cache-Control", "no-store")
		d.WriteRecord(c.ResponseWriter, archive, key) // an error means that the client has disconnected
		return nil
	})
}
