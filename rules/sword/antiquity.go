package sword

// Antiquity2 is By the Edge of the Sword: Antiquity, volume 2 (Nabis, the Last of the Spartans).
var Antiquity2 = Book{
	ID: "antiquity-2",
	Types: []UnitType{
		{Code: "Lg", Clause: "ant-C4a"},
		{Code: "Ho", Clause: "ant-C4b"},
		{Code: "Pe", Clause: "ant-C4c"},
		{Code: "Ja", FreeTurn: true, Clause: "ant-C4d"},
		{Code: "Ar", Archer: true, Clause: "ant-C4e"},
		{Code: "Ca", Column: Horse, Mounted: true, Clause: "ant-C4f"},
	},
	Terrain: []Terrain{
		{ID: "clear", Cost: [columns]int8{1, 1}, Clause: "ant-C2a"},
		{ID: "city", Cost: [columns]int8{2, 2}, Shot: -2, Melee: -1, Blocks: true, Clause: "ant-C2b"},
		{ID: "temple", Cost: [columns]int8{2, Closed}, Shot: -3, Melee: -2, Blocks: true, Clause: "ant-C2c"},
		{ID: "tower", Cost: [columns]int8{2, Closed}, Shot: -3, Melee: -2, Blocks: true, Clause: "ant-C2c"},
		{ID: "sanctuary", Cost: [columns]int8{2, Closed}, Shot: -3, Melee: -2, Blocks: true, Clause: "ant-C2c"},
		{ID: "citadel", Cost: [columns]int8{Closed, Closed}, Blocks: true, Clause: "ant-13.2.2a"},
	},
	Edges: []Edge{
		{ID: "fortification", Cost: [columns]int8{2, Closed}, Shot: -3, Melee: -3, MeleeOut: 1, Clause: "ant-C2d"},
		{ID: "path", Path: true, Clause: "ant-C2e"},
		{ID: "river", Cost: [columns]int8{1, 0}, Melee: -1, MeleeOut: -1, Clause: "ant-C2f"},
	},
	Level:    antiquityLevel,
	Stacking: Stacking{SP: 9},
	PhaseB:   antiquityPhaseB,
	Shots: []ShotRow{
		{Type: "Ar", Need: []ShotNeed{{5, 6}, {7, 0}}, Clause: []string{"ant-C3a", "ant-C3b"}},
		{Type: "Lg", Need: []ShotNeed{{6, 7}}, Clause: []string{"ant-C3d"}},
		{Type: "Pe", Need: []ShotNeed{{6, 7}}, Clause: []string{"ant-C3d"}},
		{Type: "Ja", Need: []ShotNeed{{6, 7}}, Clause: []string{"ant-C3d"}},
	},
	ShotMods: ShotMods{
		Few: 7, FewMod: -1, Many: 7, ManyMod: 1,
		Small: 3, SmallMod: -1, Large: 8, LargeMod: 1,
		Target: []TypeMod{
			{Types: []string{"Lg", "Ho"}, Mod: -1, Clause: "ant-C3m"},
			{Types: []string{"Ca"}, Mod: -2, Clause: "ant-C3n"},
		},
		Moved: -1, MovedExempt: []string{"Lg"},
		Discouraged: -1,
	},
	Melee: [][]int8{
		// Lg Ho Pe Ja Ar Ca defend
		{0, 1, 3, 2, 2, 1},     // Lg
		{0, 0, 2, 1, 2, 1},     // Ho
		{-1, -1, 0, 2, 2, 0},   // Pe
		{-2, -2, -2, 0, 1, -1}, // Ja
		{-2, -2, -2, 0, 0, -2}, // Ar
		{-1, 0, 2, 3, 3, 0},    // Ca
	},
	MeleeMods: MeleeMods{
		OffensiveShot: -2, OffensiveShotExempt: []string{"Lg"},
		Flank: 2, Rear: 3, RearMore: 4,
		AttackersSome: -1, AttackersAll: -2,
		DefendersSome: 1, DefendersAll: 2, DefendersRouted: 5,
		QualityUp: 1, QualityDown: -1,
	},
	MeleeCap:    7,
	Results:     antiquityResults,
	LeaderCheck: antiquityLeaderCheck,
	Initiative:  antiquityInitiative,
}

