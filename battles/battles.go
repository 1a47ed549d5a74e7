// Package battles holds the scenario packs that come with the program: one folder a battle, of plain text files that
// package scenario reads.
package battles

import "embed"

// FS contains the packs, each in a folder named after its id.
//
//go:embed *-*/*.yaml *-*/*.txt *-*/armies/*.yaml *-*/tables/*.yaml *-*/lessons/*.yaml
var FS embed.FS
