package sword

import "acies/game"

// Why an action is refused. A reason is a small value, so that one predicate can both filter the legal actions at full
// speed and, with its clause and numbers, explain a refusal.

// reason is why an action is refused; the zero value means that it is allowed.
type reason struct {
	id      why
	a, b, c int16
}

func (n reason) ok() bool { return n.id == 0 }

type why uint8

const (
	_ why = iota
	whyActivated
	whyNotNow
	whyOtherTurn
	whyNoTargets
	whyLeaderWaits
	whyAdjacentShoot
	whyAdvanceNow
	whyAdvanceWhere
	whyAlone
	whyAssemble
	whyAttacked
	whyBackPart
	whyBarred
	whyBarredSide
	whyBlow
	whyBothFronts
	whyBurnFar
	whyBurnHeavy
	whyBurnMost
	whyBurnPhase
	whyBurnRouted
	whyBurnTown
	whyBurnTwice
	whyCannotShoot
	whyCarry
	whyCitadel
	whyClosed
	whyContingent
	whyCorner
	whyDeclarePhase
	whyDie
	whyEnemyHex
	whyExchange
	whyFaceRallied
	whyFaces
	whyFaces2
	whyFaces6
	whyDice
	whyFarOff
	whyFixedFacing
	whyFixedHex
	whyFleeing
	whyFought
	whyFresh
	whyFrontAttack
	whyGone
	whyGroup
	whyHasShot
	whyHeld
	whyHeldHex
	whyInCitadel
	whyInGroup
	whyInMelee
	whyInShot
	whyJoinFacing
	whyLeaderAlone
	whyLeaderGo
	whyLeaderMP
	whyLeaderSide
	whyLevies
	whyLine
	whyMarkedAll
	whyMeleePhase
	whyMovePhase
	whyMoved
	whyMustAdvance
	whyMustGo
	whyNearer
	whyNearest
	whyNoLeader
	whyNoMove
	whyNoPath
	whyNoPiece
	whyNoShooter
	whyNoShooters
	whyNoStack
	whyNoTarget
	whyNoUnit
	whyNobodyFront
	whyNotActivated
	whyNotArcher
	whyNotAttacked
	whyNotAttacker
	whyNotAttacking
	whyNotDefender
	whyNotFleeing
	whyNotFront
	whyNotMarked
	whyNotRear
	whyNotStray
	whyNotTop
	whyNotYours
	whyNothingToRally
	whyOffMap
	whyOneAdvances
	whyOrder
	whyOtherHex
	whyOtherName
	whyOver
	whyOverstack
	whyOwnUnit
	whyPair
	whyPairOne
	whyPhaseA
	whyPhaseC
	whyPilaFirst
	whyPilum
	whyPlaceLeader
	whyPlaced
	whyRallyEnemy
	whyRallyPhase
	whyRange
	whyRating
	whyReserve
	whyRestEnemy
	whyRestRouted
	whyResting
	whyRetreatNow
	whyRetreatLater
	whyRetreatOne
	whyRetreatSplit
	whyRetreatTurn
	whyRetreatWhole
	whyRide
	whyRideFar
	whyRoutedAttack
	whyRoutedMove
	whyRoutedShoot
	whySettle
	whySetup
	whySetupStack
	whyShakenAdvance
	whyShootPhase
	whyShooters
	whyShotAt
	whyShotFull
	whyShotType
	whySight
	whyStackTurns
	whyStrands
	whyStray
	whyStrayAttack
	whyStrayLeader
	whyStrayShoot
	whySwerve
	whyTaken
	whyTested
	whyThere
	whyTogether
	whyTooFar
	whyTwoTargets
	whyWithCommander
	whyZone
	whyArrived
	whyExpected
	whyTooEarly
	whyEntry
	whyCaptor
	whyHold
	whyHeir
	whyPromote
	whyChargeAlone
	whyChargeEnd
	whyChargeFar
	whyChargeOnly
	whyChargeTurn
	whyChargesFirst
	whyChargesFull
	whyCharging
	whyDisperse
	whyFarFromLeader
	whyGunsAttack
	whyHead
	whyInContact
	whyBackOnly
	whyMountEnemy
	whyMountFirst
	whyMountStack
	whyMounted
	whyMustPursue
	whyNoCharger
	whyNoMarker
	whyNoMounting
	whyNoRide
	whyNobodyAhead
	whyNotAhead
	whyOneUnit
	whyReact
	whyReactNow
	whyRode
	whyStrayCharge
	whyStrayMount
	whyTarget
	whyTogetherOn
	whys
)

