package dice

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"acies/game"
)

var (
	_ game.Source = (*PCG)(nil)
	_ game.Source = (*Bits)(nil)
)

// TestGolden holds the generator to its first numbers, which were reckoned by another program. They never change.
func TestGolden(t *testing.T) {
	tests := []struct {
		name string
		pcg  *PCG
		want [4]uint64
	}{
		{"zero value", new(PCG), [4]uint64{0x38ffff682123e08a, 0xacfc572dc29cb1fd, 0x57ec35105c35c2db, 0x70cf668abad6ac57}},
		{"seed 0", New(0), [4]uint64{0xb18c97843f57bb91, 0xd7046f21f79eba31, 0x50a2e241ff366667, 0xeabf2752ca7429a8}},
		{"seed 1", New(1), [4]uint64{0xaf9d32bf75779748, 0xb7672df032bf0473, 0x017e851b73891d79, 0x58ef4affce5665b8}},
		{"seed 195", New(195), [4]uint64{0x05ff5c00e536da99, 0x38878ab1c37f3ca4, 0xd15854325c6d150b, 0x028554beedd984b4}},
		{"greatest seed", New(math.MaxUint64), [4]uint64{0x64351eb80e9c081b, 0x4a7188c8de8dd48b, 0xff808aa187f4ecc0, 0xca6b9fbd048a4dec}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			for k, want := range test.want {
				if got := test.pcg.Uint64(); got != want {
					t.Errorf("number %d is %#016x, want %#016x", k, got, want)
				}
			}
		})
	}
}

// TestStandard compares a long run with the standard library's generator.
func TestStandard(t *testing.T) {
	p := New(19)
	std := rand.NewPCG(p.hi, p.lo)
	for k := range 100_000 {
		if got, want := p.Uint64(), std.Uint64(); got != want {
			t.Fatalf("number %d is %#x, want %#x", k, got, want)
		}
	}
}

func TestCopy(t *testing.T) {
	p := New(7)
	p.Uint64()
	q := *p
	for range 100 {
		if p.Uint64() != q.Uint64() {
			t.Fatal("a copy gives other numbers")
		}
	}
}

// The HMACs were made with openssl.
func TestKeyedGolden(t *testing.T) {
	tests := []struct {
		roll int
		want string // consecutive numbers, in hexadecimal
	}{
		{0, "9eae69e6ce565d9f7da8a94d1bc979ef23aab223df8de5a4ac7ebe9090bdc803"},
		{17, "c76930a92fafae45256f7656cc94c1aa34baf2c7c8ca658dee35efb13ca9b12f" +
			"6bbb6fb497b0c36e1b7b4818cbb82a7df7397f7a389359e754051d0804c1c3dc"},
	}
	for _, test := range tests {
		bits := NewKeyed("CANNAE").At(test.roll)
		var got strings.Builder
		for range len(test.want) / 16 {
			fmt.Fprintf(&got, "%016x", bits.Uint64())
		}
		if got.String() != test.want {
			t.Errorf("roll %d: bits %s\nwant %s", test.roll, got.String(), test.want)
		}
	}
}

// TestKeyedRepeats checks that the bits of a roll depend on neither the rolls before it nor how far those were read.
func TestKeyedRepeats(t *testing.T) {
	k := NewKeyed("CANNAE")
	first := k.At(3)
	var want [9]uint64
	for n := range want {
		want[n] = first.Uint64()
	}
	k.At(2).Uint64()
	again := k.At(3)
	for n := range want {
		if got := again.Uint64(); got != want[n] {
			t.Errorf("number %d of roll 3 is %#x, then %#x", n, want[n], got)
		}
		if n == 2 {
			k.At(4).Uint64()
		}
	}
}

func TestCommitment(t *testing.T) {
	const want = "4b98005bbf6c8cab3ac1450028249afcd23c8c204b312946d09bcc2047d85208"
	if got := Commitment("CANNAE"); got != want {
		t.Errorf("Commitment(CANNAE) = %s, want %s", got, want)
	}
}

func TestNewSeed(t *testing.T) {
	seen := make(map[string]bool)
	for range 100 {
		seed := NewSeed()
		if len(seed) < 26 { // base 32, 128 bits
			t.Fatalf("seed %q is too short", seed)
		}
		if seen[seed] {
			t.Fatalf("seed %q came twice", seed)
		}
		seen[seed] = true
	}
}

