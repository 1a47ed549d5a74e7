package scenario_test

// brokenSides is what is wrong with sides, camps, distributions of ranks and shield walls.
var brokenSides = []breakage{
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
}
