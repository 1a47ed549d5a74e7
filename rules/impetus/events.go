package impetus

import "acies/game"

// say tells everybody what happened.
func (s *State) say(key, clause string, args ...game.Arg) {
	if s.sink != nil {
		s.tell(game.Everyone, key, clause, args)
	}
}

// reveal tells everybody what was hidden from some until now.
func (s *State) reveal(key, clause string, args ...game.Arg) {
	if s.sink != nil {
		s.sink.Event(game.Event{Key: key, Clause: clause, Args: append([]game.Arg(nil), args...), To: game.Everyone, Reveal: true})
	}
}

// tell copies the arguments, so that those of say stay on the stack where nobody listens.
func (s *State) tell(to game.Audience, key, clause string, args []game.Arg) {
	s.sink.Event(game.Event{Key: key, Clause: clause, Args: append([]game.Arg(nil), args...), To: to})
}

func num(name string, n int) game.Arg { return game.Arg{Name: name, N: n} }

func face(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Die, N: n} }

// pool is the dice of a pool: sixes, fives, and 0 for those that do not count. It is for events that somebody listens to.
func pool(n int, sixes, fives uint8) game.Arg {
	list := make([]int, n)
	for i := range list {
		switch {
		case i < int(sixes):
			list[i] = 6
		case i < int(sixes+fives):
			list[i] = 5
		}
	}
	return game.Arg{Name: "faces", Kind: game.Die, List: list}
}

func piece(name string, n int) game.Arg { return game.Arg{Name: name, Kind: game.Piece, N: n} }

func length(name string, mu int32) game.Arg {
	return game.Arg{Name: name, Kind: game.Length, N: int(mu)}
}

func angle(name string, q int) game.Arg { return game.Arg{Name: name, Kind: game.Angle, N: q} }

func player(name string, side uint8) game.Arg {
	return game.Arg{Name: name, Kind: game.Player, N: int(side)}
}

// commander is who leads a Command.
func (b *Battle) commander(side, c uint8) game.Arg { return word("commander", b.leaders[side][c]) }

func word(name, key string) game.Arg { return game.Arg{Name: name, Kind: game.Key, Text: key} }

// CommanderKey returns the key of a commander's name, for which the pack has texts.
func (b *Battle) CommanderKey(side, command int) string { return b.leaders[side][command] }
