package web

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"
)

func TestChoose(t *testing.T) {
	client := fstest.MapFS{"index.html": {Data: []byte("the client")}}
	for _, test := range []struct {
		name  string
		files fs.FS
		built bool
		want  string
	}{
		{"built", client, true, "the client"},
		{"not built", fstest.MapFS{".keep": {}}, false, "make run"},
	} {
		t.Run(test.name, func(t *testing.T) {
			files, built := choose(test.files)
			page, err := fs.ReadFile(files, "index.html")
			if err != nil || built != test.built || !strings.Contains(string(page), test.want) {
				t.Errorf("built %v, page %q, error %v", built, page, err)
			}
		})
	}
}
