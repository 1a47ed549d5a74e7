package impetus

import (
	"acies/game"
	"acies/plane"
)

// Why an action is refused. A reason is a small value, so that one predicate can both filter the legal actions at full
// speed and, with its clause and numbers, explain a refusal.

// reason is why an action is refused; the zero value means that it is allowed.
type reason struct {
	id   why
	a, b int32
}

func (n reason) ok() bool { return n.id == 0 }

type why uint8

const (
	_ why = iota
	whyOver
	whyNotNow
	whyNoPiece
	whyOffTable
	whyRolling
	whyDice
	whyDie
	whyNoRoll
	whyDeploy
	whyUnplaced
	whyCommandFirst
	whyNotInZone
	whyName
	whyNoCommand
	whySpent
	whyCommand
	whyCompelled
	whyNotActive
	whyActivated
	whyGroupSize
	whyGroupDisordered
	whyGroupMelee
	whyGroupScythes
	whyGroupBaggage
	whyGroupImpetuous
	whyNotJoined
	whyRally
	whyRush
	whyTurn
	whyTurnBlocked
	whyNoRushTarget
	whyAction
	whyChariotMove
	whyGroupMove
	whyOnlyAction
	whyCannotPass
	whyMarkDisordered
	whyNoWall
	whyWallState
	whyWalled
	whyNoFoot
	whyOccupyType
	whyInVillage
	whyNoVillage
	whyNotInside
	whyInside
	whyNoMoreMoves
	whyFiredLast
	whyDisorderedTwice
	whyOnePhase
	whyHeavy
	whyBaggage
	whyDisorderedSide
	whyDisorderedBack
	whyDisorderedAbout
	whyAboutFirst
	whyZero
	whyFar
	whyBarred
	whyImpassable
	whyGroupDifficult
	whyEnemyAhead
	whyFriendAhead
	whyNotClear
	whyLine
	whyDefended
	whyWheelLimit
	whyZoneTurn
	whyZone
	whyColumnShift
	whyTouchEnemy
	whyFriendThere
	whyOblique
	whyObliqueGround
	whyEngaged
	whyMustFight
	whySlower
	whyNotFront
	whyNoRoom
	whyNotActing
	whyRushed
	whyNoWeapon
	whyFired
	whyNoEnemy
	whyBaggageFire
	whyShootMelee
	whyShotMelee
	whyShootMoved
	whyBeyond
	whyRange
	whyArc
	whySight
	whySightBase
	whyNoDice
	whyPriority // and the next three: by what another target has priority
	whyPriorityFront
	whyPriorityClosest
	whyPriorityFriend
	whyReact
	whyNotYours
	whyNoMarker
	whyNotStirred
	whyReactMelee
	whyIntruder
	whyFiredFirst
	whyNoImpetus
	whyExtendDisordered
	whyChargeFar
	whyNotAhead
	whyNotFirst
	whyAnswer
	whyCounter
	whyEvade
	whyRun
	whyRunAt
	whyStop
	whyMember
	whyMelees
	whyNoMelee
	whyFriend
	whyRelief
	whyRelieve
	whyPursue
	whyDestiny
	whyNoSuchDie
	whyLineAside
	whyDisorders
	whys
)

// What the numbers of a reason are.
const (
	asNothing uint8 = iota
	asNumber
	asUnit
	asLength
	asAngle
)

