package impetus

// What the book prints: troop types, weapons, commanders and who may pass through whom. Everything is in the units of
// the table: lengths in thousandths of a U (mU).

// U is the unit of length of the rules, in thousandths.
const U = 1000

// Frontage is the width of every base (1.1c).
const Frontage = 8 * U

// Type is a troop type (1.2).
type Type uint8

const (
	S Type = iota
	FL
	T
	FP
	CP
	CM
	CL
	CGL
	CGP
	CF
	El
	ART
	W
	Baggage
	types
)

// family is what the rules treat alike (1.3).
type family uint8

const (
	infantry family = iota
	mounted
	neither
)

var typeData = [types]struct {
	code     string
	family   family
	depth    int32 // of one row
	nimble   bool  // it wheels up to 90 degrees (6.3d)
	evades   bool  // 10.4a
	light    bool  // S and CL, which keep their order where others lose it
	allRound bool  // 8.4c
}{
	S:       {"S", infantry, 2 * U, true, true, true, false},
	FL:      {"FL", infantry, 4 * U, false, false, false, false},
	T:       {"T", infantry, 4 * U, false, false, false, false},
	FP:      {"FP", infantry, 3 * U, false, false, false, false},
	CP:      {"CP", mounted, 6 * U, false, false, false, false},
	CM:      {"CM", mounted, 6 * U, false, false, false, false},
	CL:      {"CL", mounted, 6 * U, true, true, true, true},
	CGL:     {"CGL", mounted, 4 * U, true, false, false, true},
	CGP:     {"CGP", mounted, 4 * U, false, false, false, true},
	CF:      {"CF", mounted, 4 * U, false, false, false, false},
	El:      {"El", mounted, 4 * U, false, false, false, false},
	ART:     {"ART", neither, 4 * U, false, false, false, false},
	W:       {"W", neither, 8 * U, false, false, false, true},
	Baggage: {"baggage", neither, 6 * U, false, false, false, false},
}

// Code returns the code of a type as army lists print it.
func (t Type) Code() string { return typeData[t].code }

// Depth returns the depth of one row of a type.
func (t Type) Depth() int32 { return typeData[t].depth }

// Types returns the codes of all types, in order.
func Types() []string {
	list := make([]string, types)
	for t := range types {
		list[t] = t.Code()
	}
	return list
}

func (t Type) mounted() bool  { return typeData[t].family == mounted }
func (t Type) infantry() bool { return typeData[t].family == infantry }
func (t Type) light() bool    { return typeData[t].light }
func (t Type) chariot() bool  { return t == CGL || t == CGP || t == CF }
func (t Type) cavalry() bool  { return t == CP || t == CM || t == CL }

// withdraws reports whether the type withdraws from foot that it has not beaten (15.2f), so that foot does not pursue it.
func (t Type) withdraws() bool { return t == CM || t == CL || t == CGL }

// Trait is a property of some units of a type (1.3).
type Trait uint16

const (
	Pike Trait = 1 << iota
	LongSpear
	Schiltron
	Warband
	Legionary
	LineRelief
	Impetuous
	Pavise
	Shieldwall
	Camel
	WesternArchers // mounted archers who shoot only if they have not moved (8.1i)
	Direct         // an army list frees it from the modifier of indirect fire (8.3d)
)

var traitNames = []string{
	"pike", "long_spear", "schiltron", "warband", "legionary", "line_relief", "impetuous", "pavise", "shieldwall", "camel", "western_archers",
	"direct",
}

// Traits returns the names of all traits; the bit of each is its index.
func Traits() []string { return traitNames }

// Weapon is what a unit shoots with.
type Weapon uint8

const (
	NoWeapon Weapon = iota
	LongbowA
	LongbowB
	ShortBowA
	ShortBowB
	CompositeBowA
	CompositeBowB
	CompositeBowC
	CrossbowA
	CrossbowB
	Handgun
	HarquebusA
	HarquebusB
	Musket
	Javelin
	Sling
	ArtilleryA
	ArtilleryB
	ArtilleryC
	Various
	weapons
)

