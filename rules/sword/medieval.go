package sword

// Medieval is By the Edge of the Sword of 2014 (Bouvines, Guinegate).
var Medieval = Book{
	ID: "medieval",
	Types: []UnitType{
		{Code: "Ch", Column: Horse, Mounted: true, Charges: true, Clause: "med-MT6"},
		{Code: "Ha", Column: Horse, Mounted: true, Charges: true, Clause: "med-MT7"},
		{Code: "Cl", Column: Horse, Mounted: true, Clause: "med-MT8"},
		{Code: "Su", Clause: "med-MT9"},
		{Code: "Pi", Clause: "med-MT10"},
		{Code: "Mi", Clause: "med-MT11"},
		{Code: "Il", Clause: "med-MT12"},
		{Code: "Ar", Archer: true, Clause: "med-MT13"},
		{Code: "Ab", Clause: "med-MT15"},
		{Code: "Aq", Clause: "med-MT14"},
		{Code: "At", Column: Horse, Guns: true, Clause: "med-MTh"},
	},
	Terrain: []Terrain{
		{ID: "clear", Cost: [columns]int8{1, 1}, Clause: "med-TC1"},
		{ID: "wood", Cost: [columns]int8{2, 3}, Shot: -2, Melee: -1, Charge: -2, Blocks: true, Clause: "med-TC2"},
		{ID: "bushes", Cost: [columns]int8{1, 2}, Shot: -1, Melee: -1, Charge: -1, Blocks: true, Clause: "med-TC3"},
		{ID: "marsh", Cost: [columns]int8{2, 2}, Melee: 1, Charge: -2, Clause: "med-TC4"},
		{ID: "village", Cost: [columns]int8{2, 2}, Shot: -2, Melee: -2, Charge: -3, Blocks: true, Clause: "med-TC5"},
		{ID: "farm", Cost: [columns]int8{1, 1}, Shot: -1, Melee: -1, Charge: -1, Clause: "med-TC6"},
		{ID: "river", Cost: [columns]int8{Closed, Closed}, Barred: true, Clause: "med-TC8"},
		{ID: "lake", Cost: [columns]int8{Closed, Closed}, Barred: true, Clause: "med-TC8"},
		{ID: "bridge", Cost: [columns]int8{1, 1}, Shot: 1, Melee: -1, Barred: true, Clause: "med-TC12"},
		{ID: "ford", Cost: [columns]int8{2, 2}, Melee: -1, Barred: true, Clause: "med-TC13"},
	},
	Edges: []Edge{
		{ID: "stream", Cost: [columns]int8{1, 1}, Melee: -1, MeleeOut: -1, Charge: -1, Clause: "med-TC7"},
		{ID: "river", Cost: [columns]int8{Closed, Closed}, Barred: true, Clause: "med-TC8"},
		{ID: "wall", Cost: [columns]int8{Closed, Closed}, Shot: -4, Barred: true, Clause: "med-TC9"},
		{ID: "fortification", Cost: [columns]int8{0, 1}, Melee: -1, MeleeOut: -1, Charge: -2, Clause: "med-TC10"},
		{ID: "gate", Shot: -4, NoMelee: true, Barred: true, Bridge: true, Clause: "med-TC11"},
		{ID: "bridge", Shot: 1, ShotOut: 1, Melee: -1, MeleeOut: -1, Barred: true, Bridge: true, Clause: "med-TC12"},
		{ID: "ford", Cost: [columns]int8{1, 1}, Melee: -1, MeleeOut: -1, Barred: true, Bridge: true, Clause: "med-TC13"},
		{ID: "track", Path: true, Clause: "med-TC14"},
		{ID: "road", Path: true, Road: true, Clause: "med-TC15"},
	},
	Level: Level{
		Up: [columns]int8{1, 2}, Down: [columns]int8{0, 1},
		MeleeUp: -1, MeleeDown: 1, ChargeUp: -1, ChargeDown: 1,
	},
	Facing:   FaceSide,
	Stacking: Stacking{Guns: true, Lowest: true, Whole: true},
	Command:  Command{OwnLeader: true, AnyTime: true, TieByBonus: true, ForceFirst: true},
	Mounting: &Mounting{Cost: 2, Foot: [2]int8{4, 3}, Horse: [2]int8{6, 5}},
	Charge:   &Charge{MP: 4},
	PhaseB:   []FireStep{{Side: 0, Guns: true}, {Side: 1, Guns: true}, {Side: 1}, {Side: 0}},
	Shots: []ShotRow{
		{Type: "Ar", Need: []ShotNeed{{5, 7}, {6, 8}, {7, 9}}, Clause: rows("med-FT1")},
		{Type: "Ab", Need: []ShotNeed{{6, 8}, {7, 9}, {9, 0}}, Clause: rows("med-FT2")},
		{Type: "Aq", Need: []ShotNeed{{4, 7}, {7, 9}, {9, 0}}, Clause: rows("med-FT3")},
		{Type: "At", Need: []ShotNeed{{3, 5}, {4, 6}, {5, 7}, {6, 8}, {9, 0}}, Clause: rows("med-FT4")},
		{Type: "Cl", Need: []ShotNeed{{7, 8}, {9, 0}}, Clause: rows("med-FT5")},
		{Type: "Il", Need: []ShotNeed{{7, 8}, {9, 0}}, Clause: rows("med-FT5")},
	},
	ShotMods: ShotMods{
		Few: 4, FewMod: -1, FewExempt: []string{"At"}, Many: 4, ManyMod: 1, More: 8, MoreMod: 2,
		TargetOnFoot: []TypeMod{{Types: []string{"Ch", "Ha"}, Mod: -1, Clause: "med-FT10"}},
		Moved:        -1, Mounted: -1, Discouraged: -1,
	},
	HigherThanEither: true,
	ContactForbids:   true,
	Melee: [][]int8{
		// Ch Ha Cl Su Pi Mi Il Ar Ab Aq At defend
		{0, 1, 2, 0, 2, 3, 3, 2, 2, 2, 2},        // Ch
		{0, 0, 1, 0, 2, 2, 2, 1, 2, 2, 2},        // Ha
		{-1, -1, 0, -2, 0, 0, 1, 0, 1, 1, 2},     // Cl
		{0, 0, 1, 0, 1, 2, 2, 2, 2, 2, 2},        // Su
		{-2, -2, -1, -1, 0, 1, 1, -1, -1, 1, 1},  // Pi
		{-2, -2, -1, -2, 0, 0, 1, -1, -1, -1, 0}, // Mi
		{-1, -1, -1, -3, 0, 0, 0, 0, 0, 0, 0},    // Il
		{-1, -1, 0, -1, 0, 1, 2, 0, 1, 1, 2},     // Ar
		{-2, -2, -1, -2, -1, 1, 1, -1, 0, 0, 1},  // Ab
		{-2, -2, 0, -2, -1, 1, 1, -1, 1, 0, 2},   // Aq
		{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},        // At: never attacks
	},
	MeleeMods: MeleeMods{
		OffensiveShot: -2, OffensiveShotExempt: []string{"At"},
		Rear:          2,
		AttackersSome: -1, AttackersAll: -2,
		DefendersSome: 1, DefendersAll: 2, DefendersRouted: 5,
		QualityUp: 1, QualityDown: -1,
		ChargeFront: 3, ChargeRear: 4, ChargeMore: 5,
	},
	MeleeCap: 7,
	Results: []MeleeRow{
		{ID: "D+R-attacker", From: -7, To: -4, Defenders: []Effect{MayAdvance}, Attackers: []Effect{Discourage, Retreat}, Clause: "med-MR1"},
		{ID: "F+R-attacker", From: -3, To: 0, Attackers: []Effect{Fatigue, Retreat}, Clause: "med-MR2"},
		{ID: "F-defender", From: 1, To: 3, Defenders: []Effect{Fatigue}, Attackers: []Effect{Retreat}, Clause: "med-MR3"},
		{ID: "no-effect", From: 4, To: 4, Clause: "med-MR4"},
		{ID: "R-F", From: 5, To: 6, Defenders: []Effect{Retreat}, Attackers: []Effect{Fatigue, Advance}, Clause: "med-MR5"},
		{ID: "F+R", From: 7, To: 9, Defenders: []Effect{Fatigue, Retreat}, Attackers: []Effect{Advance}, Clause: "med-MR6"},
		{ID: "D+R", From: 10, To: 13, Defenders: []Effect{Discourage, Retreat}, Attackers: []Effect{Advance}, Clause: "med-MR7"},
		{ID: "Dr+R", From: 14, To: 16, Defenders: []Effect{Rout, Retreat}, Attackers: []Effect{Advance}, Clause: "med-MR8"},
	},
	LeaderCheck: LeaderCheck{
		ShotRoll: 9, DefenderRoll: 9, AttackerRoll: 0,
		Shot:  CheckRow{Wound: 6, Kill: 9},
		Melee: CheckRow{Capture: 6, Wound: 8, Kill: 9},
	},
	Capture:    true,
	Succession: true,
	Initiative: []InitiativeRow{
		{Least: 0, Clause: "med-6.C1a"},
		{Least: 1, First: true, Clause: "med-6.C2a"},
		{Least: 4, First: true, Force: true, Clause: "med-6.C3a"},
		{Least: 8, First: true, Force: true, Bar: true, Clause: "med-6.C4a"},
	},
	Clauses: medievalClauses,
}

// rows repeats the clause of a row for every distance.
func rows(clause string) []string { return []string{clause, clause, clause, clause, clause} }

// medievalClauses is where this book states what the engine names by the clauses of Antiquity.
var medievalClauses = map[string]string{}
