package scenario_test

// brokenGround is what is wrong with the book, the turns, the map and its places.
var brokenGround = []breakage{
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
		"cavalry in marsh", plataea, "terrain.txt",
		"ww................\n 6",
		"ww..............m.\n 6",
		[]string{
			"armies.yaml:58: unit heavy-cavalry-2: square T5 is marsh, closed to cavalry; place it on ground it may enter",
		},
	},
}
