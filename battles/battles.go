// Package battles holds the scenario packs that come with the program: one folder a battle, of plain text files that
// package scenario reads.
package battles

import "embed"

// FS contains the packs, each in a folder named after its id.
//
//go:embed *-*/*.yaml *-*/*.txt *-*/armies/*.yaml *-*/tables/*.yaml *-*/lessons/*.yaml
var FS embed.FS

// Order lists all packs in the order in which a beginner would try them: short and plain ones first, the rulebooks taking
// turns.
var Order = []string{
	"marathon-490bc", "sparta-195bc", "two-camps-204bc", "guinegate-1479", "thermopylae-480bc", "stream-333bc",
	"bouvines-1214", "mycale-479bc", "free-battle", "plataea-479bc", "issos-333bc",
}
