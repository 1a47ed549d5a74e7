package scenario_test

// brokenArmies is what is wrong with units, leaders and texts.
var brokenArmies = []breakage{
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
		"arrival of the enemy", mycale, "armies.yaml",
		"{id: spartan-1,  side: greek,  ",
		"{id: spartan-1,  side: persian,",
		[]string{
			"battle.yaml:45: special rule arrival: spartan-1 is not on the side of the leader; an arrival is of one side",
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
