package server_test

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os/exec"
	"runtime"
	"strings"
	"testing"
	"time"
)

// network is computers with network namespaces of their own, which a bridge joins. Nobody outside of it is reached or reaches them, so
// that its addresses mean nothing anywhere else.
type network struct {
	bridge *host
	hosts  []*host
}

// host is one of the computers. Each knows the others by entries that do not change, so that there is no other traffic than that of the
// programs, and so that a cut is one wrong entry: what is sent is lost, and nobody is told.
type host struct {
	*network
	n       int
	address string
	space   string        // the path of its namespace
	work    chan<- func() // what its thread does
}

// nowhere is an address of Ethernet that nobody has.
const nowhere = "02:00:00:00:00:ff"

func (h *host) ethernet() string { return fmt.Sprintf("02:00:00:00:00:%02x", h.n) }
func (h *host) port() string     { return fmt.Sprint("port", h.n) } // of the bridge

// newNetwork makes a network of some computers. It skips the test where there are no namespaces.
func newNetwork(t *testing.T, size int) *network {
	t.Helper()
	if _, err := exec.LookPath("ip"); err != nil {
		t.Skipf("there is no program ip (iproute.sh installs it): %v", err)
	}
	n := &network{}
	add := func(i int) *host {
		h := &host{network: n, n: i, address: fmt.Sprint("10.0.0.", i)}
		if err := h.start(t); err != nil {
			t.Skipf("this test cuts networks of its own, for which it needs the rights of the administrator on Linux: %v", err)
		}
		return h
	}
	n.bridge = add(0)
	if err := n.bridge.ip("link add bridge type bridge", "link set bridge up"); err != nil {
		t.Skipf("this system makes no bridge: %v", err)
	}
	for i := range size {
		h := add(i + 1)
		n.hosts = append(n.hosts, h)
		err := errors.Join(
			n.bridge.ip(fmt.Sprintf("link add %s type veth peer name wire address %s netns %s", h.port(), h.ethernet(), h.space),
				"link set "+h.port()+" master bridge up"),
			h.ip("link set lo up", "link set wire up", "address add "+h.address+"/24 dev wire"))
		if err != nil {
			t.Skipf("this system joins no namespaces: %v", err)
		}
	}
	for _, h := range n.hosts {
		for _, other := range n.hosts {
			if err := h.hears(other, true); err != nil {
				t.Fatal(err)
			}
		}
	}
	return n
}

// start starts the thread of the computer. Its namespace is there as long as the thread or a program that was started from it, so that
// nothing is left of it when the test is interrupted, however that happens.
func (h *host) start(t *testing.T) error {
	work, begun := make(chan func()), make(chan error)
	go func() {
		runtime.LockOSThread() // and never unlocked: nothing else may run on it
		var err error
		h.space, err = unshare()
		begun <- err
		for f := range work {
			f()
		}
	}()
	h.work = work
	t.Cleanup(func() { close(work) })
	return <-begun
}

// do calls f on the thread of the computer. What is started by it belongs to the computer.
func (h *host) do(f func() error) (err error) {
	done := make(chan struct{})
	h.work <- func() {
		err = f()
		close(done)
	}
	<-done
	return err
}

// ip has the program ip carry out commands on the computer.
func (h *host) ip(commands ...string) error {
	cmd := exec.Command("ip", "-batch", "-")
	cmd.Stdin = strings.NewReader(strings.Join(commands, "\n") + "\n")
	var out strings.Builder
	cmd.Stdout, cmd.Stderr = &out, &out
	err := h.do(cmd.Start)
	if err == nil {
		err = cmd.Wait()
	}
	if err != nil {
		return fmt.Errorf("%s: %w: %s", strings.Join(commands, "; "), err, out.String())
	}
	return nil
}

// hears has what another sends to the computer arrive, or has it lost. Neither of them notices.
func (h *host) hears(other *host, arrives bool) error {
	if h == other {
		return nil
	}
	to := nowhere
	if arrives {
		to = h.ethernet()
	}
	return other.ip("neighbour replace " + h.address + " lladdr " + to + " dev wire nud permanent")
}

// plugged has the computer be joined to all others, or to none. Nobody notices: its own wire stays where it is.
func (h *host) plugged(in bool) error {
	if in {
		return h.bridge.ip("link set " + h.port() + " master bridge")
	}
	return h.bridge.ip("link set " + h.port() + " nomaster")
}

// up switches the port of the computer at the bridge on or off, of which its system is told, but no program.
func (h *host) up(on bool) error {
	if on {
		return h.bridge.ip("link set " + h.port() + " up")
	}
	return h.bridge.ip("link set " + h.port() + " down")
}

// client returns a client that asks from the computer.
func (h *host) client() *http.Client {
	return &http.Client{Transport: &http.Transport{
		MaxIdleConnsPerHost: 256,
		DialContext: func(ctx context.Context, network, address string) (c net.Conn, err error) {
			err = h.do(func() error {
				c, err = (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, network, address)
				return err
			})
			return c, err
		},
	}}
}
