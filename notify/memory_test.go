package notify

import (
	"context"
	"slices"
	"sync"
	"time"
)

// memory is a store for tests; package store has the one that is used.
type memory struct {
	mu       sync.Mutex
	settings map[string]Settings
	channels []Channel
	games    map[seen]GameSettings
	marks    map[string][]Mark
	reminded map[Mark]bool
	secrets  map[string][]byte
}

func newMemory() *memory {
	return &memory{settings: map[string]Settings{}, games: map[seen]GameSettings{}, marks: map[string][]Mark{}, reminded: map[Mark]bool{}, secrets: map[string][]byte{}}
}

func (m *memory) Settings(_ context.Context, user string) (Settings, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if s, ok := m.settings[user]; ok {
		return s, nil
	}
	return Defaults, nil
}

func (m *memory) SetSettings(_ context.Context, user string, s Settings) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.settings[user] = s
	return nil
}

func (m *memory) Channels(_ context.Context, user string) (list []Channel, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, c := range m.channels {
		if c.User == user {
			list = append(list, c)
		}
	}
	return list, nil
}

func (m *memory) AddChannel(_ context.Context, c Channel, _ int) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.channels = append(m.channels, c)
	return nil
}

func (m *memory) RemoveChannel(_ context.Context, user, id string) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	n := len(m.channels)
	m.channels = slices.DeleteFunc(m.channels, func(c Channel) bool { return c.User == user && c.ID == id })
	if len(m.channels) == n {
		return ErrUnknown
	}
	return nil
}

func (m *memory) EndMail(context.Context, string) error { return nil }

func (m *memory) SetGameSettings(_ context.Context, user, game string, g GameSettings) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.games[seen{user, game}] = g
	return nil
}

func (m *memory) GameSettings(_ context.Context, user, game string) (GameSettings, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.gameSettings(user, game), nil
}

// gameSettings is GameSettings for a caller that holds the lock.
func (m *memory) gameSettings(user, game string) GameSettings {
	if g, ok := m.games[seen{user, game}]; ok {
		return g
	}
	return GameDefaults
}

func same(a, b Mark) bool {
	return a.Side == b.Side && a.Event == b.Event && a.User == b.User && a.Key == b.Key
}

func (m *memory) Mark(_ context.Context, game string, marks []Mark) (fresh []Mark, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	kept := []Mark{}
	for _, x := range marks {
		if i := slices.IndexFunc(m.marks[game], func(o Mark) bool { return same(o, x) }); i >= 0 {
			kept = append(kept, m.marks[game][i])
		} else {
			kept, fresh = append(kept, x), append(fresh, x)
		}
	}
	m.marks[game] = kept
	return fresh, nil
}

func (m *memory) Late(_ context.Context, now time.Time, _ int) (list []Mark, err error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for _, marks := range m.marks {
		for _, x := range marks {
			s, ok := m.settings[x.User]
			if !ok {
				s = Defaults
			}
			if g := m.gameSettings(x.User, x.Game); g.Remind != Usual {
				s.Remind = g.Remind
			}
			if x.Event == Turn && !m.reminded[x] && s.Remind > 0 && !now.Before(x.At.Add(time.Duration(s.Remind)*time.Hour)) {
				list = append(list, x)
			}
		}
	}
	return list, nil
}

func (m *memory) Remind(_ context.Context, x Mark) (bool, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	first := !m.reminded[x]
	m.reminded[x] = true
	return first, nil
}

func (m *memory) Secret(_ context.Context, name string, fresh []byte) ([]byte, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.secrets[name] == nil {
		m.secrets[name] = fresh
	}
	return m.secrets[name], nil
}
