package sword_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"acies/dice"
	"acies/game"
	"acies/rules/sword"
)

// TestOrder shows the order of activation at moments of a turn: each leader with his rating and, unless he is ready, his
// status.
func TestOrder(t *testing.T) {
	leader := func(id string, flags ...string) sword.LeaderAt { return sword.LeaderAt{ID: id, Flags: flags} }
	for _, test := range []struct {
		name, battle string
		position     sword.Position
		want         string
	}{
		{
			"antiquity: of equals the attacker goes first, then they take turns", "sparta-195bc",
			sword.Position{At: "phase-c"},
			"nabis 0, pretor-i 1, gorgopas 1, pretor-ii 1, pretor-iii 1, pythagoras 2, flamininus 3",
		},
		{
			"after one of the attacker's leaders it is the defender's turn", "sparta-195bc",
			sword.Position{
				At: "end-of-activation pretor-i", Rating: 1, Next: "spartan",
				Leaders: []sword.LeaderAt{leader("nabis", "activated"), leader("pretor-i", "activated")},
			},
			"nabis 0 past, pretor-i 1 past, gorgopas 1 now, pretor-ii 1, pretor-iii 1, pythagoras 2, flamininus 3",
		},
		{
			"who may not act and who is gone come after the others of their rating", "sparta-195bc",
			sword.Position{At: "phase-c", Leaders: []sword.LeaderAt{leader("pretor-i", "inactive"), {ID: "gorgopas", Hex: sword.Off, Flags: []string{"removed"}}}},
			"nabis 0, pretor-ii 1, pretor-iii 1, pretor-i 1 barred, gorgopas 1 gone, pythagoras 2, flamininus 3",
		},
		{
			"a leader in the citadel may not act", "sparta-195bc",
			sword.Position{At: "phase-c", Leaders: []sword.LeaderAt{{ID: "nabis", Hex: "1004", Flags: []string{"sheltered"}}}},
			"nabis 0 barred, pretor-i 1, gorgopas 1, pretor-ii 1, pretor-iii 1, pythagoras 2, flamininus 3",
		},
		{
			"a replacement acts next", "sparta-195bc",
			sword.Position{At: "activation nabis", Leaders: []sword.LeaderAt{leader("pretor-iii", "replacement", "waiting")}},
			"nabis 0 now, pretor-i 1, gorgopas 1, pretor-ii 1, pretor-iii 2 next, pythagoras 2, flamininus 3",
		},
		{
			"medieval: of equals the side goes first whose commander has the smaller bonus", "bouvines-1214",
			sword.Position{At: "phase-c"},
			"ferrand 1, frere-guerin 1, robert-ii 1, renaud-de-dammartin 2, eudes-iii 2, guillaume-longue-epee 2, pierre-de-courtenay 2, otton-iv 3, hugues-de-boves 3, philippe-ii 4",
		},
		{
			"that is the bonus of whoever is in command now", "bouvines-1214",
			sword.Position{At: "phase-c", Leaders: []sword.LeaderAt{leader("philippe-ii", "replacement")}},
			"frere-guerin 1, ferrand 1, robert-ii 1, eudes-iii 2, renaud-de-dammartin 2, pierre-de-courtenay 2, guillaume-longue-epee 2, otton-iv 3, hugues-de-boves 3, philippe-ii 5",
		},
		{
			"with equal bonuses the attacker; who is late comes last of his rating", "guinegate-1479",
			sword.Position{At: "phase-c"},
			"romont 1, ravestein 1, saint-andre 1 late 5, gie 2, nassau 2, torcy 2, crevecoeur 3, dadizeele 3, maximilien 4",
		},
	} {
		b := load(t, test.battle)
		s, err := b.FromPosition(&test.position)
		if err != nil {
			t.Errorf("%s: %v", test.name, err)
			continue
		}
		if got := orderOf(s); got != test.want {
			t.Errorf("%s:\nfound    %s\nexpected %s", test.name, got, test.want)
		}
	}
}

func orderOf(s *sword.State) string {
	var list []string
	for _, x := range s.View(0).Order {
		text := fmt.Sprintf("%s %d", s.Battle().PieceID(x.Piece), x.Rating)
		if x.Status != "ready" {
			text += " " + x.Status
		}
		if x.Turn != 0 {
			text += fmt.Sprint(" ", x.Turn)
		}
		list = append(list, text)
	}
	return strings.Join(list, ", ")
}

// TestOrderIsKept plays at random: where leaders of one side and rating may be activated, the first in the order who is
// ready is one of them.
func TestOrderIsKept(t *testing.T) {
	for _, id := range all {
		b := load(t, id)
		asked := 0
		for seed := range uint64(6) {
			src, s := dice.New(seed), b.NewState()
			for s.ToAct() != game.Nobody {
				if s.ToAct() == game.Nature {
					s.Apply(s.Roll(src), nil)
					continue
				}
				legal := s.Legal(nil)
				if v := s.View(s.ToAct()); v.Prompt.Key == "prompt.next" {
					asked++
					i := slices.IndexFunc(v.Order, func(x game.Turn) bool { return x.Status == "ready" })
					if i < 0 || !slices.ContainsFunc(legal, func(a game.Action) bool { return int(a.A) == v.Order[i].Piece }) {
						t.Fatalf("%s, seed %d: %s comes first in %s", id, seed, b.Format(legal[0]), orderOf(s))
					}
				}
				s.Apply(legal[game.Intn(src, len(legal))], nil)
			}
		}
		if asked == 0 {
			t.Errorf("%s: nobody was asked", id)
		}
	}
}
