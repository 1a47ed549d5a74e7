package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

// pages are the files of the client, each with a hash of its content so that a browser loads it only once.
type pages struct {
	files fs.FS
	kept  sync.Map // by name
}

func newPages(files fs.FS) *pages { return &pages{files: files} }

const index = "index.html"

// page serves a file of the client. Any other address is a page of the client, which does its own routing.
func (s *server) page(c *call) error {
	if c.Method != http.MethodGet && c.Method != http.MethodHead {
		return refuse(http.StatusMethodNotAllowed, "no-route")
	}
	name := strings.TrimPrefix(path.Clean("/"+c.URL.Path), "/")
	if name == "" {
		name = index
	}
	data, err := fs.ReadFile(s.pages.files, name)
	if err != nil && path.Ext(name) == "" {
		name = index
		data, err = fs.ReadFile(s.pages.files, name)
	}
	if errors.Is(err, fs.ErrNotExist) || errors.Is(err, fs.ErrInvalid) {
		return refuse(http.StatusNotFound, "no-route")
	}
	if err != nil {
		return err
	}
	s.pages.file(name, data).serve(c, name)
	return nil
}

func (p *pages) file(name string, data []byte) *file {
	if f, ok := p.kept.Load(name); ok {
		return f.(*file)
	}
	f := newFile(data)
	p.kept.Store(name, f)
	return f
}

// file is content that never changes, and its hash.
type file struct {
	data   []byte
	mark   string
	policy string // what it may load if it is opened by itself; empty: as any page
}

func newFile(data []byte) *file {
	sum := sha256.Sum256(data)
	return &file{data: data, mark: `"` + hex.EncodeToString(sum[:8]) + `"`}
}

// newDrawing returns an SVG picture as a file. It loads nothing, and of all styles has only its own.
func newDrawing(svg string) *file {
	f := newFile([]byte(svg))
	_, rest, _ := strings.Cut(svg, "<style>")
	style, _, _ := strings.Cut(rest, "</style>")
	sum := sha256.Sum256([]byte(style))
	f.policy = "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; frame-ancestors 'none'"
	return f
}

// serve answers with the file, unless the browser already has it. The name decides its content type.
func (f *file) serve(c *call, name string) {
	h := c.ResponseWriter.Header()
	h.Set("ETag", f.mark)
	h.Set("Cache-Control", "no-cache")
	if f.policy != "" {
		h.Set("Content-Security-Policy", f.policy)
	}
	http.ServeContent(c.ResponseWriter, c.Request, name, time.Time{}, bytes.NewReader(f.data))
}
