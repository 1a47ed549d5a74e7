package desk

import (
	"acies/game"
	"acies/pack"
	"acies/rulebook"
	"acies/system"
	"acies/table"
	"acies/words"
)

// Named is something with a name.
type Named struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

// Option is something that can be chosen, with a description.
type Option struct {
	Named
	About string `json:"about"`
	Group string `json:"group,omitempty"` // the name of its group, of which at most one is chosen
	Else  string `json:"else,omitempty"`  // what the battle has if none of the group is chosen
}

// Card is a battle as a list of battles shows it.
type Card struct {
	Named
	Intro    string         `json:"intro"`
	Book     string         `json:"book"`
	Rules    string         `json:"rules"`           // the title of the rulebook
	Level    string         `json:"level,omitempty"` // for whom the battle is, if the pack says so
	Sides    []Named        `json:"sides"`
	Colors   []string       `json:"colors"` // of the armies, by side
	Turns    int            `json:"turns"`
	Counters map[string]int `json:"counters"` // how many there are, by shape
	Options  []Option       `json:"options"`
	Lessons  []Option       `json:"lessons"`
}

// NewCard returns a battle as a list of battles shows it.
func NewCard(b *table.LoadedBattle, w *words.Words) Card {
	p := b.Pack
	out := Card{
		Named: Named{p.ID, w.Text("battle.name")}, Intro: w.Text("battle.intro"), Book: p.Book, Rules: rulebook.Title(p.Book, w.Lang()),
		Level: text(p, w.Lang(), pack.LevelText), Sides: sides(p, w),
		Turns: p.Turns, Counters: map[string]int{}, Options: options(p, w.Lang()), Lessons: lessons(p, w.Lang()),
	}
	sheet := p.Sheet(b.Battle, w)
	for _, piece := range sheet.Pieces {
		out.Counters[piece.Shape]++
	}
	out.Colors = colorsOf(sheet)
	return out
}

func sides(p *system.Pack, w *words.Words) []Named {
	list := []Named{}
	for _, side := range p.Sides {
		list = append(list, Named{side, w.Text("side." + side)})
	}
	return list
}

// Colors returns the colours of the armies of a battle, by side.
func Colors(b *table.LoadedBattle, w *words.Words) []string {
	return colorsOf(b.Pack.Sheet(b.Battle, w))
}

func colorsOf(sheet *system.Sheet) []string {
	list := make([]string, len(sheet.Colors))
	for i, c := range sheet.Colors {
		list[i] = c.Field
	}
	return list
}

// Armies returns the sides of a battle with the names that they have with its options: where players choose their armies,
// those of the armies.
func Armies(b *table.LoadedBattle, w *words.Words) []Named {
	list := []Named{}
	for i, side := range b.Pack.Sides {
		list = append(list, Named{side, w.Side(game.Side(i))})
	}
	return list
}

func options(p *system.Pack, lang string) []Option {
	list := []Option{}
	for _, o := range p.Options {
		x := Option{Named: Named{o, text(p, lang, "option."+o+".name")}, About: text(p, lang, "option."+o+".about")}
		if group := p.Groups[o]; group != "" {
			x.Group, x.Else = text(p, lang, "group."+group), text(p, lang, "else."+group)
		}
		list = append(list, x)
	}
	return list
}

func lessons(p *system.Pack, lang string) []Option {
	list := []Option{}
	for _, l := range p.Lessons {
		list = append(list, Option{Named: Named{l.ID, l.Title(lang)}, About: l.About(lang)})
	}
	return list
}

// text returns a text of a pack in a language, or in the pack's first language if it lacks that one.
func text(p *system.Pack, lang, key string) string {
	t, ok := p.Text(lang, key)
	if !ok && len(p.Languages) > 0 {
		t, _ = p.Text(p.Languages[0], key)
	}
	return t
}

// Battle is everything about a battle that never changes, except the drawing of its ground.
type Battle struct {
	Named
	Intro    string            `json:"intro"`
	Victory  string            `json:"victory,omitempty"` // how the battle is won
	Plans    []string          `json:"plans,omitempty"`   // of each side, if the pack describes them
	Book     string            `json:"book"`
	Turns    int               `json:"turns"`
	Sides    []Named           `json:"sides"`
	Specials []Option          `json:"specials"`
	Options  []Option          `json:"options"`
	Lessons  []Option          `json:"lessons"`
	Sheet    *system.Sheet     `json:"sheet" ts:"Sheet"`
	Overlays []Overlay         `json:"overlays,omitempty"`
	Texts    map[string]string `json:"texts"` // by the keys that views and choices have: "phase.d1", "turn.now", "verb.to", "pool.attack"

	Standing []system.StandingQuestion `json:"standing,omitempty"` // what can be answered for a player
}

// NewBattle describes everything about a battle that never changes.
func NewBattle(b *table.LoadedBattle, w *words.Words) Battle {
	p := b.Pack
	return Battle{
		Named: Named{p.ID, w.Text("battle.name")}, Intro: w.Text("battle.intro"), Victory: text(p, w.Lang(), "battle.victory"),
		Plans: plans(p, w.Lang()), Book: p.Book, Turns: p.Turns, Sides: Armies(b, w),
		Specials: specials(b, w), Options: options(p, w.Lang()), Lessons: lessons(p, w.Lang()), Sheet: p.Sheet(b.Battle, w),
		Overlays: overlays(b, w), Texts: w.Texts("ask", "coach", "die", "face", "handover", "overlay", "phase", "pool", "setup", "standing", "turn", "verb"),
		Standing: system.StandingQuestions(b.Battle),
	}
}

// plans returns what each side means to do, or nil if the pack does not say.
func plans(p *system.Pack, lang string) (list []string) {
	for _, side := range p.Sides {
		plan := text(p, lang, pack.PlanText+side)
		if plan == "" {
			return nil
		}
		list = append(list, plan)
	}
	return list
}

// specials returns the special rules in force, as the pack describes them.
func specials(b *table.LoadedBattle, w *words.Words) []Option {
	list := []Option{}
	for _, id := range b.Pack.Special(b.Battle) {
		if name := text(b.Pack, w.Lang(), "special."+id+".name"); name != "" {
			list = append(list, Option{Named: Named{id, name}, About: text(b.Pack, w.Lang(), "special."+id+".about")})
		}
	}
	return list
}
