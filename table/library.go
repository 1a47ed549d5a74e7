package table

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"sync"

	"acies/game"
	"acies/record"
	"acies/system"
	"acies/words"
)

// ErrNoBattle says that the library has no battle of an id.
var ErrNoBattle = errors.New("there is no such battle")

// Library keeps what many games share: packs, compiled battles and their words. It reads each once, when it is first
// asked for. It is safe for use by several goroutines at once.
type Library struct {
	dirs []string

	mu     sync.Mutex
	packs  map[string]*system.Pack
	boards map[string]*Board
}

// NewLibrary returns a library of the battles that come with the program and of the packs in the given folders.
func NewLibrary(dirs ...string) *Library {
	return &Library{dirs: dirs, packs: map[string]*system.Pack{}, boards: map[string]*Board{}}
}

// Board is a compiled battle with its pack and its words.
type Board struct {
	Pack   *system.Pack
	Battle game.Battle

	mu    sync.Mutex
	words map[string]*words.Words
}

// Words returns the words of a language for the battle.
func (b *Board) Words(lang string) (*words.Words, error) {
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

// Packs returns all packs, those that come with the program first.
func (l *Library) Packs() ([]*system.Pack, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []*system.Pack
	for _, name := range slices.Concat(BuiltIn(), l.dirs) {
		p, err := l.load(name)
		if err != nil {
			return nil, err
		}
		out = append(out, p)
	}
	return out, nil
}

// load returns the pack of a name, reading it the first time. The caller holds the lock.
func (l *Library) load(name string) (*system.Pack, error) {
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

// find returns the pack of an id. An id never names a folder: it comes from people whom the disk does not concern. The
// caller holds the lock.
func (l *Library) find(id string) (*system.Pack, error) {
	if slices.Contains(BuiltIn(), id) {
		return l.load(id)
	}
	for _, dir := range l.dirs {
		p, err := l.load(dir)
		if err != nil {
			return nil, err
		}
		if p.ID == id {
			return p, nil
		}
	}
	return nil, fmt.Errorf("%w: %q", ErrNoBattle, id)
}

// Board returns the battle of an id with the given options.
func (l *Library) Board(id string, options []string) (*Board, error) {
	options = slices.Sorted(slices.Values(options))
	key := strings.Join(append([]string{id}, options...), "\n")
	l.mu.Lock()
	defer l.mu.Unlock()
	if b := l.boards[key]; b != nil {
		return b, nil
	}
	p, err := l.find(id)
	if err != nil {
		return nil, err
	}
	battle, err := p.Compile(options)
	if err != nil {
		return nil, err
	}
	b := &Board{Pack: p, Battle: battle}
	l.boards[key] = b
	return b, nil
}

// New starts a game of the battle of an id.
func (l *Library) New(id string, s Settings) (*Board, *record.Game, error) {
	h := record.Header{Battle: id, Seed: s.Seed, Position: s.Position, Options: choose(s.Options)}
	b, err := l.open(&h)
	if err != nil {
		return nil, nil, err
	}
	g, err := record.New(b.Battle, h)
	return b, g, err
}

// Read reads a record.
func (l *Library) Read(r io.Reader) (*Board, *record.Game, error) {
	var b *Board
	g, err := record.Read(r, func(h record.Header) (game.Battle, error) {
		found := h.Pack
		var err error
		if b, err = l.open(&h); err != nil {
			return nil, err
		}
		if found != h.Pack {
			return nil, fmt.Errorf("the pack of the battle has been changed since the game was begun: found %q, expected %q", found, h.Pack)
		}
		return b.Battle, nil
	})
	return b, g, err
}

// open returns the board of a header and enters the hash of its pack.
func (l *Library) open(h *record.Header) (*Board, error) {
	if err := checkOptions(h.Options); err != nil {
		return nil, err
	}
	b, err := l.Board(h.Battle, slices.Collect(maps.Keys(h.Options)))
	if err != nil {
		return nil, err
	}
	h.Pack = b.Pack.Hash
	if h.Position == "" {
		return b, nil
	}
	battle, err := b.Pack.At(b.Battle, "position", []byte(h.Position))
	if err != nil {
		return nil, err
	}
	return &Board{Pack: b.Pack, Battle: battle}, nil
}
