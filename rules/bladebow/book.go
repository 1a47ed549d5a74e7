package bladebow

// What the rulebook prints or what stands in for it: the unit table, the terrain effects chart and the cards.

// Size is the size of a unit.
type Size uint8

// The sizes.
const (
	Light Size = 1 + iota
	Medium
	Heavy
)

// Density says how a unit absorbs hits.
type Density uint8

// The densities.
const (
	Open Density = iota
	Dense
	Flexible
)

// Type is a type of unit.
type Type uint8

// The types of units.
const (
	Hoplite Type = iota
	Spears
	Immortals
	Archers
	Peltasts
	Psiloi
	LightCavalry
	HeavyCavalry
	Maniple
	Types // their number
)

// TypeData are the values of a type. Pairs are for good order and for disruption.
type TypeData struct {
	Key      string
	Clause   string
	Size     Size
	Density  Density
	Mounted  bool
	Special  bool
	MP       [2]int
	Strength int // ranged, in good order
	Range    int
	Missile  [2]int // missile defence
	Morale   [3]int // morale modifiers for attacks from the left flank, the front and the right flank
}

var types = [Types]TypeData{
	Hoplite:      {Key: "hoplite", Clause: "bnb-U1", Size: Heavy, Density: Dense, MP: [2]int{5, 8}, Missile: [2]int{3, 2}, Morale: [3]int{1, 3, 0}},
	Spears:       {Key: "spears", Clause: "bnb-U2", Size: Medium, MP: [2]int{6, 6}, Missile: [2]int{2, 1}, Morale: [3]int{0, 1, 0}},
	Immortals:    {Key: "immortals", Clause: "bnb-U3", Size: Medium, Special: true, MP: [2]int{6, 6}, Strength: 1, Range: 6, Missile: [2]int{2, 1}, Morale: [3]int{1, 2, 1}},
	Archers:      {Key: "archers", Clause: "bnb-U4", Size: Light, MP: [2]int{6, 6}, Strength: 2, Range: 8, Missile: [2]int{1, 1}},
	Peltasts:     {Key: "peltasts", Clause: "bnb-U5", Size: Light, MP: [2]int{8, 8}, Strength: 2, Range: 4, Missile: [2]int{2, 1}, Morale: [3]int{0, 1, 0}},
	Psiloi:       {Key: "psiloi", Clause: "bnb-U6", Size: Light, MP: [2]int{9, 9}, Strength: 1, Range: 6, Missile: [2]int{1, 1}},
	LightCavalry: {Key: "light-cavalry", Clause: "bnb-U7", Size: Light, Mounted: true, MP: [2]int{18, 15}, Strength: 1, Range: 4, Missile: [2]int{1, 1}},
	HeavyCavalry: {Key: "heavy-cavalry", Clause: "bnb-U8", Size: Medium, Mounted: true, MP: [2]int{15, 12}, Missile: [2]int{2, 1}, Morale: [3]int{0, 1, 0}},
	Maniple:      {Key: "maniple", Clause: "bnb-U9", Size: Heavy, Density: Flexible, MP: [2]int{6, 8}, Missile: [2]int{3, 2}, Morale: [3]int{1, 2, 1}},
}

// Data returns the values of a type.
func (t Type) Data() *TypeData { return &types[t] }

// TypeOf returns the type with the given key.
func TypeOf(key string) (Type, bool) {
	for t := range types {
		if types[t].Key == key {
			return Type(t), true
		}
	}
	return 0, false
}

// Terrain is a kind of ground.
type Terrain uint8

// The kinds of ground.
const (
	Clear Terrain = iota
	Hill
	Woods
	Town
	River
	Stream
	Marsh
	Sea
	GoatPath
	Terrains // their number
)

// TerrainData is a row of the terrain effects chart (reconstruction, part b).
type TerrainData struct {
	Key       string
	Symbol    byte
	Clause    string
	Hindrance bool // it blocks sight
	Missile   int  // additional missile defence dice of a unit in it
}