// chiSquare returns how many standard deviations the chi-square of equally likely cells is from its mean, by the
// cube-root transformation of Wilson and Hilferty. Both ends are suspect: counts may be too even.
func chiSquare(counts []int) float64 {
	total := 0
	for _, n := range counts {
		total += n
	}
	mean := float64(total) / float64(len(counts))
	sum := 0.0
	for _, n := range counts {
		sum += (float64(n) - mean) * (float64(n) - mean) / mean
	}
	free := float64(len(counts) - 1)
	return (math.Cbrt(sum/free) - (1 - 2/(9*free))) / math.Sqrt(2/(9*free))
}

// TestUniform counts dice of all kinds that the games use, and pairs that follow each other. Seeds are fixed, so
// it cannot fail by chance.
func TestUniform(t *testing.T) {
	keyed := NewKeyed("CANNAE")
	sources := []struct {
		name  string
		rolls int
		at    func(n int) game.Source // where the n-th roll comes from
	}{
		{"one stream", 400_000, func() func(int) game.Source {
			p := New(195)
			return func(int) game.Source { return p }
		}()},
		{"first numbers of neighbouring seeds", 400_000, func(n int) game.Source { return New(uint64(n)) }},
		{"seeds that differ in high bits", 400_000, func(n int) game.Source { return New(uint64(n) << 40) }},
		{"keyed", 40_000, func(n int) game.Source { return keyed.At(n) }},
		{"keyed, one roll", 40_000, func() func(int) game.Source {
			bits := keyed.At(0)
			return func(int) game.Source { return bits }
		}()},
	}
	for _, source := range sources {
		for _, faces := range []int{2, 6, 8, 10, 52} {
			t.Run(fmt.Sprintf("%s, d%d", source.name, faces), func(t *testing.T) {
				single, pairs := make([]int, faces), make([]int, faces*faces)
				before := 0
				for n := range source.rolls {
					face := game.Intn(source.at(n), faces)
					single[face]++
					if n%2 == 1 { // pairs that do not overlap are independent
						pairs[before*faces+face]++
					}
					before = face
				}
				if z := chiSquare(single); math.Abs(z) > 3.5 {
					t.Errorf("faces are not equally likely: %.1f deviations off, %d", z, single)
				}
				if z := chiSquare(pairs); math.Abs(z) > 3.5 {
					t.Errorf("pairs are not equally likely: %.1f deviations off", z)
				}
			})
		}
	}
}

// TestBits checks that every bit is set half of the time, in the stream and at the start of streams.
func TestBits(t *testing.T) {
	const rolls = 100_000
	stream := New(1)
	for name, at := range map[string]func(n uint64) uint64{
		"stream": func(uint64) uint64 { return stream.Uint64() },
		"starts": func(n uint64) uint64 { return New(n).Uint64() },
	} {
		var set [64]int
		for n := range uint64(rolls) {
			v := at(n)
			for bit := range set {
				set[bit] += int(v >> bit & 1)
			}
		}
		for bit, n := range set {
			if z := (float64(n) - rolls/2) / math.Sqrt(rolls/4); math.Abs(z) > 4 {
				t.Errorf("%s: bit %d is set %d times of %d", name, bit, n, rolls)
			}
		}
	}
}

// TestChiSquare checks the measure itself.
func TestChiSquare(t *testing.T) {
	if z := chiSquare([]int{100, 100, 100, 100, 100, 100}); z > -3.5 {
		t.Errorf("counts without any spread: %.1f deviations, want fewer than -3.5", z)
	}
	if z := chiSquare([]int{150, 90, 90, 90, 90, 90}); z < 3.5 {
		t.Errorf("a loaded die: %.1f deviations, want more than 3.5", z)
	}
	if z := chiSquare([]int{110, 93, 104, 88, 101, 104}); math.Abs(z) > 2 {
		t.Errorf("a fair die: %.1f deviations, want few", z)
	}
}

func BenchmarkPCG(b *testing.B) {
	p := New(1)
	for b.Loop() {
		p.Uint64()
	}
}

func BenchmarkD10(b *testing.B) {
	p := New(1)
	for b.Loop() {
		game.Intn(p, 10)
	}
}

func BenchmarkKeyed(b *testing.B) {
	k := NewKeyed("CANNAE")
	n := 0
	for b.Loop() {
		game.Intn(k.At(n), 10)
		n++
	}
}

// TestDerive compares with what other programs compute:
//
//	printf %s "rolls text" | openssl dgst -sha256 -hmac seed
func TestDerive(t *testing.T) {
	const want = "262a610adba2d071fb50bab68cec88b9453c5edc2a096ac32ae20b92f82e0a9b"
	if got := Derive("seed", "text"); got != want {
		t.Errorf("%s, expected %s", got, want)
	}
	if a, b := NewSharedSeed(), NewSharedSeed(); len(a) != 64 || a == b {
		t.Errorf("%q and %q, expected two times 256 bits", a, b)
	}
}
