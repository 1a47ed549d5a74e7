//go:build unix

package pack

import "syscall"

// nonblock opens a pipe without waiting for somebody to write to it.
const nonblock = syscall.O_NONBLOCK