var whyData = [whys]struct {
	key, clause string
	a, b        uint8
}{
	whyOver:             {"over", "imp-23.1a", asNothing, asNothing},
	whyNotNow:           {"not-now", "imp-2.2c", asNothing, asNothing},
	whyNoPiece:          {"no-piece", "imp-1.1b", asNothing, asNothing},
	whyOffTable:         {"off-table", "imp-6.1j", asNothing, asNothing},
	whyRolling:          {"rolling", "imp-D9a", asNothing, asNothing},
	whyDice:             {"dice", "imp-D9a", asNumber, asNothing},
	whyDie:              {"die", "imp-D9a", asNothing, asNothing},
	whyNoRoll:           {"no-roll", "imp-D9a", asNothing, asNothing},
	whyDeploy:           {"deploy", "imp-26.1e", asNothing, asNothing},
	whyUnplaced:         {"unplaced", "imp-26.1e", asUnit, asNothing},
	whyCommandFirst:     {"command-first", "imp-26.1e", asNumber, asNothing},
	whyNotInZone:        {"not-in-zone", "imp-26.1f", asUnit, asLength},
	whyName:             {"name", "imp-2.1b", asNothing, asNothing},
	whyNoCommand:        {"no-command", "imp-2.1b", asNumber, asNothing},
	whySpent:            {"spent", "imp-2.1a", asNumber, asNothing},
	whyCommand:          {"command", "imp-Q1e", asNothing, asNothing},
	whyCompelled:        {"compelled", "imp-2.2l", asUnit, asNothing},
	whyNotActive:        {"not-active", "imp-2.2a", asNothing, asNothing},
	whyActivated:        {"activated", "imp-2.2b", asUnit, asNothing},
	whyGroupSize:        {"group-size", "imp-6.7d", asNumber, asNothing},
	whyGroupDisordered:  {"group-disordered", "imp-6.7j", asUnit, asNothing},
	whyGroupMelee:       {"group-melee", "imp-2.2g", asUnit, asNothing},
	whyGroupScythes:     {"group-scythes", "imp-6.7m", asUnit, asNothing},
	whyGroupBaggage:     {"group-baggage", "imp-Q2b", asUnit, asNothing},
	whyGroupImpetuous:   {"group-impetuous", "imp-6.7l", asUnit, asNothing},
	whyNotJoined:        {"not-joined", "imp-6.7d", asUnit, asNothing},
	whyRally:            {"rally", "imp-20.2b", asNothing, asNothing},
	whyRush:             {"rush", "imp-6.10b", asNothing, asNothing},
	whyTurn:             {"turn", "imp-6.10c", asAngle, asAngle},
	whyTurnBlocked:      {"turn-blocked", "imp-D4o", asAngle, asNothing},
	whyNoRushTarget:     {"no-rush-target", "imp-10.1h", asNothing, asNothing},
	whyAction:           {"action", "imp-Q2e", asNothing, asNothing},
	whyChariotMove:      {"chariot-move", "imp-24.3a", asUnit, asNothing},
	whyGroupMove:        {"group-move", "imp-6.7f", asNothing, asNothing},
	whyOnlyAction:       {"only-action", "imp-9.1c", asNothing, asNothing},
	whyCannotPass:       {"cannot-pass", "imp-5.1e", asUnit, asNothing},
	whyMarkDisordered:   {"mark-disordered", "imp-9.1d", asUnit, asNothing},
	whyNoWall:           {"no-wall", "imp-24.7a", asUnit, asNothing},
	whyWallState:        {"wall-state", "imp-24.7a", asUnit, asNothing},
	whyWalled:           {"walled", "imp-24.7d", asUnit, asNothing},
	whyNoFoot:           {"no-foot", "imp-5.3c", asUnit, asNothing},
	whyOccupyType:       {"occupy-type", "imp-22.2c", asUnit, asNothing},
	whyInVillage:        {"in-village", "imp-22.2c", asUnit, asNothing},
	whyNoVillage:        {"no-village", "imp-22.2c", asUnit, asNothing},
	whyNotInside:        {"not-inside", "imp-24.9b", asUnit, asNothing},
	whyInside:           {"inside", "imp-24.9b", asUnit, asNothing},
	whyNoMoreMoves:      {"no-more-moves", "imp-6.1e", asNothing, asNothing},
	whyFiredLast:        {"fired-last", "imp-2.2d", asNothing, asNothing},
	whyDisorderedTwice:  {"disordered-twice", "imp-6.1f", asUnit, asNothing},
	whyOnePhase:         {"one-phase", "imp-24.5b", asUnit, asNothing},
	whyHeavy:            {"heavy", "imp-24.5b", asUnit, asNothing},
	whyBaggage:          {"baggage", "imp-22.1e", asUnit, asNothing},
	whyDisorderedSide:   {"disordered-side", "imp-6.4a", asUnit, asNothing},
	whyDisorderedBack:   {"disordered-back", "imp-6.5c", asUnit, asNothing},
	whyDisorderedAbout:  {"disordered-about", "imp-6.6a", asUnit, asNothing},
	whyAboutFirst:       {"about-first", "imp-6.6e", asUnit, asNothing},
	whyZero:             {"zero", "imp-6.1h", asNothing, asNothing},
	whyFar:              {"far", "imp-6.2a", asLength, asLength},
	whyBarred:           {"barred", "imp-7.1e", asNothing, asNothing},
	whyImpassable:       {"impassable", "imp-7.1e", asLength, asLength},
	whyGroupDifficult:   {"group-difficult", "imp-7.2c", asUnit, asNothing},
	whyEnemyAhead:       {"enemy-ahead", "imp-6.2c", asLength, asUnit},
	whyFriendAhead:      {"friend-ahead", "imp-6.8e", asLength, asUnit},
	whyNotClear:         {"not-clear", "imp-6.8g", asLength, asUnit},
	whyLine:             {"line", "imp-22.3e", asNothing, asNothing},
	whyDefended:         {"defended", "imp-22.3d", asNothing, asNothing},
	whyWheelLimit:       {"wheel-limit", "imp-6.3c", asAngle, asNothing},
	whyZoneTurn:         {"zone-turn", "imp-6.9c", asUnit, asNothing},
	whyZone:             {"zone", "imp-6.9d", asUnit, asNothing},
	whyColumnShift:      {"column-shift", "imp-6.7i", asUnit, asNothing},
	whyTouchEnemy:       {"touch-enemy", "imp-6.1i", asNothing, asUnit},
	whyFriendThere:      {"friend-there", "imp-6.1j", asNothing, asUnit},
	whyOblique:          {"oblique", "imp-6.4c", asLength, asNothing},
	whyObliqueGround:    {"oblique-ground", "imp-6.4e", asNothing, asNothing},
	whyEngaged:          {"engaged", "imp-2.2g", asNothing, asNothing},
	whyMustFight:        {"must-fight", "imp-2.2g", asUnit, asNothing},
	whySlower:           {"slower", "imp-5.3d", asUnit, asNothing},
	whyNotFront:         {"not-front", "imp-5.3d", asUnit, asNothing},
	whyNoRoom:           {"no-room", "imp-5.3f", asNothing, asNothing},
	whyNotActing:        {"not-acting", "imp-2.2a", asUnit, asNothing},
	whyRushed:           {"rushed", "imp-6.10f", asUnit, asNothing},
	whyNoWeapon:         {"no-weapon", "imp-8.1b", asUnit, asNothing},
	whyFired:            {"fired", "imp-2.2i", asUnit, asNothing},
	whyNoEnemy:          {"no-enemy", "imp-8.5e", asNothing, asNothing},
	whyBaggageFire:      {"baggage-fire", "imp-22.1j", asNothing, asNothing},
	whyShootMelee:       {"shoot-melee", "imp-8.1d", asUnit, asNothing},
	whyShotMelee:        {"shot-melee", "imp-8.1d", asUnit, asNothing},
	whyShootMoved:       {"shoot-moved", "imp-8.1i", asUnit, asNothing},
	whyBeyond:           {"beyond", "imp-8.2d", asNothing, asNothing},
	whyRange:            {"range", "imp-8.1f", asLength, asNothing},
	whyArc:              {"arc", "imp-8.4e", asNothing, asNothing},
	whySight:            {"sight", "imp-8.6a", asNothing, asNothing},
	whySightBase:        {"sight-base", "imp-8.6a", asUnit, asNothing},
	whyNoDice:           {"no-dice", "imp-8.1c", asNumber, asNothing},
	whyPriority:         {"priority-exchange", "imp-8.5f", asUnit, asLength},
	whyPriorityFront:    {"priority-front", "imp-8.5f", asUnit, asLength},
	whyPriorityClosest:  {"priority-closest", "imp-8.5f", asUnit, asLength},
	whyPriorityFriend:   {"priority-friend", "imp-8.5f", asUnit, asLength},
	whyReact:            {"react", "imp-9.1a", asNothing, asNothing},
	whyNotYours:         {"not-yours", "imp-2.2a", asUnit, asNothing},
	whyNoMarker:         {"no-marker", "imp-9.2a", asUnit, asNothing},
	whyNotStirred:       {"not-stirred", "imp-9.2a", asUnit, asNothing},
	whyReactMelee:       {"react-melee", "imp-9.3h", asUnit, asNothing},
	whyIntruder:         {"intruder", "imp-9.3d", asNothing, asNothing},
	whyFiredFirst:       {"fired-first", "imp-8.1e", asNothing, asNothing},
	whyNoImpetus:        {"no-impetus", "imp-10.1b", asUnit, asNothing},
	whyExtendDisordered: {"extend-disordered", "imp-10.1k", asUnit, asNothing},
	whyChargeFar:        {"charge-far", "imp-10.1m", asLength, asLength},
	whyNotAhead:         {"not-ahead", "imp-10.1e", asUnit, asNothing},
	whyNotFirst:         {"not-first", "imp-10.1e", asUnit, asNothing},
	whyAnswer:           {"answer", "imp-Q4c", asUnit, asNothing},
	whyCounter:          {"counter", "imp-10.3b", asUnit, asNothing},
	whyEvade:            {"evade", "imp-10.4d", asUnit, asNothing},
	whyRun:              {"run", "imp-Q4e", asNothing, asNothing},
	whyRunAt:            {"run-at", "imp-10.4l", asUnit, asNothing},
	whyStop:             {"stop", "imp-10.4h", asLength, asLength},
	whyMember:           {"member", "imp-Q4l", asNothing, asNothing},
	whyMelees:           {"melees", "imp-17.1n", asNothing, asNothing},
	whyNoMelee:          {"no-melee", "imp-17.1n", asUnit, asNothing},
	whyFriend:           {"friend", "imp-15.3e", asNothing, asNothing},
	whyRelief:           {"relief", "imp-24.8b", asNothing, asNothing},
	whyRelieve:          {"relieve", "imp-24.8b", asUnit, asNothing},
	whyPursue:           {"pursue", "imp-16.1b", asNothing, asNothing},
	whyDestiny:          {"destiny", "imp-25.1h", asNothing, asNothing},
	whyNoSuchDie:        {"no-such-die", "imp-25.1h", asNothing, asNothing},
	whyLineAside:        {"line-aside", "imp-6.2a", asUnit, asNothing},
	whyDisorders:        {"disorders", "imp-7.2k", asUnit, asNothing},
}