// Antiquity1 is By the Edge of the Sword: Antiquity, volume 1 (Alexander against Persia); only its charts differ.
var Antiquity1 = Book{
	ID: "antiquity-1",
	Types: []UnitType{
		{Code: "Ph", Phalanx: true, Clause: "iss-M1a"},
		{Code: "Ho", Clause: "iss-M1b"},
		{Code: "Pe", Clause: "iss-M1c"},
		{Code: "In", Clause: "iss-M1d"},
		{Code: "Ja", FreeTurn: true, Clause: "iss-M1e"},
		{Code: "Ar", Archer: true, Clause: "iss-M1f"},
		{Code: "Ca", Column: Horse, Mounted: true, Clause: "iss-M1g"},
		{Code: "Cl", Column: Horse, Mounted: true, Clause: "iss-M1h"},
		{Code: "Ch", Column: Horse, Mounted: true, Clause: "iss-M1i"},
		{Code: "El", Column: Foot, Mounted: true, Clause: "iss-M1j"},
	},
	Terrain: []Terrain{
		{ID: "clear", Cost: [columns]int8{1, 1}, Clause: "ant-C2a"},
		{ID: "ford-1", Cost: [columns]int8{2, 2}, Melee: 1, Clause: "iss-T1a"},
		{ID: "ford-2", Cost: [columns]int8{3, 2}, Shot: 1, Melee: 1, Clause: "iss-T1b"},
		{ID: "ford-3", Cost: [columns]int8{3, 3}, Shot: 1, Melee: 2, Clause: "iss-T1c"},
		{ID: "sea", Cost: [columns]int8{Closed, Closed}, Clause: "iss-T1d"},
		{ID: "river", Cost: [columns]int8{Closed, Closed}, Clause: "iss-T1d"},
	},
	Edges: []Edge{
		{ID: "bridge", Bridge: true, Shot: 1, ShotOut: 1, Melee: -1, MeleeOut: -1, Clause: "iss-T1e"},
		{ID: "stream", Cost: [columns]int8{1, 0}, Clause: "iss-T1f"},
		{ID: "river", Cost: [columns]int8{Closed, Closed}, Clause: "iss-T1d"},
	},
	Level:    antiquityLevel,
	Stacking: Stacking{SP: 9},
	PhaseB:   antiquityPhaseB,
	Shots: []ShotRow{
		{Type: "Ar", Need: []ShotNeed{{6, 7}, {7, 0}, {8, 0}}, Clause: []string{"iss-S1a", "iss-S1a", "iss-S1a"}},
		{Type: "Pe", Need: []ShotNeed{{7, 8}, {8, 0}}, Clause: []string{"iss-S1b", "iss-S1b"}},
		{Type: "Ja", Need: []ShotNeed{{7, 8}, {8, 0}}, Clause: []string{"iss-S1b", "iss-S1b"}},
		{Type: "Ch", Need: []ShotNeed{{7, 8}, {8, 0}}, Clause: []string{"iss-S1b", "iss-S1b"}},
		{Type: "El", Need: []ShotNeed{{7, 8}, {8, 0}}, Clause: []string{"iss-S1b", "iss-S1b"}},
		{Type: "Cl", Need: []ShotNeed{{6, 8}, {7, 0}}, Clause: []string{"iss-S1c", "iss-S1c"}},
	},
	ShotMods: ShotMods{
		Few: 7, FewMod: -1, Many: 7, ManyMod: 1,
		Small: 3, SmallMod: -1, Large: 8, LargeMod: 1,
		Target: []TypeMod{
			{Types: []string{"Cl", "Ph", "Ho"}, Mod: -1, Clause: "iss-S1d"},
			{Types: []string{"Ca"}, Mod: -2, Clause: "ant-C3n"},
		},
		Moved:       -1,
		Discouraged: -1,
	},
	Melee: [][]int8{
		// Ph Ho Pe In Ja Ar Ca Cl Ch El defend
		{0, 2, 3, 4, 1, 2, 1, 1, 0, 0},         // Ph
		{0, 0, 2, 3, 1, 2, 1, 1, 0, 0},         // Ho
		{-2, -1, 0, 2, 2, 2, 0, 0, 1, 1},       // Pe
		{-3, -2, -1, 0, 1, 1, -1, -1, -1, 0},   // In
		{-2, -2, -1, -1, 0, 1, -1, -1, -1, 1},  // Ja
		{-2, -2, -2, -2, 0, 0, -2, -2, -1, -1}, // Ar
		{-2, 0, 2, 4, 3, 3, 0, 2, 0, -2},       // Ca
		{-3, -1, 1, 3, 2, 2, -1, 0, 1, -2},     // Cl
		{-2, -2, 2, 2, 2, 2, 0, 0, 0, -2},      // Ch
		{2, 2, 1, 3, 1, 2, 2, 2, 2, 0},         // El
	},
	MeleeMods: MeleeMods{
		OffensiveShot: -2,
		Flank:         2, Rear: 3, RearMore: 4,
		AttackersSome: -1, AttackersAll: -2,
		DefendersSome: 1, DefendersAll: 2, DefendersRouted: 5,
		QualityUp: 1, QualityDown: -1,
		PhalanxQuality: 1, PhalanxAttack: 1, PhalanxDefend: -1, PhalanxPair: 1,
	},
	MeleeCap:    7,
	Results:     antiquityResults,
	LeaderCheck: antiquityLeaderCheck,
	Initiative:  antiquityInitiative,
	Clauses: map[string]string{
		"ant-C3o": "iss-S1e", // no type is exempt from the penalty for moving
		"ant-C5m": "iss-M2e", // nor from the one for offensive shooting
	},
}

