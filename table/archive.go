package table

import (
	"errors"
	"fmt"
	"slices"

	"acies/pack"
	"acies/record"
	"acies/system"
)

// loadArchive reads a pack from an archive. It returns an error unless the pack has the given id and hash.
func loadArchive(data []byte, id, hash string) (*system.Pack, error) {
	files, err := pack.FromArchive(data)
	if err != nil {
		return nil, fmt.Errorf("reading the stored pack %s: %w", hash, err)
	}
	p, problems := system.Read(files)
	if p == nil {
		return nil, fmt.Errorf("reading the stored pack %s:\n%w", hash, pack.Errors(problems))
	}
	if p.ID != id || p.Hash != hash {
		return nil, fmt.Errorf("reading the stored pack: found %s with the hash %s, expected %s with %s", p.ID, p.Hash, id, hash)
	}
	return p, nil
}

// packInside returns the pack inside a record, or nil if there is none. It is checked even if it is not needed, so that a
// record that contains the wrong pack is always refused.
func packInside(h record.Header) (*system.Pack, error) {
	if len(h.Archive) == 0 {
		return nil, nil
	}
	p, err := loadArchive(h.Archive, h.Battle, h.Pack)
	if err != nil {
		return nil, fmt.Errorf("the pack inside the record: %w", err)
	}
	return p, nil
}

// PutPack puts the pack of the game into its record, so that the record can be read without the pack's folder.
func (t *Table) PutPack() error {
	data, err := t.Pack.Files.Archive()
	if err != nil {
		return err
	}
	return t.Game.PutPack(data)
}

// Stored returns the archive of the pack with the given hash, for [Library.Open] and [Library.ReadStored].
type Stored func(hash string) ([]byte, error)

// PackError reports that the pack with which a game was started cannot be found.
type PackError struct {
	Battle      string
	Found, Want string // hashes; Found is empty if there is no pack of the battle
	Err         error  // why no stored pack could be used
}

func (p *PackError) Error() string {
	if p.Found == "" {
		return fmt.Sprintf("%v: %q", ErrNoBattle, p.Battle)
	}
	return fmt.Sprintf("the pack of battle %s has changed since the game started: found hash %q, expected %q (%v)", p.Battle, p.Found, p.Want, p.Err)
}

// Unwrap returns Err, and [ErrNoBattle] if there is no pack of the battle.
func (p *PackError) Unwrap() []error {
	out := []error{p.Err}
	if p.Found == "" {
		out = append(out, ErrNoBattle)
	}
	return slices.DeleteFunc(out, func(err error) bool { return err == nil })
}

// loadStored returns the battle of the stored pack with the given hash.
func (l *Library) loadStored(id, hash string, options []string, stored Stored) (*LoadedBattle, error) {
	p, err := l.storedPack(id, hash, stored)
	if err != nil {
		return nil, err
	}
	return l.compile(p, hash, options)
}

func (l *Library) storedPack(id, hash string, stored Stored) (*system.Pack, error) {
	if stored == nil {
		return nil, errors.New("there are no stored packs")
	}
	return l.stored.Get(id+"\n"+hash, func() (*system.Pack, error) {
		data, err := stored(hash)
		if err != nil {
			return nil, err
		}
		return loadArchive(data, id, hash)
	})
}
