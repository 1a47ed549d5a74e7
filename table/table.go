// Package table prepares a battle for play: it finds the pack, compiles the battle, starts or reads the record, and plays
// actions given in notation.
package table

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"slices"

	"acies/battles"
	"acies/game"
	"acies/pack"
	"acies/record"
	"acies/system"
)

// chosen is the value of every chosen option in the header of a record; other options are absent.
const chosen = "yes"

// Table is a game with its battle and pack.
type Table struct {
	Pack   *system.Pack
	Battle game.Battle
	Game   *record.Game
}

// FindPack loads a pack by name, which is the id of a built-in battle or the path of a folder.
func FindPack(name string) (*system.Pack, error) {
	fsys, dir := Locate(name)
	if _, err := fs.Stat(fsys, dir); err != nil {
		return nil, fmt.Errorf("battle %q not found; name the folder of a pack, or one of %v", name, BuiltIn())
	}
	p, problems := system.Read(pack.ReadFiles(fsys, dir))
	if p == nil {
		return nil, fmt.Errorf("pack %s:\n%w", dir, pack.Errors(problems))
	}
	return p, nil
}

// Locate returns the file system and the folder in which [FindPack] looks for a pack.
func Locate(name string) (fs.FS, string) {
	if slices.Contains(BuiltIn(), name) {
		return battles.FS, name
	}
	return pack.DirFS(name)
}

// BuiltIn returns the ids of the battles that are part of the program.
func BuiltIn() []string {
	entries, err := fs.ReadDir(battles.FS, ".")
	if err != nil {
		panic(err) // they are part of the program
	}
	var ids []string
	for _, e := range entries {
		ids = append(ids, e.Name())
	}
	return ids
}

// Settings are chosen before a game.
type Settings struct {
	Options  []string // of the pack
	Seed     string   // of the dice; empty: dice are rolled by hand
	Position string   // the text of a position to start from; empty: the set-up
	// Game and Shares are the id of a game with shared dice and whose players add to them; none: the seed alone decides.
	Game   string
	Shares []game.Side
}

// header returns the header of a new game of a battle.
func (s *Settings) header(battle string) record.Header {
	h := record.Header{Battle: battle, Seed: s.Seed, Position: s.Position, Options: choose(s.Options), Game: s.Game, Shares: s.Shares}
	if s.Shares != nil {
		h.Dice = record.Shared
	}
	return h
}

// New starts a game of a pack.
func New(p *system.Pack, s Settings) (*Table, error) {
	h := s.header(p.ID)
	h.Pack = p.Hash
	t := &Table{Pack: p}
	b, err := t.compile(h)
	if err != nil {
		return nil, err
	}
	t.Game, err = record.New(b, h)
	return t, err
}

// choose returns options in the form of a header.
func choose(options []string) map[string]string {
	if len(options) == 0 {
		return nil
	}
	out := map[string]string{}
	for _, o := range options {
		out[o] = chosen
	}
	return out
}

func checkOptions(options map[string]string) error {
	for o, v := range options {
		if v != chosen {
			return fmt.Errorf("option %s: found %q, expected %q", o, v, chosen)
		}
	}
	return nil
}

// Open reads the game in a file. It looks for the pack with the id and hash in the header in the folders packs, then
// among the built-in battles, then inside the record.
func Open(path string, packs ...string) (*Table, error) {
	f, err := pack.OpenFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	t := &Table{}
	t.Game, err = record.Read(f, t.opener(packs))
	if err != nil {
		return nil, err
	}
	return t, nil
}

// Verify checks the game in a file as [record.Verify] does.
func Verify(path string, packs ...string) (record.Report, error) {
	f, err := pack.OpenFile(path)
	if err != nil {
		return record.Report{}, err
	}
	defer f.Close()
	return record.Verify(f, (&Table{}).opener(packs))
}

// opener returns a function that finds the battle of a header and sets it in t.
func (t *Table) opener(packs []string) func(record.Header) (game.Battle, error) {
	return func(h record.Header) (game.Battle, error) {
		p, err := packOf(h, packs)
		if err != nil {
			return nil, err
		}
		t.Pack = p
		return t.compile(h)
	}
}

// packOf returns the pack that a header names, from the given folders, from the built-in battles or, if neither has it,
// from inside the record.
func packOf(h record.Header, packs []string) (*system.Pack, error) {
	inside, err := packInside(h)
	if err != nil {
		return nil, err
	}
	names := slices.Clone(packs)
	if slices.Contains(BuiltIn(), h.Battle) { // the folder of a built-in pack is named after its id
		names = append(names, h.Battle)
	}
	var found []string
	for _, name := range names {
		p, err := FindPack(name)
		if err != nil {
			return nil, err
		}
		if p.ID == h.Battle && p.Hash == h.Pack {
			return p, nil
		}
		if p.ID == h.Battle {
			found = append(found, name)
		}
	}
	if inside != nil {
		return inside, nil
	}
	if len(found) > 0 {
		err := fmt.Errorf("the pack %s has changed since the game started: its hash is not %s", found[0], h.Pack)
		if len(packs) == 0 {
			err = fmt.Errorf("%w; restore it, or name its folder with --pack", err)
		}
		return nil, err
	}
	return nil, errors.New("pack not found; name its folder with --pack")
}

// compile sets and returns the battle of a header, compiled from the pack.
func (t *Table) compile(h record.Header) (game.Battle, error) {
	if err := checkOptions(h.Options); err != nil {
		return nil, err
	}
	b, err := begin(t.Pack, h)
	t.Battle = b
	return b, err
}

// begin compiles the battle of a header, which starts from the pack's set-up or from the position in the header.
func begin(p *system.Pack, h record.Header) (game.Battle, error) {
	b, err := p.Compile(slices.Sorted(maps.Keys(h.Options)))
	if err != nil || h.Position == "" {
		return b, err
	}
	return p.At(b, "position", []byte(h.Position))
}
