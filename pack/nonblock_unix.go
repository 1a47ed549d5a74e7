//go:build unix

package pack

import "syscall"

// nonblock opens a pipe without waiting for a writer.
const nonblock = syscall.O_NONBLOCK
