package tourney

import (
	"math"
	"slices"
)

// cheapestMatching returns the partner of each vertex in the cheapest perfect matching of a complete graph with an even number
// of vertices. Costs are symmetric, not negative and below 1<<58; the diagonal is ignored.
//
// It is Edmonds' blossom algorithm with duals, in time proportional to the cube of the number of vertices. It looks for the
// matching of greatest weight, where the weight of an edge is positive and the greater the cheaper the edge is: in a complete
// graph such a matching leaves nobody out.
func cheapestMatching(costs [][]int64) []int {
	most := int64(0)
	for i, row := range costs {
		for j, c := range row {
			if i != j {
				most = max(most, c)
			}
		}
	}
	m := newMatcher(len(costs))
	for i, row := range costs {
		for j, c := range row {
			if i != j {
				m.edges[i+1][j+1].weight = most + 1 - c
			}
		}
		m.dual[i+1] = most + 1
	}
	for m.stage() {
	}
	out := make([]int, len(costs))
	for i := range out {
		out[i] = m.mate[i+1] - 1
	}
	return out
}

// label is what a vertex or blossom is in the alternating trees of a stage.
type label int8

const (
	free  label = iota
	outer       // at an even distance from a root
	inner       // at an odd distance
)

// edge joins two vertices. The edge between blossoms is the one of least slack between vertices of them.
type edge struct {
	from, to int
	weight   int64
}

// matcher is a matching in progress. Vertices are numbered from 1, blossoms from n+1; 0 is none. A blossom is an odd ring of
// vertices and lesser blossoms; its number may be given away again once it is gone.
type matcher struct {
	n, top int // vertices; the highest number of a blossom so far
	edges  [][]edge
	dual   []int64
	mate   []int // the vertex at the other end of the matched edge
	whole  []int // the outermost blossom that a vertex or blossom is in; 0 for a number that is not in use
	parent []int // the vertex from which a tree reached this
	slack  []int // the outer vertex with the edge of least slack to this
	label  []label
	ring   [][]int // the members of a blossom; the first is the one matched to the outside
	member [][]int // by blossom and vertex: the member of the blossom that contains the vertex
	seen   []int   // when commonRoot last passed
	pass   int
	queue  []int // outer vertices whose edges have to be looked at
}

func newMatcher(n int) *matcher {
	size := n + n/2 + 2
	m := &matcher{
		n: n, top: n,
		edges: make([][]edge, size), dual: make([]int64, size), mate: make([]int, size), whole: make([]int, size),
		parent: make([]int, size), slack: make([]int, size), label: make([]label, size), ring: make([][]int, size),
		member: make([][]int, size), seen: make([]int, size),
	}
	for u := range size {
		m.edges[u], m.member[u] = make([]edge, size), make([]int, n+1)
		for v := range size {
			m.edges[u][v] = edge{from: u, to: v}
		}
		if u <= n {
			m.whole[u], m.member[u][u] = u, u
		}
	}
	return m
}

// gap returns the slack of an edge: it may be matched when that is 0.
func (m *matcher) gap(e edge) int64 {
	return m.dual[e.from] + m.dual[e.to] - 2*m.edges[e.from][e.to].weight
}

// stage makes the matching greater by one edge. It returns false if it is complete.
func (m *matcher) stage() bool {
	m.queue = m.queue[:0]
	for x := 1; x <= m.top; x++ {
		m.label[x], m.slack[x] = free, 0
		if m.whole[x] == x && m.mate[x] == 0 {
			m.parent[x], m.label[x] = 0, outer
			m.enqueue(x)
		}
	}
	if len(m.queue) == 0 {
		return false
	}
	for {
		if m.grow() {
			return true
		}
		m.adjust()
		m.queue = m.queue[:0]
		for x := 1; x <= m.top; x++ {
			if m.whole[x] == x && m.slack[x] != 0 && m.whole[m.slack[x]] != x && m.gap(m.edges[m.slack[x]][x]) == 0 && m.follow(m.edges[m.slack[x]][x]) {
				return true
			}
		}
		for b := m.n + 1; b <= m.top; b++ {
			if m.whole[b] == b && m.label[b] == inner && m.dual[b] == 0 {
				m.expand(b)
			}
		}
	}
}

// grow follows the edges without slack from the vertices in the queue. It reports whether the matching has grown.
func (m *matcher) grow() bool {
	for len(m.queue) > 0 {
		u := m.queue[0]
		m.queue = m.queue[1:]
		if m.label[m.whole[u]] == inner {
			continue
		}
		for v := 1; v <= m.n; v++ {
			switch {
			case m.whole[u] == m.whole[v]:
			case m.gap(m.edges[u][v]) > 0:
				m.updateSlack(u, m.whole[v])
			case m.follow(m.edges[u][v]):
				return true
			}
		}
	}
	return false
}

// adjust changes the duals by the most that keeps every slack from becoming negative.
func (m *matcher) adjust() {
	d := int64(math.MaxInt64)
	for x := 1; x <= m.top; x++ {
		if m.whole[x] != x {
			continue
		}
		if x > m.n && m.label[x] == inner {
			d = min(d, m.dual[x]/2)
		}
		if m.slack[x] != 0 {
			switch gap := m.gap(m.edges[m.slack[x]][x]); m.label[x] {
			case free:
				d = min(d, gap)
			case outer:
				d = min(d, gap/2)
			}
		}
	}
	for x := 1; x <= m.top; x++ {
		change := d
		if x > m.n {
			if m.whole[x] != x {
				continue
			}
			change = -2 * d
		}
		switch m.label[m.whole[x]] {
		case outer:
			m.dual[x] -= change
		case inner:
			m.dual[x] += change
		}
	}
}

