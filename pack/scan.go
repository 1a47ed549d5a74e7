package pack

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Limits of a YAML file that somebody writes by hand. The parser takes a kilobyte for a node, and its time and memory
// grow with the square of the nesting, of the keys of a mapping and of the documents, so that a small hostile file
// could keep it busy for hours. That is why a file is scanned before it is parsed.
const (
	maxLine  = 1000  // bytes
	maxDepth = 16    // of brackets, and of blocks
	maxNodes = 20000 // of a file
	maxKeys  = 1000  // of a mapping
	maxDocs  = 2     // a second one is refused where it begins
)

// CheckText reports what makes a file unfit to be read as text at all: its size, long lines, bytes that are not UTF-8,
// and control characters.
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
			p.What, p.Want = fmt.Sprintf("the line has %d bytes", len(text)), fmt.Sprintf("at most %d are read", maxLine)
			return &p
		}
		if r, found := FindControl(string(text)); found {
			p.What, p.Want = fmt.Sprintf("the line has the control character %U", r), "want text that can be printed"
			return &p
		}
	}
	return nil
}

// CheckYAML reports what makes a file unfit to be parsed as YAML: what [CheckText] reports, and more nesting and more
// nodes than a person would write.
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

// scan counts what a parser would have to build. It knows neither quotes nor blocks of text, so it counts too much
// rather than too little.
type scan struct {
	line, nodes, brackets, docs int
	blocks                      []block // that the line is within, the innermost last
}

// block is a list or mapping written as lines that begin in the same column.
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
	limit := func(n int) string { return fmt.Sprintf("at most %d are read", n) }
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
		return "the file has too many documents", "a file has one, without a line ---"
	}
	return "", ""
}

// scanBlocks finds which blocks a line belongs to: one for each dash or question mark it begins with, and one for what
// follows them.
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

// scanNodes counts what could be a node of its own, and brackets.
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

// endsAt reports whether an indicator before i stands by itself.
func endsAt(text []byte, i int) bool { return i == len(text) || isSpace(text[i]) }

func isSpace(c byte) bool { return c == ' ' || c == '\t' }
