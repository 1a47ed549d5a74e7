package server

import (
	"net/http"
	"slices"
	"strings"

	"acies/desk"
	"acies/game"
	"acies/picture"
	"acies/system"
	"acies/table"
	"acies/words"
)

func (s *server) battles(c *call) error {
	packs, err := s.Games.Library().Packs()
	if err != nil {
		return err
	}
	list := []desk.Card{}
	for _, p := range packs {
		b, err := s.Games.Library().Load(p.ID, nil)
		if err != nil {
			return err
		}
		w, err := b.Words(c.lang)
		if err != nil {
			return err
		}
		list = append(list, desk.NewCard(b, w))
	}
	return c.answer(http.StatusOK, list)
}

func (s *server) battle(c *call) error {
	b, w, err := s.board(c)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, desk.NewBattle(b, w))
}

// board returns the battle that a request names, with its options and its words. It is made from the present pack, or
// from the one that a game was started with.
func (s *server) board(c *call) (*table.LoadedBattle, *words.Words, error) {
	var chosen []string
	if q := c.query.Get("options"); q != "" {
		chosen = strings.Split(q, ",")
	}
	id, pack := c.PathValue("battle"), c.query.Get("pack")
	b, err := s.Games.LoadOf(c.Context(), id, pack, nil)
	if err != nil {
		return nil, nil, err
	}
	for i, o := range chosen {
		if !slices.Contains(b.Pack.Options, o) || slices.Contains(chosen[:i], o) {
			return nil, nil, malformed("options", "the battle has "+strings.Join(b.Pack.Options, ", ")+", each at most once")
		}
	}
	if b, err = s.Games.LoadOf(c.Context(), id, pack, chosen); err != nil {
		return nil, nil, malformed("options", err.Error()) // the battle can be read, but not with all of these
	}
	w, err := b.Words(c.lang)
	return b, w, err
}

// ground serves the drawing of a battle's map, which lies under the counters.
func (s *server) ground(c *call) error { return s.drawing(c, system.Whole) }

// picture serves a small picture of the board of a battle with the armies as they stand at the start.
func (s *server) picture(c *call) error { return s.drawing(c, system.Card) }

// drawing serves a drawing of a battle, with a hash of its content so that a browser loads it only once.
func (s *server) drawing(c *call, kind system.Ground) error {
	b, w, err := s.board(c)
	if err != nil {
		return err
	}
	night := c.query.Get("theme") == "dark"
	key := drawingKey{b, c.lang, kind, night}
	x, ok := s.drawings.Load(key)
	if !ok {
		sheet := b.Pack.Sheet(b.Battle, w)
		ground := picture.Under(b.Pack, b.Battle, w, sheet, kind)
		if kind == system.Card {
			ground += picture.Armies(sheet, b.Battle.Start().View(game.Nobody))
		}
		x = newDrawing(picture.Standalone(sheet, ground, kind == system.Whole, night))
		s.drawings.Store(key, x)
	}
	x.(*file).serve(c, "drawing.svg")
	return nil
}

// drawingKey identifies a drawing of a battle in a language, by day or by night.
type drawingKey struct {
	board *table.LoadedBattle
	lang  string
	kind  system.Ground
	night bool
}
