package impetus

import (
	"math/bits"

	"acies/game"
)

// Exact odds of pools and of the cohesion tests that follow them, as whole numbers of ways.

// exactDice is the greatest pool whose ways, times those of a die, fit a word. Of larger pools, which only a melee with
// many supports has, the ways are counted in sixes from there on.
const exactDice = 23

// maxDamage is more damage than any pool does.
const maxDamage = 48

// spreads holds what spreadOf works out, for all pools that occur.
var spreads = func() (list [2 * maxDice]spread) {
	for n := range list {
		list[n].ways, list[n].of = spreadOf(n)
	}
	return list
}()

type spread struct {
	ways [maxDamage]uint64
	of   uint64
}

// spreadOf returns how many ways a pool of n dice has to do each damage: a 6 is one, and so is every second 5 (13.1d).
func spreadOf(n int) (ways [maxDamage]uint64, of uint64) {
	var now [maxDamage][2]uint64 // by damage, and whether a 5 is left over
	now[0][0] = 1
	for die := range n {
		var next [maxDamage][2]uint64
		for d := range min(die+1, maxDamage-1) {
			for odd, w := range now[d] {
				if die >= exactDice {
					w = (w + 3) / 6
				}
				next[d][odd] += 4 * w
				next[d+1][odd] += w
				if odd == 1 {
					next[d+1][0] += w
				} else {
					next[d][1] += w
				}
			}
		}
		now = next
	}
	for d, w := range now {
		ways[d] = w[0] + w[1]
		of += ways[d]
	}
	return ways, of
}

// What becomes of a unit that a pool hits.
const (
	untouched = iota
	shaken    // Disordered, no loss
	worn      // a loss for Disorder on Disorder, which does not count against it (15.1b)
	failed1   // it fails its test with 1 loss; failed1+k with k more
	routs     = failed1 + 7
	fates     = routs + 1
)

var fateKeys = [fates]string{
	"untouched", "disordered", "worn", "loss-1", "loss-2", "loss-3", "loss-4", "loss-5", "loss-6", "loss-7", "routed",
}

// fate is the ways of each of these.
type fate struct {
	ways [fates]uint64
	of   uint64
}

// fateOf returns what a pool of n dice makes of a unit. Base is its critical number before damage; flanked says that a
// failed test routs it whatever its strength.
func fateOf(n, base, strength int, disordered, flanked bool) (f fate) {
	x := &spreads[max(0, min(n, len(spreads)-1))]
	f.of = 6 * x.of
	for d, w := range x.ways[:min(n+1, maxDamage)] {
		if d == 0 {
			f.ways[untouched] += 6 * w
			continue
		}
		f.suffer(w, max(1, base-d), strength, disordered, flanked)
	}
	return f
}

// suffer adds the fates of a cohesion test, each face of its die in w ways.
func (f *fate) suffer(w uint64, critical, strength int, disordered, flanked bool) {
	for die := 1; die <= 6; die++ {
		losses, failed := cohesionLosses(die, critical, disordered)
		switch {
		case losses >= strength || failed && flanked:
			f.ways[routs] += w
		case failed:
			f.ways[failed1+losses-1] += w
		case losses > 0:
			f.ways[worn] += w
		default:
			f.ways[shaken] += w
		}
	}
}

// counted returns the losses of a fate that count in deciding a melee.
func counted(fate int) int {
	if fate >= failed1 && fate < routs {
		return fate - failed1 + 1
	}
	return 0
}

// odds lists the fates that are possible.
func (f *fate) odds(buf []game.Odds, u uint8) []game.Odds {
	for i, w := range f.ways {
		if w > 0 {
			buf = append(buf, game.Odds{Result: "fate." + fateKeys[i], Weight: int(w), Of: int(f.of), Piece: int(u)})
		}
	}
	return buf
}

// part is what the ways of a fate are scaled to where two have to be multiplied.
const part = 1 << 31

// scaled returns the fates in parts, which add up.
func (f *fate) scaled() (parts [fates]uint64) {
	sum, done := uint64(0), uint64(0)
	for i, w := range f.ways {
		sum += w
		hi, lo := bits.Mul64(sum, part)
		at, _ := bits.Div64(hi, lo, f.of)
		parts[i], done = at-done, at
	}
	return parts
}

// How a round of melee ends for the attacking side.
const (
	roundBothRout = iota
	roundEnemyRouts
	roundWon
	roundDrawn
	roundLost
	roundRouted
	rounds
)

var roundKeys = [rounds]string{"both-rout", "enemy-routs", "won", "drawn", "lost", "routed"}

// roundOdds returns how a round ends, from the fates of the attacking main unit and of the other.
func roundOdds(own, enemy *fate) []game.Odds {
	a, b := own.scaled(), enemy.scaled()
	var ways [rounds]uint64
	for i, v := range a {
		for j, w := range b {
			end := roundDrawn
			switch {
			case i == routs && j == routs:
				end = roundBothRout
			case i == routs:
				end = roundRouted
			case j == routs:
				end = roundEnemyRouts
			case counted(i) < counted(j):
				end = roundWon
			case counted(i) > counted(j):
				end = roundLost
			}
			ways[end] += v * w
		}
	}
	var list []game.Odds
	for i, w := range ways {
		if w > 0 {
			list = append(list, game.Odds{Result: "round." + roundKeys[i], Weight: int(w), Of: part * part, Piece: -1})
		}
	}
	return list
}
