package table

import (
	"errors"
	"fmt"
	"slices"

	"acies/pack"
	"acies/record"
	"acies/system"
)

// loadArchive reads the pack of a battle from an archive, which must have the hash.
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

// packInside returns the pack inside a record, or nil if there is none. It is checked even if it is not needed, so that
// nobody passes a record on with another pack in it.
func packInside(h record.Header) (*system.Pack, error) {
	if len(h.Archive) == 0 {
		return nil, nil
	}
	p, err := loadArchive(h.Archive, h.Battle, h.Pack)
	if err != nil {
		return nil, fmt.Errorf("the record has its pack inside: %w", err)
	}
	return p, nil
}

// PutPack puts the pack of the game into its record, for those who do not have it.
func (t *Table) PutPack() error {
	data, err := t.Pack.Files.Archive()
	if err != nil {
		return err
	}
	return t.Game.PutPack(data)
}

// Stored returns the archive of the pack of a hash, for [Library.Open] and [Library.ReadStored].
type Stored func(hash string) ([]byte, error)

// PackError says that the pack a game was begun with cannot be found.
type PackError struct {
	Battle      string
	Found, Want string // hashes; Found is empty if there is no pack of that battle
	Err         error  // why a stored one does not help
}

func (p *PackError) Error() string {
	if p.Found == "" {
		return fmt.Sprintf("%v: %q", ErrNoBattle, p.Battle)
	}
	return fmt.Sprintf("the pack of the battle has been changed since the game was begun: found %q, expected %q (%v)", p.Found, p.Want, p.Err)
}

// Unwrap returns the causes.
func (p *PackError) Unwrap() []error {
	out := []error{p.Err}
	if p.Found == "" {
		out = append(out, ErrNoBattle)
	}
	return slices.DeleteFunc(out, func(err error) bool { return err == nil })
}

// loadStored returns a battle of a stored pack.
func (l *Library) loadStored(id, hash string, options []string, stored Stored) (*LoadedBattle, error) {
	p, err := l.storedPack(id, hash, stored)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.compile(p, hash, options)
}

func (l *Library) storedPack(id, hash string, stored Stored) (*system.Pack, error) {
	l.mu.Lock()
	p := l.stored[hash]
	l.mu.Unlock()
	if p != nil && p.ID == id {
		return p, nil
	}
	if stored == nil {
		return nil, errors.New("no packs are stored")
	}
	data, err := stored(hash) // not under the lock: it may wait for a disk
	if err != nil {
		return nil, err
	}
	if p, err = loadArchive(data, id, hash); err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.stored[hash] = p
	return p, nil
}
