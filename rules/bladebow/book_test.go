package bladebow_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	packs "acies/battles"
	"acies/rulebook/cite"
	"acies/rules/bladebow"
	"acies/rules/bladebow/scenario"
)

// unitTable has the rows of the unit table: clause, type, mount, size, density, MP, ranged strength and range, missile
// defence, morale modifiers and the sides that use it; pairs are for good order and for disruption.
const unitTable = `
	U1 hoplite foot heavy dense 5/8 0/0 3/2 1-3-0 both
	U2 spears foot medium open 6/6 0/0 2/1 0-1-0 both
	U3 immortals foot medium open 6/6 1/6 2/1 1-2-1 persian
	U4 archers foot light open 6/6 2/8 1/1 0-0-0 persian
	U5 peltasts foot light open 8/8 2/4 2/1 0-1-0 persian
	U6 psiloi foot light open 9/9 1/6 1/1 0-0-0 greek
	U7 light-cavalry mounted light open 18/15 1/4 1/1 0-0-0 persian
	U8 heavy-cavalry mounted medium open 15/12 0/0 2/1 0-1-0 persian
	U9 maniple foot heavy flexible 6/8 0/0 3/2 1-2-1 none
`

// rows returns the lines of a table.
func rows(table string) []string {
	var list []string
	for line := range strings.Lines(strings.TrimSpace(table)) {
		list = append(list, strings.TrimSpace(line))
	}
	return list
}

// TestUnitTable compares the types of units with the table, and those of the packs with who uses them.
func TestUnitTable(t *testing.T) {
	users := usersOfTypes(t)
	list := rows(unitTable)
	if len(list) != int(bladebow.Types) {
		t.Fatalf("the table has %d rows, there are %d types", len(list), bladebow.Types)
	}
	for i, want := range list {
		t.Run(strings.Fields(want)[1], func(t *testing.T) {
			cite.Clauses(t, "bnb-"+strings.Fields(want)[0])
			kind := bladebow.Type(i)
			d := kind.Data()
			mount := "foot"
			if d.Mounted {
				mount = "mounted"
			}
			got := fmt.Sprintf("%s %s %s %s %s %d/%d %d/%d %d/%d %d-%d-%d %s", strings.TrimPrefix(d.Clause, "bnb-"), d.Key, mount,
				map[bladebow.Size]string{bladebow.Light: "light", bladebow.Medium: "medium", bladebow.Heavy: "heavy"}[d.Size],
				map[bladebow.Density]string{bladebow.Open: "open", bladebow.Dense: "dense", bladebow.Flexible: "flexible"}[d.Density],
				d.MP[0], d.MP[1], d.Strength, d.Range, d.Missile[0], d.Missile[1], d.Morale[0], d.Morale[1], d.Morale[2], users[kind])
			if got != want {
				t.Errorf("the type is\n%s, want\n%s", got, want)
			}
			if d.Special != (kind == bladebow.Immortals) {
				t.Errorf("%s are special: %t", d.Key, d.Special)
			}
		})
	}
}

// usersOfTypes returns which sides use a type in the battles: greek, persian, both or none.
func usersOfTypes(t *testing.T) [bladebow.Types]string {
	t.Helper()
	var used [bladebow.Types][2]bool
	for _, id := range battles {
		p, err := scenario.Load(packs.FS, id)
		if err != nil {
			t.Fatal(err)
		}
		for _, u := range p.Setup().Units {
			used[u.Type][u.Side] = true
		}
	}
	names := map[[2]bool]string{{}: "none", {true, false}: "greek", {false, true}: "persian", {true, true}: "both"}
	var out [bladebow.Types]string
	for i := range used {
		out[i] = names[used[i]]
	}
	return out
}

