package scenario_test

import (
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"acies/battles"
	"acies/pack"
	"acies/rules/sword/scenario"
)

const (
	sparta    = "sparta-195bc"
	issos     = "issos-333bc"
	bouvines  = "bouvines-1214"
	guinegate = "guinegate-1479"
)

// dirs are the battles of the rulebook.
var dirs = []string{sparta, issos, bouvines, guinegate}

// files returns a pack as a file system that can be changed.
func files(t testing.TB, dir string) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	err := fs.WalkDir(battles.FS, dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		data, err := fs.ReadFile(battles.FS, name)
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

// problemsOf returns what is said of a pack.
func problemsOf(fsys fs.FS, dir string) []string {
	_, problems := scenario.Read(pack.ReadFiles(fsys, dir))
	return lines(problems)
}

// checkProblems compares what is said of a pack, and that it can be played if and only if there is no error.
func checkProblems(t *testing.T, fsys fs.FS, dir string, want []string) {
	t.Helper()
	p, problems := scenario.Read(pack.ReadFiles(fsys, dir))
	if got := lines(problems); !slices.Equal(got, want) {
		t.Errorf("got\n\t%s\nwant\n\t%s", strings.Join(got, "\n\t"), strings.Join(want, "\n\t"))
	}
	if (p == nil) != hasError(problems) {
		t.Errorf("can be played: %t, with the problems %v", p != nil, problems)
	}
}

func hasError(problems []pack.Problem) bool {
	return slices.ContainsFunc(problems, func(p pack.Problem) bool { return p.Severity == pack.Error })
}

// brokenPack is a pack with one thing changed, and what is said of it.
type brokenPack struct {
	name, dir, file, old, new string
	want                      []string
}

// broken is a list of packs that are wrong in one thing.
var broken = []brokenPack{
	{
		"unknown book", sparta, "battle.yaml", "book: antiquity-2",
		"book: antiquity-9",
		[]string{
			`battle.yaml:11: book "antiquity-9" is unknown; the books are antiquity-2, antiquity-1, medieval`,
		},
	},
	{
		"folder of another name", sparta, "battle.yaml", "id: sparta-195bc",
		"id: sparta",
		[]string{
			"battle.yaml:10: the battle sparta is in the folder sparta-195bc; the folder must have the name of the battle",
		},
	},
	{
		"no turns", sparta, "battle.yaml", "turns: 8 A\n",
		"",
		[]string{
			"battle.yaml:1: turns is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"no mark", sparta, "battle.yaml", "turns: 8 A",
		"turns: 8",
		[]string{
			`battle.yaml:12: turns "8" has no mark of its source; write A, B, C, D or R after it`,
		},
	},
	{
		"unknown mark", sparta, "battle.yaml", "turns: 8 A",
		"turns: 8 X",
		[]string{
			`battle.yaml:12: turns "8": mark "X" is unknown; expected A, B, C, D or R`,
		},
	},
	{
		"not a number", sparta, "battle.yaml", "turns: 8 A",
		"turns: eight A",
		[]string{
			`battle.yaml:12: turns "eight" is not a number from 1 to 99`,
		},
	},
	{
		"unknown field", sparta, "battle.yaml", "turns: 8 A",
		"tunrs: 8 A",
		[]string{
			`battle.yaml:12:1: unknown field "tunrs"; the fields here are id, book, turns, map, zones, sides, pairs, mounting, rear-charge, deployment, special, victory, options
  10 | id: sparta-195bc
  11 | book: antiquity-2
  12 | tunrs: 8 A
       ^`,
		},
	},
	{
		"field given twice", sparta, "battle.yaml", "turns: 8 A",
		"turns: 8 A\nturns: 9 A",
		[]string{
			`battle.yaml:13:1: mapping key "turns" already defined at [12:1]
  11 | book: antiquity-2
  12 | turns: 8 A
  13 | turns: 9 A
       ^`,
		},
	},
	{
		"list for a word", sparta, "battle.yaml", "turns: 8 A",
		"turns: [8, A]",
		[]string{
			`battle.yaml:12:8: sequence was used where string is expected
  10 | id: sparta-195bc
  11 | book: antiquity-2
  12 | turns: [8, A]
              ^`,
		},
	},
	{
		"second document", sparta, "battle.yaml", "\nmap:",
		"\n---\nmap:",
		[]string{
			"battle.yaml:17: a second document starts here; a file has one document and no line ---",
		},
	},
	{
		"anchor", sparta, "battle.yaml", "turns: 8 A",
		"turns: &t 8 A",
		[]string{
			"battle.yaml:12: anchors, aliases and tags are not allowed; write the value in full",
		},
	},
	{
		"deep nesting", sparta, "battle.yaml", "turns: 8 A",
		"turns: " + strings.Repeat("[", 17) + strings.Repeat("]", 17),
		[]string{
			"battle.yaml:12: brackets are nested too deeply; the limit is 16",
		},
	},
	{
		"impossible size", sparta, "battle.yaml", "columns: 16 D",
		"columns: 0 D",
		[]string{
			`battle.yaml:17: columns "0" is not a number from 1 to 99`,
		},
	},
	{
		"legend of unknown terrain", sparta, "battle.yaml", "H: {terrain: tower,",
		"H: {terrain: towr,",
		[]string{
			`battle.yaml:27: legend "H": terrain "towr" is unknown; the book antiquity-2 has clear, city, temple, tower, sanctuary, citadel`,
		},
	},
	{
		"legend of unknown zone", sparta, "battle.yaml", "H: {terrain: tower, zone: heptagon}",
		"H: {terrain: tower, zone: hexagon}",
		[]string{
			`battle.yaml:27: legend "H": zone "hexagon" is unknown; the battle has pitane, kynosoura, mesoa, limnai, heptagon, temple-of-apollo, sanctuary-of-artemis, citadel, acropolis, kolona, north-of-magoulitsa, within-the-walls`,
		},
	},
	{
		"legend of two letters", sparta, "battle.yaml", "    H: {",
		"    HH: {",
		[]string{
			`battle.yaml:27: legend "HH": not one letter; a hex of the map is one visible character`,
			"terrain.txt:12: hex 0310: letter 'H' is unknown; the legend has . A C K L M P S",
		},
	},
	{
		"zone off the map", sparta, "battle.yaml", "1409-1410 1510",
		"1409-1410 1710",
		[]string{
			`battle.yaml:43: zone kolona: hex "1710": column 17 is beyond the map's 16 columns; the map is 0101 to 1620`,
		},
	},
	{
		"zone hex that is no hex", sparta, "battle.yaml", "1409-1410 1510",
		"1409-1410 15l0",
		[]string{
			`battle.yaml:43: zone kolona: hex "15l0": expected four digits, column then row, such as "0415"; the map is 0101 to 1620`,
		},
	},
	{
		"zone over other terrain", sparta, "battle.yaml", "0306-0308 0406-0407",
		"0306-0309 0406-0407",
		[]string{
			"battle.yaml:34: zone pitane: hex 0309 is '.' on the map; the legend gives the zone P",
		},
	},
	{
		"zone without a hex of its letter", sparta, "battle.yaml", "0306-0308 0406-0407",
		"0306-0308 0406",
		[]string{
			"battle.yaml:34: zone pitane: hex 0407 is missing; it is 'P' on the map",
		},
	},
	{
		"zone hex twice", sparta, "battle.yaml", "1409-1410 1510",
		"1409-1410 1510 1410",
		[]string{
			"battle.yaml:43: zone kolona: hex 1410 is listed twice",
		},
	},
	{
		"run upwards", sparta, "battle.yaml", "1409-1410 1510",
		"1410-1409 1510",
		[]string{
			"battle.yaml:43: zone kolona: 1410-1409 is not a run of hexes; a run goes down one column, such as 0107-0109",
		},
	},
	{
		"zone without a mark", sparta, "battle.yaml", "{id: kolona, source: R,",
		"{id: kolona,",
		[]string{
			"battle.yaml:43: zone kolona has no mark of its source; write source: and A, B, C, D or R",
		},
	},
	{
		"zone without hexes", sparta, "battle.yaml", "{id: kolona, source: R, hexes: 1409-1410 1510}",
		"{id: kolona, source: R}",
		[]string{
			"battle.yaml:43: zone kolona has no hexes; expected hexes: and their names, such as 0107-0109 0206",
		},
	},
	{
		"duplicate zone", sparta, "battle.yaml", "{id: kolona,",
		"{id: acropolis,",
		[]string{
			"battle.yaml:43: zone acropolis: the id is already used on line 42; ids are unique",
			"text.en.yaml:64: warning: the text zone.kolona belongs to nothing in the pack; remove it",
			"text.fr.yaml:65: warning: the text zone.kolona belongs to nothing in the pack; remove it",
		},
	},
	{
		"one side", sparta, "battle.yaml", "  - {id: spartan, rout: top R, facing: DL R, initiative: nabis A}\n",
		"",
		[]string{
			"battle.yaml:1: the battle has 1 sides; expected the attacker and the defender under sides:",
		},
	},
	{
		"no north", sparta, "battle.yaml", "  north: top A\n",
		"",
		[]string{
			"battle.yaml:17: north is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"unknown north", sparta, "battle.yaml", "north: top A",
		"north: up A",
		[]string{
			`battle.yaml:19: north "up" is not an edge; expected one of top, right, bottom, left`,
		},
	},
	{
		"unknown rout edge", sparta, "battle.yaml", "rout: top R",
		"rout: up R",
		[]string{
			`battle.yaml:59: side spartan: rout "up" is not an edge; expected one of top, bottom, left, right`,
		},
	},
	{
		"unknown facing", sparta, "battle.yaml", "facing: DL R",
		"facing: S R",
		[]string{
			`battle.yaml:59: side spartan: facing "S" is not a corner; expected one of UR, R, DR, DL, L, UL`,
		},
	},
	{
		"initiative of no commander", sparta, "battle.yaml", "initiative: nabis A",
		"initiative: gorgopas A",
		[]string{
			`battle.yaml:59: side spartan: commander "gorgopas" is unknown; the side has nabis`,
		},
	},
	{
		"neither true nor false", sparta, "battle.yaml", "face: true A",
		"face: maybe A",
		[]string{
			`battle.yaml:62: deployment: face "maybe" is neither true nor false`,
		},
	},
	{
		"special rule of an unknown leader", sparta, "battle.yaml", "leader: nabis A",
		"leader: nabys A",
		[]string{
			`battle.yaml:69: special citadel: leader "nabys" is unknown; the battle has flamininus, pretor-i, pretor-ii, pretor-iii, nabis, gorgopas, pythagoras`,
		},
	},
	{
		"special rule off the map", sparta, "battle.yaml", "hex: 1004 R",
		"hex: 1704 R",
		[]string{
			`battle.yaml:68: special citadel: hex "1704": column 17 is beyond the map's 16 columns; the map is 0101 to 1620`,
		},
	},
	{
		"special rule of an unknown type", sparta, "battle.yaml", "heavy: Lg Ho A",
		"heavy: Lg Hx A",
		[]string{
			`battle.yaml:75: special fire: type "Hx" is unknown; the book antiquity-2 has Lg, Ho, Pe, Ja, Ar, Ca`,
		},
	},
	{
		"special rule of unknown terrain", sparta, "battle.yaml", "terrain: city A",
		"terrain: town A",
		[]string{
			`battle.yaml:74: special fire: terrain "town" is unknown; the book antiquity-2 has clear, city, temple, tower, sanctuary, citadel`,
		},
	},
	{
		"special rule of an unknown name", sparta, "battle.yaml", "triarii-ii triarii-iii",
		"triarii-ii triarii-iv",
		[]string{
			`battle.yaml:80: special legion: name "triarii-iv" is unknown; the battle has velites-i, hastati-i, principes-i, triarii-i, equites-i, velites-ii, hastati-ii, principes-ii, triarii-ii, equites-ii, velites-iii, hastati-iii, principes-iii, triarii-iii, equites-iii, spartans, perioikoi, helots, laconians, cretans, mercenaries, argos`,
		},
	},
	{
		"special rule of an unknown contingent", issos, "battle.yaml", "guard: oxathres R",
		"guard: xerxes R",
		[]string{
			`battle.yaml:75: special flight: contingent "xerxes" is unknown; the battle has alexander, philotas, protomachos, nikanor, krateros, philippos, balakros, arsames, rheomithres, aristomedes, thymondas, atizyes, nabarzanes, oxathres, boubakes`,
		},
	},
	{
		"special rule without a value", sparta, "battle.yaml", "    range: 5 A\n",
		"",
		[]string{
			"battle.yaml:71: special fire: range is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"unknown special rule", sparta, "battle.yaml", "  citadel:\n    hex",
		"  castle:\n    hex",
		[]string{
			`battle.yaml:67:3: unknown field "castle"; the fields here are citadel, fire, legion, second-blow, hill-force, flight, levies, armour, ring, far-bank, doubtful, ransom, plunder
  65 | 
  66 | special:
  67 |   castle:
         ^`,
		},
	},
	{
		"unknown clause", sparta, "battle.yaml", "clause: ant-13.3.2b",
		"clause: ant-13.3.2zz",
		[]string{
			`battle.yaml:89: score unit-poor: clause "ant-13.3.2zz" is not in the rulebook; write the id of the rule, such as ant-13.3.2b`,
		},
	},
	{
		"unknown kind of score", sparta, "battle.yaml", "kind: fire-used",
		"kind: fire-lit",
		[]string{
			`battle.yaml:109: score fire-used: kind "fire-lit" is unknown; the program has commander-captured, commander-killed, eliminated, entered, fire-used, fled, leader-captured, leader-killed, names-across, names-lost, not-fled, occupied-end, occupied-turn, reserve-shot, reserve-used, routed-end, units-across, zones-free`,
		},
	},
	{
		"score without its field", sparta, "battle.yaml", "kind: eliminated, quality: 0-4 A,",
		"kind: eliminated,",
		[]string{
			"battle.yaml:89: score unit-poor: quality is missing; the kind eliminated needs it, or types",
		},
	},
	{
		"score with a field too many", sparta, "battle.yaml", "kind: fire-used, points",
		"kind: fire-used, zones: heptagon A, points",
		[]string{
			"battle.yaml:109: score fire-used: zones does not belong here; the kind fire-used does not use it",
		},
	},
	{
		"score without its special rule", sparta, "battle.yaml", "kind: fire-used",
		"kind: fled",
		[]string{
			"battle.yaml:109: score fire-used: the kind fled needs the special rule flight; the battle has citadel, fire, legion",
		},
	},
	{
		"score of a bad range", sparta, "battle.yaml", "quality: 5-6 A",
		"quality: 6-5 A",
		[]string{
			`battle.yaml:90: score unit-good: quality "6-5" is not a range; expected the lowest and the highest, such as 5-6`,
		},
	},
	{
		"score of an unknown side", sparta, "battle.yaml", "clause: ant-13.3.2i, side: roman",
		"clause: ant-13.3.2i, side: punic",
		[]string{
			`battle.yaml:109: score fire-used: side "punic" is unknown; the battle has roman, spartan`,
		},
	},
	{
		"duplicate score", sparta, "battle.yaml", "key: unit-good",
		"key: unit-poor",
		[]string{
			"battle.yaml:90: score unit-poor: the id is already used on line 89; ids are unique",
			"text.en.yaml:104: warning: the text score.unit-good belongs to nothing in the pack; remove it",
			"text.fr.yaml:105: warning: the text score.unit-good belongs to nothing in the pack; remove it",
		},
	},
	{
		"decisive of an unknown zone", issos, "battle.yaml", "kind: fled-and-in-zone, zones: camp R",
		"kind: fled-and-in-zone, zones: tent R",
		[]string{
			`battle.yaml:114: decisive darius-gone-camp-taken: zone "tent" is unknown; the battle has pinarus, gulf-of-issos, camp, macedonian-bank, persian-bank`,
		},
	},
	{
		"already decided", sparta, "battle.yaml", "      kind: all-zones-free\n      zones: pitane limnai mesoa kynosoura A",
		"      kind: all-zones-free\n      zones: citadel A",
		[]string{
			"battle.yaml:130: decisive all-districts-cleared is true at set-up; place a unit of the enemy in one of its zones",
		},
	},
	{
		"option removing an unknown contingent", sparta, "battle.yaml", "remove: pretor-iii A",
		"remove: pretor-iv A",
		[]string{
			`battle.yaml:138: option reduced-roman-army: contingent "pretor-iv" is unknown; the battle has pretor-i, pretor-ii, pretor-iii, gorgopas, pythagoras`,
		},
	},
	{
		"option removing a named leader", sparta, "battle.yaml", "remove: pretor-iii A",
		"remove: pythagoras A",
		[]string{
			"battle.yaml:138: option reduced-roman-army removes leader pythagoras, whom a rule names; keep his contingent",
		},
	},
	{
		"option leaving a leader alone", sparta, "battle.yaml", "remove: pretor-iii A",
		"remove: gorgopas A",
		[]string{
			"battle.yaml:138: option reduced-roman-army leaves leader nabis without a unit in 1005; a leader stands with a unit he may join",
		},
	},
	{
		"option of an unknown zone", sparta, "battle.yaml", "zone: north-of-magoulitsa A}",
		"zone: south-of-magoulitsa A}",
		[]string{
			`battle.yaml:139: option free-spartan-placement: zone "south-of-magoulitsa" is unknown; the battle has pitane, kynosoura, mesoa, limnai, heptagon, temple-of-apollo, sanctuary-of-artemis, citadel, acropolis, kolona, north-of-magoulitsa, within-the-walls`,
		},
	},
	{
		"option that changes nothing", sparta, "battle.yaml", ", remove: pretor-iii A",
		"",
		[]string{
			"battle.yaml:138: option reduced-roman-army changes nothing; expected remove:, free:, change:, rear-charge: or special:",
		},
	},
	{
		"duplicate option", sparta, "battle.yaml", "{id: free-spartan-placement,",
		"{id: reduced-roman-army,",
		[]string{
			"battle.yaml:139: option reduced-roman-army: the id is already used on line 138; ids are unique",
			"text.en.yaml:99: warning: the text option.free-spartan-placement.name belongs to nothing in the pack; remove it",
			"text.en.yaml:100: warning: the text option.free-spartan-placement.about belongs to nothing in the pack; remove it",
			"text.fr.yaml:100: warning: the text option.free-spartan-placement.name belongs to nothing in the pack; remove it",
			"text.fr.yaml:101: warning: the text option.free-spartan-placement.about belongs to nothing in the pack; remove it",
		},
	},
	{
		"unknown type", sparta, "armies.yaml", "hastati-i,   type: Lg D",
		"hastati-i,   type: Lx D",
		[]string{
			`armies.yaml:34: unit hastati-i-1: type "Lx" is unknown; the book antiquity-2 has Lg, Ho, Pe, Ja, Ar, Ca`,
		},
	},
	{
		"unit off the map", sparta, "armies.yaml", "hex: 0416 A",
		"hex: 0421 A",
		[]string{
			`armies.yaml:34: unit hastati-i-1: hex "0421": row 21 is beyond the map's 20 rows; the map is 0101 to 1620`,
		},
	},
	{
		"unit on closed ground", sparta, "armies.yaml", "hex: 0213 A",
		"hex: 1004 A",
		[]string{
			"armies.yaml:58: warning: unit velites-iii-1 is out of command in 1004; it must be within 4 hexes of flamininus in 0617 (he is 15 away) or 4 hexes of pretor-iii in 0215 (he is 15 away)",
			"armies.yaml:58: unit velites-iii-1: hex 1004 is citadel, closed to Ja; place it on ground it may enter",
		},
	},
	{
		"unit in the sea", issos, "armies.yaml", "hex: 2421 R",
		"hex: 2520 R",
		[]string{
			"armies.yaml:162: unit hyrcanians-2: hex 2520 is sea, closed to Cl; place it on ground it may enter",
		},
	},
	{
		"two units in a hex", sparta, "armies.yaml", "hex: 0615 A",
		"hex: 0515 A",
		[]string{
			"armies.yaml:33: unit velites-i-2: hex 0515 holds velites-i-1 already; this battle starts without stacks",
		},
	},
	{
		"too many strength points", issos, "armies.yaml", "hex: 1324 R",
		"hex: 1224 R",
		[]string{
			"armies.yaml:178: unit levies-2: hex 1224 holds levies-1 and others: 10 strength points in all; at most 9 share a hex",
		},
	},
	{
		"names mixed in a stack", issos, "armies.yaml", "hex: 2121 R",
		"hex: 2220 R",
		[]string{
			"armies.yaml:150: unit slingers-1: hex 2220 holds kardakes-9, kardakes Pe; units that share a hex have one name and one type",
		},
	},
	{
		"types mixed in a stack", issos, "armies.yaml", "hex: 0514 R",
		"hex: 0515 R",
		[]string{
			"armies.yaml:118: unit highlanders-3: hex 0515 holds highlanders-1, highlanders Ja; units that share a hex have one name and one type",
		},
	},
	{
		"enemies in a hex", issos, "armies.yaml", "hex: 1122 R",
		"hex: 1019 R",
		[]string{
			"armies.yaml:106: unit persians-3: hex 1019 holds paeonians-1 of the enemy; enemies never share a hex",
		},
	},
	{
		"facings mixed in a stack", issos, "armies.yaml", "back: 3-6-6 R, hex: 1319 A}",
		"back: 3-6-6 R, hex: 1319 A, facing: UL R}",
		[]string{
			"armies.yaml:48: unit philotas-2: hex 1319 holds philotas-1, which faces another corner; units that share a hex face one corner",
		},
	},
	{
		"leader alone", sparta, "armies.yaml", "hex: 0517 A, bonus",
		"hex: 0516 A, bonus",
		[]string{
			"armies.yaml:13: leader pretor-i: no unit of his contingent is in 0516; a leader stands with a unit he may join",
		},
	},
	{
		"leader with another contingent", sparta, "armies.yaml", "hex: 0517 A, bonus",
		"hex: 0817 A, bonus",
		[]string{
			"armies.yaml:13: leader pretor-i: no unit of his contingent is in 0817; a leader stands with a unit he may join",
		},
	},
	{
		"commander with the enemy", sparta, "armies.yaml", "hex: 0617 A, bonus",
		"hex: 0209 A, bonus",
		[]string{
			"armies.yaml:12: leader flamininus: no unit of his army is in 0209; a leader stands with a unit he may join",
		},
	},
	{
		"unit out of command", sparta, "armies.yaml", "hex: 1018 A",
		"hex: 1620 A",
		[]string{
			"armies.yaml:53: warning: unit equites-ii-1 is out of command in 1620; it must be within 4 hexes of flamininus in 0617 (he is 10 away) or 4 hexes of pretor-ii in 0918 (he is 7 away)",
		},
	},
	{
		"duplicate unit", sparta, "armies.yaml", "id: hastati-i-2,",
		"id: hastati-i-1,",
		[]string{
			"armies.yaml:35: unit hastati-i-1: the id is already used on line 34; ids are unique",
		},
	},
	{
		"unit with the id of a leader", sparta, "armies.yaml", "id: hastati-i-2,",
		"id: pretor-i,",
		[]string{
			"armies.yaml:35: unit pretor-i: the id is already used on line 13; ids are unique",
		},
	},
	{
		"bad id", sparta, "armies.yaml", "id: hastati-i-2,",
		"id: Hastati I 2,",
		[]string{
			`armies.yaml:35: unit "Hastati I 2": not an id; expected lower-case letters, digits and single hyphens, such as hastati-i`,
		},
	},
	{
		"no id", sparta, "armies.yaml", "{id: hastati-i-2,  ",
		"{",
		[]string{
			"armies.yaml:35: unit without an id; expected id: and a name in lower case, such as hastati-i",
		},
	},
	{
		"figures without a mark", sparta, "armies.yaml", "front: 4-4-4 R,",
		"front: 4-4-4,",
		[]string{
			`armies.yaml:34: unit hastati-i-1: front "4-4-4" has no mark of its source; write A, B, C, D or R after it`,
		},
	},
	{
		"figures with an unknown mark", sparta, "armies.yaml", "front: 4-4-4 R,",
		"front: 4-4-4 RRX,",
		[]string{
			`armies.yaml:34: unit hastati-i-1: front "4-4-4": mark "RRX" is unknown; expected A, B, C, D or R`,
		},
	},
	{
		"bad figures", sparta, "armies.yaml", "front: 4-4-4 R,",
		"front: 5/5/4 R,",
		[]string{
			`armies.yaml:34: unit hastati-i-1: front "5/5/4" is not strength-quality-movement; expected figures such as 4*-4-5`,
		},
	},
	{
		"strength beyond a stack", sparta, "armies.yaml", "front: 4-4-4 R,",
		"front: 10-5-4 R,",
		[]string{
			`armies.yaml:34: unit hastati-i-1: front "10-5-4": figures out of range; expected strength 1 to 9 and movement 1 to 20`,
		},
	},
	{
		"asterisk of those who cannot shoot", sparta, "armies.yaml", "front: 3-7-4 R,",
		"front: 3*-7-4 R,",
		[]string{
			"armies.yaml:38: unit triarii-i-1: has an asterisk, but Ho cannot shoot; the book antiquity-2 lets Ar, Lg, Pe, Ja shoot",
		},
	},
	{
		"no hex", sparta, "armies.yaml", ",  hex: 0416 A",
		"",
		[]string{
			"armies.yaml:34: unit hastati-i-1: hex is missing; expected a value and the mark of its source, A, B, C, D or R",
		},
	},
	{
		"unknown leader of a contingent", sparta, "armies.yaml", "leader: gorgopas",
		"leader: gorgias",
		[]string{
			"armies.yaml:17: leader gorgopas has no contingent; a leader must lead a contingent or be a commander",
			`armies.yaml:69: contingent gorgopas: leader "gorgias" is unknown; the battle has flamininus, pretor-i, pretor-ii, pretor-iii, nabis, gorgopas, pythagoras`,
		},
	},
	{
		"leader of two contingents", sparta, "armies.yaml", "leader: pretor-ii\n",
		"leader: pretor-i\n",
		[]string{
			"armies.yaml:14: leader pretor-ii has no contingent; a leader must lead a contingent or be a commander",
			"armies.yaml:43: contingent pretor-ii: pretor-i already leads pretor-i; a leader leads one contingent",
		},
	},
	{
		"leader of an unknown side", sparta, "armies.yaml", "{id: gorgopas,   side: spartan,",
		"{id: gorgopas,   side: persian,",
		[]string{
			`armies.yaml:17: leader gorgopas: side "persian" is unknown; the battle has roman, spartan`,
		},
	},
	{
		"no state of wounded leaders", sparta, "armies.yaml", "  wounded:     {bonus: 0 R, rating: +0 R, radius: 3 R, mp: 4 R}\n",
		"",
		[]string{
			"armies.yaml:23: state wounded is missing; expected bonus, rating, radius and mp under states: wounded:",
		},
	},
	{
		"path that jumps", sparta, "edges.yaml", "chain: 0720 0719 0718",
		"chain: 0720 0718",
		[]string{
			"edges.yaml:36: edge hyakinthian-way: 0720 and 0718 are not neighbours; a chain goes from hex to neighbouring hex",
		},
	},
	{
		"path into closed ground", sparta, "edges.yaml", "chain: 0906 1005",
		"chain: 0906 1005 1004",
		[]string{
			"edges.yaml:56: edge acropolis-ramp enters 1004, which is citadel; a path must stay on ground that is open to all",
		},
	},
	{
		"path of one hex", sparta, "edges.yaml", "chain: 0906 1005",
		"chain: 0906",
		[]string{
			"edges.yaml:53: edge acropolis-ramp has fewer than two hexes; expected chain: and at least two hexes",
		},
	},
	{
		"path with hexsides", sparta, "edges.yaml", "chain: 0906 1005",
		"hexsides: 0906|1005",
		[]string{
			"edges.yaml:53: edge acropolis-ramp: a path has no hexsides, gaps or border; expected chain: and its hexes",
		},
	},
	{
		"path twice", sparta, "edges.yaml", "chain: 0906 1005",
		"chain: 0906 0805",
		[]string{
			"edges.yaml:56: edge acropolis-ramp: 0906|0805 already has a path; list a hexside once",
		},
	},
	{
		"river between hexes that are not neighbours", sparta, "edges.yaml", "- 0111|0112 ",
		"- 0111|0113 ",
		[]string{
			"edges.yaml:10: edge magoulitsa: 0111|0112 is on the border of north-of-magoulitsa and not listed; list it under hexsides or gaps",
			"edges.yaml:12: edge magoulitsa: 0111 and 0113 are not neighbours; a hexside lies between neighbouring hexes",
		},
	},
	{
		"river off the map", sparta, "edges.yaml", "1615|1616",
		"1615|1716",
		[]string{
			"edges.yaml:10: edge magoulitsa: 1615|1616 is on the border of north-of-magoulitsa and not listed; list it under hexsides or gaps",
			`edges.yaml:15: edge magoulitsa: hex "1716": column 17 is beyond the map's 16 columns; the map is 0101 to 1620`,
		},
	},
	{
		"hexside of one hex", sparta, "edges.yaml", "1615|1616",
		"1615-1616",
		[]string{
			"edges.yaml:10: edge magoulitsa: 1615|1616 is on the border of north-of-magoulitsa and not listed; list it under hexsides or gaps",
			`edges.yaml:15: edge magoulitsa: "1615-1616" is not a hexside; expected two hexes, such as 0109|0110`,
		},
	},
	{
		"wall with a hole", sparta, "edges.yaml", " 1610|1611",
		"",
		[]string{
			"edges.yaml:22: edge city-wall: 1610|1611 is on the border of within-the-walls and not listed; list it under hexsides or gaps",
		},
	},
	{
		"wall inside out", sparta, "edges.yaml", "0109|0110",
		"0110|0109",
		[]string{
			"edges.yaml:22: edge city-wall: 0109|0110 is on the border of within-the-walls and not listed; list it under hexsides or gaps",
			"edges.yaml:24: edge city-wall: 0110|0109 is not on the border of within-the-walls; the first hex is inside and the second outside",
		},
	},
	{
		"wall in a gap", sparta, "edges.yaml", " 1610|1611",
		" 1610|1611 0310|0311",
		[]string{
			"edges.yaml:28: edge city-wall: 0310|0311 is both a hexside and a gap, or a gap twice; list a hexside once",
		},
	},
	{
		"unknown kind of edge", sparta, "edges.yaml", "kind: fortification",
		"kind: wall",
		[]string{
			`edges.yaml:20: edge city-wall: kind "wall" is unknown; the book antiquity-2 has fortification, path, river`,
		},
	},
	{
		"border of an unknown zone", sparta, "edges.yaml", "border: within-the-walls",
		"border: within-the-city",
		[]string{
			`edges.yaml:22: edge city-wall: zone "within-the-city" is unknown; the battle has pitane, kynosoura, mesoa, limnai, heptagon, temple-of-apollo, sanctuary-of-artemis, citadel, acropolis, kolona, north-of-magoulitsa, within-the-walls`,
		},
	},
	{
		"gaps without a border", sparta, "edges.yaml", "    border: within-the-walls\n",
		"",
		[]string{
			"edges.yaml:19: edge city-wall has gaps but no border; expected border: and the zone it surrounds",
		},
	},
	{
		"unknown letter", sparta, "terrain.txt", "08 PPP.KK.......LLL",
		"08 PPP.KX.......LLL",
		[]string{
			"terrain.txt:10: hex 0608: letter 'X' is unknown; the legend has . A C H K L M P S",
		},
	},
	{
		"row too short", sparta, "terrain.txt", "08 PPP.KK.......LLL",
		"08 PPP.KK......LLL",
		[]string{
			"terrain.txt:10: row 08 has 15 hexes; battle.yaml has 16 columns",
		},
	},
	{
		"row missing", sparta, "terrain.txt", "20 ................\n",
		"",
		[]string{
			"terrain.txt:21: the map has 19 rows; battle.yaml has 20 rows",
		},
	},
	{
		"wrong row number", sparta, "terrain.txt", "14 ",
		"15 ",
		[]string{
			`terrain.txt:16: the row begins with "15"; expected its number, 14, and a space`,
		},
	},
	{
		"wrong column numbers", sparta, "terrain.txt", "1234567890123456",
		"1234567890123457",
		[]string{
			`terrain.txt:2: the column numbers are "   1234567890123457"; expected "   1234567890123456"`,
		},
	},
	{
		"level that is no digit", sparta, "levels.txt", "09 0000000000000100",
		"09 00000000000001.0",
		[]string{
			"levels.txt:11: hex 1509: level '.' is not a digit",
		},
	},
	{
		"steep level", sparta, "levels.txt", "10 0000000000000110",
		"10 0000000000000120",
		[]string{
			"levels.txt:11: warning: hex 1509 is on level 0 and its neighbour 1510 on level 2; the charts know steps of one level",
			"levels.txt:12: warning: hex 1510 is on level 2 and its neighbour 1511 on level 0; the charts know steps of one level",
			"levels.txt:12: warning: hex 1510 is on level 2 and its neighbour 1609 on level 0; the charts know steps of one level",
			"levels.txt:12: warning: hex 1510 is on level 2 and its neighbour 1610 on level 0; the charts know steps of one level",
		},
	},
	{
		"missing translation", sparta, "text.fr.yaml", "  nabis: Nabis\n",
		"",
		[]string{
			"text.fr.yaml:28: no text for leader.nabis; every name and rule of the pack has a text in en, fr",
		},
	},
	{
		"empty translation", sparta, "text.fr.yaml", "  nabis: Nabis\n",
		"  nabis:\n",
		[]string{
			"text.fr.yaml:29: no text for leader.nabis; every name and rule of the pack has a text in en, fr",
		},
	},
	{
		"missing section", issos, "text.en.yaml", "zone:\n  pinarus: Pinarus\n  gulf-of-issos: Gulf of Issus\n  camp: Camp of Darius\n  macedonian-bank: Macedonian bank\n  persian-bank: Persian bank\n",
		"",
		[]string{
			"text.en.yaml:1: no text for zone.camp; every name and rule of the pack has a text in en, fr",
			"text.en.yaml:1: no text for zone.gulf-of-issos; every name and rule of the pack has a text in en, fr",
			"text.en.yaml:1: no text for zone.macedonian-bank; every name and rule of the pack has a text in en, fr",
			"text.en.yaml:1: no text for zone.persian-bank; every name and rule of the pack has a text in en, fr",
			"text.en.yaml:1: no text for zone.pinarus; every name and rule of the pack has a text in en, fr",
		},
	},
	{
		"text of nothing", sparta, "text.fr.yaml", "  nabis: Nabis\n",
		"  nabis: Nabis\n  areus: Areus\n",
		[]string{
			"text.fr.yaml:28: warning: the text leader.areus belongs to nothing in the pack; remove it",
		},
	},
	{
		"text that is a list", sparta, "text.fr.yaml", "  nabis: Nabis\n",
		"  nabis: [Nabis]\n",
		[]string{
			`text.fr.yaml:27:10: sequence was used where string is expected
  25 |   pretor-ii: Préteur II
  26 |   pretor-iii: Préteur III
  27 |   nabis: [Nabis]
                ^`,
		},
	},
}

func TestBrokenPacks(t *testing.T) {
	for _, test := range broken {
		t.Run(test.name, func(t *testing.T) {
			checkProblems(t, replace(t, files(t, test.dir), test.dir, test.file, test.old, test.new), test.dir, test.want)
		})
	}
}

func TestMissingFiles(t *testing.T) {
	tests := []struct {
		file string
		want []string
	}{
		{"battle.yaml", []string{"battle.yaml: the file is missing"}},
		{"armies.yaml", []string{"armies.yaml: the file is missing"}},
		{"terrain.txt", []string{"terrain.txt: the file is missing"}},
		{"text.fr.yaml", []string{"text.fr.yaml: the file is missing; every pack has texts in en, fr"}},
	}
	for _, test := range tests {
		t.Run(test.file, func(t *testing.T) {
			fsys := files(t, issos)
			delete(fsys, path.Join(issos, test.file))
			checkProblems(t, fsys, issos, test.want)
		})
	}
}

// TestEmptyFiles checks that files with nothing in them are told what they lack.
func TestEmptyFiles(t *testing.T) {
	for _, file := range []string{"battle.yaml", "armies.yaml", "terrain.txt", "levels.txt", "text.en.yaml"} {
		fsys := files(t, issos)
		fsys[path.Join(issos, file)] = &fstest.MapFile{}
		_, problems := scenario.Read(pack.ReadFiles(fsys, issos))
		if len(problems) == 0 || problems[0].Severity != pack.Error {
			t.Errorf("an empty %s: %v", file, lines(problems))
		}
	}
}

func TestNoPack(t *testing.T) {
	if p, problems := scenario.Read(pack.ReadFiles(battles.FS, "zama-202bc")); p != nil || !hasError(problems) {
		t.Errorf("a pack that is not there was read, with the problems %v", problems)
	}
}

// TestUnplayable checks that a pack which only the engine refuses is an error and not a surprise.
func TestUnplayable(t *testing.T) {
	fsys := replace(t, files(t, sparta), sparta, "armies.yaml", "front: 4-4-4 R,", "front: 4-4-20 R,")
	problems := problemsOf(fsys, sparta)
	if len(problems) != 1 || !strings.HasPrefix(problems[0], "battle.yaml: the battle cannot be played: battle sparta-195bc: unit hastati-i-1: ") {
		t.Errorf("problems %q", problems)
	}
}
