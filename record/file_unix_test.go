//go:build unix

package record

import (
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"testing"
)

func TestReplaceFilePipe(t *testing.T) {
	path := filepath.Join(t.TempDir(), "pipe")
	if err := syscall.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	read := make(chan string)
	go func() {
		b, _ := os.ReadFile(path)
		read <- string(b)
	}()
	if err := ReplaceFile(path, text("a game")); err != nil {
		t.Fatal(err)
	}
	if got := <-read; got != "a game" {
		t.Errorf("found %q, expected %q", got, "a game")
	}
	if info, err := os.Lstat(path); err != nil || info.Mode().Type() != fs.ModeNamedPipe {
		t.Errorf("it is %v, error %v, expected a pipe", info.Mode(), err)
	}
}