// no stands for "No" in the fire table.
const no = -128

// weaponData is Table T2: dice against Infantry and against Mounted in the four bands of range.
var weaponData = [weapons]struct {
	name     string
	indirect bool // 8.6d
	still    bool // CL with it shoot only if they have not moved, and in a narrow arc (8.1i, 8.4b)
	dice     [bands][2]int8
}{
	NoWeapon:      {"none", false, false, [bands][2]int8{{no, no}, {no, no}, {no, no}, {no, no}}},
	LongbowA:      {"longbow_A", true, false, [bands][2]int8{{3, 5}, {0, 2}, {-1, 0}, {no, no}}}, // R2
	LongbowB:      {"longbow_B", true, false, [bands][2]int8{{2, 4}, {0, 1}, {-2, 0}, {no, no}}},
	ShortBowA:     {"short_bow_A", true, false, [bands][2]int8{{2, 4}, {0, 1}, {-3, 0}, {no, no}}},
	ShortBowB:     {"short_bow_B", true, false, [bands][2]int8{{2, 3}, {-1, 0}, {no, -1}, {no, no}}},
	CompositeBowA: {"composite_bow_A", true, false, [bands][2]int8{{3, 5}, {0, 1}, {-2, -1}, {no, no}}},
	CompositeBowB: {"composite_bow_B", true, false, [bands][2]int8{{2, 4}, {0, 1}, {-4, -3}, {no, no}}},
	CompositeBowC: {"composite_bow_C", true, false, [bands][2]int8{{1, 2}, {-2, 0}, {-4, -3}, {no, no}}},
	CrossbowA:     {"crossbow_A", false, true, [bands][2]int8{{4, 5}, {0, 2}, {-2, 0}, {no, no}}},
	CrossbowB:     {"crossbow_B", false, true, [bands][2]int8{{2, 3}, {0, 1}, {no, no}, {no, no}}},
	Handgun:       {"handgun", false, true, [bands][2]int8{{2, 3}, {-1, 0}, {no, no}, {no, no}}},
	HarquebusA:    {"harquebus_A", false, true, [bands][2]int8{{4, 5}, {1, 2}, {-2, -1}, {no, no}}},
	HarquebusB:    {"harquebus_B", false, true, [bands][2]int8{{3, 4}, {1, 2}, {no, no}, {no, no}}},
	Musket:        {"musket", false, false, [bands][2]int8{{4, 5}, {2, 3}, {-1, 0}, {no, no}}},
	Javelin:       {"javelin", false, false, [bands][2]int8{{2, 3}, {-1, 0}, {no, no}, {no, no}}},
	Sling:         {"sling", false, false, [bands][2]int8{{2, 3}, {0, 1}, {no, no}, {no, no}}},
	ArtilleryA:    {"artillery_A", false, false, [bands][2]int8{{2, 2}, {4, 4}, {3, 3}, {0, 0}}},
	ArtilleryB:    {"artillery_B", false, false, [bands][2]int8{{3, 3}, {3, 3}, {2, 2}, {no, no}}},
	ArtilleryC:    {"artillery_C", true, false, [bands][2]int8{{no, no}, {3, 3}, {2, 2}, {0, 0}}},
	Various:       {"various", false, false, [bands][2]int8{{1, 1}, {0, 0}, {no, no}, {no, no}}},
}

// Weapons returns the names of all weapons, in order.
func Weapons() []string {
	var list []string
	for _, w := range weaponData {
		list = append(list, w.name)
	}
	return list
}

// The bands of range (8.2).
const (
	pointBlank = iota
	shortRange
	longRange
	extreme
	bands
)

// ranges are the greatest distances of the bands.
var ranges = [bands]int32{5 * U, 15 * U, 30 * U, 80 * U}

