package match

// Reload has games built from the log again on their next use, after somebody else than their match has changed it.
func (g *Games) Reload(ids ...string) {
	for _, id := range ids {
		g.noteChange(Change{Game: id})
	}
}