// detailed completes a reason with what takes too long to find out where nobody reads it: by what another target has
// priority, and what a line of sight meets.
func (s *State) detailed(n reason) reason {
	switch n.id {
	case whyPriority:
		u, v := uint8(n.b), uint8(n.a)
		c, y := s.closestTo(u), s.shape(v)
		return reason{whyPriority + why(s.priority(u, v, &c)), n.a, int32(roundTo(int64(plane.Dist(&c.from, &y)), U/10))}
	case whySight:
		return s.whyUnseen(uint8(n.a), uint8(n.b))
	}
	return n
}

// refusal explains a reason.
func (s *State) refusal(n reason) *game.Refusal {
	n = s.detailed(n)
	d := &whyData[n.id]
	r := &game.Refusal{Key: d.key, Clause: d.clause}
	for i, as := range [2]uint8{d.a, d.b} {
		v, name := int([2]int32{n.a, n.b}[i]), [2]string{"a", "b"}[i]
		switch as {
		case asNumber:
			r.Args = append(r.Args, num(name, v))
		case asUnit:
			r.Args = append(r.Args, piece(name, v))
		case asLength:
			r.Args = append(r.Args, length(name, int32(v)))
		case asAngle:
			r.Args = append(r.Args, angle(name, v))
		}
	}
	return r
}