// bandOf returns the band of a distance, or bands if it is too far for any.
func bandOf(d int32) int {
	for b, r := range ranges {
		if d <= r {
			return b
		}
	}
	return bands
}

// Discipline is A, B or C: 0, 1 or 2.
type Discipline uint8

// needed returns what a discipline test needs (5.1a).
func (d Discipline) needed() int { return 3 + int(d) }

// Quality is the quality of a commander (4.1a), in the order of the steps of 3.2c.
type Quality uint8

const (
	Incompetent Quality = iota
	Cowardly
	Poor
	Fair
	Expert
	Genius
	Charismatic
	qualities
)

// QualityNames are the names of the qualities, in order.
var QualityNames = [qualities]string{"Incompetent", "Cowardly", "Poor", "Fair", "Expert", "Genius", "Charismatic"}

var leadership = [qualities]int{0, 0, 1, 2, 3, 4, 4} // 4.1b

// Leadership returns the bonus of a quality.
func (q Quality) Leadership() int { return leadership[q] }

// QualityCost returns what a commander of a quality costs in points (T7).
func (q Quality) Cost() int { return [qualities]int{-10, -10, 0, 12, 25, 40, 40}[q] }

// raised returns the quality a step higher (3.2c).
func (q Quality) raised() Quality {
	switch q {
	case Incompetent, Cowardly:
		return Poor
	case Poor, Fair, Expert:
		return q + 1
	}
	return q
}

// lowered returns the quality a step lower.
func (q Quality) lowered() Quality {
	switch q {
	case Charismatic, Genius:
		return Expert
	case Expert, Fair:
		return q - 1
	case Poor:
		return Incompetent
	}
	return q
}

// Structure is the command structure of an army (4.1g).
type Structure uint8

const (
	PoorStructure Structure = iota
	AverageStructure
	GoodStructure
)

// StructureNames are the names of the structures, in order.
var StructureNames = [...]string{"Poor", "Average", "Good"}

// Range returns the command range (4.1h).
func (s Structure) Range() int32 { return [...]int32{10 * U, 30 * U, 50 * U}[s] }

// Cost returns the cost of a structure in points.
func (s Structure) Cost() int { return [...]int{0, 12, 20}[s] }

// DestinyCost is what a Roll of Destiny costs in points (25.1g).
const DestinyCost = 5

// guard is what the structure takes from a test for the loss of a commander (21.1e).
func (s Structure) guard() int { return [...]int{0, 2, 4}[s] }

// Kind is a kind of ground (7.1).
type Kind uint8

const (
	Open Kind = iota
	GentleHill
	Broken
	Stream
	SteepHill
	Wood
	Marsh
	Impassable
	Village
	Road
	kinds
)

// KindNames are the names of the kinds of ground, in order.
var KindNames = [kinds]string{"open", "gentle_hill", "broken", "stream", "steep_hill", "wood", "marsh", "impassable", "village", "road"}

func (k Kind) broken() bool    { return k == Broken || k == Stream }
func (k Kind) difficult() bool { return k == SteepHill || k == Wood || k == Marsh }
func (k Kind) hill() bool      { return k == GentleHill || k == SteepHill }
func (k Kind) dense() bool     { return k == SteepHill || k == Wood } // sight through it is limited to 5U (7.3g)

// Points returns the points of one row of a unit with these statistics: the yardstick of the army lists.
func Points(vbu, impetus int, d Discipline, w Weapon, traits Trait) int {
	p := 3*vbu + impetus + [...]int{4, 2, 0}[d]
	if w != NoWeapon {
		p += 4
	}
	for _, x := range []struct {
		trait Trait
		n     int
	}{{Legionary, 3}, {LongSpear, 2}, {Pike, 4}, {Impetuous, -4}} {
		if traits&x.trait != 0 {
			p += x.n
		}
	}
	return p
}
