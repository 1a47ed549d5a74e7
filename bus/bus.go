// Package bus carries short messages between the nodes of one server. What matters is in the store: a message says that it is
// time to look there, or tells what is worth nothing a moment later, such as who looks at which game.
package bus

// MaxMessage is how many bytes a message has at most.
const MaxMessage = 4000

// Bus carries short messages between the nodes of one server. It may lose messages; nothing may depend on one arriving.
// The methods may be called by several goroutines at once.
type Bus interface {
	// Publish sends a message to the other nodes. It never blocks and never fails: what cannot be sent is lost.
	Publish(topic string, data []byte)

	// Subscribe has f called for each message of a topic that another node has published, one at a time and in the order of its
	// node, until stop is called. The data are f's own.
	Subscribe(topic string, f func(data []byte)) (stop func())

	// Lost returns a channel that has an element after the connection was interrupted: its reader should look at the store. Each
	// call returns a channel of its own.
	Lost() <-chan struct{}

	// Close ends the connection. What is published after it is lost.
	Close() error
}
