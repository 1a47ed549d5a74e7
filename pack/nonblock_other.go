//go:build !unix

package pack

// nonblock does nothing where folders have no pipes.
const nonblock = 0