// follow uses an edge without slack from an outer vertex: it makes the tree or a blossom greater, or the matching, and reports
// whether it was the matching.
func (m *matcher) follow(e edge) bool {
	u, v := m.whole[e.from], m.whole[e.to]
	switch m.label[v] {
	case free:
		m.parent[v], m.label[v] = e.from, inner
		next := m.whole[m.mate[v]]
		m.slack[v], m.slack[next] = 0, 0
		m.label[next] = outer
		m.enqueue(next)
	case outer:
		root := m.commonRoot(u, v)
		if root == 0 {
			m.augment(u, v)
			m.augment(v, u)
			return true
		}
		m.contract(u, root, v)
	}
	return false
}

// enqueue puts all vertices of x into the queue.
func (m *matcher) enqueue(x int) {
	if x <= m.n {
		m.queue = append(m.queue, x)
		return
	}
	for _, y := range m.ring[x] {
		m.enqueue(y)
	}
}

// updateSlack notes the edge from an outer vertex to x if it has the least slack so far.
func (m *matcher) updateSlack(u, x int) {
	if m.slack[x] == 0 || m.gap(m.edges[u][x]) < m.gap(m.edges[m.slack[x]][x]) {
		m.slack[x] = u
	}
}

// setSlack finds the edge of least slack to x anew.
func (m *matcher) setSlack(x int) {
	m.slack[x] = 0
	for u := 1; u <= m.n; u++ {
		if m.whole[u] != x && m.label[m.whole[u]] == outer {
			m.updateSlack(u, x)
		}
	}
}

// setWhole says that x and all in it are in b.
func (m *matcher) setWhole(x, b int) {
	m.whole[x] = b
	if x > m.n {
		for _, y := range m.ring[x] {
			m.setWhole(y, b)
		}
	}
}

// place returns the place of a member in the ring of a blossom, an even number: where it is odd, the ring is turned over.
func (m *matcher) place(b, member int) int {
	ring := m.ring[b]
	i := slices.Index(ring, member)
	if i%2 == 1 {
		slices.Reverse(ring[1:])
		i = len(ring) - i
	}
	return i
}

// match matches u to v along the edge between them, and what is in u accordingly.
func (m *matcher) match(u, v int) {
	e := m.edges[u][v]
	m.mate[u] = e.to
	if u <= m.n {
		return
	}
	inside := m.member[u][e.from]
	at := m.place(u, inside)
	ring := m.ring[u]
	for i := range at {
		m.match(ring[i], ring[i^1])
	}
	m.match(inside, v)
	m.ring[u] = slices.Concat(ring[at:], ring[:at])
}

// augment matches u to v and exchanges matched and unmatched edges from u to the root of its tree.
func (m *matcher) augment(u, v int) {
	for {
		next := m.whole[m.mate[u]]
		m.match(u, v)
		if next == 0 {
			return
		}
		up := m.whole[m.parent[next]]
		m.match(next, up)
		u, v = up, next
	}
}

// commonRoot returns where the ways from u and v to their roots meet, or 0.
func (m *matcher) commonRoot(u, v int) int {
	m.pass++
	for u != 0 || v != 0 {
		if u != 0 {
			if m.seen[u] == m.pass {
				return u
			}
			m.seen[u] = m.pass
			if u = m.whole[m.mate[u]]; u != 0 {
				u = m.whole[m.parent[u]]
			}
		}
		u, v = v, u
	}
	return 0
}

// contract makes a blossom of the ways from u and v to root and the edge between u and v.
func (m *matcher) contract(u, root, v int) {
	b := m.n + 1
	for b <= m.top && m.whole[b] != 0 {
		b++
	}
	m.top = max(m.top, b)
	m.dual[b], m.label[b], m.mate[b] = 0, outer, m.mate[root]
	m.ring[b] = m.way([]int{root}, u, root)
	slices.Reverse(m.ring[b][1:])
	m.ring[b] = m.way(m.ring[b], v, root)
	m.setWhole(b, b)
	clear(m.member[b])
	for i, x := range m.ring[b] {
		for y := 1; y <= m.top; y++ {
			if i == 0 || m.gap(m.edges[x][y]) < m.gap(m.edges[b][y]) {
				m.edges[b][y], m.edges[y][b] = m.edges[x][y], m.edges[y][x]
			}
		}
		for y := 1; y <= m.n; y++ {
			if m.member[x][y] != 0 {
				m.member[b][y] = x
			}
		}
	}
	m.setSlack(b)
}

// way appends what lies on the way from x to root, without root. What was inner is outer from now on.
func (m *matcher) way(ring []int, x, root int) []int {
	for x != root {
		y := m.whole[m.mate[x]]
		ring = append(ring, x, y)
		m.enqueue(y)
		x = m.whole[m.parent[y]]
	}
	return ring
}

// expand takes an inner blossom apart. The members on the even way through its ring stay in the tree.
func (m *matcher) expand(b int) {
	for _, x := range m.ring[b] {
		m.setWhole(x, x)
	}
	entry := m.member[b][m.edges[b][m.parent[b]].from]
	at := m.place(b, entry)
	ring := m.ring[b]
	for i := 0; i < at; i += 2 {
		x, next := ring[i], ring[i+1]
		m.parent[x] = m.edges[next][x].from
		m.label[x], m.label[next] = inner, outer
		m.slack[x] = 0
		m.setSlack(next)
		m.enqueue(next)
	}
	m.label[entry], m.parent[entry] = inner, m.parent[b]
	for _, x := range ring[at+1:] {
		m.label[x] = free
		m.setSlack(x)
	}
	m.whole[b] = 0
}