var terrains = [Terrains]TerrainData{
	Clear:    {Key: "clear", Symbol: '.', Clause: "bnb-T1"},
	Hill:     {Key: "hill", Symbol: '^', Clause: "bnb-T2", Hindrance: true},
	Woods:    {Key: "woods", Symbol: 'w', Clause: "bnb-T3", Hindrance: true, Missile: 1},
	Town:     {Key: "town", Symbol: 'T', Clause: "bnb-T4", Hindrance: true, Missile: 2},
	River:    {Key: "river", Symbol: '=', Clause: "bnb-T5"},
	Stream:   {Key: "stream", Symbol: '-', Clause: "bnb-T6"},
	Marsh:    {Key: "marsh", Symbol: 'm', Clause: "bnb-T7"},
	Sea:      {Key: "sea", Symbol: '#', Clause: "bnb-T8"},
	GoatPath: {Key: "goat-path", Symbol: 'g', Clause: "bnb-T9", Hindrance: true},
}

// Data returns the row of a kind of ground.
func (t Terrain) Data() *TerrainData { return &terrains[t] }

// TerrainOf returns the kind of ground with a map symbol.
func TerrainOf(symbol byte) (Terrain, bool) {
	for t := range terrains {
		if terrains[t].Symbol == symbol {
			return Terrain(t), true
		}
	}
	return 0, false
}

// high reports whether the ground is hill; the goat path is.
func (t Terrain) high() bool { return t == Hill || t == GoatPath }

// halts reports whether a unit of a type must halt on entering the ground.
func (t Terrain) halts(d *TypeData) bool {
	switch t {
	case Woods, Town, River, Marsh:
		return true
	case Stream:
		return d.Size != Light
	}
	return false
}

// disrupts reports whether a unit of a type in good order is disrupted on entering the ground.
func (t Terrain) disrupts(d *TypeData) bool {
	switch t {
	case Woods, Town:
		return d.Density != Open || d.Mounted
	case River:
		return d.Size != Light
	case Marsh:
		return d.Size != Light || d.Mounted
	}
	return false
}

// Colour is the colour of a leader's command value.
type Colour uint8

// The colours, the worst first.
const (
	White Colour = iota
	Black
	Red
	Yellow
)

// ColourNames are the names of the colours in packs and positions.
var ColourNames = [4]string{"white", "black", "red", "yellow"}

// Effect is the effect of a card.
type Effect uint8

// The effects, numbered as in the reconstruction of the deck.
const (
	ChargeHome Effect = 1 + iota
	WeightOfRanks
	LockedShields
	StandFast
	DarkenTheSky
	ShieldsUp
	LongShot
	DoubleMarch
	ParadeDrill
	Paean
	BristlingSpears
	SecondWind
	FairOmens
	FoulOmens
	SeizeTheMoment
	MuddledOrders
	GuardianShade
	SingleOutTheGeneral
	TurnTheBlow
	FickleFortune
	FeignedFlight
	HoldHold
	ToTheStandard
	PanicSpreads
	ToughLuck
	RiderWithOrders
	Reshuffle
	effects
)

// Effects is the number of effects.
const Effects = int(effects) - 1

// effectKeys are the names of the effects in catalogues: "card.charge-home".
var effectKeys = [effects]string{
	ChargeHome: "charge-home", WeightOfRanks: "weight-of-ranks", LockedShields: "locked-shields", StandFast: "stand-fast",
	DarkenTheSky: "darken-the-sky", ShieldsUp: "shields-up", LongShot: "long-shot", DoubleMarch: "double-march",
	ParadeDrill: "parade-drill", Paean: "paean", BristlingSpears: "bristling-spears", SecondWind: "second-wind",
	FairOmens: "fair-omens", FoulOmens: "foul-omens", SeizeTheMoment: "seize-the-moment", MuddledOrders: "muddled-orders",
	GuardianShade: "guardian-shade", SingleOutTheGeneral: "single-out-the-general", TurnTheBlow: "turn-the-blow",
	FickleFortune: "fickle-fortune", FeignedFlight: "feigned-flight", HoldHold: "hold-hold", ToTheStandard: "to-the-standard",
	PanicSpreads: "panic-spreads", ToughLuck: "tough-luck", RiderWithOrders: "rider-with-orders", Reshuffle: "reshuffle",
}

// Key returns the name of an effect in catalogues.
func (e Effect) Key() string { return effectKeys[e] }

// Card is one card of the action deck.
type Card struct {
	Effect     Effect
	Commitment int    // 0: none
	Actions    [4]int // by colour
}

// CardCount is the number of cards in the deck. Cards are numbered from 0; in notation they are K01 to K60.
const CardCount = 60

// reshuffle is the number of the Reshuffle card.
const reshuffle = CardCount - 1

