package server

import (
	"context"
	"encoding/json"
	"errors"
	"iter"
	"maps"
	"math"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"

	"acies/account"
	"acies/clock"
	"acies/desk"
	"acies/match"
	"acies/rating"
	"acies/record"
	"acies/rulebook"
	"acies/system"
	"acies/table"
)

// league knows how strong players are. Ratings follow from the rated games that have ended and from nothing else, so they are
// not kept: they are computed again when there is another such game.
type league struct {
	mu    sync.Mutex // held while they are computed, so that this happens once
	ranks *ranks
}

// ranks are the ratings after some games. They never change.
type ranks struct {
	mark    string           // of the games, see [match.Log.RatedMark]
	until   time.Time        // when another game is to count; zero: none that has ended waits for that
	books   map[string]*book // by rulebook
	changes map[string][]desk.RatingChange
}

// book holds the ratings of one rulebook.
type book struct {
	*rating.Table
	games map[string]int // by user
}

// ranks returns the present ratings.
func (s *server) ranks(ctx context.Context) (*ranks, error) {
	mark, err := s.Games.RatedMark(ctx)
	if err != nil {
		return nil, err
	}
	s.league.mu.Lock()
	defer s.league.mu.Unlock()
	now := time.Now()
	if r := s.league.ranks; r != nil && r.mark == mark && (r.until.IsZero() || now.Before(r.until)) {
		return r, nil
	}
	games, err := s.Games.Rated(ctx)
	if err != nil {
		return nil, err
	}
	games, until := told(games, now)
	r := rank(games, s.bookOf)
	r.mark, r.until = mark, until
	s.league.ranks = r
	return r, nil
}

// told returns the games of which everybody may know that they have ended, and when there is another of them. A game that is
// watched with a delay is none before that has passed: ratings would tell its end to those who watch.
func told(games []match.Game, now time.Time) (list []match.Game, until time.Time) {
	for i := range games {
		terms, err := match.ReadTerms(games[i].Terms)
		if err == nil && terms.Watch != match.WatchNobody {
			if at := games[i].Updated.Add(time.Duration(terms.Delay) * time.Second); now.Before(at) {
				if until.IsZero() || at.Before(until) {
					until = at
				}
				continue
			}
		}
		list = append(list, games[i])
	}
	return list, until
}

// rank computes ratings from games in the order in which they have ended. BookOf returns the rulebook of a battle; a game that
// cannot be rated changes nothing.
func rank(games []match.Game, bookOf func(battle string) string) *ranks {
	r := &ranks{books: map[string]*book{}, changes: map[string][]desk.RatingChange{}}
	for _, x := range rulebooks() {
		r.books[x.ID()] = &book{rating.NewTable(programs(x.(system.Tunable))), map[string]int{}}
	}
	counted := map[[2]string][]int64{} // by pair: when games have ended that count
	for i := range games {
		g := &games[i]
		x, battle, most, ok := ratedGame(g)
		if !ok {
			continue
		}
		b := r.books[bookOf(battle)]
		if b == nil {
			continue
		}
		pair := x.Players
		slices.Sort(pair[:])
		week := slices.DeleteFunc(counted[pair], func(at int64) bool { return at <= x.Ended-ratedWeek })
		if most > 0 && len(week) >= most {
			counted[pair] = week
			continue
		}
		before := [2]rating.Rating{b.Rating(x.Players[0], 0), b.Rating(x.Players[1], 0)}
		after, err := b.Add(x)
		if err != nil {
			continue // somebody plays against himself
		}
		counted[pair] = append(week, x.Ended)
		for side, user := range x.Players {
			b.games[user]++
			r.changes[g.ID] = append(r.changes[g.ID], desk.RatingChange{Before: round(before[side].Value), After: round(after[side].Value)})
		}
	}
	return r
}

// ratedWeek is the time, in seconds, in which only some games of two players count.
const ratedWeek = 7 * 24 * 60 * 60

