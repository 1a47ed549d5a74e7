package impetus

import (
	"testing"

	"acies/rulebook/cite"
)

// The dice that lie on the table count for as many hits as the roll does damage: an odd five is wasted, and two are one hit.
func TestPoolsCountDamage(t *testing.T) {
	cite.Clauses(t, "imp-13.1c", "imp-13.1d")
	x := lay(t, "a1 FP 5 5 2 B at 50 40 0", "b1 FP 5 5 1 B at 50 100 180")
	x.shot.firer = x.u("a1")
	x.push(tShot, 0, 0, 0)
	for sixes := range uint8(5) {
		for fives := range uint8(6) {
			x.shot.sixes, x.shot.fives = sixes, fives
			hits, pairs, dice := 0, 0, 0
			for _, p := range x.pools() {
				if p.Key != "pool.hits" {
					continue
				}
				dice += len(p.Dice)
				for i, sign := range p.Signs {
					switch {
					case sign == "hit":
						hits++
					case sign == "pair" && p.Dice[i] == 5 && p.Signs[i-1] == "hit":
						pairs++
					case sign != "":
						t.Errorf("%d sixes, %d fives: die %d has the sign %q", sixes, fives, i, sign)
					}
				}
			}
			if dice != int(sixes+fives) || hits != int(damage(sixes, fives)) || pairs != int(fives/2) {
				t.Errorf("%d sixes, %d fives: %d dice, %d hits, %d pairs", sixes, fives, dice, hits, pairs)
			}
		}
	}
}
