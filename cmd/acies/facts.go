package main

import (
	"acies/game"
	"acies/table"
	"acies/words"
)

// Events of the rules have numbers for pieces and places; programs that read them also get the ids of the notation.

type argJSON struct {
	game.Arg
	ID  string   `json:"id,omitempty"`
	IDs []string `json:"ids,omitempty"` // of a list
}

type factJSON struct {
	Text string `json:"text"`
	game.Event
	Args []argJSON `json:"args,omitempty"`
}

type modifierJSON struct {
	Text string `json:"text"`
	game.Modifier
	Args []argJSON `json:"args,omitempty"`
}

func identify(t *table.Table, w *words.Words, args []game.Arg) []argJSON {
	var out []argJSON
	for _, a := range args {
		j := argJSON{Arg: a}
		switch a.Kind {
		case game.Piece, game.Card:
			j.ID = t.Battle.PieceID(a.N)
		case game.Pieces:
			for _, p := range a.List {
				j.IDs = append(j.IDs, t.Battle.PieceID(p))
			}
		case game.Place:
			j.ID = t.Battle.PlaceID(a.N)
		case game.Facing:
			j.ID = w.FacingID(a.N)
		case game.Player:
			j.ID = sideID(t, game.Side(a.N))
		case game.Places:
			j.IDs = placeIDs(t, a.List)
		}
		out = append(out, j)
	}
	return out
}

// sideID returns the id of a side; chance and nobody have none.
func sideID(t *table.Table, s game.Side) string {
	if s < 0 {
		return ""
	}
	return t.Pack.Sides[s]
}

func placeIDs(t *table.Table, places []int) []string {
	var out []string
	for _, p := range places {
		out = append(out, t.Battle.PlaceID(p))
	}
	return out
}

func facts(t *table.Table, w *words.Words, events []game.Event) []factJSON {
	out := []factJSON{}
	for _, e := range events {
		out = append(out, factJSON{w.Event(e), e, identify(t, w, e.Args)})
	}
	return out
}
