package bladebow

import "acies/game"

// Why an action is refused. A reason is a small value, so that one predicate can both filter the legal actions at full
// speed and, with its clause and numbers, explain a refusal.

// reason is why an action is refused; the zero value means that it is allowed.
type reason struct {
	id   why
	a, b int16
}

func (n reason) ok() bool { return n.id == 0 }

type why uint8

const (
	_ why = iota
	whyOver
	whyNotNow
	whyNoPiece
	whyOffMap
	whyFacing
	whyNoCard
	whyRolling
	whyDice
	whyDie
	whyNoRoll
	whyDrawing
	whyNotInDeck
	whyTake
	whyHandFull
	whyWindow
	whyNotHeld
	whyToughLuck
	whyWrongWindow
	whyCardAttacker
	whyCardDefender
	whyOneCard
	whyCardRanks
	whyCardOrder
	whyCardOpen
	whyCardUnit
	whyCardOwnImpulse
	whyCardEnemyImpulse
	whyCardLeader
	whyCardOwnLeader
	whyCardEnemyLeader
	whyCardDie
	whyCardRouted
	whySetup
	whyRanksBegun
	whyRanksNext
	whyMostRanks
	whyRankTotal
	whyCampSquare
	whyLeaderNext
	whyLeaderAlone
	whyShieldsBegun
	whyShieldSpears
	whyHasShield
	whyShieldGap
	whyNotYours
	whyOrders
	whyForm
	whyInFormation
	whyNotInFormation
	whyCommand
	whyLink
	whyNoBow
	whyShootDisrupted
	whyShootZone
	whyFightDisrupted
	whyNoTarget
	whyInOrder
	whyNoWalls
	whyWallFoot
	whyWallZone
	whyLeaderAway
	whyOutranked
	whyNoRide
	whyRide
	whySameSquare
	whyImpassable
	whyColumn
	whyEnemyThere
	whyStrongZone
	whyNoFriend
	whyLeaderReturns
	whyMoving
	whyMoved
	whyMove
	whyReverseDense
	whyReverseDisrupted
	whyFar
	whyNoPath
	whyShieldMove
	whyStrongZoneLeave
	whyLoosenOpen
	whyIsDisrupted
	whyLoosenLate
	whyNoShield
	whyFriendThere
	whyDisplace
	whyDisplaceWhere
	whyShooting
	whyFirers
	whyNobodyFires
	whyAiming
	whyManyFirers
	whyFired
	whyRange
	whySight
	whyShieldTurn
	whyShotAt
	whyNoEnemy
	whyNotFront
	whyBarrier
	whyAhead
	whyAttacked
	whyTarget
	whyMelees
	whyAttackers
	whyAttacking
	whyNobodyAttacks
	whyEvade
	whyNoRetreat
	whyCommit
	whyPoints
	whyNotFailed
	whyChooseLead
	whyLead
	whyNotAttacker
	whyRerolls
	whyNoDie
	whyRecoil
	whyRecoilWhere
	whyAdvance
	whyMustAdvance
	whyAdvanceFacing
	whyAgain
	whyFace
	whyTurnFar
	whyReturn
	whyReturnNext
	whyReturnZone
	whyReturnFar
	whyDelay
	whyDelayLong
	whyShift
	whyArrive
	whyArriveWith
	whyRouted
	whyRallied
	whyGone
	whySpent
	whyAwaited
	whys
)

// What the numbers of a reason mean.
type numberKind uint8

const (
	noNumber numberKind = iota
	plainNumber
	pieceNumber
	windowNumber
)

type numberName struct {
	name string
	kind numberKind
}