func round(x float64) int { return int(math.Round(x)) }

// ratedGame returns a game as ratings count it, its battle, and of how many games of its players in a week it may be one (0: of any
// number). It does not count as long as it goes on, if the two have not begun it, or if a program plays in it.
func ratedGame(g *match.Game) (x rating.Game, battle string, most int, ok bool) {
	var h record.Header
	sum, err := match.ReadSummary(g.Summary)
	terms, terr := match.ReadTerms(g.Terms)
	if errors.Join(err, terr, json.Unmarshal([]byte(g.Header), &h)) != nil {
		return x, "", 0, false
	}
	o := sum.Outcome
	if !o.Over || sum.Unplayed || record.CalledOff(o.Degree) || len(g.Seats) != 2 || terms.Attacker == 0 {
		return x, "", 0, false
	}
	for side, seat := range g.Seats {
		if seat.Kind != match.Human || seat.User == "" {
			return x, "", 0, false
		}
		x.Players[side] = seat.User
	}
	x.Score, x.Advantage, x.Ended = rating.Draw, rating.Advantage(terms.Attacker), g.Updated.Unix()
	switch o.Winner {
	case 0:
		x.Score = rating.Win
	case 1:
		x.Score = rating.Loss
	}
	return x, h.Battle, terms.Most, true
}

// rulebooks returns the rulebooks with which games can be rated: those of which something was measured.
func rulebooks() (list []system.System) {
	for _, x := range system.All() {
		if t, ok := x.(system.Tunable); ok && len(t.Tunings()) > 0 {
			list = append(list, x)
		}
	}
	return list
}

// programs returns the ratings of the opponents that the program itself plays.
func programs(x system.Tunable) rating.Programs {
	scores := map[string][]float64{}
	tunings := x.Tunings()
	for _, id := range slices.Sorted(maps.Keys(tunings)) { // sums of floats depend on their order
		for level, score := range tunings[id].Measured.Levels {
			scores[level] = append(scores[level], score)
		}
	}
	out := rating.Programs{"centurion": rating.Program()}
	for level, list := range scores {
		out[level] = rating.Program(list...)
	}
	return out
}

// bookOf returns the rulebook of a battle, or nothing.
func (s *server) bookOf(battle string) string {
	if !slices.Contains(table.BuiltIn(), battle) {
		return ""
	}
	b, err := s.Games.Library().Load(battle, nil)
	if err != nil {
		return ""
	}
	return systemID(b)
}

// systemID returns the rulebook of a battle, or nothing.
func systemID(b *table.LoadedBattle) string {
	if x := system.Of(b.Battle); x != nil {
		return x.ID()
	}
	return ""
}

// attacker returns the score of side 0 between equals in a built-in battle, and whether it was measured. Only then can a game of it be rated.
func (s *server) attacker(battle string, options []string) (float64, bool) {
	if !slices.Contains(table.BuiltIn(), battle) {
		return 0, false
	}
	b, err := s.Games.Library().Load(battle, nil)
	if err != nil {
		return 0, false
	}
	x, ok := system.Of(b.Battle).(system.Tunable)
	if !ok {
		return 0, false
	}
	m := x.Tuning(b.Battle).Measured
	return m.AttackerScore(options)
}

// rate adds to people with seats how strong they are. Whoever cannot be told is left as he is: a table is shown without ratings rather
// than not at all.
func (s *server) rate(c *call, book string, people []desk.Person, users ...string) {
	if c.who.local || len(people) == 0 {
		return
	}
	if c.ranks == nil {
		r, err := s.ranks(c.Context())
		if err != nil {
			s.Logger.Error("ratings cannot be computed", "error", err)
			return
		}
		c.ranks = r
	}
	b := c.ranks.books[book]
	if b == nil {
		return
	}
	now := time.Now().Unix()
	for i, user := range users {
		if b.games[user] > 0 && people[i].Name != "" {
			r := b.Rating(user, now)
			people[i].Rating, people[i].Unsure = round(r.Value), r.Provisional()
		}
	}
}

