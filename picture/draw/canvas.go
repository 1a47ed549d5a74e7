// Package draw writes SVG: lines and curves on any board, and the hexes of a map on its sheet.
package draw

import (
	"bytes"
	"encoding/xml"
	"fmt"
)

// Colours and fonts.
const (
	Serif = `font-family="Georgia,'DejaVu Serif',serif"`
	Sans  = `font-family="'DejaVu Sans',Arial,sans-serif"`
	Paper = "#f4ecd8"
	Ink   = "#3d3222"
)

// Canvas collects SVG elements.
type Canvas struct{ buf bytes.Buffer }

func (c *Canvas) String() string { return c.buf.String() }

// Bytes returns the SVG written so far.
func (c *Canvas) Bytes() []byte { return c.buf.Bytes() }

// Put writes a line.
func (c *Canvas) Put(format string, args ...any) {
	fmt.Fprintf(&c.buf, format, args...)
	c.buf.WriteByte('\n')
}

// Path draws a path, unless it is empty. paint is the rest of its attributes.
func (c *Canvas) Path(paint, d string) {
	if d != "" {
		c.buf.WriteString(`<path ` + paint + ` d="` + d + "\"/>\n")
	}
}

// Escape returns a text escaped for use in SVG.
func Escape(text string) string {
	var b bytes.Buffer
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		return ""
	}
	return b.String()
}
