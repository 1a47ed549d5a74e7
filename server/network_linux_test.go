package server_test

import (
	"fmt"
	"os"
	"syscall"
)

// unshare has the thread of its caller, and what is started from it, use a network of their own from now on. It returns a path that
// stands for that network as long as the thread is there.
func unshare() (string, error) {
	err := syscall.Unshare(syscall.CLONE_NEWNET)
	return fmt.Sprintf("/proc/%d/task/%d/ns/net", os.Getpid(), syscall.Gettid()), err
}