// usersOf returns who has seats.
func usersOf(seats []match.Seat) (list []string) {
	for _, x := range seats {
		list = append(list, x.User)
	}
	return list
}

// ratedChange returns what a game that has ended did to the ratings of its players, by side.
func (s *server) ratedChange(c *call, snap *match.Snapshot) []desk.RatingChange {
	if !snap.Terms.Rated || !snap.Outcome().Over || c.ranks == nil {
		return nil
	}
	return c.ranks.changes[snap.ID]
}

// checkRated returns why a game cannot be rated that somebody sets up, and notes what its sides are worth.
func (s *server) checkRated(c *call, n *newGame) error {
	t := &n.Terms
	if !t.Rated {
		return nil
	}
	if c.who.Guest() {
		return refuse(http.StatusForbidden, "rated-guest")
	}
	if n.Dice == record.ByHand {
		return refuse(http.StatusUnprocessableEntity, "rated-hand") // nobody could check them
	}
	b, err := s.Games.Library().Load(n.Battle, nil)
	if err != nil {
		return err
	}
	if t.Handicap != match.NoHandicap || slices.ContainsFunc(n.Options, func(o string) bool { return b.Pack.Groups[o] == handicaps }) {
		return refuse(http.StatusUnprocessableEntity, "rated-handicap")
	}
	if err := s.setAttacker(t, n.Battle, n.Options); err != nil {
		return err
	}
	return mayRate(t)
}

// mayRate returns why games of some terms are not rated: without a clock that can be claimed, whoever is about to lose need not move.
func mayRate(t *match.Terms) error {
	if t.Rated && !t.Claimable() {
		return refuse(http.StatusUnprocessableEntity, "rated-clock")
	}
	return nil
}

// handicaps is the group of the options of a battle that make it harder for one side.
const handicaps = "handicap"

// setAttacker notes in the terms of a rated game what its sides are worth, or returns why it cannot be rated.
func (s *server) setAttacker(t *match.Terms, battle string, options []string) error {
	if t.Clock != nil && t.Clock.Timeout == clock.Program {
		return refuse(http.StatusUnprocessableEntity, "rated-program")
	}
	score, ok := s.attacker(battle, options)
	if !ok {
		return refuse(http.StatusUnprocessableEntity, "unrated-battle")
	}
	t.Attacker, t.Most = score, match.RatedMost
	return nil
}

// mayJoin returns why somebody may not take a seat in a game.
func mayJoin(c *call, t *match.Terms) error {
	if t.Rated && c.who.Guest() {
		return refuse(http.StatusForbidden, "rated-guest")
	}
	return nil
}

// leaders is how many players a leaderboard shows.
const leaders = 100

// leaderboard is the standings of one rulebook.
type leaderboard struct {
	ID      string   `json:"id"`
	Name    string   `json:"name"` // of the rulebook
	Players []leader `json:"players"`
}

// leader is a line of the standings.
type leader struct {
	Place       int    `json:"place,omitempty"` // among people; 0: a program
	Name        string `json:"name"`
	Program     bool   `json:"program,omitempty"`
	You         bool   `json:"you,omitempty"`
	Value       int    `json:"value"`
	Deviation   int    `json:"deviation"`
	Provisional bool   `json:"provisional,omitempty"`
	Games       int    `json:"games"`
}

// ratings answers with the standings of all rulebooks.
func (s *server) ratings(c *call) error {
	r, err := s.ranks(c.Context())
	if err != nil {
		return err
	}
	list := []leaderboard{}
	for _, x := range rulebooks() {
		b := leaderboard{ID: x.ID(), Name: bookName(x, c.lang), Players: []leader{}}
		for l := range s.standings(c, r.books[x.ID()]) {
			if l.Place > leaders {
				break
			}
			b.Players = append(b.Players, l)
		}
		list = append(list, b)
	}
	return c.answer(http.StatusOK, list)
}

