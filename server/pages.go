package server

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"
)

// pages are the files of the client, each with a mark of its content so that a browser loads it once.
type pages struct {
	files fs.FS
	marks sync.Map // by name
}

func newPages(files fs.FS) *pages { return &pages{files: files} }

const index = "index.html"

// page serves a file of the client. An address that is none is a room of the client, which finds its way itself.
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
	h := c.ResponseWriter.Header()
	h.Set("ETag", s.pages.mark(name, data))
	h.Set("Cache-Control", "no-cache")
	http.ServeContent(c.ResponseWriter, c.Request, name, time.Time{}, bytes.NewReader(data))
	return nil
}

func (p *pages) mark(name string, data []byte) string {
	if m, ok := p.marks.Load(name); ok {
		return m.(string)
	}
	sum := sha256.Sum256(data)
	m := `"` + hex.EncodeToString(sum[:8]) + `"`
	p.marks.Store(name, m)
	return m
}
