package scenario_test

// brokenSpecial is what is wrong with special rules: the pass, the king, arrivals.
var brokenSpecial = []breakage{
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
}
