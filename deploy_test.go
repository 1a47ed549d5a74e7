package acies_test

import (
	"net/netip"
	"os"
	"regexp"
	"testing"
)

// TestCompose: with Docker the server trusts the network of its own proxy, which is always the same, and no other.
func TestCompose(t *testing.T) {
	text, err := os.ReadFile("deploy/compose.yaml")
	if err != nil {
		t.Fatal(err)
	}
	subnet := regexp.MustCompile(`- subnet: (\S+)`).FindSubmatch(text)
	proxies := regexp.MustCompile(`"--proxy", "([^"]+)"`).FindAllSubmatch(text, -1)
	if subnet == nil || len(proxies) != 1 || string(subnet[1]) != string(proxies[0][1]) {
		t.Fatalf("the network is %q, and the proxies are %q", subnet, proxies)
	}
	p, err := netip.ParsePrefix(string(subnet[1]))
	if err != nil || p != p.Masked() || !p.Addr().IsPrivate() || p.Bits() < 24 {
		t.Errorf("%v, %v", p, err)
	}
}