// cardList has the cards: clause, number and name of the effect, commitment bonus, and the command actions of the colours
// white, black, red and yellow.
const cardList = `
	K01 1 charge-home 2 1-1-1-2
	K02 1 charge-home 2 2-2-2-3
	K03 1 charge-home 1 3-3-3-3
	K04 2 weight-of-ranks 1 1-1-2-2
	K05 2 weight-of-ranks 1 2-2-3-3
	K06 2 weight-of-ranks 2 1-1-1-1
	K07 3 locked-shields 2 2-2-2-3
	K08 3 locked-shields 2 3-3-3-3
	K09 3 locked-shields 1 1-1-2-2
	K10 4 stand-fast 1 2-2-3-3
	K11 4 stand-fast 2 1-1-1-1
	K12 5 darken-the-sky 2 1-2-2-2
	K13 5 darken-the-sky 2 2-3-3-3
	K14 5 darken-the-sky 3 1-1-2-2
	K15 6 shields-up 3 2-2-2-3
	K16 6 shields-up 3 3-3-3-3
	K17 6 shields-up 2 1-2-2-2
	K18 7 long-shot 3 2-2-3-3
	K19 7 long-shot 3 1-1-1-2
	K20 8 double-march 2 2-2-2-3
	K21 8 double-march 2 3-3-3-3
	K22 8 double-march 1 1-2-2-2
	K23 9 parade-drill 3 2-2-3-3
	K24 9 parade-drill 2 1-1-1-1
	K25 10 paean 2 2-2-2-3
	K26 10 paean 1 3-3-3-3
	K27 11 bristling-spears 2 1-1-2-2
	K28 11 bristling-spears 1 2-2-3-3
	K29 12 second-wind 2 1-1-1-1
	K30 12 second-wind 3 2-2-2-2
	K31 13 fair-omens 3 2-3-3-3
	K32 13 fair-omens 2 1-1-2-2
	K33 13 fair-omens 2 2-2-2-3
	K34 14 foul-omens 2 3-3-3-3
	K35 14 foul-omens 3 1-2-2-2
	K36 15 seize-the-moment 1 2-3-3-3
	K37 15 seize-the-moment 1 1-1-1-2
	K38 16 muddled-orders 1 2-2-2-3
	K39 16 muddled-orders 1 3-3-3-3
	K40 17 guardian-shade 2 1-2-2-2
	K41 17 guardian-shade 2 2-2-3-3
	K42 18 single-out-the-general 3 1-1-1-2
	K43 18 single-out-the-general 2 2-2-2-3
	K44 19 turn-the-blow 1 3-3-3-3
	K45 19 turn-the-blow 2 1-1-2-2
	K46 20 fickle-fortune 1 2-2-3-3
	K47 20 fickle-fortune 2 1-1-1-1
	K48 21 feigned-flight 2 2-2-2-3
	K49 21 feigned-flight 3 2-3-3-3
	K50 22 hold-hold 3 1-1-2-2
	K51 23 to-the-standard 2 2-2-3-3
	K52 23 to-the-standard 3 1-1-1-1
	K53 24 panic-spreads 1 1-2-2-2
	K54 24 panic-spreads 2 2-3-3-3
	K55 25 tough-luck 1 1-1-1-2
	K56 25 tough-luck 1 2-2-2-3
	K57 25 tough-luck 1 3-3-3-3
	K58 26 rider-with-orders 2 1-2-2-2
	K59 26 rider-with-orders 3 2-2-3-3
	K60 27 reshuffle 0 0-0-0-0
`

// TestDeck compares the cards with the list.
func TestDeck(t *testing.T) {
	list := rows(cardList)
	if len(list) != len(bladebow.Deck) {
		t.Fatalf("the list has %d cards, the deck %d", len(list), len(bladebow.Deck))
	}
	for i, want := range list {
		id := strings.Fields(want)[0]
		t.Run(id, func(t *testing.T) {
			cite.Clauses(t, "bnb-"+id)
			c := &bladebow.Deck[i]
			got := fmt.Sprintf("K%02d %d %s %d %d-%d-%d-%d", i+1, c.Effect, c.Effect.Key(), c.Commitment,
				c.Actions[bladebow.White], c.Actions[bladebow.Black], c.Actions[bladebow.Red], c.Actions[bladebow.Yellow])
			if got != want {
				t.Errorf("the card is %s, want %s", got, want)
			}
		})
	}
}

// TestCopies compares how many cards have each effect with the numbers given there.
func TestCopies(t *testing.T) {
	want := [bladebow.Effects]int{3, 3, 3, 2, 3, 3, 2, 3, 2, 2, 2, 2, 3, 2, 2, 2, 2, 2, 2, 2, 2, 1, 2, 2, 3, 2, 1}
	var got [bladebow.Effects]int
	for _, c := range bladebow.Deck {
		got[c.Effect-1]++
	}
	for i, n := range want {
		t.Run("E"+strconv.Itoa(i+1), func(t *testing.T) {
			cite.Clauses(t, "bnb-E"+strconv.Itoa(i+1))
			if got[i] != n {
				t.Errorf("%s is on %d cards, want %d", bladebow.Effect(i+1).Key(), got[i], n)
			}
		})
	}
}

// TestCommandNumbers checks what is said of all cards but Reshuffle: how often each number occurs, the means, and that the
// colours are in order.
func TestCommandNumbers(t *testing.T) {
	cards := bladebow.Deck[:len(bladebow.Deck)-1]
	check := func(name string, number func(*bladebow.Card) int, want [3]int, mean string) {
		t.Helper()
		var got [3]int
		sum := 0
		for i := range cards {
			n := number(&cards[i])
			if n < 1 || n > 3 {
				t.Fatalf("%s: K%02d has %d, want 1 to 3", name, i+1, n)
			}
			got[n-1]++
			sum += n
		}
		if got != want {
			t.Errorf("%s: %d cards have 1, %d have 2, %d have 3; want %v", name, got[0], got[1], got[2], want)
		}
		if m := fmt.Sprintf("%.2f", float64(sum)/float64(len(cards))); m != mean {
			t.Errorf("%s: the mean is %s, want %s", name, m, mean)
		}
	}
	colour := func(c bladebow.Colour) func(*bladebow.Card) int {
		return func(k *bladebow.Card) int { return k.Actions[c] }
	}
	check("white", colour(bladebow.White), [3]int{25, 25, 9}, "1.73")
	check("black", colour(bladebow.Black), [3]int{18, 27, 14}, "1.93")
	check("red", colour(bladebow.Red), [3]int{11, 25, 23}, "2.20")
	check("yellow", colour(bladebow.Yellow), [3]int{6, 20, 33}, "2.46")
	check("commitment", func(k *bladebow.Card) int { return k.Commitment }, [3]int{18, 27, 14}, "1.93")
	for i, c := range cards {
		if !slices.IsSorted(c.Actions[:]) {
			t.Errorf("K%02d: the numbers %v do not rise from white to yellow", i+1, c.Actions)
		}
	}
}
