package pack

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Limits of a YAML file, generous for one written by hand. The parser needs a kilobyte per node, and its time and memory
// grow with the square of the nesting, of the keys of a mapping and of the documents, so that a small hostile file could
// keep it busy for hours. That is why a file is scanned before it is parsed.
const (
	maxLine  = 1000  // bytes
	maxDepth = 16    // of brackets, and of blocks
	maxNodes = 20000 // of a file
	maxKeys  = 1000  // of a mapping
	maxDocs  = 2     // a second document is refused later, with its line
)

// CheckText returns a problem if a file cannot be read as text: if it is too large, or has long lines, bytes that are not
// UTF-8 or control characters.
func CheckText(file string, data []byte) *Problem {
	if len(data) > MaxFile {
		return &Problem{File: file, Severity: Error, What: tooLarge(MaxFile).Error()}
	}
	line := 0
	for text := range bytes.Lines(data) {
		line++
		p := Problem{File: file, Line: line, Severity: Error}
		if !utf8.Valid(text) {
			p.What, p.Want = "the line is not UTF-8 text", "save the file in UTF-8"
			return &p
		}
		if len(text) > maxLine {
			p.What, p.Want = fmt.Sprintf("the line has %d bytes", len(text)), fmt.Sprintf("the limit is %d", maxLine)
			return &p
		}
		if r, found := FindControl(string(text)); found {
			p.What, p.Want = fmt.Sprintf("the line has the control character %U", r), "expected printable text"
			return &p
		}
	}
	return nil
}

// CheckYAML returns a problem if a file must not be parsed as YAML: the problems of [CheckText], and deeper nesting or
// more nodes than anyone would write by hand.
func CheckYAML(file string, data []byte) *Problem {
	if p := CheckText(file, data); p != nil {
		return p
	}
	s := scan{}
	for text := range bytes.Lines(data) {
		s.line++
		if what, want := s.scanLine(bytes.TrimRight(text, "\r\n")); what != "" {
			return &Problem{File: file, Line: s.line, Severity: Error, What: what, Want: want}
		}
	}
	return nil
}

// scan counts the nodes that a parser would build. It ignores quotes and blocks of text, so it counts too many rather
// than too few.
type scan struct {
	line, nodes, brackets, docs int
	blocks                      []block // that contain the line, the innermost last
}

// block is a list or mapping written as lines that start in the same column.
type block struct{ column, keys int }

func (s *scan) scanLine(text []byte) (what, want string) {
	rest := bytes.TrimLeft(text, " \t")
	if len(rest) == 0 || rest[0] == '#' {
		s.nodes++ // comments are kept too
	} else {
		s.scanBlocks(text)
		s.scanNodes(text)
	}
	if len(text) >= 3 && string(text[:3]) == "---" {
		s.docs++
	}
	limit := func(n int) string { return fmt.Sprintf("the limit is %d", n) }
	switch {
	case s.brackets > maxDepth:
		return "brackets are nested too deeply", limit(maxDepth)
	case len(s.blocks) > maxDepth:
		return "lists and mappings are nested too deeply", limit(maxDepth)
	case len(s.blocks) > 0 && s.blocks[len(s.blocks)-1].keys > maxKeys:
		return "the mapping has too many keys", limit(maxKeys)
	case s.nodes > maxNodes:
		return "the file has too many values", limit(maxNodes)
	case s.docs > maxDocs:
		return "the file has too many documents", "a file has one document and no line ---"
	}
	return "", ""
}

// scanBlocks sets the blocks that a line belongs to: one for each dash or question mark at its start, and one for the
// text that follows them.
func (s *scan) scanBlocks(text []byte) {
	for i := 0; i < len(text); i++ {
		c := text[i]
		if isSpace(c) {
			continue
		}
		for len(s.blocks) > 0 && s.blocks[len(s.blocks)-1].column > i {
			s.blocks = s.blocks[:len(s.blocks)-1]
		}
		if len(s.blocks) == 0 || s.blocks[len(s.blocks)-1].column < i {
			s.blocks = append(s.blocks, block{column: i})
		}
		if (c != '-' && c != '?') || !endsAt(text, i+1) {
			s.blocks[len(s.blocks)-1].keys++
			return
		}
	}
}

// scanNodes counts brackets and everything that could be a separate node.
func (s *scan) scanNodes(text []byte) {
	s.nodes++
	for i, c := range text {
		switch c {
		case '[', '{':
			s.brackets++
			s.nodes++
			if s.brackets > maxDepth {
				return
			}
		case ']', '}':
			s.brackets = max(0, s.brackets-1)
		case ',':
			s.nodes++
		case '-', '?', ':':
			if endsAt(text, i+1) {
				s.nodes++
			}
		case '&', '*', '!', '|', '>', '%', '"', '\'', '#':
			if i == 0 || isSpace(text[i-1]) {
				s.nodes++
			}
		}
	}
}

// endsAt reports whether a space or the end of the line follows an indicator before i.
func endsAt(text []byte, i int) bool { return i == len(text) || isSpace(text[i]) }

func isSpace(c byte) bool { return c == ' ' || c == '\t' }
