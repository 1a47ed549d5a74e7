package sword

import "acies/game"

// What the notes of a piece are about.
const (
	NoteCommand = "command"
	NoteMoves   = "moves"
	NoteShoots  = "shoots"
	NoteCharges = "charges"
	NoteCannot  = "cannot"
)

// Notes calls f with what the rules say about a piece now: whether it is in command and what follows, how far it moves, shoots and
// charges.
func (s *State) Notes(p int, f func(on string, e game.Event)) {
	if p < 0 || p >= len(s.b.units)+len(s.b.leaders) || s.hexOf(p) < 0 {
		return
	}
	tell := func(on, key, clause string, args ...game.Arg) {
		f(on, game.Event{Key: "about." + key, Clause: s.b.clause(clause), Args: args})
	}
	if p >= len(s.b.units) {
		s.noteLeader(uint8(p-len(s.b.units)), tell)
		return
	}
	u := uint8(p)
	s.noteCommand(u, tell)
	if s.isRouted(u) {
		tell(NoteCannot, "routed", "ant-12.2.2a")
		return
	}
	stray := s.has(u, fOutOfCommand)
	switch mp := s.mp(u); {
	case s.held(u):
		tell(NoteMoves, "held", "iss-13.5")
	case stray:
		tell(NoteMoves, "half", "ant-7.4a", num("mp", (mp+1)/2), piece("leader", s.leaderPiece(s.contingentLeader(u))))
	default:
		tell(NoteMoves, "mp", "ant-2.1a", num("mp", mp))
	}
	if reach := int(s.b.reach[s.b.units[u].typ]); s.canShoot(u) && reach > 0 {
		key := "range"
		if reach == 1 {
			key = "range-melee"
		}
		tell(NoteShoots, key, "ant-9.1h", num("range", reach))
	}
	if s.b.book.Charge != nil && s.b.units[u].charges && s.isMounted(u) && !stray {
		tell(NoteCharges, "charge", "med-10.2a", num("mp", min(s.b.book.Charge.MP, s.mp(u))))
	}
	if stray {
		tell(NoteCannot, "stray", "ant-7.4c")
	}
}

func (s *State) leaderPiece(l uint8) int { return len(s.b.units) + int(l) }

// noteCommand says whether a unit is in command this turn, and whether it would be if the command check were now.
func (s *State) noteCommand(u uint8, tell func(on, key, clause string, args ...game.Arg)) {
	l := s.contingentLeader(u)
	of := func(l uint8) []game.Arg {
		return []game.Arg{piece("leader", s.leaderPiece(l)), num("distance", s.distanceTo(u, l)), num("radius", s.radius(l))}
	}
	by, stray := s.commandedBy(u), s.has(u, fOutOfCommand)
	switch {
	case s.turn == 0 || s.phase == phaseSetup || stray == (by == none):
	case stray:
		tell(NoteCommand, "out-now", "ant-7.2a", of(by)...)
		return
	case !s.commands(l):
		tell(NoteCommand, "in-lost", "ant-7.2a", piece("leader", s.leaderPiece(l)))
		return
	default:
		tell(NoteCommand, "in-far", "ant-7.2a", of(l)...)
		return
	}
	switch {
	case by != none:
		tell(NoteCommand, "in", "ant-7.2a", of(by)...)
	case !s.commands(l):
		tell(NoteCommand, "out-lost", "ant-6.Ab", piece("leader", s.leaderPiece(l)))
	default:
		tell(NoteCommand, "out", "ant-6.Ab", of(l)...)
	}
}

func (s *State) noteLeader(l uint8, tell func(on, key, clause string, args ...game.Arg)) {
	if !s.commands(l) {
		return
	}
	in, all := 0, 0
	for i := range s.b.units {
		if u := uint8(i); s.units[u].hex >= 0 && s.b.units[u].contingent == s.b.leaders[l].contingent {
			all++
			if s.distanceTo(u, l) <= s.radius(l) {
				in++
			}
		}
	}
	tell(NoteCommand, "leads", "ant-7.2a", num("n", in), num("of", all), num("radius", s.radius(l)))
	tell(NoteMoves, "leader-mp", "ant-7.1a", num("mp", s.leaderMP(l)))
}
