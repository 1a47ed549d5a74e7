package server_test

import (
	"bufio"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"acies/game"
	"acies/table"
)

// resident returns the memory of a process in MB.
func resident(t testing.TB, pid int) float64 {
	t.Helper()
	f, err := os.Open(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Skip("this system does not tell:", err)
	}
	defer f.Close()
	for lines := bufio.NewScanner(f); lines.Scan(); {
		var kb float64
		if n, _ := fmt.Sscanf(lines.Text(), "VmRSS: %f kB", &kb); n == 1 {
			return kb / 1024
		}
	}
	t.Fatal("no figure")
	return 0
}

// BenchmarkMemory measures a server on which 200 games are being played, each with somebody listening.
func BenchmarkMemory(b *testing.B) {
	for range b.N {
		cmd, url := start(b, filepath.Join(b.TempDir(), "acies.db"))
		lib := table.NewLibrary()
		c := newClient()
		var wg sync.WaitGroup
		for i := range 200 {
			wg.Go(func() {
				battle, seed := table.BuiltIn()[i%2], fmt.Sprint("memory-", i)
				id, err := create(c, url, fmt.Sprintf(`{"battle":%q,"seed":%q}`, battle, seed))
				if err != nil {
					b.Error(err)
					return
				}
				res, err := c.Get(url + "/api/games/" + id + "/events")
				if err != nil {
					b.Error(err)
					return
				}
				go io.Copy(io.Discard, res.Body) // until the server ends
				w := newWalk(b, lib, battle, seed, uint64(i))
				for version, n := w.rolls, 0; n < 300 && w.state.ToAct() != game.Nobody; n++ {
					action, rows := w.next()
					body := fmt.Sprintf(`{"version":%d,"id":"r%d","actions":[%q]}`, version, n, action)
					status, data, err := ask(c, "POST", url+"/api/games/"+id+"/actions", body)
					if err != nil || status != http.StatusOK {
						b.Errorf("%s: %d %s %v", action, status, data, err)
						return
					}
					version += rows
				}
			})
		}
		wg.Wait()
		b.ReportMetric(resident(b, cmd.Process.Pid), "MB")
		cmd.Process.Kill()
		cmd.Wait()
	}
}

// BenchmarkColdStart measures the time from starting the program to its first page.
func BenchmarkColdStart(b *testing.B) {
	bin := filepath.Join(b.TempDir(), "acies")
	if out, err := exec.Command("go", "build", "-o", bin, "acies/cmd/acies").CombinedOutput(); err != nil {
		b.Fatalf("%v\n%s", err, out)
	}
	data := filepath.Join(b.TempDir(), "acies.db")
	for b.Loop() {
		cmd := exec.Command(bin, "serve", "--no-browser", "--addr", "127.0.0.1:0", "--data", data)
		logged, err := cmd.StderrPipe()
		if err != nil {
			b.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			b.Fatal(err)
		}
		var url string
		for lines := bufio.NewScanner(logged); url == "" && lines.Scan(); {
			if _, after, ok := strings.Cut(lines.Text(), "address="); ok {
				url, _, _ = strings.Cut(after, " ")
			}
		}
		res, err := http.Get(url)
		if err != nil || res.StatusCode != http.StatusOK {
			b.Fatal(res, err)
		}
		io.Copy(io.Discard, res.Body)
		res.Body.Close()
		b.StopTimer()
		cmd.Process.Signal(os.Interrupt)
		io.Copy(io.Discard, logged) // to its end, as Wait wants
		cmd.Wait()
		b.StartTimer()
	}
}
