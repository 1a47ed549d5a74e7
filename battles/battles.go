// Package battles holds the scenario packs that come with the program: one folder a battle, of plain text files that
// package scenario reads.
package battles

import "embed"

// FS contains the packs, each in a folder named after its id.
//
//go:embed *-*/*.yaml *-*/*.txt *-*/lessons/*.yaml
var FS embed.FS

// Impetus contains the packs of Impetus in the folder impetus; they are not among the battles to choose from before the
// rulebook is.
//
//go:embed impetus/*/*.yaml impetus/*/armies/*.yaml impetus/*/tables/*.yaml
var Impetus embed.FS
