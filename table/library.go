package table

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"
	"weak"

	"acies/battles"
	"acies/game"
	"acies/memo"
	"acies/record"
	"acies/system"
	"acies/words"
)

// ErrNoBattle says that the library has no battle with the given id.
var ErrNoBattle = errors.New("battle not found")

// Library keeps what games share: packs, compiled battles and their words. It loads each when it is first needed. It is
// safe for concurrent use.
//
// Lock order: the lock of a match, then that of the library or of a loaded battle, then that of words. Code that holds
// the lock of a library or a loaded battle calls nothing that could take an earlier lock.
type Library struct {
	dirs []string

	mu    sync.Mutex
	packs map[string]*system.Pack // by name

	stored *memo.Cache[string, *system.Pack]  // packs of earlier games that are no longer in packs, by id and hash
	loaded *memo.Cache[string, *LoadedBattle] // by [loadedKey]
	others []weak.Pointer[LoadedBattle]       // all that are in use, also those of single games
}

// How many stored packs and compiled battles are kept. Whoever may choose options could ask for thousands of battles; games
// in progress keep theirs themselves.
const (
	maxStored = 32
	maxLoaded = 64
)

// NewLibrary returns a library of the built-in battles and of the packs in the given folders.
func NewLibrary(dirs ...string) *Library {
	return &Library{
		dirs: dirs, packs: map[string]*system.Pack{},
		stored: memo.New[string, *system.Pack](maxStored), loaded: memo.New[string, *LoadedBattle](maxLoaded),
	}
}

// LoadedBattle is a compiled battle with its pack and its words.
type LoadedBattle struct {
	Pack   *system.Pack
	Battle game.Battle
	Stored bool // the pack is the one the game was started with, and has since been changed or removed
	Source Source

	mu    sync.Mutex
	words map[string]*words.Words
}

// Source says which battle this is to somebody who has the pack.
type Source struct {
	Battle   string   `json:"battle"` // the id
	Pack     string   `json:"pack"`   // the hash
	Options  []string `json:"options,omitempty"`
	Position string   `json:"position,omitempty"` // the set-up as text, if it is not that of the pack
}

// header returns the header of a game of the battle.
func (s *Source) header() record.Header {
	return record.Header{Battle: s.Battle, Pack: s.Pack, Options: choose(s.Options), Position: s.Position}
}

// LoadSource returns the battle of a source.
func (l *Library) LoadSource(s Source, stored Stored) (*LoadedBattle, error) {
	return l.Open(s.header(), stored)
}

// LoadedOf returns the loaded battle to which a compiled battle belongs, or nil if it is not one of the library's.
func (l *Library) LoadedOf(b game.Battle) *LoadedBattle {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, p := range l.others {
		if x := p.Value(); x != nil && x.Battle == b {
			return x
		}
	}
	return nil
}

// note keeps a battle in mind for as long as it is in use.
func (l *Library) note(b *LoadedBattle) *LoadedBattle {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.others = slices.DeleteFunc(l.others, func(p weak.Pointer[LoadedBattle]) bool { return p.Value() == nil })
	l.others = append(l.others, weak.Make(b))
	return b
}

// Words returns the words of a language for the battle.
func (b *LoadedBattle) Words(lang string) (*words.Words, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if w := b.words[lang]; w != nil {
		return w, nil
	}
	w, err := words.For(lang, b.Pack, b.Battle)
	if err != nil {
		return nil, err
	}
	if b.words == nil {
		b.words = map[string]*words.Words{}
	}
	b.words[lang] = w
	return w, nil
}

