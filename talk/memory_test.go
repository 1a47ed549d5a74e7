package talk_test

import (
	"context"
	"slices"
	"sync"

	"acies/talk"
)

// memory is a store for tests.
type memory struct {
	talk.Store // what the tests do not use

	mu       sync.Mutex
	said     []talk.Message
	requests map[string]talk.Message
	notes    map[[2]string]string
	blocks   []talk.Block
	reports  []talk.Report
}

func newMemory() *memory {
	return &memory{requests: map[string]talk.Message{}, notes: map[[2]string]string{}}
}

func (s *memory) Say(_ context.Context, m talk.Message, request string, limit int) (talk.Message, bool, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := m.Game + " " + m.User + " " + request
	if old, ok := s.requests[key]; ok {
		return old, false, nil
	}
	for _, x := range s.said {
		if x.Game == m.Game && x.Room == m.Room {
			m.N = x.N
		}
	}
	if m.N++; m.N > limit && m.Room == talk.Players {
		return talk.Message{}, false, talk.ErrFull
	}
	s.said = slices.DeleteFunc(s.said, func(x talk.Message) bool { return x.Game == m.Game && x.Room == m.Room && x.N <= m.N-limit })
	s.said, s.requests[key] = append(s.said, m), m
	return m, true, nil
}

func (s *memory) Said(_ context.Context, game string, room talk.Room, after, limit int) (list []talk.Message, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, x := range s.said {
		if x.Game == game && x.Room == room && x.N > after && len(list) < limit {
			list = append(list, x)
		}
	}
	return list, nil
}

func (s *memory) SetNote(_ context.Context, game, user, text, _ string) error {
	s.notes[[2]string{game, user}] = text
	return nil
}

func (s *memory) Note(_ context.Context, game, user string) (string, error) {
	return s.notes[[2]string{game, user}], nil
}

func (s *memory) Block(_ context.Context, b talk.Block, _ int) error {
	s.blocks = append(s.blocks, b)
	return nil
}

func (s *memory) Blocks(_ context.Context, user string) ([]talk.Block, error) {
	return slices.DeleteFunc(slices.Clone(s.blocks), func(b talk.Block) bool { return b.User != user }), nil
}

func (s *memory) Report(_ context.Context, r talk.Report) error {
	s.reports = append(s.reports, r)
	return nil
}
