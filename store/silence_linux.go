package store

import "syscall"

// limitSilence has a connection given up if what was sent is not acknowledged for some seconds. Otherwise the system tries
// for a quarter of an hour.
func limitSilence(_, _ string, c syscall.RawConn) error {
	const userTimeout, milliseconds = 18, 5000 // TCP_USER_TIMEOUT
	return c.Control(func(fd uintptr) {
		// This fails for what is no TCP connection, which needs no limit.
		syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, userTimeout, milliseconds)
	})
}
