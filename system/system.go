// Package system says what a rulebook brings besides its rules: how its packs are read and its battles drawn, named and
// described, what its opponents know. One file, in package systems, lists all rulebooks; nothing else knows one by name.
package system
