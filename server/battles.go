package server

import (
	"net/http"
	"slices"
	"strings"

	"acies/picture"
	"acies/system"
	"acies/table"
	"acies/words"
)

type named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

type optionJSON struct {
	named
	About string `json:"about"`
}

// battleCard is a battle as a list of battles shows it.
type battleCard struct {
	named
	Intro    string         `json:"intro"`
	Book     string         `json:"book"`
	Sides    []named        `json:"sides"`
	Turns    int            `json:"turns"`
	Counters map[string]int `json:"counters"` // how many there are, by shape
	Options  []optionJSON   `json:"options"`
	Lessons  []optionJSON   `json:"lessons"`
}

func (s *server) battles(c *call) error {
	packs, err := s.Games.Library().Packs()
	if err != nil {
		return err
	}
	list := []battleCard{}
	for _, p := range packs {
		b, err := s.Games.Library().Board(p.ID, nil)
		if err != nil {
			return err
		}
		w, err := b.Words(c.lang)
		if err != nil {
			return err
		}
		list = append(list, card(b, w))
	}
	return c.answer(http.StatusOK, list)
}

func card(b *table.Board, w *words.Words) battleCard {
	p := b.Pack
	out := battleCard{
		named: named{p.ID, w.Text("battle.name")}, Intro: w.Text("battle.intro"), Book: p.Book, Sides: sides(p, w),
		Turns: p.Turns, Counters: map[string]int{}, Options: options(p, w.Lang()), Lessons: lessons(p, w.Lang()),
	}
	for _, piece := range p.Sheet(b.Battle, w).Pieces {
		out.Counters[piece.Shape]++
	}
	return out
}

func sides(p *system.Pack, w *words.Words) []named {
	list := []named{}
	for _, side := range p.Sides {
		list = append(list, named{side, w.Text("side." + side)})
	}
	return list
}

func options(p *system.Pack, lang string) []optionJSON {
	list := []optionJSON{}
	for _, o := range p.Options {
		list = append(list, optionJSON{named{o, text(p, lang, "option."+o+".name")}, text(p, lang, "option."+o+".about")})
	}
	return list
}

func lessons(p *system.Pack, lang string) []optionJSON {
	list := []optionJSON{}
	for _, l := range p.Lessons {
		list = append(list, optionJSON{named{l.ID, l.Title(lang)}, l.About(lang)})
	}
	return list
}

// text returns a text of a pack; a pack without that language speaks its first.
func text(p *system.Pack, lang, key string) string {
	t, ok := p.Text(lang, key)
	if !ok && len(p.Languages) > 0 {
		t, _ = p.Text(p.Languages[0], key)
	}
	return t
}

// battleJSON is everything of a battle that never changes, but for the drawing of its ground.
type battleJSON struct {
	named
	Intro    string            `json:"intro"`
	Book     string            `json:"book"`
	Turns    int               `json:"turns"`
	Sides    []named           `json:"sides"`
	Specials []optionJSON      `json:"specials"`
	Options  []optionJSON      `json:"options"`
	Lessons  []optionJSON      `json:"lessons"`
	Sheet    *system.Sheet     `json:"sheet" ts:"Sheet"`
	Texts    map[string]string `json:"texts"` // by the keys that views and choices have: "phase.d1", "turn.now", "verb.to"
}

func (s *server) battle(c *call) error {
	b, w, err := s.board(c)
	if err != nil {
		return err
	}
	return c.answer(http.StatusOK, describe(b, w))
}

// board returns the battle that a request names, with the options it chooses and its words.
func (s *server) board(c *call) (*table.Board, *words.Words, error) {
	var chosen []string
	if q := c.query.Get("options"); q != "" {
		chosen = strings.Split(q, ",")
	}
	id := c.PathValue("battle")
	b, err := s.Games.Library().Board(id, nil)
	if err != nil {
		return nil, nil, err
	}
	for i, o := range chosen {
		if !slices.Contains(b.Pack.Options, o) || slices.Contains(chosen[:i], o) {
			return nil, nil, malformed("options", "the battle has "+strings.Join(b.Pack.Options, ", ")+", each at most once")
		}
	}
	if b, err = s.Games.Library().Board(id, chosen); err != nil {
		return nil, nil, err
	}
	w, err := b.Words(c.lang)
	return b, w, err
}

// describe says everything of a battle that never changes.
func describe(b *table.Board, w *words.Words) battleJSON {
	p := b.Pack
	return battleJSON{
		named: named{p.ID, w.Text("battle.name")}, Intro: w.Text("battle.intro"), Book: p.Book, Turns: p.Turns, Sides: sides(p, w),
		Specials: specials(b, w), Options: options(p, w.Lang()), Lessons: lessons(p, w.Lang()), Sheet: p.Sheet(b.Battle, w),
		Texts: w.Texts("phase", "turn", "verb"),
	}
}

// specials returns the special rules in force, as the pack tells them.
func specials(b *table.Board, w *words.Words) []optionJSON {
	list := []optionJSON{}
	for _, id := range b.Pack.Special(b.Battle) {
		if name := text(b.Pack, w.Lang(), "special."+id+".name"); name != "" {
			list = append(list, optionJSON{named{id, name}, text(b.Pack, w.Lang(), "special."+id+".about")})
		}
	}
	return list
}

// ground serves what lies under the counters of a battle.
func (s *server) ground(c *call) error { return s.drawing(c, system.Whole) }

// picture serves a small picture of the board of a battle.
func (s *server) picture(c *call) error { return s.drawing(c, system.Card) }

// drawing serves a drawing of a battle, with a mark of its content so that a browser loads it once.
func (s *server) drawing(c *call, kind system.Ground) error {
	b, w, err := s.board(c)
	if err != nil {
		return err
	}
	key := drawingKey{b, c.lang, kind}
	x, ok := s.drawings.Load(key)
	if !ok {
		sheet := b.Pack.Sheet(b.Battle, w)
		ground := picture.Under(b.Pack, b.Battle, w, sheet, kind)
		x = newFile([]byte(picture.Standalone(sheet, ground, kind == system.Whole)))
		s.drawings.Store(key, x)
	}
	x.(*file).serve(c, "drawing.svg")
	return nil
}

// drawingKey is a drawing of a battle in a language.
type drawingKey struct {
	board *table.Board
	lang  string
	kind  system.Ground
}