// reasons gives each reason its key, its clause and the meaning of its numbers.
var reasons = [whys]struct {
	key, clause string
	args        []game.Arg
}{
	whyActivated:      {"activated", "ant-6.Cj", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyNotNow:         {"not-now", "ant-6b", nil},
	whyOtherTurn:      {"other-turn", "ant-6.Db", []game.Arg{{Name: "piece", Kind: game.Piece}}},
	whyNoTargets:      {"no-targets", "ant-9.3a", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyLeaderWaits:    {"leader-waits", "ant-7.1a", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyAdjacentShoot:  {"adjacent-shoot", "ant-9.1h", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyAdvanceNow:     {"advance-now", "ant-10.6a", nil},
	whyAdvanceWhere:   {"advance-where", "ant-R74", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyAlone:          {"alone", "ant-5.1f", []game.Arg{{Name: "leader", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyAssemble:       {"assemble", "ant-10.3c", nil},
	whyAttacked:       {"attacked", "ant-10.1g", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyBackPart:       {"back-part", "ant-R21", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyBarred:         {"barred", "ant-6.Ch", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyBarredSide:     {"barred-side", "ant-R53", []game.Arg{{Name: "from", Kind: game.Place}, {Name: "hex", Kind: game.Place}}},
	whyBlow:           {"blow", "iss-13.2", nil},
	whyBothFronts:     {"both-fronts", "ant-10.2c", []game.Arg{{Name: "from", Kind: game.Place}, {Name: "hex", Kind: game.Place}}},
	whyBurnFar:        {"burn-far", "ant-13.2.4d", []game.Arg{{Name: "distance", Kind: game.Number}, {Name: "limit", Kind: game.Number}}},
	whyBurnHeavy:      {"burn-heavy", "ant-13.2.4b", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyBurnMost:       {"burn-most", "ant-13.2.4a", []game.Arg{{Name: "limit", Kind: game.Number}}},
	whyBurnPhase:      {"burn-phase", "ant-13.2.4f", nil},
	whyBurnRouted:     {"burn-routed", "ant-R100", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyBurnTown:       {"burn-town", "ant-13.2.4c", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyBurnTwice:      {"burn-twice", "ant-R100", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyCannotShoot:    {"cannot-shoot", "ant-9.1b", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyCarry:          {"carry", "ant-R33", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyCitadel:        {"citadel", "ant-13.2.2b", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyClosed:         {"closed", "ant-C2i", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyContingent:     {"contingent", "ant-5.1h", []game.Arg{{Name: "leader", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyCorner:         {"corner", "ant-3b", nil},
	whyDeclarePhase:   {"declare-phase", "ant-10.2f", nil},
	whyDie:            {"die", "ant-0.3c", nil},
	whyEnemyHex:       {"enemy-hex", "ant-R13", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyExchange:       {"exchange", "ant-13.2.1b", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyFaceRallied:    {"face-rallied", "ant-12.3l", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyFaces:          {"faces", "ant-0.3b", []game.Arg{{Name: "roll", Kind: game.Number}}},
	whyFaces2:         {"faces-2", "ant-0.3d", []game.Arg{{Name: "roll", Kind: game.Number}}},
	whyFaces6:         {"faces-6", "ant-0.3d", []game.Arg{{Name: "roll", Kind: game.Number}}},
	whyDice:           {"dice", "ant-0.3d", []game.Arg{{Name: "dice", Kind: game.Number}, {Name: "given", Kind: game.Number}}},
	whyFarOff:         {"far-off", "ant-8.1a", []game.Arg{{Name: "hex", Kind: game.Place}, {Name: "distance", Kind: game.Number}, {Name: "mp", Kind: game.Number}}},
	whyFixedFacing:    {"fixed-facing", "ant-6c", nil},
	whyFixedHex:       {"fixed-hex", "ant-13.2.1b", nil},
	whyFleeing:        {"fleeing", "ant-12.2.1b", nil},
	whyFought:         {"fought", "ant-R54", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyFresh:          {"fresh", "ant-R96", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyFrontAttack:    {"front-attack", "ant-10.2b", []game.Arg{{Name: "from", Kind: game.Place}, {Name: "hex", Kind: game.Place}}},
	whyGone:           {"gone", "ant-7.5.2a", []game.Arg{{Name: "piece", Kind: game.Piece}}},
	whyGroup:          {"group", "ant-8.1d", nil},
	whyHasShot:        {"has-shot", "ant-R126", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyHeld:           {"held", "iss-13.5", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyHeldHex:        {"held-hex", "ant-R74", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyInCitadel:      {"in-citadel", "ant-13.2.2e", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyInGroup:        {"in-group", "ant-5.2.4d", []game.Arg{{Name: "piece", Kind: game.Piece}}},
	whyInMelee:        {"in-melee", "ant-R54", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyInShot:         {"in-shot", "ant-R126", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyJoinFacing:     {"join-facing", "ant-5.2.3a", []game.Arg{{Name: "hex", Kind: game.Place}, {Name: "facing", Kind: game.Facing}}},
	whyLeaderAlone:    {"leader-alone", "ant-R34", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyLeaderGo:       {"leader-go", "ant-R41", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyLeaderMP:       {"leader-mp", "ant-R34", []game.Arg{{Name: "leader", Kind: game.Piece}, {Name: "mp", Kind: game.Number}}},
	whyLeaderSide:     {"leader-side", "ant-6.Cg", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyLevies:         {"levies", "iss-13.7", []game.Arg{{Name: "from", Kind: game.Place}, {Name: "hex", Kind: game.Place}}},
	whyLine:           {"line", "ant-5.1a", []game.Arg{{Name: "n", Kind: game.Number}}},
	whyMarkedAll:      {"marked-all", "ant-10.2g", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyMeleePhase:     {"melee-phase", "ant-10.3a", nil},
	whyMovePhase:      {"move-phase", "ant-6.Dc", nil},
	whyMoved:          {"moved", "ant-8.1d", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyMustAdvance:    {"must-advance", "ant-10.6a", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyMustGo:         {"must-go", "ant-R77", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyNearer:         {"nearer", "ant-7.4b", []game.Arg{{Name: "distance", Kind: game.Number}, {Name: "before", Kind: game.Number}, {Name: "leader", Kind: game.Piece}}},
	whyNearest:        {"nearest", "ant-R45", []game.Arg{{Name: "leader", Kind: game.Piece}, {Name: "distance", Kind: game.Number}, {Name: "nearest", Kind: game.Number}}},
	whyNoLeader:       {"no-leader", "ant-7.4a", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyNoMove:         {"no-move", "ant-8.1a", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyNoPath:         {"no-path", "ant-8.1e", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyNoPiece:        {"no-piece", "ant-2.1a", nil},
	whyNoShooter:      {"no-shooter", "ant-9.1b", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyNoShooters:     {"no-shooters", "ant-9.3b", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyNoStack:        {"no-stack", "ant-10.1e", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyNoTarget:       {"no-target", "ant-9.3a", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyNoUnit:         {"no-unit", "ant-R34", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyNobodyFront:    {"nobody-front", "ant-10.2b", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyNotActivated:   {"not-activated", "ant-7.2e", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "leader", Kind: game.Piece}}},
	whyNotArcher:      {"not-archer", "ant-6.Be", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyNotAttacked:    {"not-attacked", "ant-9.1l", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyNotAttacker:    {"not-attacker", "ant-9.1m", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyNotAttacking:   {"not-attacking", "ant-9.1k", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyNotDefender:    {"not-defender", "ant-10.3e", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyNotFleeing:     {"not-fleeing", "ant-12.2.2a", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyNotFront:       {"not-front", "ant-9.1c", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyNotMarked:      {"not-marked", "ant-10.2f", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyNotRear:        {"not-rear", "ant-8.3c", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyNotStray:       {"not-stray", "ant-6.Dk", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyNotTop:         {"not-top", "ant-9.1f", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyNotYours:       {"not-yours", "ant-0a", []game.Arg{{Name: "piece", Kind: game.Piece}}},
	whyNothingToRally: {"nothing-to-rally", "ant-6.Eb", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyOffMap:         {"off-map", "ant-8.1i", nil},
	whyOneAdvances:    {"one-advances", "ant-R76", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyOrder:          {"order", "ant-5.2.4b", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyOtherHex:       {"other-hex", "ant-5.2.4e", []game.Arg{{Name: "piece", Kind: game.Piece}}},
	whyOtherName:      {"other-name", "ant-5.2.1a", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "other", Kind: game.Piece}}},
	whyOver:           {"over", "ant-6a", nil},
	whyOverstack:      {"overstack", "ant-5.1a", []game.Arg{{Name: "sp", Kind: game.Number}, {Name: "limit", Kind: game.Number}, {Name: "hex", Kind: game.Place}}},
	whyOwnUnit:        {"own-unit", "ant-13.2.4a", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyPair:           {"pair", "ant-R116", []game.Arg{{Name: "from", Kind: game.Place}, {Name: "hex", Kind: game.Place}}},
	whyPairOne:        {"pair-one", "ant-R116", []game.Arg{{Name: "from", Kind: game.Place}, {Name: "hex", Kind: game.Place}}},
	whyPhaseA:         {"phase-a", "ant-6.Ad", nil},
	whyPhaseC:         {"phase-c", "ant-6.Ca", nil},
	whyPilaFirst:      {"pila-first", "ant-R50", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyPilum:          {"pilum", "ant-13.2.5c", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyPlaceLeader:    {"place-leader", "ant-7.5c", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyPlaced:         {"placed", "ant-R120", []game.Arg{{Name: "piece", Kind: game.Piece}}},
	whyRallyEnemy:     {"rally-enemy", "ant-12.3b", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyRallyPhase:     {"rally-phase", "ant-12.3a", nil},
	whyRange:          {"range", "ant-9.3h", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "distance", Kind: game.Number}, {Name: "range", Kind: game.Number}}},
	whyRating:         {"rating", "ant-6.Ca", []game.Arg{{Name: "leader", Kind: game.Piece}, {Name: "rating", Kind: game.Number}, {Name: "lowest", Kind: game.Number}}},
	whyReserve:        {"reserve", "ant-13.2.5f", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyRestEnemy:      {"rest-enemy", "ant-11.2f", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyRestRouted:     {"rest-routed", "ant-11.2d", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyResting:        {"resting", "ant-11.2b", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyRetreatNow:     {"retreat-now", "ant-10.5a", nil},
	whyRetreatLater:   {"retreat-later", "ant-10.5c", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyRetreatOne:     {"retreat-one", "ant-10.5a", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyRetreatSplit:   {"retreat-split", "ant-R72", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyRetreatTurn:    {"retreat-turn", "ant-10.5g", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyRetreatWhole:   {"retreat-whole", "ant-5.2.5f", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyRide:           {"ride", "ant-7.2k", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyRideFar:        {"ride-far", "ant-8.1a", []game.Arg{{Name: "leader", Kind: game.Piece}, {Name: "hex", Kind: game.Place}, {Name: "mp", Kind: game.Number}}},
	whyRoutedAttack:   {"routed-attack", "ant-12.2.3k", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyRoutedMove:     {"routed-move", "ant-12.2.3l", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyRoutedShoot:    {"routed-shoot", "ant-R97", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whySettle:         {"settle", "ant-R73", nil},
	whySetup:          {"setup", "ant-13.3.1a", nil},
	whySetupStack:     {"setup-stack", "ant-13.2.1c", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyShakenAdvance:  {"shaken-advance", "ant-12.1f", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyShootPhase:     {"shoot-phase", "ant-9.1g", nil},
	whyShooters:       {"shooters", "ant-9.3b", nil},
	whyShotAt:         {"shot-at", "ant-9.1d", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyShotFull:       {"shot-full", "ant-9.3b", []game.Arg{{Name: "limit", Kind: game.Number}}},
	whyShotType:       {"shot-type", "ant-9.1e", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "other", Kind: game.Piece}}},
	whySight:          {"sight", "ant-9.2c", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "hex", Kind: game.Place}, {Name: "obstacle", Kind: game.Place}}},
	whyStackTurns:     {"stack-turns", "ant-R9", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyStrands:        {"strands", "ant-R34", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyStray:          {"stray", "ant-6.Dk", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyStrayAttack:    {"stray-attack", "ant-10.1e", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyStrayLeader:    {"stray-leader", "ant-6.Dk", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyStrayShoot:     {"stray-shoot", "ant-7.4c", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whySwerve:         {"swerve", "ant-R89", nil},
	whyTaken:          {"taken", "ant-5.2.4b", []game.Arg{{Name: "hex", Kind: game.Place}, {Name: "unit", Kind: game.Piece}}},
	whyTested:         {"tested", "ant-5.2.6b", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyThere:          {"there", "ant-8.1a", []game.Arg{{Name: "piece", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyTogether:       {"together", "ant-5.2.6a", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyTooFar:         {"too-far", "ant-8.1a", []game.Arg{{Name: "cost", Kind: game.Number}, {Name: "mp", Kind: game.Number}}},
	whyTwoTargets:     {"two-targets", "ant-R52", nil},
	whyWithCommander:  {"with-commander", "ant-7.1h", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "leader", Kind: game.Piece}}},
	whyZone:           {"zone", "ant-13.3.3c", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyArrived:        {"arrived", "med-R20", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyExpected:       {"expected", "med-R20", []game.Arg{{Name: "piece", Kind: game.Piece}, {Name: "turn", Kind: game.Number}}},
	whyTooEarly:       {"too-early", "med-R20", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "turn", Kind: game.Number}}},
	whyEntry:          {"entry", "med-R20", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyCaptor:         {"captor", "med-R25", []game.Arg{{Name: "leader", Kind: game.Piece}, {Name: "unit", Kind: game.Piece}}},
	whyHold:           {"hold", "med-R25", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyHeir:           {"heir", "med-R30", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyPromote:        {"promote", "med-7.6h", nil},
	whyChargeAlone:    {"charge-alone", "med-10.2n", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyChargeEnd:      {"charge-end", "med-R59", []game.Arg{{Name: "hex", Kind: game.Place}, {Name: "unit", Kind: game.Piece}}},
	whyChargeFar:      {"charge-far", "med-10.2f", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "cost", Kind: game.Number}, {Name: "limit", Kind: game.Number}}},
	whyChargeOnly:     {"charge-only", "med-R55", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyChargeTurn:     {"charge-turn", "med-10.8h", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyChargesFull:    {"charges-full", "med-10.2g", []game.Arg{{Name: "limit", Kind: game.Number}}},
	whyChargesFirst:   {"charges-first", "med-6.D4a", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "target", Kind: game.Piece}}},
	whyCharging:       {"charging", "med-10.4j", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyDisperse:       {"disperse", "med-10.9d", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyFarFromLeader:  {"far-from-leader", setupCommand, []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "distance", Kind: game.Number}, {Name: "radius", Kind: game.Number}}},
	whyGunsAttack:     {"guns-attack", "med-10.1c", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyHead:           {"head", "med-R88", nil},
	whyInContact:      {"in-contact", "med-10.2h", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyBackOnly:       {"back-only", "med-R36", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyMountEnemy:     {"mount-enemy", "med-8.4g", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyMountFirst:     {"mount-first", "med-8.4a", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyMountStack:     {"mount-stack", "med-R6", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyMounted:        {"mounted", "med-8.4a", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyMustPursue:     {"must-pursue", "med-R80", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyNoCharger:      {"no-charger", "med-10.2d", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyNoMarker:       {"no-marker", "med-8.4b", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyNoMounting:     {"no-mounting", "med-R38", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyNoRide:         {"no-ride", "med-R58", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyNobodyAhead:    {"nobody-ahead", "med-10.2k", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyNotAhead:       {"not-ahead", "med-R57", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyOneUnit:        {"one-unit", "med-5.1a", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "hex", Kind: game.Place}}},
	whyReact:          {"react", "med-10.3d", []game.Arg{{Name: "unit", Kind: game.Piece}, {Name: "charger", Kind: game.Piece}}},
	whyReactNow:       {"react-now", "med-10.3a", nil},
	whyRode:           {"rode", "med-8.1d", []game.Arg{{Name: "leader", Kind: game.Piece}}},
	whyStrayCharge:    {"stray-charge", "med-10.2b", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyStrayMount:     {"stray-mount", "med-R38", []game.Arg{{Name: "unit", Kind: game.Piece}}},
	whyTarget:         {"target", "med-10.4f", []game.Arg{{Name: "hex", Kind: game.Place}}},
	whyTogetherOn:     {"together-on", "med-5.2.5i", []game.Arg{{Name: "unit", Kind: game.Piece}}},
}

// refusal returns a reason in the form other packages read, or nil if there is none.
func (s *State) refusal(n reason) *game.Refusal {
	if n.ok() {
		return nil
	}
	if n.id == whyGone {
		if turn := s.expected(n.a); turn > 0 {
			n = reason{id: whyExpected, a: n.a, b: turn}
		}
	}
	r := &reasons[n.id]
	out := &game.Refusal{Key: r.key, Clause: s.b.clause(r.clause)}
	numbers := [3]int16{n.a, n.b, n.c}
	for i, a := range r.args {
		a.N = int(numbers[i])
		if n.id == whyNotActivated && i == 1 {
			a.N += len(s.b.units)
		}
		out.Args = append(out.Args, a)
	}
	return out
}