// Packs returns all packs: the built-in ones in the order of [battles.Order], then the others.
func (l *Library) Packs() ([]*system.Pack, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []*system.Pack
	for _, name := range slices.Concat(battles.Order, l.dirs) {
		p, err := l.loadPack(name)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// loadPack returns the pack with the given name and keeps it. The caller holds the lock.
func (l *Library) loadPack(name string) (*system.Pack, error) {
	if p := l.packs[name]; p != nil {
		return p, nil
	}
	p, err := FindPack(name)
	if err != nil {
		return nil, err
	}
	l.packs[name] = p
	return p, nil
}

// find returns the pack with the given id. An id is never used as a path, because it comes from clients, which must not
// reach the disk.
func (l *Library) find(id string) (*system.Pack, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if slices.Contains(BuiltIn(), id) {
		return l.loadPack(id)
	}
	for _, dir := range l.dirs {
		p, err := l.loadPack(dir)
		if err != nil {
			return nil, err
		}
		if p.ID == id {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%w: %q", ErrNoBattle, id)
}

// Load returns the battle with the given id and options.
func (l *Library) Load(id string, options []string) (*LoadedBattle, error) {
	p, err := l.find(id)
	if err != nil {
		return nil, err
	}
	return l.compile(p, "", options)
}

// Loaded reports whether [Library.LoadOf] would return a battle that is compiled already.
func (l *Library) Loaded(id, hash string, options []string) bool {
	if p, err := l.find(id); err == nil && p.Hash == hash {
		hash = ""
	}
	return l.loaded.Has(loadedKey(id, hash, options))
}

// loadedKey returns what identifies a battle with options. StoredHash is empty unless the pack is a stored one.
func loadedKey(id, storedHash string, options []string) string {
	return strings.Join(append([]string{id, storedHash}, slices.Sorted(slices.Values(options))...), "\n")
}

// LoadOf returns the battle with the given id and options, from the pack with the given hash as [Library.Open] finds it.
// If the hash is empty, it uses the current pack.
func (l *Library) LoadOf(id, hash string, options []string, stored Stored) (*LoadedBattle, error) {
	return l.Open(record.Header{Battle: id, Pack: hash, Options: choose(options)}, stored)
}

// compile returns the battle of a pack with the given options. storedHash is empty unless the pack is a stored one.
func (l *Library) compile(p *system.Pack, storedHash string, options []string) (*LoadedBattle, error) {
	return l.loaded.Get(loadedKey(p.ID, storedHash, options), func() (*LoadedBattle, error) {
		options := slices.Sorted(slices.Values(options))
		battle, err := p.Compile(options)
		if err != nil {
			return nil, err
		}
		return l.note(&LoadedBattle{
			Pack: p, Battle: battle, Stored: storedHash != "", Source: Source{Battle: p.ID, Pack: p.Hash, Options: options},
		}), nil
	})
}

// New starts a game of the battle with the given id.
func (l *Library) New(id string, s Settings) (*LoadedBattle, *record.Game, error) {
	h := s.header(id)
	b, err := l.Open(h, nil)
	if err != nil {
		return nil, nil, err
	}
	h.Pack = b.Pack.Hash
	g, err := record.New(b.Battle, h)
	return b, g, err
}

// Read reads a record.
func (l *Library) Read(r io.Reader) (*LoadedBattle, *record.Game, error) { return l.ReadStored(r, nil) }

// ReadStored reads a record. If the library's pack of its battle has a different hash, it uses the stored pack or the
// one inside the record.
func (l *Library) ReadStored(r io.Reader, stored Stored) (*LoadedBattle, *record.Game, error) {
	return l.ReadBy(r, "", stored)
}

// ReadBy is ReadStored for a record as [record.ReadBy] reads it.
func (l *Library) ReadBy(r io.Reader, engine string, stored Stored) (*LoadedBattle, *record.Game, error) {
	var b *LoadedBattle
	g, err := record.ReadBy(r, engine, func(h record.Header) (game.Battle, error) {
		var err error
		if b, err = l.Open(h, stored); err != nil {
			return nil, err
		}
		return b.Battle, nil
	})
	return b, g, err
}

// Open returns the battle of a header. If the header names a pack that the library does not have, it uses the stored
// pack, or the one inside the record. If there is neither, it returns a [*PackError].
func (l *Library) Open(h record.Header, stored Stored) (*LoadedBattle, error) {
	if err := checkOptions(h.Options); err != nil {
		return nil, err
	}
	inside, err := packInside(h)
	if err != nil {
		return nil, err
	}
	options := slices.Sorted(maps.Keys(h.Options))
	b, err := l.Load(h.Battle, options)
	missing := &PackError{Battle: h.Battle, Want: h.Pack}
	switch {
	case h.Pack == "":
	case err == nil && b.Pack.Hash != h.Pack:
		missing.Found = b.Pack.Hash
		fallthrough
	case errors.Is(err, ErrNoBattle):
		if b, missing.Err = l.loadStored(h.Battle, h.Pack, options, stored); missing.Err != nil && inside != nil {
			// This pack is not kept under its hash: its texts, which the hash does not cover, belong to this record only.
			b = &LoadedBattle{Pack: inside, Stored: true, Source: Source{Battle: inside.ID, Pack: inside.Hash, Options: options}}
			if b.Battle, missing.Err = inside.Compile(options); missing.Err == nil {
				l.note(b)
			}
		}
		if missing.Err != nil {
			return nil, missing
		}
		err = nil
	}
	if err != nil || h.Position == "" {
		return b, err
	}
	battle, err := b.Pack.At(b.Battle, "position", []byte(h.Position))
	if err != nil {
		return nil, err
	}
	source := b.Source
	source.Position = h.Position
	return l.note(&LoadedBattle{Pack: b.Pack, Battle: battle, Stored: b.Stored, Source: source}), nil
}
