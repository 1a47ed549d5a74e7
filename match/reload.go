package match

// Reload has games built from the log again on their next use, after somebody else than their match has changed it.
func (g *Games) Reload(ids ...string) {
	for _, id := range ids {
		g.noteChange(Change{Game: id})
	}
}

// Refresh rebuilds the game if another node has changed it. It looks at the log, and so finds what nobody has told of yet.
func (m *Match) Refresh() error {
	if err := m.lock(); err != nil {
		return err
	}
	defer m.mu.Unlock()
	return m.refresh()
}

// refresh is Refresh for a caller that holds the lock.
func (m *Match) refresh() error {
	g, _, err := m.games.log.Load(m.games.ctx, m.id)
	if err != nil || g.Revision == m.revision {
		return err
	}
	if err := m.reload(); err != nil {
		return err
	}
	m.publish()
	return nil
}