// refusals gives the key, the clause and the numbers of each reason.
var refusals = [whys]struct {
	key, clause string
	numbers     [2]numberName
}{
	whyOver:             {key: "over", clause: "bnb-5.6a"},
	whyNotNow:           {key: "not-now", clause: "bnb-5.0b"},
	whyNoPiece:          {key: "no-piece", clause: "bnb-2.3a"},
	whyOffMap:           {key: "off-map", clause: "bnb-2.1b"},
	whyFacing:           {key: "no-facing", clause: "bnb-3.1a"},
	whyNoCard:           {key: "no-card", clause: "bnb-2.2a"},
	whyRolling:          {key: "rolling", clause: "bnb-2.0b"},
	whyDice:             {"dice", "bnb-2.0c", [2]numberName{{"n", plainNumber}}},
	whyDie:              {key: "no-die-face", clause: "bnb-2.0b"},
	whyNoRoll:           {key: "no-roll", clause: "bnb-2.0b"},
	whyDrawing:          {key: "drawing", clause: "bnb-4.0f"},
	whyNotInDeck:        {key: "not-in-deck", clause: "bnb-R15"},
	whyTake:             {key: "take", clause: "bnb-5.1a"},
	whyHandFull:         {"hand-full", "bnb-5.4.4.6a", [2]numberName{{"size", plainNumber}}},
	whyWindow:           {key: "window", clause: "bnb-4.2c"},
	whyNotHeld:          {key: "not-held", clause: "bnb-4.0g"},
	whyToughLuck:        {key: "tough-luck", clause: "bnb-E25"},
	whyWrongWindow:      {"wrong-window", "bnb-4.2c", [2]numberName{{"window", windowNumber}}},
	whyCardAttacker:     {key: "card-attacker", clause: "bnb-4.2c"},
	whyCardDefender:     {key: "card-defender", clause: "bnb-4.2c"},
	whyOneCard:          {"one-card", "bnb-R18", [2]numberName{{"unit", pieceNumber}}},
	whyCardRanks:        {"card-ranks", "bnb-E2", [2]numberName{{"unit", pieceNumber}}},
	whyCardOrder:        {key: "card-order", clause: "bnb-4.2c"},
	whyCardOpen:         {key: "card-open", clause: "bnb-E21"},
	whyCardUnit:         {key: "card-unit", clause: "bnb-4.2c"},
	whyCardOwnImpulse:   {key: "card-own-impulse", clause: "bnb-4.2c"},
	whyCardEnemyImpulse: {key: "card-enemy-impulse", clause: "bnb-E16"},
	whyCardLeader:       {key: "card-leader", clause: "bnb-E26"},
	whyCardOwnLeader:    {key: "card-own-leader", clause: "bnb-E17"},
	whyCardEnemyLeader:  {key: "card-enemy-leader", clause: "bnb-E18"},
	whyCardDie:          {key: "card-die", clause: "bnb-E20"},
	whyCardRouted:       {key: "card-routed", clause: "bnb-E23"},
	whySetup:            {key: "setup", clause: "bnb-R91"},
	whyRanksBegun:       {key: "ranks-begun", clause: "bnb-R92"},
	whyRanksNext:        {"ranks-next", "bnb-15.2c", [2]numberName{{"unit", pieceNumber}}},
	whyMostRanks:        {"most-ranks", "bnb-15.2b", [2]numberName{{"most", plainNumber}}},
	whyRankTotal:        {"rank-total", "bnb-R92", [2]numberName{{"ranks", plainNumber}, {"units", plainNumber}}},
	whyCampSquare:       {key: "camp-square", clause: "bnb-15.3pf"},
	whyLeaderNext:       {"leader-next", "bnb-R91", [2]numberName{{"leader", pieceNumber}}},
	whyLeaderAlone:      {key: "leader-alone", clause: "bnb-15.3b"},
	whyShieldsBegun:     {key: "shields-begun", clause: "bnb-M22"},
	whyShieldSpears:     {key: "shield-spears", clause: "bnb-M22"},
	whyHasShield:        {key: "has-shield", clause: "bnb-13.1c"},
	whyShieldGap:        {key: "shield-gap", clause: "bnb-13.1a"},
	whyNotYours:         {key: "not-yours", clause: "bnb-5.4.4.1a"},
	whyOrders:           {key: "orders", clause: "bnb-5.4.4.7a"},
	whyForm:             {key: "form", clause: "bnb-3.5a"},
	whyInFormation:      {"in-formation", "bnb-3.5a", [2]numberName{{"unit", pieceNumber}}},
	whyNotInFormation:   {"not-in-formation", "bnb-3.5a", [2]numberName{{"unit", pieceNumber}}},
	whyCommand:          {"command", "bnb-3.5d", [2]numberName{{"unit", pieceNumber}}},
	whyLink:             {"link", "bnb-3.5c", [2]numberName{{"unit", pieceNumber}}},
	whyNoBow:            {"no-bow", "bnb-8.0a", [2]numberName{{"unit", pieceNumber}}},
	whyShootDisrupted:   {"shoot-disrupted", "bnb-3.5f", [2]numberName{{"unit", pieceNumber}}},
	whyShootZone:        {"shoot-zone", "bnb-8.1a", [2]numberName{{"unit", pieceNumber}}},
	whyFightDisrupted:   {"fight-disrupted", "bnb-9.0a", [2]numberName{{"unit", pieceNumber}}},
	whyNoTarget:         {"no-target", "bnb-9.0b", [2]numberName{{"unit", pieceNumber}}},
	whyInOrder:          {"in-order", "bnb-11.0b", [2]numberName{{"unit", pieceNumber}}},
	whyNoWalls:          {key: "no-walls", clause: "bnb-13.0a"},
	whyWallFoot:         {"wall-foot", "bnb-R89", [2]numberName{{"unit", pieceNumber}}},
	whyWallZone:         {"wall-zone", "bnb-7.1.4a", [2]numberName{{"unit", pieceNumber}}},
	whyLeaderAway:       {key: "leader-away", clause: "bnb-6.1.1b"},
	whyOutranked:        {key: "outranked", clause: "bnb-6.1.1c"},
	whyNoRide:           {key: "no-ride", clause: "bnb-R29"},
	whyRide:             {key: "ride", clause: "bnb-6.2b"},
	whySameSquare:       {key: "same-square", clause: "bnb-7.1a"},
	whyImpassable:       {key: "impassable", clause: "bnb-T17"},
	whyColumn:           {key: "column", clause: "bnb-15.2tj"},
	whyEnemyThere:       {key: "enemy-there", clause: "bnb-3.2c"},
	whyStrongZone:       {key: "strong-zone", clause: "bnb-6.2.1c"},
	whyNoFriend:         {key: "no-friend", clause: "bnb-R29"},
	whyLeaderReturns:    {key: "leader-returns", clause: "bnb-R34"},
	whyMoving:           {key: "moving", clause: "bnb-R26"},
	whyMoved:            {"moved", "bnb-R26", [2]numberName{{"unit", pieceNumber}}},
	whyMove:             {key: "move", clause: "bnb-7.1a"},
	whyReverseDense:     {key: "reverse-dense", clause: "bnb-7.1.3b"},
	whyReverseDisrupted: {key: "reverse-disrupted", clause: "bnb-7.1.3e"},
	whyFar:              {"far", "bnb-7.0b", [2]numberName{{"cost", plainNumber}, {"left", plainNumber}}},
	whyNoPath:           {"no-path", "bnb-7.0b", [2]numberName{{"left", plainNumber}}},
	whyShieldMove:       {key: "shield-move", clause: "bnb-13.2a"},
	whyStrongZoneLeave:  {key: "strong-zone-leave", clause: "bnb-7.2.2b"},
	whyLoosenOpen:       {key: "loosen-open", clause: "bnb-7.4a"},
	whyIsDisrupted:      {key: "is-disrupted", clause: "bnb-7.4a"},
	whyLoosenLate:       {key: "loosen-late", clause: "bnb-7.4b"},
	whyNoShield:         {key: "no-shield", clause: "bnb-13.3a"},
	whyFriendThere:      {"friend-there", "bnb-7.3.4a", [2]numberName{{"unit", pieceNumber}}},
	whyDisplace:         {key: "displace", clause: "bnb-7.3.4b"},
	whyDisplaceWhere:    {"displace-where", "bnb-R43", [2]numberName{{"unit", pieceNumber}}},
	whyShooting:         {key: "shooting", clause: "bnb-R51"},
	whyFirers:           {key: "firers", clause: "bnb-8.5.1a"},
	whyNobodyFires:      {key: "nobody-fires", clause: "bnb-8.5.1a"},
	whyAiming:           {"aiming", "bnb-8.6b", [2]numberName{{"unit", pieceNumber}}},
	whyManyFirers:       {"many-firers", "bnb-8.5.1a", [2]numberName{{"most", plainNumber}}},
	whyFired:            {"fired", "bnb-8.6b", [2]numberName{{"unit", pieceNumber}}},
	whyRange:            {"range", "bnb-8.2a", [2]numberName{{"distance", plainNumber}, {"range", plainNumber}}},
	whySight:            {key: "sight", clause: "bnb-8.0c"},
	whyShieldTurn:       {key: "shield-turn", clause: "bnb-R49"},
	whyShotAt:           {"shot-at", "bnb-8.6a", [2]numberName{{"unit", pieceNumber}}},
	whyNoEnemy:          {key: "no-enemy", clause: "bnb-9.0b"},
	whyNotFront:         {"not-front", "bnb-9.0b", [2]numberName{{"unit", pieceNumber}}},
	whyBarrier:          {key: "barrier", clause: "bnb-R4"},
	whyAhead:            {"ahead", "bnb-9.1a", [2]numberName{{"unit", pieceNumber}}},
	whyAttacked:         {"attacked", "bnb-9.1c", [2]numberName{{"unit", pieceNumber}}},
	whyTarget:           {"target", "bnb-9.1d", [2]numberName{{"unit", pieceNumber}}},
	whyMelees:           {key: "melees", clause: "bnb-R26"},
	whyAttackers:        {key: "attackers", clause: "bnb-9.4.1a"},
	whyAttacking:        {"attacking", "bnb-9.1c", [2]numberName{{"unit", pieceNumber}}},
	whyNobodyAttacks:    {key: "nobody-attacks", clause: "bnb-9.4.1a"},
	whyEvade:            {"evade", "bnb-9.4.2a", [2]numberName{{"unit", pieceNumber}}},
	whyNoRetreat:        {key: "no-retreat", clause: "bnb-R58"},
	whyCommit:           {key: "commit", clause: "bnb-4.1e"},
	whyPoints:           {"points", "bnb-4.1b", [2]numberName{{"price", plainNumber}, {"points", plainNumber}}},
	whyNotFailed:        {key: "not-failed", clause: "bnb-9.4.3c"},
	whyChooseLead:       {key: "choose-lead", clause: "bnb-9.4.5.4a"},
	whyLead:             {"lead", "bnb-9.4.5.4b", [2]numberName{{"unit", pieceNumber}}},
	whyNotAttacker:      {"not-attacker", "bnb-9.4.5.4a", [2]numberName{{"unit", pieceNumber}}},
	whyRerolls:          {key: "rerolls", clause: "bnb-9.4.7a"},
	whyNoDie:            {key: "no-die", clause: "bnb-9.4.7d"},
	whyRecoil:           {"recoil", "bnb-9.4.9a", [2]numberName{{"unit", pieceNumber}}},
	whyRecoilWhere:      {"recoil-where", "bnb-9.4.9.2b", [2]numberName{{"unit", pieceNumber}}},
	whyAdvance:          {"advance", "bnb-9.4.10a", [2]numberName{{"unit", pieceNumber}}},
	whyMustAdvance:      {"must-advance", "bnb-9.4.10a", [2]numberName{{"unit", pieceNumber}}},
	whyAdvanceFacing:    {key: "advance-facing", clause: "bnb-9.4.10e"},
	whyAgain:            {"again", "bnb-9.4.12a", [2]numberName{{"unit", pieceNumber}}},
	whyFace:             {"face", "bnb-11.0g", [2]numberName{{"unit", pieceNumber}}},
	whyTurnFar:          {"turn-far", "bnb-E22", [2]numberName{{"eighths", plainNumber}}},
	whyReturn:           {key: "return", clause: "bnb-5.5.1b"},
	whyReturnNext:       {"return-next", "bnb-5.5.1a", [2]numberName{{"unit", pieceNumber}}},
	whyReturnZone:       {key: "return-zone", clause: "bnb-5.5.1c"},
	whyReturnFar:        {key: "return-far", clause: "bnb-5.5.1b"},
	whyDelay:            {key: "delay", clause: "bnb-15.4yj"},
	whyDelayLong:        {"delay-long", "bnb-R97", [2]numberName{{"most", plainNumber}}},
	whyShift:            {"shift", "bnb-15.4yj", [2]numberName{{"turns", plainNumber}}},
	whyArrive:           {key: "arrive", clause: "bnb-15.4yl"},
	whyArriveWith:       {key: "arrive-with", clause: "bnb-R97"},
	whyRouted:           {"routed", "bnb-9.4.11e", [2]numberName{{"unit", pieceNumber}}},
	whyRallied:          {"rallied", "bnb-5.5.1a", [2]numberName{{"unit", pieceNumber}}},
	whyGone:             {"gone", "bnb-R81", [2]numberName{{"unit", pieceNumber}}},
	whySpent:            {"spent", "bnb-12.0k", [2]numberName{{"unit", pieceNumber}}},
	whyAwaited:          {"awaited", "bnb-15.4yf", [2]numberName{{"unit", pieceNumber}}},
}

// refusal returns a reason as others read it.
func (s *State) refusal(r reason) *game.Refusal {
	x := &refusals[r.id]
	out := &game.Refusal{Key: x.key, Clause: x.clause}
	for i, n := range [2]int16{r.a, r.b} {
		switch d := x.numbers[i]; d.kind {
		case plainNumber:
			out.Args = append(out.Args, num(d.name, int(n)))
		case pieceNumber:
			out.Args = append(out.Args, piece(d.name, int(n)))
		case windowNumber:
			out.Args = append(out.Args, word(d.name, "window."+windowKeys[n]))
		}
	}
	return out
}
