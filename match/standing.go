package match

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"time"

	"acies/ai"
	"acies/clock"
	"acies/game"
	"acies/record"
	"acies/system"
)

// While one side acts, a rulebook may ask the other many small questions; see [system.Standing]. A player says once how each
// kind of them is answered for him. The answer is an ordinary action of his side, given as those of [Ask] are: at once, or
// after a random delay if a person elsewhere could time it. It is given only where the rulebook says that the other side acts.
//
// The rows of the log that hold a setting, or say which entries were answered so, count for no viewer, and only the owner
// is shown what they say. What was answered for a player is not undone without something that he chose himself.

// Standing says how a kind of question is answered for a player.
type Standing string

// The standing answers to a question.
const (
	StandingAsk     Standing = "ask"     // the player is asked; the default
	StandingDecline Standing = "decline" // it is declined, where it can be
	StandingChoose  Standing = "choose"  // the program chooses as a centurion would
)

// Standings are all standing answers.
var Standings = []Standing{StandingAsk, StandingDecline, StandingChoose}

// applyStanding changes the standing answers by a row.
func (s *settings) applyStanding(side game.Side, x *setting) error {
	s.answered = append(s.answered[:len(s.answered):len(s.answered)], x.Answered...) // snapshots share the old ones
	if len(x.Standing) == 0 {
		return nil
	}
	if side < 0 || int(side) >= len(s.standing) {
		return fmt.Errorf("found a standing answer of side %d, which this program does not know", side)
	}
	all := slices.Clone(s.standing)
	own := maps.Clone(all[side])
	if own == nil {
		own = map[string]Standing{}
	}
	for question, answer := range x.Standing {
		switch {
		case !slices.Contains(Standings, answer):
			return fmt.Errorf("found the standing answer %q of side %d, which this program does not know", answer, side)
		case answer == StandingAsk:
			delete(own, question)
		default:
			own[question] = answer
		}
	}
	all[side] = own
	s.standing = all
	return nil
}

// cut forgets what was answered after the first n entries.
func (s *settings) cut(n int) {
	i := len(s.answered)
	for i > 0 && s.answered[i-1] > n {
		i--
	}
	s.answered = s.answered[:i]
}

// note takes over which entries a written change has undone and which it has answered for a player; n is the number of
// entries after it.
func (s *settings) note(a *Answer, n int) {
	s.cut(n - len(a.Applied))
	if len(a.told) > 0 {
		s.answered = append(s.answered[:len(s.answered):len(s.answered)], a.told...)
		s.rows++
	}
}

// stands reports whether a side has a standing answer to anything.
func (s *settings) stands(side game.Side) bool { return side >= 0 && len(s.standing[side]) > 0 }

// hasStanding reports whether the answers of a side are these already.
func (s *settings) hasStanding(side game.Side, want map[string]Standing) bool {
	for question, answer := range want {
		now, ok := s.standing[side][question]
		if !ok {
			now = StandingAsk
		}
		if now != answer {
			return false
		}
	}
	return true
}

// shown returns the version of the game as viewers count it in a battle without secrets: settings do not count. The caller
// holds the lock.
func (m *Match) shown() int { return m.version - m.settings.rows }

// summary returns the summary of the game after a change that writes some rows. If any of its rows are settings, the version
// that lists show is not their number.
func (m *Match) summary(c record.Changes, ticks *clock.State, rows int, a *Answer) Summary {
	s := summarize(m.record, c, ticks)
	s.Rules = m.rules
	if has := m.record.Battle().Version(); m.record.Frozen() == nil && record.Newer(has, cmp.Or(m.rules, m.record.Header().Engine)) {
		s.Rules = has
	}
	s.Unplayed = s.Outcome.Over && m.terms.Most > 0 && !m.played()
	settings := m.settings.rows
	if len(a.told) > 0 {
		settings++
	}
	if c == nil && settings > 0 {
		s.Changes = m.version + rows - settings
	}
	return s
}

// standingAnswer returns how the present question is answered by what its side has set.
func (m *Match) standingAnswer(state game.State, side game.Side) (u unasked, ok bool) {
	if !m.settings.stands(side) {
		return u, false
	}
	rules, ok := system.Of(state.Battle()).(system.Standing)
	if !ok {
		return u, false
	}
	key, decline := rules.StandingAsked(state)
	switch m.settings.standing[side][key] {
	case StandingDecline:
		u.answer = decline
		ok = decline.Verb != 0 && state.Check(decline) == nil
	case StandingChoose:
		u.choose = true
	default:
		return u, false
	}
	u.told = len(state.Legal(nil)) > 1
	return u, ok
}

// stewardTurn returns the turn of the centurion who chooses for a person. He knows nothing of earlier questions, so that the
// same question is answered alike after a restart. The caller holds the lock.
func (m *Match) stewardTurn() turn {
	return turn{player: ai.Centurion(), version: m.version, state: m.record.State().Clone(), chance: m.chance()}
}

// answered adds the steps of a choice to an answer, the first of which answers a question for a player if u says so.
func (a *Answer) answered(u *unasked, played []record.Step) {
	if u.told {
		a.told = append(a.told, played[0].N)
	}
	a.Applied = append(a.Applied, newSteps(played)...)
}

// answeredRow returns the row that says which entries were answered for their side.
func answeredRow(entries []int, at time.Time) Row {
	line, err := json.Marshal(setting{Answered: entries})
	if err != nil {
		panic(err) // numbers can always be encoded
	}
	return Row{Kind: RowSetting, At: at, Actor: Actor{Side: game.Nobody}, Line: string(line)}
}

// SetStanding sets how questions of a side are answered for its player, by their keys. Questions that are not named stay as
// they are. The error is [ErrNoQuestions] if the battle does not ask one of them, or it cannot be declined and should be.
func (m *Match) SetStanding(ctx context.Context, side game.Side, answers map[string]Standing) (Answer, error) {
	return m.set(ctx, side, func() (setting, error) {
		switch {
		case !human(m.seats, side):
			return setting{}, ErrSeat
		case m.record.Outcome().Over:
			return setting{}, ErrOver
		}
		for question, answer := range answers {
			q, ok := system.FindStanding(m.record.Battle(), question)
			if !ok || answer == StandingDecline && !q.Declines {
				return setting{}, ErrNoQuestions
			}
		}
		return setting{Standing: answers}, nil
	})
}
