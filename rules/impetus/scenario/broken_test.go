package scenario_test

import (
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"acies/pack"
	"acies/rulebook/cite"
	"acies/rules/impetus/scenario"
)

// files returns the files of a pack to change.
func files(t testing.TB, dir string) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	err := fs.WalkDir(packs, dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(packs, name)
		out[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

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

// Files that the broken packs are made from.
const (
	battle   = "battle.yaml"
	placing  = "placement.yaml"
	romans   = "armies/romans.yaml"
	gauls    = "armies/carthaginians.yaml"
	phalanx  = "armies/macedonians.yaml"
	plain    = "tables/plain.yaml"
	byStream = "tables/stream.yaml"
)

// broken is a list of packs that are wrong in one thing, and what is said of them.
var broken = []struct {
	name, dir, file, old, new string
	want                      []string
}{
	{
		"another book", twoCamps, battle,
		"book: impetus",
		"book: bladebow",
		[]string{
			`battle.yaml:7: book "bladebow" is unknown; the book is impetus`,
		},
	},
	{
		"no book", twoCamps, battle,
		"book: impetus\n",
		"",
		[]string{
			"battle.yaml:1: book is missing; the book is impetus",
		},
	},
	{
		"folder of another name", twoCamps, battle,
		"id: two-camps-204bc",
		"id: two-camps",
		[]string{
			"battle.yaml:6: the battle two-camps is in the folder two-camps-204bc; the folder must have the name of the battle",
		},
	},
	{
		"bad id", twoCamps, battle,
		"id: two-camps-204bc",
		"id: Camps",
		[]string{
			`battle.yaml:6: battle "Camps": not an id; expected lower-case letters, digits and single hyphens, such as hastati-i`,
		},
	},
	{
		"no source", twoCamps, battle,
		"source: R\n",
		"",
		[]string{
			"battle.yaml:1: the battle has no mark of its source; write source: and A, B, C, D or R",
		},
	},
	{
		"unknown field", twoCamps, battle,
		"turns: 12",
		"turms: 12",
		[]string{
			"battle.yaml:9:1: unknown field \"turms\"; the fields here are id, book, source, turns, tie, table, set-up-first, sides, options\n   7 | book: impetus\n   8 | source: R\n   9 | turms: 12\n       ^",
		},
	},
	{
		"turns", twoCamps, battle,
		"turns: 12",
		"turns: 0",
		[]string{
			`battle.yaml:9: turns "0" is not a number from 1 to 99`,
		},
	},
	{
		"unknown table", twoCamps, battle,
		"table: plain",
		"table: moor",
		[]string{
			`battle.yaml:12: the battle: table "moor" is unknown; the pack has plain`,
		},
	},
	{
		"tie", twoCamps, battle,
		"tie: draw",
		"tie: gauls",
		[]string{
			`battle.yaml:11: tie: side "gauls" is unknown; beside draw the battle has carthaginians, romans`,
		},
	},
	{
		"who is placed first", twoCamps, battle,
		"set-up-first: romans",
		"set-up-first: nobody",
		[]string{
			`battle.yaml:14: set-up-first: side "nobody" is unknown; the battle has carthaginians, romans`,
		},
	},
	{
		"one side", twoCamps, battle,
		"  - {id: romans, army: romans, edge: south}\n",
		"",
		[]string{
			"battle.yaml:1: the battle has 1 sides; expected two under sides:",
		},
	},
	{
		"unknown army", twoCamps, battle,
		"army: romans",
		"army: greeks",
		[]string{
			`battle.yaml:18: side romans: army "greeks" is unknown; the pack has carthaginians, romans`,
		},
	},
	{
		"one army twice", twoCamps, battle,
		"army: romans",
		"army: carthaginians",
		[]string{
			"battle.yaml:18: both sides have the army carthaginians; expected two armies",
		},
	},
	{
		"side without an army", twoCamps, battle,
		"army: romans, ",
		"",
		[]string{
			"battle.yaml:18: only one side has an army; expected both, or options for both",
		},
	},
	{
		"unknown edge", twoCamps, battle,
		"edge: south",
		"edge: west",
		[]string{
			`battle.yaml:18: side romans: edge "west" is unknown; the book has south, north`,
		},
	},
	{
		"one edge twice", twoCamps, battle,
		"edge: south",
		"edge: north",
		[]string{
			"battle.yaml:18: both sides have the edge north; expected south and north",
		},
	},
	{
		"option that sets nothing", twoCamps, battle,
		"{id: free-set-up, set-up: free}",
		"{id: free-set-up}",
		[]string{
			"battle.yaml:21: option free-set-up sets 0 things; expected one of set-up, amendments, army (with side), table and seed",
		},
	},
	{
		"option that sets two things", twoCamps, battle,
		"{id: free-set-up, set-up: free}",
		"{id: free-set-up, set-up: free, seed: 3}",
		[]string{
			"battle.yaml:21: option free-set-up sets 2 things; expected one of set-up, amendments, army (with side), table and seed",
		},
	},
	{
		"option for a set-up that there is not", twoCamps, battle,
		"set-up: free",
		"set-up: secret",
		[]string{
			`battle.yaml:21: option free-set-up: set-up "secret" is unknown; the book has free`,
		},
	},
	{
		"option for the army of a side that has one", twoCamps, battle,
		"{id: free-set-up, set-up: free}",
		"{id: free-set-up, side: romans, army: romans}",
		[]string{
			"battle.yaml:21: option free-set-up: army romans, but side romans has one; a side has an army or options for one",
		},
	},
	{
		"option twice", twoCamps, battle,
		"id: amendments",
		"id: free-set-up",
		[]string{
			"battle.yaml:22: option free-set-up: the id is already used on line 21; ids are unique",
		},
	},
	{
		"option for an army that there is not", freeBattle, battle,
		"side: first, army: persians",
		"side: first, army: greeks",
		[]string{
			`battle.yaml:24: option first-persians: army "greeks" is unknown; the pack has carthaginians, macedonians, persians, romans`,
		},
	},
	{
		"option for a side that there is not", freeBattle, battle,
		"side: first, army: persians",
		"side: third, army: persians",
		[]string{
			`battle.yaml:24: option first-persians: side "third" is unknown; the battle has first, second`,
		},
	},
	{
		"option for a table that there is not", freeBattle, battle,
		"table: stream}",
		"table: moor}",
		[]string{
			`battle.yaml:29: option table-stream: table "moor" is unknown; the pack has plain, stream`,
		},
	},
	{
		"option without its group", freeBattle, battle,
		"{id: table-seed-1, group: table, seed",
		"{id: table-seed-1, seed",
		[]string{
			`battle.yaml:30: option table-seed-1: group "", with "table" for option table-stream; options that set the same thing, and no others, are of one group`,
		},
	},
	{
		"option of a group of others", freeBattle, battle,
		"{id: free-set-up, set-up",
		"{id: free-set-up, group: table, set-up",
		[]string{
			`battle.yaml:36: option free-set-up: group "table", with "table" for option table-stream; options that set the same thing, and no others, are of one group`,
		},
	},
	{
		"no name for a group", freeBattle, "text.en.yaml",
		"  table: Table\n",
		"",
		[]string{
			"text.en.yaml:101: no text for group.table; every name and rule of the pack has a text in en, fr",
		},
	},
	{
		"seed", freeBattle, battle,
		"seed: 1}",
		"seed: 0}",
		[]string{
			`battle.yaml:30: option table-seed-1: seed "0" is not a number from 1 to 999999`,
		},
	},
	{
		"an army and options for one", freeBattle, battle,
		"  - {id: first, edge: south}",
		"  - {id: first, army: romans, edge: south}",
		[]string{
			"battle.yaml:17: only one side has an army; expected both, or options for both",
			"battle.yaml:21: option first-romans: army romans, but side first has one; a side has an army or options for one",
			"battle.yaml:22: option first-carthaginians: army carthaginians, but side first has one; a side has an army or options for one",
			"battle.yaml:23: option first-macedonians: army macedonians, but side first has one; a side has an army or options for one",
			"battle.yaml:24: option first-persians: army persians, but side first has one; a side has an army or options for one",
		},
	},
	{
		"options on a table with a placement", twoCamps, battle,
		"{id: free-set-up, set-up: free}",
		"{id: free-set-up, seed: 3}",
		[]string{
			"placement.yaml: the battle has armies or tables to choose from; such a battle has no placement.yaml",
		},
	},
	{
		"unit without a place", twoCamps, placing,
		"  - {id: R1.1,               x: 84, y: 40, heading: 0}\n",
		"",
		[]string{
			"placement.yaml:1: unit R1.1 has no place; expected an entry with its id, x, y and heading",
		},
	},
	{
		"place of nobody", twoCamps, placing,
		"id: R1.1,",
		"id: R9.9,",
		[]string{
			"placement.yaml:1: unit R1.1 has no place; expected an entry with its id, x, y and heading",
			`placement.yaml:6: placement: unit "R9.9" is unknown; the battle has C1.1, C1.2, C1.3, C1.4, C1.5, C1.6, C1.7, C2.1, C2.2, C2.3, C2.4, C2.5, R1.1, R1.2, R1.3, R1.4, R1.5, R1.6, R1.7, R1.8, R2.1, R2.2, R2.3, R2.4, carthaginians-camp, romans-camp`,
		},
	},
	{
		"two places", twoCamps, placing,
		"id: R1.1,",
		"id: R1.2,",
		[]string{
			"placement.yaml:1: unit R1.1 has no place; expected an entry with its id, x, y and heading",
			"placement.yaml:7: unit R1.2: the id is already used on line 6; ids are unique",
		},
	},
	{
		"x", twoCamps, placing,
		"x: 84, y: 40",
		"x: 184, y: 40",
		[]string{
			`placement.yaml:6: unit R1.1: x "184" is not a length from 0U to 180U; expected a number such as 40 or 40.25`,
		},
	},
	{
		"y that is no number", twoCamps, placing,
		"x: 84, y: 40",
		"x: 84, y: forty",
		[]string{
			`placement.yaml:6: unit R1.1: y "forty" is not a length from 0U to 120U; expected a number such as 40 or 40.25`,
		},
	},
	{
		"heading", twoCamps, placing,
		"y: 40, heading: 0",
		"y: 40, heading: 10.1",
		[]string{
			`placement.yaml:6: unit R1.1: heading "10.1" is not a direction; expected degrees from 0, which is north, to 359.75 in steps of 0.25`,
		},
	},
	{
		"out of its zone", twoCamps, placing,
		"x: 84, y: 40",
		"x: 84, y: 45",
		[]string{
			"placement.yaml:6: unit R1.1: its base is not inside its zone; the zone is 0,0 180,44",
			"placement.yaml:11: unit R1.6 overlaps R1.1; bases may touch but not overlap",
		},
	},
	{
		"overlap", twoCamps, placing,
		"x: 92, y: 40",
		"x: 91, y: 40",
		[]string{
			"placement.yaml:7: unit R1.2 overlaps R1.1; bases may touch but not overlap",
		},
	},
	{
		"in the sea", stream, byStream,
		"polygon: 0,0 6,0 6,120 0,120",
		"polygon: 0,0 60,0 60,57 0,57",
		[]string{
			"placement.yaml:15: unit M2.4 stands in sea; expected ground that is not impassable",
			"placement.yaml:16: unit M2.5 stands in sea; expected ground that is not impassable",
		},
	},
	{
		"name of the table", twoCamps, plain,
		"id: plain",
		"id: moor",
		[]string{
			"tables/plain.yaml:6: the table moor is in the file tables/plain.yaml; the file must have the name of the table",
		},
	},
	{
		"size", twoCamps, plain,
		"size: 180 120",
		"size: 160 120",
		[]string{
			`tables/plain.yaml:8: size "160 120"; a table has the size 180 120`,
		},
	},
	{
		"no zones", twoCamps, plain,
		"zones:\n  south: 0,0 180,44\n  north: 0,76 180,120\n",
		"",
		[]string{
			"tables/plain.yaml:1: zones is missing; expected south and north, each with two opposite corners such as 0,0 180,44",
		},
	},
	{
		"zone with its corners exchanged", twoCamps, plain,
		"south: 0,0 180,44",
		"south: 180,44 0,0",
		[]string{
			`tables/plain.yaml:11: zone south "180,44 0,0"; expected its south-western and its north-eastern corner, such as 0,0 180,44`,
		},
	},
	{
		"zones that overlap", twoCamps, plain,
		"south: 0,0 180,44",
		"south: 0,0 180,80",
		[]string{
			"tables/plain.yaml:11: the zones overlap; the zone of the south lies south of that of the north",
		},
	},
	{
		"unknown kind", twoCamps, plain,
		"kind: wood",
		"kind: lava",
		[]string{
			`tables/plain.yaml:23: terrain grove: kind "lava" is unknown; the book has open, gentle_hill, broken, stream, steep_hill, wood, marsh, impassable, village, road`,
		},
	},
	{
		"clockwise", twoCamps, plain,
		"120,88 134,86 138,98 124,102",
		"124,102 138,98 134,86 120,88",
		[]string{
			`tables/plain.yaml:24: terrain grove: polygon "124,102 138,98 134,86 120,88"; expected a convex polygon in counter-clockwise order, without points on its sides (imp-D8a)`,
		},
	},
	{
		"not convex", twoCamps, plain,
		"120,88 134,86 138,98 124,102",
		"120,88 134,86 126,92 124,102",
		[]string{
			`tables/plain.yaml:24: terrain grove: polygon "120,88 134,86 126,92 124,102"; expected a convex polygon in counter-clockwise order, without points on its sides (imp-D8a)`,
		},
	},
	{
		"two points", twoCamps, plain,
		"120,88 134,86 138,98 124,102",
		"120,88 134,86",
		[]string{
			"tables/plain.yaml:24: terrain grove: polygon has 2 points; expected 3 to 16",
		},
	},
	{
		"off the table", twoCamps, plain,
		"20,84 30,82",
		"20,84 30,-82",
		[]string{
			`tables/plain.yaml:27: terrain gullies: polygon: "30,-82" is not a point; expected x and y in U, such as 14,34`,
		},
	},
	{
		"beyond the table", twoCamps, plain,
		"120,88 134,86 138,98",
		"120,88 134,86 238,98",
		[]string{
			"tables/plain.yaml:24: terrain grove: polygon: 238,98 is not on the table; the table is 0,0 to 180,120",
		},
	},
	{
		"terrain twice", twoCamps, plain,
		"id: gullies",
		"id: grove",
		[]string{
			"tables/plain.yaml:25: terrain grove: the id is already used on line 22; ids are unique",
		},
	},
	{
		"hill without a crest", twoCamps, plain,
		"    crest: 20,36 24,52\n",
		"",
		[]string{
			"tables/plain.yaml:15: terrain west-hill: crest is missing; expected a value",
		},
	},
	{
		"crest beside the hill", twoCamps, plain,
		"crest: 20,36 24,52",
		"crest: 20,36 54,52",
		[]string{
			"tables/plain.yaml:18: terrain west-hill: crest: 54,52 is not on the hill; expected points inside its polygon",
		},
	},
	{
		"crest of a wood", twoCamps, plain,
		"    kind: wood\n",
		"    kind: wood\n    crest: 124,90 130,96\n",
		[]string{
			"tables/plain.yaml:24: terrain grove: crest, with kind wood; only a gentle_hill and a steep_hill have one",
		},
	},
	{
		"fortification of one point", stream, byStream,
		"line: 80,64 96,64",
		"line: 80,64",
		[]string{
			"tables/stream.yaml:32: fortification palisade: line has 1 points; expected 2 to 16",
		},
	},
	{
		"what a fortification protects", stream, byStream,
		"protects: north",
		"protects: all",
		[]string{
			`tables/stream.yaml:33: fortification palisade: protects "all" is unknown; the book has south, north, west, east`,
		},
	},
	{
		"bank of no stream", stream, byStream,
		"{stream: stream,",
		"{stream: sea,",
		[]string{
			`tables/stream.yaml:36: high-bank: stream "sea" is unknown; the table has stream`,
		},
	},
	{
		"bank without a width", stream, byStream,
		"y: 62 63",
		"y: 63 62",
		[]string{
			`tables/stream.yaml:36: high-bank: y "63 62"; expected where it begins and ends, such as 62 63`,
		},
	},
	{
		"name of the army", twoCamps, romans,
		"id: romans",
		"id: latins",
		[]string{
			"armies/romans.yaml:7: the army latins is in the file armies/romans.yaml; the file must have the name of the army",
		},
	},
	{
		"structure", twoCamps, romans,
		"structure: Good",
		"structure: Fine",
		[]string{
			`armies/romans.yaml:9: army romans: structure "Fine" is unknown; the book has Poor, Average, Good`,
		},
	},
	{
		"points of the army", twoCamps, romans,
		"points: 319",
		"points: 300",
		[]string{
			"armies/romans.yaml:10: warning: points 300; expected 319 as the sum of units, commanders and structure",
		},
	},
	{
		"vd of the army", twoCamps, romans,
		"vd: 22\n",
		"vd: 23\n",
		[]string{
			"armies/romans.yaml:11: warning: vd 23; expected 22 as the sum of its commands",
		},
	},
	{
		"defeated too late", twoCamps, romans,
		"defeated-at: 11",
		"defeated-at: 12",
		[]string{
			"armies/romans.yaml:12: warning: defeated-at 12; expected 11 as half of its vd (imp-23.1g)",
		},
	},
	{
		"points of a commander", twoCamps, romans,
		"points: 25",
		"points: 30",
		[]string{
			"armies/romans.yaml:16: warning: command 1: points 30; expected 25 for his quality (imp-26.1g)",
		},
	},
	{
		"quality", twoCamps, romans,
		"quality: Expert",
		"quality: Brave",
		[]string{
			`armies/romans.yaml:16: command 1: quality "Brave" is unknown; the book has Incompetent, Cowardly, Poor, Fair, Expert, Genius, Charismatic`,
		},
	},
	{
		"charismatic legate", twoCamps, romans,
		"quality: Fair",
		"quality: Charismatic",
		[]string{
			"armies/romans.yaml:17: command 2: quality Charismatic, but he is not in chief; only a Commander-in-Chief may be Charismatic (imp-4.1d)",
		},
	},
	{
		"two in chief", twoCamps, romans,
		"in-chief: false",
		"in-chief: true",
		[]string{
			"armies/romans.yaml:16: army romans has 2 commanders in chief; one of its commanders is (imp-4.1c)",
		},
	},
	{
		"nobody in chief", twoCamps, romans,
		"in-chief: true",
		"in-chief: false",
		[]string{
			"armies/romans.yaml:16: army romans has 0 commanders in chief; one of its commanders is (imp-4.1c)",
		},
	},
	{
		"attached to nobody", twoCamps, romans,
		"attached-to: R1.5",
		"attached-to: R9.9",
		[]string{
			"armies/romans.yaml:16: command 1: attached-to R9.9: the army has no such unit; expected a unit of the command",
		},
	},
	{
		"attached to another command", twoCamps, romans,
		"attached-to: R1.5",
		"attached-to: R2.1",
		[]string{
			"armies/romans.yaml:16: command 1: attached-to R2.1, which is of another command; expected a unit of the command (imp-4.1e)",
		},
	},
	{
		"vd of a command", twoCamps, romans,
		"vd: 15, routs-at: 8",
		"vd: 16, routs-at: 8",
		[]string{
			"armies/romans.yaml:16: warning: command 1: vd 16; expected 15 as the sum of its units",
		},
	},
	{
		"rout of a command", twoCamps, romans,
		"routs-at: 8",
		"routs-at: 7",
		[]string{
			"armies/romans.yaml:16: warning: command 1: routs-at 7; expected 8 as half of its vd (imp-23.1g)",
		},
	},
	{
		"command without units", twoCamps, romans,
		"  - {id: 2, quality: Fair",
		"  - {id: 3, quality: Poor, in-chief: false, points: 0, vd: 0, routs-at: 0}\n  - {id: 2, quality: Fair",
		[]string{
			"armies/romans.yaml:17: command 3 has 0 units; a command has 1 to 31",
			"text.en.yaml:24: no text for commander.romans-3; every name and rule of the pack has a text in en, fr",
			"text.fr.yaml:25: no text for commander.romans-3; every name and rule of the pack has a text in en, fr",
		},
	},
	{
		"unit of no command", twoCamps, romans,
		"id: R1.1, command: 1",
		"id: R1.1, command: 7",
		[]string{
			`armies/romans.yaml:21: unit R1.1: command "7" is unknown; the army has 1, 2`,
		},
	},
	{
		"bad id of a unit", twoCamps, romans,
		"id: R1.1,",
		"id: 1st,",
		[]string{
			`armies/romans.yaml:21: unit "1st": not an id; expected letters and digits, with dots or hyphens between them, such as R1.1`,
			"text.en.yaml:50: no text for unit.1st; every name and rule of the pack has a text in en, fr",
			"text.fr.yaml:51: no text for unit.1st; every name and rule of the pack has a text in en, fr",
		},
	},
	{
		"id of a camp", twoCamps, romans,
		"id: R1.1,",
		"id: R1-camp,",
		[]string{
			"armies/romans.yaml:21: unit R1-camp: the id is that of a camp; ids that end in -camp belong to the camps",
			"text.en.yaml:50: no text for unit.R1-camp; every name and rule of the pack has a text in en, fr",
			"text.fr.yaml:51: no text for unit.R1-camp; every name and rule of the pack has a text in en, fr",
		},
	},
	{
		"unit twice", twoCamps, romans,
		"id: R1.2,",
		"id: R1.1,",
		[]string{
			"armies/romans.yaml:22: unit R1.1: the id is already used in armies/romans.yaml, line 21; ids are unique in all armies of a pack",
		},
	},
	{
		"unit of another army", twoCamps, romans,
		"id: R1.2,",
		"id: C1.1,",
		[]string{
			"armies/romans.yaml:22: unit C1.1: the id is already used in armies/carthaginians.yaml, line 21; ids are unique in all armies of a pack",
		},
	},
	{
		"unknown type", twoCamps, romans,
		"type: FP",
		"type: HI",
		[]string{
			`armies/romans.yaml:21: unit R1.1: type "HI" is unknown; the book has S, FL, T, FP, CP, CM, CL, CGL, CGP, CF, El, ART, W`,
		},
	},
	{
		"baggage", twoCamps, romans,
		"type: FP",
		"type: baggage",
		[]string{
			`armies/romans.yaml:21: unit R1.1: type "baggage" is unknown; the book has S, FL, T, FP, CP, CM, CL, CGL, CGP, CF, El, ART, W`,
		},
	},
	{
		"move", twoCamps, romans,
		"move: 5,",
		"move: 0,",
		[]string{
			`armies/romans.yaml:21: unit R1.1: move "0" is not a number from 1 to 20`,
		},
	},
	{
		"vbu", twoCamps, romans,
		"vbu: 6,",
		"vbu: ten,",
		[]string{
			`armies/romans.yaml:21: unit R1.1: vbu "ten" is not a number from 1 to 9`,
		},
	},
	{
		"impetus", twoCamps, romans,
		"impetus: 2,",
		"impetus: -1,",
		[]string{
			`armies/romans.yaml:21: unit R1.1: impetus "-1" is not a number from 0 to 9`,
		},
	},
	{
		"discipline", twoCamps, romans,
		"discipline: B",
		"discipline: D",
		[]string{
			`armies/romans.yaml:21: unit R1.1: discipline "D" is unknown; the book has A, B, C`,
		},
	},
	{
		"vd of a unit", twoCamps, romans,
		"discipline: B, vd: 2",
		"discipline: B, vd: 12",
		[]string{
			`armies/romans.yaml:21: unit R1.1: vd "12" is not a number from 0 to 9`,
		},
	},
	{
		"weapon", twoCamps, romans,
		"weapon: none",
		"weapon: gun",
		[]string{
			`armies/romans.yaml:21: unit R1.1: weapon "gun" is unknown; the book has none, longbow_A, longbow_B, short_bow_A, short_bow_B, composite_bow_A, composite_bow_B, composite_bow_C, crossbow_A, crossbow_B, handgun, harquebus_A, harquebus_B, musket, javelin, sling, artillery_A, artillery_B, artillery_C, various`,
		},
	},
	{
		"artillery of infantry", twoCamps, romans,
		"weapon: none",
		"weapon: artillery_A",
		[]string{
			"armies/romans.yaml:21: unit R1.1: weapon artillery_A, with type FP; ART, and no other type, has artillery_A, artillery_B or artillery_C",
		},
	},
	{
		"rows", twoCamps, romans,
		"rows: 1",
		"rows: 4",
		[]string{
			`armies/romans.yaml:21: unit R1.1: rows "4" is not a number from 1 to 3`,
		},
	},
	{
		"depth of two rows", twoCamps, romans,
		"rows: 1",
		"rows: 2",
		[]string{
			"armies/romans.yaml:21: unit R1.1: depth 3, with type FP and rows 2; FP has a depth of 3U for each row",
		},
	},
	{
		"three rows", twoCamps, gauls,
		"rows: 2, depth: 8",
		"rows: 3, depth: 12",
		[]string{
			"armies/carthaginians.yaml:23: unit C1.3: rows 3; only pikemen have three rows (imp-18.1d)",
		},
	},
	{
		"depth", twoCamps, romans,
		"depth: 3",
		"depth: 4",
		[]string{
			"armies/romans.yaml:21: unit R1.1: depth 4, with type FP and rows 1; FP has a depth of 3U for each row",
		},
	},
	{
		"trait", twoCamps, romans,
		"traits: long_spear",
		"traits: long_sword",
		[]string{
			`armies/romans.yaml:25: unit R1.5: trait "long_sword" is unknown; the book has pike, long_spear, schiltron, warband, legionary, line_relief, impetuous, pavise, shieldwall, camel, western_archers, direct`,
		},
	},
	{
		"trait twice", twoCamps, romans,
		"traits: long_spear",
		"traits: long_spear long_spear",
		[]string{
			"armies/romans.yaml:25: unit R1.5: traits names long_spear twice",
		},
	},
	{
		"trait of another type", twoCamps, romans,
		"depth: 2, traits: none",
		"depth: 2, traits: pike",
		[]string{
			"armies/romans.yaml:26: unit R1.6: traits pike, with type S; pike is a trait of FP",
		},
	},
	{
		"line without relief", twoCamps, romans,
		"traits: long_spear,            points: 25",
		"traits: long_spear, points: 25, line: triarii",
		[]string{
			"armies/romans.yaml:25: unit R1.5: line triarii, without the trait line_relief; expected both or neither",
		},
	},
	{
		"relief without a line", twoCamps, romans,
		", line: hastati",
		"",
		[]string{
			"armies/romans.yaml:21: unit R1.1: line is missing; a unit with line_relief is of the line hastati or principes",
		},
	},
	{
		"unknown line", twoCamps, romans,
		"line: hastati",
		"line: triarii",
		[]string{
			`armies/romans.yaml:21: unit R1.1: line "triarii" is unknown; the book has hastati, principes`,
		},
	},
	{
		"points", twoCamps, romans,
		"points: 25, line",
		"points: 26, line",
		[]string{
			"armies/romans.yaml:21: warning: unit R1.1: points 26; expected 25 by the yardstick of the army lists",
		},
	},
	{
		"points of a large unit", stream, phalanx,
		"points: 39",
		"points: 38",
		[]string{
			"armies/macedonians.yaml:27: warning: unit M2.1: points 38; expected 39 by the yardstick of the army lists",
		},
	},
	{
		"no points", twoCamps, romans,
		", points: 25, line: hastati",
		", line: hastati",
		[]string{
			"armies/romans.yaml:21: unit R1.1: points is missing; expected a value",
		},
	},
	{
		"inside nothing", twoCamps, romans,
		"points: 25, line: hastati",
		"points: 25, line: hastati, inside: R9.9",
		[]string{
			"armies/romans.yaml:21: unit R1.1: inside R9.9: the army has no such unit; expected a large unit of pikemen",
		},
	},
	{
		"inside a legion", twoCamps, romans,
		"points: 25, line: hastati",
		"points: 25, line: hastati, inside: R1.2",
		[]string{
			"armies/romans.yaml:21: unit R1.1: inside R1.2; only T with harquebus or musket stand in a square (imp-24.9a)",
		},
	},
	{
		"foot profile", twoCamps, romans,
		"points: 22}",
		"points: 22, foot: {type: FP, move: 5, vbu: 5, impetus: 1, discipline: B, weapon: none, depth: 4, traits: none}}",
		[]string{
			"armies/romans.yaml:29: unit R2.1: foot: depth 4, with type FP and rows 1; FP has a depth of 3U for each row",
		},
	},
	{
		"no text", twoCamps, "text.en.yaml",
		"  R1.2: Hastati II\n",
		"",
		[]string{
			"text.en.yaml:49: no text for unit.R1.2; every name and rule of the pack has a text in en, fr",
		},
	},
	{
		"useless text", twoCamps, "text.fr.yaml",
		"  R1.2: Hastati II\n",
		"  R1.2: Hastati II\n  R1.20: Hastati III\n",
		[]string{
			"text.fr.yaml:42: warning: the text unit.R1.20 belongs to nothing in the pack; remove it",
		},
	},
	{
		"points in a text", freeBattle, "text.en.yaml",
		"name: Romans, 319 points",
		"name: Romans, 290 points",
		[]string{
			"text.en.yaml: warning: the text option.first-romans.name does not name the points of the army; army romans has 319",
		},
	},
}

func TestBroken(t *testing.T) {
	cite.Clauses(t, "imp-18.1c", "imp-18.1d")
	for _, b := range broken {
		t.Run(strings.ReplaceAll(b.name, " ", "-"), func(t *testing.T) {
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

// TestTooMany gives an army more units than a game has room for.
func TestTooMany(t *testing.T) {
	fsys := files(t, freeBattle)
	name := path.Join(freeBattle, romans)
	text := string(fsys[name].Data)
	for i := range 52 {
		text += fmt.Sprintf("  - {id: X%d, command: 2, type: S, move: 8, vbu: 1, impetus: 0, discipline: C, vd: 0, weapon: none, rows: 1, depth: 2, traits: none, points: 3}\n", i)
	}
	fsys[name] = &fstest.MapFile{Data: []byte(text)}
	var found []string
	for _, p := range lines(scenario.Check(fsys, freeBattle)) {
		if strings.HasPrefix(p, romans) {
			found = append(found, p)
		}
	}
	want := []string{
		"armies/romans.yaml:17: command 2 has 56 units; a command has 1 to 31",
		"armies/romans.yaml:84: army romans has 64 units; an army has at most 63",
	}
	if !slices.Equal(found, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(found, "\n\t"), strings.Join(want, "\n\t"))
	}
}

// TestMissingFiles takes each file away, and empties it.
func TestMissingFiles(t *testing.T) {
	for file, want := range map[string]string{
		battle:         "battle.yaml: the file is missing",
		romans:         `battle.yaml:18: side romans: army "romans" is unknown; the pack has carthaginians`,
		plain:          `battle.yaml:12: the battle: table "plain" is unknown; the pack has none`,
		"text.en.yaml": "text.en.yaml: the file is missing; every pack has texts in en, fr",
		"text.fr.yaml": "text.fr.yaml: the file is missing; every pack has texts in en, fr",
	} {
		fsys := files(t, twoCamps)
		delete(fsys, path.Join(twoCamps, file))
		if got := lines(scenario.Check(fsys, twoCamps)); !slices.Contains(got, want) {
			t.Errorf("without %s: %q", file, got)
		}
		fsys[path.Join(twoCamps, file)] = &fstest.MapFile{}
		if problems := scenario.Check(fsys, twoCamps); len(problems) == 0 || problems[0].Severity != pack.Error {
			t.Errorf("an empty %s: %v", file, lines(problems))
		}
	}
	// Without a placement the armies are deployed by the rule.
	fsys := files(t, twoCamps)
	delete(fsys, path.Join(twoCamps, placing))
	checkProblems(t, fsys, twoCamps, nil)
}

// FuzzRead reads packs with a file of any contents: there may be problems, but no panic, and what is read can be set up.
func FuzzRead(f *testing.F) {
	names := []string{battle, placing, romans, plain, "text.en.yaml"}
	base := files(f, twoCamps)
	for i, name := range names {
		f.Add(uint8(i), base[path.Join(twoCamps, name)].Data)
	}
	f.Fuzz(func(t *testing.T, file uint8, data []byte) {
		fsys := maps.Clone(base)
		fsys[path.Join(twoCamps, names[int(file)%len(names)])] = &fstest.MapFile{Data: data}
		p, problems := scenario.Read(pack.ReadFiles(fsys, twoCamps))
		failed := slices.ContainsFunc(problems, func(p pack.Problem) bool { return p.Severity == pack.Error })
		if (p == nil) != failed {
			t.Fatalf("pack %v with problems %q", p, lines(problems))
		}
		if p == nil {
			return
		}
		if _, err := p.Setup(nil); err != nil {
			t.Fatal(err)
		}
	})
}