// Deck is the action deck.
var Deck = [CardCount]Card{
	{ChargeHome, 2, [4]int{1, 1, 1, 2}},
	{ChargeHome, 2, [4]int{2, 2, 2, 3}},
	{ChargeHome, 1, [4]int{3, 3, 3, 3}},
	{WeightOfRanks, 1, [4]int{1, 1, 2, 2}},
	{WeightOfRanks, 1, [4]int{2, 2, 3, 3}},
	{WeightOfRanks, 2, [4]int{1, 1, 1, 1}},
	{LockedShields, 2, [4]int{2, 2, 2, 3}},
	{LockedShields, 2, [4]int{3, 3, 3, 3}},
	{LockedShields, 1, [4]int{1, 1, 2, 2}},
	{StandFast, 1, [4]int{2, 2, 3, 3}},
	{StandFast, 2, [4]int{1, 1, 1, 1}},
	{DarkenTheSky, 2, [4]int{1, 2, 2, 2}},
	{DarkenTheSky, 2, [4]int{2, 3, 3, 3}},
	{DarkenTheSky, 3, [4]int{1, 1, 2, 2}},
	{ShieldsUp, 3, [4]int{2, 2, 2, 3}},
	{ShieldsUp, 3, [4]int{3, 3, 3, 3}},
	{ShieldsUp, 2, [4]int{1, 2, 2, 2}},
	{LongShot, 3, [4]int{2, 2, 3, 3}},
	{LongShot, 3, [4]int{1, 1, 1, 2}},
	{DoubleMarch, 2, [4]int{2, 2, 2, 3}},
	{DoubleMarch, 2, [4]int{3, 3, 3, 3}},
	{DoubleMarch, 1, [4]int{1, 2, 2, 2}},
	{ParadeDrill, 3, [4]int{2, 2, 3, 3}},
	{ParadeDrill, 2, [4]int{1, 1, 1, 1}},
	{Paean, 2, [4]int{2, 2, 2, 3}},
	{Paean, 1, [4]int{3, 3, 3, 3}},
	{BristlingSpears, 2, [4]int{1, 1, 2, 2}},
	{BristlingSpears, 1, [4]int{2, 2, 3, 3}},
	{SecondWind, 2, [4]int{1, 1, 1, 1}},
	{SecondWind, 3, [4]int{2, 2, 2, 2}},
	{FairOmens, 3, [4]int{2, 3, 3, 3}},
	{FairOmens, 2, [4]int{1, 1, 2, 2}},
	{FairOmens, 2, [4]int{2, 2, 2, 3}},
	{FoulOmens, 2, [4]int{3, 3, 3, 3}},
	{FoulOmens, 3, [4]int{1, 2, 2, 2}},
	{SeizeTheMoment, 1, [4]int{2, 3, 3, 3}},
	{SeizeTheMoment, 1, [4]int{1, 1, 1, 2}},
	{MuddledOrders, 1, [4]int{2, 2, 2, 3}},
	{MuddledOrders, 1, [4]int{3, 3, 3, 3}},
	{GuardianShade, 2, [4]int{1, 2, 2, 2}},
	{GuardianShade, 2, [4]int{2, 2, 3, 3}},
	{SingleOutTheGeneral, 3, [4]int{1, 1, 1, 2}},
	{SingleOutTheGeneral, 2, [4]int{2, 2, 2, 3}},
	{TurnTheBlow, 1, [4]int{3, 3, 3, 3}},
	{TurnTheBlow, 2, [4]int{1, 1, 2, 2}},
	{FickleFortune, 1, [4]int{2, 2, 3, 3}},
	{FickleFortune, 2, [4]int{1, 1, 1, 1}},
	{FeignedFlight, 2, [4]int{2, 2, 2, 3}},
	{FeignedFlight, 3, [4]int{2, 3, 3, 3}},
	{HoldHold, 3, [4]int{1, 1, 2, 2}},
	{ToTheStandard, 2, [4]int{2, 2, 3, 3}},
	{ToTheStandard, 3, [4]int{1, 1, 1, 1}},
	{PanicSpreads, 1, [4]int{1, 2, 2, 2}},
	{PanicSpreads, 2, [4]int{2, 3, 3, 3}},
	{ToughLuck, 1, [4]int{1, 1, 1, 2}},
	{ToughLuck, 1, [4]int{2, 2, 2, 3}},
	{ToughLuck, 1, [4]int{3, 3, 3, 3}},
	{RiderWithOrders, 2, [4]int{1, 2, 2, 2}},
	{RiderWithOrders, 3, [4]int{2, 2, 3, 3}},
	{Effect: Reshuffle},
}