// What the two volumes share.
var (
	antiquityLevel = Level{
		Up: [columns]int8{1, 2}, Down: [columns]int8{0, 1},
		MeleeUp: -1, MeleeDown: 1,
	}
	antiquityResults = []MeleeRow{
		{ID: "D+R-attacker", From: -7, To: -4, Defenders: []Effect{MayAdvance}, Attackers: []Effect{Discourage, Retreat}, Clause: "ant-C6a"},
		{ID: "F+R-attacker", From: -3, To: 0, Attackers: []Effect{Fatigue, Retreat}, Clause: "ant-C6b"},
		{ID: "F-defender", From: 1, To: 3, Defenders: []Effect{Fatigue}, Attackers: []Effect{Retreat}, Clause: "ant-C6c"},
		{ID: "no-effect", From: 4, To: 4, Clause: "ant-C6d"},
		{ID: "R", From: 5, To: 6, Defenders: []Effect{Retreat}, Attackers: []Effect{Advance}, Clause: "ant-C6e"},
		{ID: "F+R", From: 7, To: 9, Defenders: []Effect{Fatigue, Retreat}, Attackers: []Effect{Advance}, Clause: "ant-C6f"},
		{ID: "D+R", From: 10, To: 13, Defenders: []Effect{Discourage, Retreat}, Attackers: []Effect{Advance}, Clause: "ant-C6g"},
		{ID: "Dr+R", From: 14, To: 16, Defenders: []Effect{Rout, Retreat}, Attackers: []Effect{Advance}, Clause: "ant-C6h"},
	}
	antiquityPhaseB      = []FireStep{{Side: 1}, {Side: 0}}
	antiquityLeaderCheck = LeaderCheck{
		ShotRoll: 9, DefenderRoll: 9, AttackerRoll: 0,
		Shot: CheckRow{Wound: 7, Kill: 9}, Melee: CheckRow{Wound: 7, Kill: 9},
	}
	antiquityInitiative = []InitiativeRow{
		{Least: 0, Clause: "ant-6.Ce"},
		{Least: 1, First: true, Clause: "ant-6.Cf"},
		{Least: 4, First: true, Force: true, Clause: "ant-6.Cg"},
		{Least: 8, First: true, Force: true, Bar: true, Clause: "ant-6.Ch"},
	}
)
