package sword

import "acies/game"

// The verbs of this rulebook. Their arguments and their notation are in notation.go.
const (
	vRoll     game.Verb = 1 + iota
	vPlace              // place PIECE HEX: set-up, and a leader who must find a unit
	vFace               // face UNIT FACING: set-up, and a rallied unit
	vReady              // ready: set-up is finished
	vRest               // rest UNIT
	vDone               // done: no more of this
	vShoot              // shoot HEX
	vWith               // with PIECE: add a shooter, a unit or a leader
	vFire               // fire: the shooters are complete
	vActivate           // activate LEADER
	vForce              // force LEADER
	vBar                // bar LEADER
	vMove               // move UNIT
	vLead               // lead: the leader moves, his units have finished
	vTo                 // to HEX FACING [over|under]
	vBack               // back HEX [over|under]
	vRide               // ride HEX
	vStay               // stay
	vAttack             // attack HEX: the stack there will attack
	vMelee              // melee HEX TARGET [TARGET]
	vPair               // pair HEX HEX: two phalanxes together
	vJoin               // join HEX
	vFight              // fight
	vBurn               // burn UNIT
	vRetreat            // retreat HEX TO FACING [over|under] [UNIT]
	vAdvance            // advance HEX TO FACING
	vAside              // aside UNIT: it does not advance
	vBehind             // behind LEADER: he does not advance
	vFlee               // flee UNIT
	vFleeAll            // flee-all HEX
	vOver               // over: on top of the stack
	vUnder              // under
	vSwerve             // swerve HEX
	vGo                 // go LEADER: he goes with the units that leave
	vRemain             // remain LEADER
	vRally              // rally HEX
	vAgain              // again: the second blow
	vCharge             // charge HEX: straight at the enemy there
	vMount              // mount
	vDismount           // dismount
	vEnter              // enter UNIT HEX FACING: a reinforcement
	vReact              // react UNIT: the charging unit that is charged in reaction
	vPursue             // pursue: a Dispersion is made
	vHold               // hold UNIT: it keeps the captured leader
	vPromote            // promote LEADER: he takes the army command
	vHead               // head HEX: the way of a flight
	verbs
)
