package scenario_test

import (
	"fmt"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"acies/pack"
	"acies/rules/bladebow/scenario"
)

// replace returns a copy of a pack with the first of some words replaced.
func replace(t testing.TB, fsys fstest.MapFS, dir, file, old, new string) fstest.MapFS {
	t.Helper()
	name := path.Join(dir, file)
	text := string(fsys[name].Data)
	if !strings.Contains(text, old) {
		t.Fatalf("%s has no %q", name, old)
	}
	out := maps.Clone(fsys)
	out[name] = &fstest.MapFile{Data: []byte(strings.Replace(text, old, new, 1))}
	return out
}

// lines returns problems as they are printed.
func lines(problems []pack.Problem) []string {
	var out []string
	for _, p := range problems {
		out = append(out, p.String())
	}
	return out
}

// broken is a list of packs that are wrong in one thing, and what is said of them.
var broken = []struct {
	name, dir, file, old, new string
	want                      []string
}{
	{
		"another book", marathon, "battle.yaml",
		"book: bladebow",
		"book: antiquity-2",
		[]string{
			`battle.yaml:8: book "antiquity-2" is unknown; the book is bladebow`,
		},
	},
	{
		"no book", marathon, "battle.yaml",
		"book: bladebow\n",
		"",
		[]string{
			"battle.yaml:1: book is missing; the book is bladebow",
		},
	},
	{
		"folder of another name", marathon, "battle.yaml",
		"id: marathon-490bc",
		"id: marathon",
		[]string{
			"battle.yaml:7: the battle marathon is in the folder marathon-490bc; the folder must have the name of the battle",
		},
	},
	{
		"bad id", marathon, "battle.yaml",
		"id: marathon-490bc",
		"id: Marathon",
		[]string{
			`battle.yaml:7: battle "Marathon": not an id; expected lower-case letters, digits and single hyphens, such as hastati-i`,
		},
	},
	{
		"turns", marathon, "battle.yaml",
		"turns: 12 A",
		"turns: 11 A",
		[]string{
			`battle.yaml:9: turns "11"; the turn track has 12`,
		},
	},
	{
		"no mark", marathon, "battle.yaml",
		"turns: 12 A",
		"turns: 12",
		[]string{
			`battle.yaml:9: turns "12" has no mark of its source; write A, B, C, D or R after it`,
		},
	},
	{
		"unknown mark", marathon, "battle.yaml",
		"impulses: 3 A",
		"impulses: 3 X",
		[]string{
			`battle.yaml:30: side greek: impulses "3": mark "X" is unknown; expected A, B, C, D or R`,
		},
	},
	{
		"unknown field", marathon, "battle.yaml",
		"turns: 12 A",
		"turms: 12 A",
		[]string{
			"battle.yaml:9:1: unknown field \"turms\"; the fields here are id, book, turns, icons, map, places, sides, special\n   7 | id: marathon-490bc\n   8 | book: bladebow\n   9 | turms: 12 A\n       ^",
		},
	},
	{
		"no icons", marathon, "battle.yaml",
		"icons: 0 0 0 0 0 1 2 2 3 4 5 6 R\n",
		"",
		[]string{
			"battle.yaml:1: icons is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"too few icons", marathon, "battle.yaml",
		"icons: 0 0 0 0 0 1",
		"icons: 0 0 0 0 1",
		[]string{
			"battle.yaml:12: icons has 11 numbers; expected one for each of the 12 turns",
		},
	},
	{
		"icon 7", marathon, "battle.yaml",
		"2 2 3 4 5 6 R",
		"2 7 3 4 5 6 R",
		[]string{
			`battle.yaml:12: icon of turn 8 "7" is not a number from 0 to 6`,
		},
	},
	{
		"icon of the last turn", marathon, "battle.yaml",
		"3 4 5 6 R",
		"3 4 5 5 R",
		[]string{
			"battle.yaml:12: turn 12 has the icon 5; the last turn, and no other, has 6: the game ends without a roll",
		},
	},
	{
		"icon 6 too early", marathon, "battle.yaml",
		"2 2 3 4 5 6 R",
		"2 6 3 4 5 6 R",
		[]string{
			"battle.yaml:12: turn 8 has the icon 6; the last turn, and no other, has 6: the game ends without a roll",
		},
	},
	{
		"map too wide", marathon, "battle.yaml",
		"columns: 21 R",
		"columns: 22 R",
		[]string{
			`battle.yaml:15: columns "22" is not a number from 1 to 21`,
		},
	},
	{
		"map without source", marathon, "battle.yaml",
		", source: R}\n\n# Parts",
		"}\n\n# Parts",
		[]string{
			"battle.yaml:15: map has no mark of its source; write source: and A, B, C, D or R",
		},
	},
	{
		"no map", marathon, "battle.yaml",
		"map: {columns: 21 R, rows: 16 R, source: R}\n",
		"",
		[]string{
			"battle.yaml:1: map is missing; expected columns, rows and source",
		},
	},
	{
		"another size", marathon, "battle.yaml",
		"rows: 16 R",
		"rows: 15 R",
		[]string{
			`battle.yaml:19: place sea: square "U16": row 16 is beyond the board's 15 rows; the map is A1 to U15`,
			`battle.yaml:23: place small-marsh: square "P16": row 16 is beyond the board's 15 rows; the map is A1 to U15`,
			`battle.yaml:24: place grove: square "F16": row 16 is beyond the board's 15 rows; the map is A1 to U15`,
			`battle.yaml:24: place grove: square "G16": row 16 is beyond the board's 15 rows; the map is A1 to U15`,
			"terrain.txt:17: the map has 16 rows; battle.yaml has 15 rows",
		},
	},
	{
		"place off the map", marathon, "battle.yaml",
		"squares: A2-N2",
		"squares: A2-N17",
		[]string{
			`battle.yaml:20: place charadra: square "N17": row 17 is beyond the board's 16 rows; the map is A1 to U16`,
		},
	},
	{
		"place that is no block", marathon, "battle.yaml",
		"squares: A2-N2",
		"squares: N2-A2",
		[]string{
			"battle.yaml:20: place charadra: N2-A2 is not a block; expected its upper left and its lower right square, such as S1-U3",
		},
	},
	{
		"place twice", marathon, "battle.yaml",
		"id: small-marsh",
		"id: great-marsh",
		[]string{
			"battle.yaml:23: place great-marsh: the id is already used on line 22; ids are unique",
		},
	},
	{
		"one side", marathon, "battle.yaml",
		"  - id: persian\n    impulses: 3 A\n    rout-level: 7 A\n    tie-breaker: false A\n    camps: K3 R\n    shield-wall: false A\n",
		"",
		[]string{
			"battle.yaml:1: the battle has 1 sides; expected two under sides:",
		},
	},
	{
		"side twice", marathon, "battle.yaml",
		"- id: persian",
		"- id: greek",
		[]string{
			"battle.yaml:39: side greek: the id is already used on line 29; ids are unique",
		},
	},
	{
		"rout level", marathon, "battle.yaml",
		"rout-level: 7 A",
		"rout-level: 0 A",
		[]string{
			`battle.yaml:31: side greek: rout-level "0" is not a number from 1 to 99`,
		},
	},
	{
		"max-ranks", marathon, "battle.yaml",
		"max-ranks: 3 A",
		"max-ranks: 4 A",
		[]string{
			`battle.yaml:32: side greek: max-ranks "4" is not a number from 1 to 3`,
		},
	},
	{
		"two tie-breakers", marathon, "battle.yaml",
		"tie-breaker: false A",
		"tie-breaker: true A",
		[]string{
			"battle.yaml:39: 2 sides have the tie-breaker; one side wins a tied initiative roll on turn 1",
		},
	},
	{
		"no tie-breaker", marathon, "battle.yaml",
		"tie-breaker: true A",
		"tie-breaker: false A",
		[]string{
			"battle.yaml:39: 0 sides have the tie-breaker; one side wins a tied initiative roll on turn 1",
		},
	},
	{
		"tie-breaker neither", marathon, "battle.yaml",
		"tie-breaker: true A",
		"tie-breaker: perhaps A",
		[]string{
			`battle.yaml:33: side greek: tie-breaker "perhaps" is neither true nor false`,
			"battle.yaml:39: 0 sides have the tie-breaker; one side wins a tied initiative roll on turn 1",
		},
	},
	{
		"no camp", marathon, "battle.yaml",
		"    camps: I15 R\n",
		"",
		[]string{
			"battle.yaml:29: side greek: camps is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"camp off the board", marathon, "battle.yaml",
		"camps: I15 R",
		"camps: I17 R",
		[]string{
			`battle.yaml:34: side greek: camps: square "I17": row 17 is beyond the board's 16 rows; the map is A1 to U16`,
		},
	},
	{
		"camp in the sea", marathon, "battle.yaml",
		"camps: I15 R",
		"camps: U1 R",
		[]string{
			"battle.yaml:34: side greek: camps: square U1 is sea; a camp stands on open ground",
		},
	},
	{
		"camp with a unit", marathon, "battle.yaml",
		"camps: I15 R",
		"camps: E12 R",
		[]string{
			"battle.yaml:34: side greek: camps: square E12 is held by greek-hoplite-2; a camp stands in an empty square",
		},
	},
	{
		"camp of the enemy", marathon, "battle.yaml",
		"camps: I15 R",
		"camps: K3 R",
		[]string{
			"battle.yaml:43: side persian: camps: square K3 is a camp of greek; the camps stand apart",
		},
	},
	{
		"camp twice", plataea, "battle.yaml",
		"camps: D13 S16 A",
		"camps: D13 D13 A",
		[]string{
			"battle.yaml:34: side greek: camps names D13 twice",
		},
	},
	{
		"camp on a closed hill", thermopylae, "battle.yaml",
		"camps: A2 R",
		"camps: A4 R",
		[]string{
			"battle.yaml:39: side persian: camps: square A4 is a closed hill; a camp stands on open ground",
		},
	},
	{
		"preset with other ranks", marathon, "battle.yaml",
		"ranks: 2 2 1 0",
		"ranks: 2 2 2 0",
		[]string{
			"battle.yaml:38: preset weakened-centre has 12 ranks; greek has 11",
		},
	},
	{
		"preset above the maximum", marathon, "battle.yaml",
		"ranks: 2 2 1 0",
		"ranks: 2 4 1 0",
		[]string{
			`battle.yaml:38: preset weakened-centre: unit greek-hoplite-2: ranks "4" is not a number from 0 to 3`,
		},
	},
	{
		"preset too short", marathon, "battle.yaml",
		"ranks: 2 2 1 0",
		"ranks: 2 2 1",
		[]string{
			"battle.yaml:38: preset weakened-centre has 10 numbers; 11 units of greek have ranks",
		},
	},
	{
		"preset without redistribution", marathon, "battle.yaml",
		"    max-ranks: 3 A\n",
		"",
		[]string{
			"battle.yaml:37: preset weakened-centre: the ranks of greek are fixed; a side with presets has max-ranks",
		},
	},
	{
		"preset twice", marathon, "battle.yaml",
		"0 2 2 2 R}\n",
		"0 2 2 2 R}\n      - {id: weakened-centre, ranks: 1 1 1 1 1 1 1 1 1 1 1 R}\n",
		[]string{
			"battle.yaml:39: preset weakened-centre: the id is already used on line 38; ids are unique",
		},
	},
	{
		"max-ranks without ranks", thermopylae, "battle.yaml",
		"rout-level: 8 A",
		"rout-level: 8 A\n    max-ranks: 2 A",
		[]string{
			"battle.yaml:38: side persian: max-ranks 2, but no unit has ranks; leave it out",
		},
	},
	{
		"shields without shield walls", mycale, "battle.yaml",
		"shield-wall: true A",
		"shield-wall: false A",
		[]string{
			"battle.yaml:39: side persian has shields, but may not form shield walls; expected shield-wall: true, or no shields",
		},
	},
	{
		"shield of an unknown unit", mycale, "battle.yaml",
		"shields: spears-1 ",
		"shields: spears-11 ",
		[]string{
			`battle.yaml:39: side persian: infantry unit "spears-11" is unknown; the side has spears-1, spears-2, spears-3, spears-4, spears-5, spears-6, spears-7, spears-8, spears-9, spears-10, archers-1, archers-2, archers-3, peltasts-1, peltasts-2`,
		},
	},
	{
		"shield of the enemy", mycale, "battle.yaml",
		"shields: spears-1 ",
		"shields: hoplite-1 ",
		[]string{
			`battle.yaml:39: side persian: infantry unit "hoplite-1" is unknown; the side has spears-1, spears-2, spears-3, spears-4, spears-5, spears-6, spears-7, spears-8, spears-9, spears-10, archers-1, archers-2, archers-3, peltasts-1, peltasts-2`,
		},
	},
	{
		"shield twice", mycale, "battle.yaml",
		"shields: spears-1 ",
		"shields: spears-2 ",
		[]string{
			"battle.yaml:39: side persian: shields names spears-2 twice",
		},
	},
	{
		"shield apart", mycale, "battle.yaml",
		"spears-8 R",
		"spears-10 R",
		[]string{
			"battle.yaml:39: side persian: spears-10 stands apart from the shield wall; every member stands next to another",
		},
	},
	{
		"shield of cavalry", thermopylae, "battle.yaml",
		"    tie-breaker: true A\n    camps: A2 R\n    shield-wall: false A\n",
		"    tie-breaker: true A\n    camps: A2 R\n    shield-wall: true A\n    shields: light-cavalry-1 R\n",
		[]string{
			`battle.yaml:41: side persian: infantry unit "light-cavalry-1" is unknown; the side has spears-1, spears-2, spears-3, spears-4, spears-5, spears-6, spears-7, spears-8, archers-1, archers-2, archers-3, archers-4, immortals-1, immortals-2, immortals-3`,
			"text.en.yaml:62: no text for special.shield-wall.about; every name and rule of the pack has a text in en, fr",
			"text.en.yaml:62: no text for special.shield-wall.name; every name and rule of the pack has a text in en, fr",
			"text.fr.yaml:63: no text for special.shield-wall.about; every name and rule of the pack has a text in en, fr",
			"text.fr.yaml:63: no text for special.shield-wall.name; every name and rule of the pack has a text in en, fr",
		},
	},
	{
		"column letters", marathon, "terrain.txt",
		"ABCD",
		"ABDC",
		[]string{
			`terrain.txt:1: the column letters are "   ABDCEFGHIJKLMNOPQRSTU"; expected "   ABCDEFGHIJKLMNOPQRSTU"`,
		},
	},
	{
		"row number", marathon, "terrain.txt",
		"\n 7 ",
		"\n 8 ",
		[]string{
			`terrain.txt:8: the row is " 8 ^................####"; expected " 7 " and the symbols of row 7`,
		},
	},
	{
		"short row", marathon, "terrain.txt",
		"^^......ww....mmmm###",
		"^^......ww....mmmm##",
		[]string{
			"terrain.txt:2: row 1 has 20 squares; battle.yaml has 21 columns",
		},
	},
	{
		"unknown terrain", marathon, "terrain.txt",
		"^^......ww",
		"^^..x...ww",
		[]string{
			"terrain.txt:2: square E1: terrain 'x' is unknown; the symbols are . clear, ^ hill, w woods, T town, = river, - stream, m marsh, # sea, g goat-path",
		},
	},
	{
		"too many rows", marathon, "terrain.txt",
		"16 ^^^^^ww......mmm#####\n",
		"16 ^^^^^ww......mmm#####\n17 ^^^^^ww......mmm#####\n",
		[]string{
			"terrain.txt:18: the map has 17 rows; battle.yaml has 16 rows",
		},
	},
	{
		"goat path elsewhere", marathon, "terrain.txt",
		"^^......ww",
		"^^..g...ww",
		[]string{
			"terrain.txt:2: square E1 is goat path, but the special rule pass has no such square; expected it in its path",
		},
	},
	{
		"unknown type", marathon, "armies.yaml",
		"type: psiloi R",
		"type: slingers R",
		[]string{
			`armies.yaml:28: unit psiloi-1: type "slingers" is unknown; the book has hoplite, spears, immortals, archers, peltasts, psiloi, light-cavalry, heavy-cavalry, maniple`,
		},
	},
	{
		"no type", marathon, "armies.yaml",
		"type: psiloi R,   ",
		"",
		[]string{
			"armies.yaml:28: unit psiloi-1: type is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"unit off the board", marathon, "armies.yaml",
		"square: C12 R",
		"square: C17 R",
		[]string{
			`armies.yaml:28: unit psiloi-1: square "C17": row 17 is beyond the board's 16 rows; the map is A1 to U16`,
		},
	},
	{
		"unit in no square", marathon, "armies.yaml",
		"square: C12 R",
		"square: 12C R",
		[]string{
			`armies.yaml:28: unit psiloi-1: square "12C": expected the letter of a column and the number of a row, such as "H5"; the map is A1 to U16`,
		},
	},
	{
		"two units in a square", marathon, "armies.yaml",
		"square: E12 R",
		"square: D12 R",
		[]string{
			"armies.yaml:18: unit greek-hoplite-2: square D12 is held by greek-hoplite-1; a square holds one unit",
		},
	},
	{
		"unit in the sea", marathon, "armies.yaml",
		"square: C12 R",
		"square: U12 R",
		[]string{
			"armies.yaml:28: unit psiloi-1: square U12 is sea; place it on ground it may enter",
		},
	},
	{
		"cavalry in marsh", plataea, "terrain.txt",
		"ww................\n 6",
		"ww..............m.\n 6",
		[]string{
			"armies.yaml:58: unit heavy-cavalry-2: square T5 is marsh, closed to cavalry; place it on ground it may enter",
		},
	},
	{
		"unit on a closed hill", thermopylae, "armies.yaml",
		"square: H3 R",
		"square: H5 R",
		[]string{
			"armies.yaml:37: unit archers-2: square H5 is a closed hill; place it on ground it may enter",
		},
	},
	{
		"unit on the goat path", thermopylae, "armies.yaml",
		"square: H3 R",
		"square: C4 R",
		[]string{
			"armies.yaml:37: unit archers-2: square C4 is on the goat path, which nobody has found yet; place it on ground it may enter",
		},
	},
	{
		"unit beyond the column", thermopylae, "armies.yaml",
		"square: H3 R",
		"square: L4 R",
		[]string{
			"armies.yaml:37: unit archers-2: square L4 is beyond column K; side persian may not pass it before the path is found",
		},
	},
	{
		"ranks above the maximum", thermopylae, "armies.yaml",
		"ranks: 1 A",
		"ranks: 3 A",
		[]string{
			"armies.yaml:17: unit hoplite-1: ranks 3; side greek has max-ranks 2",
		},
	},
	{
		"ranks of an open unit", marathon, "armies.yaml",
		"ranks: 0 R",
		"ranks: 1 R",
		[]string{
			"armies.yaml:28: unit psiloi-1: ranks 1, but psiloi are open; only dense and flexible units have ranks",
		},
	},
	{
		"ranks beyond all markers", marathon, "armies.yaml",
		"ranks: 1 A",
		"ranks: 4 A",
		[]string{
			`armies.yaml:17: unit greek-hoplite-1: ranks "4" is not a number from 0 to 3`,
		},
	},
	{
		"facing", marathon, "armies.yaml",
		"facing: N R",
		"facing: UR R",
		[]string{
			`armies.yaml:17: unit greek-hoplite-1: facing "UR" is not a direction; expected one of N, NE, E, SE, S, SW, W, NW`,
		},
	},
	{
		"no facing", marathon, "armies.yaml",
		" facing: N R,",
		"",
		[]string{
			"armies.yaml:17: unit greek-hoplite-1: facing is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"unit twice", marathon, "armies.yaml",
		"id: greek-hoplite-2, ",
		"id: greek-hoplite-1, ",
		[]string{
			"armies.yaml:18: unit greek-hoplite-1: the id is already used on line 17; ids are unique",
		},
	},
	{
		"unit with the id of a leader", marathon, "armies.yaml",
		"id: greek-hoplite-2, ",
		"id: miltiades, ",
		[]string{
			"armies.yaml:10: leader miltiades: the id is already used on line 18; ids are unique",
		},
	},
	{
		"unit with the id of a camp", marathon, "armies.yaml",
		"id: greek-hoplite-2, ",
		"id: camp-2, ",
		[]string{
			"armies.yaml:18: unit camp-2: the id is that of a camp; ids that begin with camp- belong to the camps",
		},
	},
	{
		"unit of no side", marathon, "armies.yaml",
		"side: greek,   name: plataeans, ",
		"name: plataeans, ",
		[]string{
			"armies.yaml:17: unit greek-hoplite-1 names no side; the battle has greek, persian",
		},
	},
	{
		"unit of an unknown side", marathon, "armies.yaml",
		"side: greek,   name: plataeans",
		"side: roman, name: plataeans",
		[]string{
			`armies.yaml:17: unit greek-hoplite-1: side "roman" is unknown; the battle has greek, persian`,
		},
	},
	{
		"unit without name", marathon, "armies.yaml",
		"name: plataeans, ",
		"",
		[]string{
			"armies.yaml:17: unit greek-hoplite-1: name is missing; expected the key of its name in the texts",
		},
	},
	{
		"shared name without a number", marathon, "armies.yaml",
		"id: psiloi-2, ",
		"id: psiloi-right, ",
		[]string{
			"armies.yaml:29: unit psiloi-right shares the name psiloi; the id must end in a number, such as hoplite-3, to tell them apart",
		},
	},
	{
		"leader alone", marathon, "armies.yaml",
		"square: H12 R}",
		"square: H13 R}",
		[]string{
			"armies.yaml:10: leader miltiades: square H13 has no unit of his side; a leader starts with a unit of his side",
		},
	},
	{
		"leader with the enemy", marathon, "armies.yaml",
		"square: H12 R}",
		"square: J6 R}",
		[]string{
			"armies.yaml:10: leader miltiades: square J6 has no unit of his side; a leader starts with a unit of his side",
		},
	},
	{
		"leader off the board", marathon, "armies.yaml",
		"square: H12 R}",
		"square: V1 R}",
		[]string{
			`armies.yaml:10: leader miltiades: square "V1": column V is beyond the board's last column, U; the map is A1 to U16`,
		},
	},
	{
		"leader without square", marathon, "armies.yaml",
		", square: H12 R}",
		"}",
		[]string{
			"armies.yaml:10: leader miltiades: square is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"rank twice", marathon, "armies.yaml",
		"rank: 2 A",
		"rank: 1 A",
		[]string{
			"armies.yaml:11: leader callimachus has the rank 1, as miltiades has; the ranks of the leaders of a side differ",
		},
	},
	{
		"rank", marathon, "armies.yaml",
		"rank: 2 A",
		"rank: 0 A",
		[]string{
			`armies.yaml:11: leader callimachus: rank "0" is not a number from 1 to 9`,
		},
	},
	{
		"range", marathon, "armies.yaml",
		"range: 9 A",
		"range: nine A",
		[]string{
			`armies.yaml:10: leader miltiades: range "nine" is not a number from 0 to 99`,
		},
	},
	{
		"value", marathon, "armies.yaml",
		"value: 3 A",
		"value: 7 A",
		[]string{
			`armies.yaml:10: leader miltiades: value "7" is not a number from 1 to 6`,
		},
	},
	{
		"colour", marathon, "armies.yaml",
		"colour: red A",
		"colour: blue A",
		[]string{
			`armies.yaml:10: leader miltiades: colour "blue" is unknown; the book has white, black, red, yellow`,
		},
	},
	{
		"leader of an unknown side", marathon, "armies.yaml",
		"{id: miltiades,   side: greek",
		"{id: miltiades,   side: roman",
		[]string{
			`armies.yaml:10: leader miltiades: side "roman" is unknown; the battle has greek, persian`,
		},
	},
	{
		"path off the map's path", thermopylae, "battle.yaml",
		"path: C4 C5",
		"path: C5",
		[]string{
			"terrain.txt:5: square C4 is goat path, but the special rule pass has no such square; expected it in its path",
		},
	},
	{
		"path not joined", thermopylae, "battle.yaml",
		"path: C4 C5 C6",
		"path: C5 C4 C6",
		[]string{
			"battle.yaml:47: special rule pass: path: C4 and C6 do not meet at a side; list the squares in order",
		},
	},
	{
		"path on other ground", thermopylae, "battle.yaml",
		"path: C4",
		"path: C3 C4",
		[]string{
			"battle.yaml:47: special rule pass: path: square C3 is clear; expected goat path (g) in terrain.txt",
		},
	},
	{
		"path twice", thermopylae, "battle.yaml",
		"path: C4",
		"path: C4 C4",
		[]string{
			"battle.yaml:47: special rule pass: path names C4 twice",
		},
	},
	{
		"open hill that is none", thermopylae, "battle.yaml",
		"hills: R15 A",
		"hills: R14 A",
		[]string{
			"battle.yaml:48: special rule pass: hills: square R14 is clear; expected hill (^) in terrain.txt",
		},
	},
	{
		"column off the map", thermopylae, "battle.yaml",
		"column: K A",
		"column: V A",
		[]string{
			`battle.yaml:49: special rule pass: column "V" is not on the map; expected a letter from A to U`,
		},
	},
	{
		"wall between squares apart", thermopylae, "battle.yaml",
		"walls: R11-R12",
		"walls: R11-R13",
		[]string{
			"battle.yaml:50: special rule pass: walls: R11 and R13 do not meet at a side; expected neighbours across a side",
		},
	},
	{
		"wall at a corner", thermopylae, "battle.yaml",
		"walls: R11-R12",
		"walls: R11-S12",
		[]string{
			"battle.yaml:50: special rule pass: walls: R11 and S12 do not meet at a side; expected neighbours across a side",
		},
	},
	{
		"wall of one square", thermopylae, "battle.yaml",
		"walls: R11-R12",
		"walls: R11",
		[]string{
			`battle.yaml:50: special rule pass: walls: "R11" is not a pair of squares; expected two neighbours such as R11-R12`,
		},
	},
	{
		"corner at a side", thermopylae, "battle.yaml",
		"corners: R11-S12",
		"corners: R11-R12",
		[]string{
			"battle.yaml:52: special rule pass: corners: R11 and R12 do not meet at a corner; expected neighbours across a corner",
		},
	},
	{
		"corner far from the gap", thermopylae, "battle.yaml",
		"corners: R11-S12",
		"corners: R13-S14",
		[]string{
			"battle.yaml:52: special rule pass: corners: R13-S14 does not touch the gap; expected corners that lead into the gap",
		},
	},
	{
		"gap on a hill", thermopylae, "battle.yaml",
		"gap: S11 S12 A",
		"gap: S11 S12 Q11 A",
		[]string{
			"battle.yaml:51: special rule pass: gap: square Q11 is a closed hill; expected squares that units may enter",
		},
	},
	{
		"pass of no side", thermopylae, "battle.yaml",
		"    side: persian A\n",
		"",
		[]string{
			"battle.yaml:46: special rule pass: side is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"unknown king", thermopylae, "battle.yaml",
		"leader: xerxes A",
		"leader: darius A",
		[]string{
			`battle.yaml:55: special rule king: leader "darius" is unknown; the battle has leonidas, demophilus, xerxes, mardonius`,
		},
	},
	{
		"king on the side of the camp", thermopylae, "battle.yaml",
		"sack: {side: greek A}",
		"sack: {side: persian A}",
		[]string{
			"battle.yaml:56: special rule sack: the king is on the side persian too; the camp is that of his enemy",
		},
	},
	{
		"camp of an unknown side", thermopylae, "battle.yaml",
		"sack: {side: greek A}",
		"sack: {side: roman A}",
		[]string{
			`battle.yaml:56: special rule sack: side "roman" is unknown; the battle has greek, persian`,
		},
	},
	{
		"storm of no side", mycale, "battle.yaml",
		"storm: {side: persian A}",
		"storm: {}",
		[]string{
			"battle.yaml:52: special rule storm: side is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"area too small", mycale, "battle.yaml",
		"squares: D1 E1 F1 G1 A",
		"squares: D1 E1 F1 A",
		[]string{
			"battle.yaml:47: special rule arrival: area has 3 squares; expected one for each of the 4 units",
		},
	},
	{
		"area inland", mycale, "battle.yaml",
		"squares: D1 E1 F1 G1 A",
		"squares: D1 E1 F1 G2 A",
		[]string{
			"battle.yaml:47: special rule arrival: area: square G2 is not at the edge of the map; the units enter over the edge",
		},
	},
	{
		"area in the sea", mycale, "battle.yaml",
		"squares: D1 E1 F1 G1 A",
		"squares: D1 E1 F1 U1 A",
		[]string{
			"battle.yaml:47: special rule arrival: area: square U1 is sea; expected ground that the units may enter",
		},
	},
	{
		"area without facing", mycale, "battle.yaml",
		", facing: S R}",
		"}",
		[]string{
			"battle.yaml:47: special rule arrival: area: facing is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"die without an area", mycale, "battle.yaml",
		"dice: 1 2 3 A",
		"dice: 1 2 A",
		[]string{
			"battle.yaml:44: special rule arrival: no area for a 3 of the second die; the areas share the numbers from 1 to 6",
		},
	},
	{
		"die with two areas", mycale, "battle.yaml",
		"dice: 4 5 A",
		"dice: 3 4 5 A",
		[]string{
			"battle.yaml:48: special rule arrival: area: dice: 3 has two areas; the areas share the numbers from 1 to 6",
		},
	},
	{
		"die 0", mycale, "battle.yaml",
		"dice: 1 2 3 A",
		"dice: 0 1 2 3 A",
		[]string{
			`battle.yaml:47: special rule arrival: area: dice "0" is not a number from 1 to 6`,
		},
	},
	{
		"die 7", mycale, "battle.yaml",
		"dice: 6 A",
		"dice: 6 7 A",
		[]string{
			`battle.yaml:49: special rule arrival: area: dice "7" is not a number from 1 to 6`,
		},
	},
	{
		"arrival of an unknown unit", mycale, "battle.yaml",
		"units: spartan-1 ",
		"units: spartan-1 spartan-5 ",
		[]string{
			`battle.yaml:45: special rule arrival: unit "spartan-5" is unknown; the battle has hoplite-1, hoplite-2, hoplite-3, hoplite-4, hoplite-5, psiloi-1, psiloi-2, psiloi-3, spartan-1, spartan-2, spartan-3, spartan-4, spears-1, spears-2, spears-3, spears-4, spears-5, spears-6, spears-7, spears-8, spears-9, spears-10, archers-1, archers-2, archers-3, peltasts-1, peltasts-2`,
		},
	},
	{
		"arrival of an unknown leader", mycale, "battle.yaml",
		"leader: leotychidas A",
		"leader: leonidas A",
		[]string{
			"armies.yaml:11: leader leotychidas: square is missing; expected a value and the mark of its source, A, B, C, D or R",
			`battle.yaml:44: special rule arrival: leader "leonidas" is unknown; the battle has xanthippus, leotychidas, tigranes, mardontes`,
		},
	},
	{
		"arrival of a unit on the map", mycale, "battle.yaml",
		"units: spartan-1 ",
		"units: spartan-1 hoplite-1 ",
		[]string{
			"armies.yaml:18: unit hoplite-1 arrives later and has the facing S; expected one of the two",
			"armies.yaml:18: unit hoplite-1 arrives later and has the square L3; expected one of the two",
			"battle.yaml:47: special rule arrival: area has 4 squares; expected one for each of the 5 units",
			"battle.yaml:48: special rule arrival: area has 4 squares; expected one for each of the 5 units",
			"battle.yaml:49: special rule arrival: area has 4 squares; expected one for each of the 5 units",
		},
	},
	{
		"arrival of the enemy", mycale, "armies.yaml",
		"{id: spartan-1,  side: greek,  ",
		"{id: spartan-1,  side: persian,",
		[]string{
			"battle.yaml:45: special rule arrival: spartan-1 is not on the side of the leader; an arrival is of one side",
		},
	},
	{
		"unit that neither stands nor arrives", mycale, "battle.yaml",
		"units: spartan-1 ",
		"units: ",
		[]string{
			"armies.yaml:26: unit spartan-1: facing is missing; expected a value and the mark of its source, A, B, C, D or R",
			"armies.yaml:26: unit spartan-1: square is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"leader who stands and arrives", mycale, "battle.yaml",
		"leader: leotychidas A",
		"leader: xanthippus A",
		[]string{
			"armies.yaml:10: leader xanthippus arrives later and has the square N3; expected one of the two",
			"armies.yaml:11: leader leotychidas: square is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"no text", marathon, "text.en.yaml",
		"  plataeans: Plataeans\n",
		"",
		[]string{
			"text.en.yaml:30: no text for name.plataeans; every name and rule of the pack has a text in en, fr",
		},
	},
	{
		"text too many", marathon, "text.fr.yaml",
		"  plataeans: Platéens\n",
		"  plataeans: Platéens\n  thebans: Thébains\n",
		[]string{
			"text.fr.yaml:26: warning: the text name.thebans belongs to nothing in the pack; remove it",
		},
	},
}

func TestBroken(t *testing.T) {
	for _, b := range broken {
		t.Run(b.name, func(t *testing.T) {
			checkProblems(t, replace(t, files(t, b.dir), b.dir, b.file, b.old, b.new), b.dir, b.want)
		})
	}
}

// checkProblems compares what is said of a pack, and that it loads if and only if there is no error.
func checkProblems(t *testing.T, fsys fstest.MapFS, dir string, want []string) {
	t.Helper()
	problems := scenario.Check(fsys, dir)
	if got := lines(problems); !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	failed := slices.ContainsFunc(problems, func(p pack.Problem) bool { return p.Severity == pack.Error })
	if _, err := scenario.Load(fsys, dir); (err != nil) != failed {
		t.Errorf("Load: %v", err)
	}
}

// TestTooMany adds more units and leaders than a game has room for.
func TestTooMany(t *testing.T) {
	fsys := files(t, plataea)
	name := path.Join(plataea, "armies.yaml")
	text := string(fsys[name].Data)
	for i := range 8 {
		text += fmt.Sprintf("  - {id: extra-%d, side: greek, name: extra, type: psiloi R, square: %c9 R, facing: N R, ranks: 0 R}\n", i+1, 'A'+i)
	}
	for i := range 5 {
		text = strings.Replace(text, "\nunits:", fmt.Sprintf("\n  - {id: extra-leader-%d, side: greek, rank: %d R, range: 4 R, value: 2 R, colour: red R, square: A9 R}\nunits:", i, i+3), 1)
	}
	fsys[name] = &fstest.MapFile{Data: []byte(text)}
	for _, lang := range pack.Languages() {
		file := path.Join(plataea, pack.TextFile(lang))
		words := strings.Replace(string(fsys[file].Data), "\nname:", "\nname:\n  extra: Extra", 1)
		for i := range 5 {
			words = strings.Replace(words, "\nleader:", fmt.Sprintf("\nleader:\n  extra-leader-%d: Extra", i), 1)
		}
		fsys[file] = &fstest.MapFile{Data: []byte(words)}
	}
	checkProblems(t, fsys, plataea, []string{
		"armies.yaml:20: there are 9 leaders; a battle has at most 8",
		"armies.yaml:71: there are 49 units; a battle has at most 48",
	})
}

// TestTooManySecrets makes one army of hoplites of all units but those of the other's leaders, more than ranks can be
// distributed among in secret.
func TestTooManySecrets(t *testing.T) {
	fsys := files(t, plataea)
	name := path.Join(plataea, "armies.yaml")
	leaders, units, _ := strings.Cut(string(fsys[name].Data), "\nunits:")
	units = regexp.MustCompile(`side: persian(.*square: (?:[^JP]\d|.[^5]))`).ReplaceAllString(units, "side: greek$1")
	units = regexp.MustCompile(`type: \S+`).ReplaceAllString(units, "type: hoplite")
	fsys[name] = &fstest.MapFile{Data: []byte(leaders + "\nunits:" + units)}
	const want = "side greek: 39 units have ranks; ranks may be distributed among at most 31"
	if got := strings.Join(lines(scenario.Check(fsys, plataea)), "\n"); !strings.Contains(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestMissingFiles takes each file away, and empties it.
func TestMissingFiles(t *testing.T) {
	for _, file := range []string{"battle.yaml", "armies.yaml", "terrain.txt", "text.en.yaml", "text.fr.yaml"} {
		fsys := files(t, mycale)
		delete(fsys, path.Join(mycale, file))
		checkProblems(t, fsys, mycale, []string{missing[file]})
		fsys[path.Join(mycale, file)] = &fstest.MapFile{}
		if problems := scenario.Check(fsys, mycale); len(problems) == 0 || problems[0].Severity != pack.Error {
			t.Errorf("an empty %s: %v", file, lines(problems))
		}
	}
}

var missing = map[string]string{
	"battle.yaml":  "battle.yaml: the file is missing",
	"armies.yaml":  "armies.yaml: the file is missing",
	"terrain.txt":  "terrain.txt: the file is missing",
	"text.en.yaml": "text.en.yaml: the file is missing; every pack has texts in en, fr",
	"text.fr.yaml": "text.fr.yaml: the file is missing; every pack has texts in en, fr",
}

// FuzzRead reads packs with a file of any contents: there may be problems, but no panic, and what is read is whole.
func FuzzRead(f *testing.F) {
	names := []string{"battle.yaml", "armies.yaml", "terrain.txt", "text.en.yaml"}
	for _, dir := range dirs {
		fsys := files(f, dir)
		for i, name := range names {
			f.Add(uint8(i), fsys[path.Join(dir, name)].Data)
		}
	}
	base := files(f, thermopylae)
	f.Fuzz(func(t *testing.T, file uint8, data []byte) {
		fsys := maps.Clone(base)
		fsys[path.Join(thermopylae, names[int(file)%len(names)])] = &fstest.MapFile{Data: data}
		p, problems := scenario.Read(pack.ReadFiles(fsys, thermopylae))
		failed := slices.ContainsFunc(problems, func(p pack.Problem) bool { return p.Severity == pack.Error })
		if (p == nil) != failed {
			t.Fatalf("pack %v with problems %q", p, lines(problems))
		}
		if p == nil {
			return
		}
		s := p.Setup()
		if len(s.Terrain) != s.Cols*s.Rows || len(s.Units) > scenario.MaxUnits || len(s.Leaders) > scenario.MaxLeaders || len(s.Icons) != scenario.Turns {
			t.Fatalf("set-up %+v", s)
		}
	})
}