// standings returns the players of a rulebook who have a name, and the programs, the best first.
func (s *server) standings(c *call, b *book) iter.Seq[leader] {
	return func(yield func(leader) bool) {
		place := 0
		for _, x := range b.Standings(time.Now().Unix()) {
			l := leader{
				Name: x.Player, Program: x.Program, You: !x.Program && x.Player == c.who.ID, Games: x.Games,
				Value: round(x.Rating.Value), Deviation: round(x.Rating.Deviation), Provisional: x.Provisional,
			}
			if !x.Program {
				if l.Name = s.People.Name(c.Context(), x.Player); l.Name == "" {
					continue // the account is gone
				}
				place++
				l.Place = place
			}
			if !yield(l) {
				return
			}
		}
	}
}

// bookName returns what a rulebook is called: what the titles of its books begin with.
func bookName(x system.System, lang string) string {
	name, _, _ := strings.Cut(rulebook.Title(x.Books()[0], lang), ":")
	return strings.TrimSpace(name)
}

// playerPage is somebody as everybody may see him.
type playerPage struct {
	Name    string         `json:"name"`
	Since   time.Time      `json:"since"`
	Online  bool           `json:"online,omitempty"`
	You     bool           `json:"you,omitempty"`
	Ratings []playerRating `json:"ratings"`
	Games   []gameCard     `json:"games"` // the latest that have ended, as far as the asker may see them
}

// playerRating is the rating of a player with one rulebook.
type playerRating struct {
	ID   string `json:"id"`
	Book string `json:"book"` // its name
	leader
}

// shownGames is how many games the page of a player shows, and lookedAt among how many they are looked for.
const (
	shownGames = 30
	lookedAt   = 300
)

// player answers with what everybody may know of somebody.
func (s *server) player(c *call) error {
	u, err := s.met(c, c.PathValue("name"))
	if errors.Is(err, account.ErrUnknown) {
		return refuse(http.StatusNotFound, "no-player")
	}
	if err != nil {
		return err
	}
	r, err := s.ranks(c.Context())
	if err != nil {
		return err
	}
	x := playerPage{Name: u.Name, Since: u.Created.UTC(), Online: s.presence.Here(u.ID), You: u.ID == c.who.ID, Ratings: []playerRating{}, Games: []gameCard{}}
	for _, sys := range rulebooks() {
		b := r.books[sys.ID()]
		if b.games[u.ID] == 0 {
			continue
		}
		for l := range s.standings(c, b) {
			if !l.Program && l.Name == u.Name {
				x.Ratings = append(x.Ratings, playerRating{sys.ID(), bookName(sys, c.lang), l})
				break
			}
		}
	}
	games, err := s.Games.ListOf(c.Context(), u.ID, lookedAt)
	if err != nil {
		return err
	}
	for i := range games {
		if len(x.Games) == shownGames {
			break
		}
		if !showsGame(c, &games[i], u.ID) {
			continue
		}
		card, err := s.gameCard(c, games[i])
		if err != nil {
			s.Logger.Error("a game cannot be listed", "game", games[i].ID, "error", err)
			continue
		}
		x.Games = append(x.Games, card)
	}
	return c.answer(http.StatusOK, x)
}

// showsGame reports whether the page of a player shows a game to the sender of a request: it has ended, the player had a seat in
// it, and the sender may see it.
func showsGame(c *call, g *match.Game, user string) bool {
	sum, err := match.ReadSummary(g.Summary)
	terms, terr := match.ReadTerms(g.Terms)
	if err != nil || terr != nil || !sum.Outcome.Over || !g.Deleted.IsZero() || !slices.Contains(usersOf(g.Seats), user) {
		return false
	}
	if c.who.has(g.Seats) || c.who.ID != "" && c.who.ID == g.Host {
		return true
	}
	return terms.Watch == match.WatchAll && !time.Now().Before(g.Updated.Add(time.Duration(terms.Delay)*time.Second))
}
