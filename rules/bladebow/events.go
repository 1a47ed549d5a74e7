package bladebow

import "acies/game"

// say tells everybody what happened.
func (s *State) say(key, clause string, args ...game.Arg) {
	if s.sink != nil {
		s.tell(game.Everyone, key, clause, args)
	}
}

// sayTo tells only some.
func (s *State) sayTo(to game.Audience, key, clause string, args ...game.Arg) {
	if s.sink != nil {
		s.tell(to, key, clause, args)
	}
}

// tell copies the arguments, so that those of say stay on the stack where nobody listens.
func (s *State) tell(to game.Audience, key, clause string, args []game.Arg) {
	s.sink.Event(game.Event{Key: key, Clause: clause, Args: append([]game.Arg(nil), args...), To: to})
}

func num(name string, n int) game.Arg { return game.Arg{Name: name, N: n} }

func signed(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Signed, N: n} }

func face(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Die, N: n} }

func piece(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Piece, N: n} }

func pieces(name string, list []int) game.Arg {
	return game.Arg{Name: name, Kind: game.Pieces, List: list}
}

func place(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Place, N: n} }

func placesOf(name string, list []int) game.Arg {
	return game.Arg{Name: name, Kind: game.Places, List: list}
}

func heading(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Facing, N: n} }

func player(name string, side uint8) game.Arg {
	return game.Arg{Name: name, Kind: game.Player, N: int(side)}
}

func word(name, key string) game.Arg { return game.Arg{Name: name, Kind: game.Key, Text: key} }

// card names a card by its effect.
func card(name string, c int) game.Arg {
	return game.Arg{Name: name, Kind: game.Key, N: c, Text: "card." + Deck[c].Effect.Key()}
}

// dice lists the faces of a pool.
func dice(name string, p pool) game.Arg {
	a := game.Arg{Name: name, Kind: game.Die}
	for f := 1; f <= 6; f++ {
		for range p.count(f) {
			a.List = append(a.List, f)
		}
	}
	return a
}
