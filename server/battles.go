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
	if err := s.mayLoad(c, id, pack, nil); err != nil {
		return nil, nil, err
	}
	b, err := s.Games.LoadOf(c.Context(), id, pack, nil)
	if err != nil {
		return nil, nil, err
	}
	for i, o := range chosen {
		if !slices.Contains(b.Pack.Options, o) || slices.Contains(chosen[:i], o) {
			return nil, nil, malformed("options", "the battle has "+strings.Join(b.Pack.Options, ", ")+", each at most once")
		}
	}
	if err := s.mayLoad(c, id, pack, chosen); err != nil {
		return nil, nil, err
	}
	if b, err = s.Games.LoadOf(c.Context(), id, pack, chosen); err != nil {
		return nil, nil, malformed("options", err.Error()) // the battle can be read, but not with all of these
	}
	w, err := b.Words(c.lang)
	return b, w, err
}

// mayLoad returns a refusal if the sender of a request would have too many battles compiled. The present battles without options
// are few, and every page shows them.
func (s *server) mayLoad(c *call, id, pack string, options []string) error {
	if pack == "" && len(options) == 0 || s.Games.Library().Loaded(id, pack, options) {
		return nil
	}
	return s.costly(c)
}

// costly counts a request as one that takes a processor for long, because what it asks for is not kept.
func (s *server) costly(c *call) error {
	if c.who.local || c.costly {
		return nil
	}
	c.costly = true
	return s.inTurn(c, thinking, "")
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
	if c.query.Get("options")+c.query.Get("pack") != "" && !s.drawings.Has(key) {
		if err := s.costly(c); err != nil {
			return err
		}
	}
	x, err := s.drawings.Get(key, func() (*file, error) {
		sheet := b.Pack.Sheet(b.Battle, w)
		ground := picture.Under(b.Pack, b.Battle, w, sheet, kind)
		if kind == system.Card {
			ground += picture.Armies(sheet, b.Battle.Start().View(game.Nobody))
		}
		return newDrawing(picture.Standalone(sheet, ground, kind == system.Whole, night)), nil
	})
	if err != nil {
		return err
	}
	x.serve(c, "drawing.svg")
	return nil
}

// maxDrawings is how many drawings are kept, of up to 300 KB each: all of the built-in battles without options, by day and by
// night and in all languages, and some more.
const maxDrawings = 128

// drawingKey identifies a drawing of a battle in a language, by day or by night.
type drawingKey struct {
	board *table.LoadedBattle
	lang  string
	kind  system.Ground
	night bool
}
