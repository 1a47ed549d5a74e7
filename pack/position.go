package pack

// PositionOf returns the battle of a position and its options. The rest of the text is read by the rulebook.
func PositionOf(file string, data []byte) (battle string, options []string, err error) {
	n, err := ReadTree(file, data)
	if err != nil {
		return "", nil, err
	}
	if n.Shape != Mapping || n.Get("battle") == nil {
		return "", nil, n.Errorf("battle is missing; a position must name its battle")
	}
	if battle, err = n.Get("battle").One(); err != nil {
		return "", nil, err
	}
	if o := n.Get("options"); o != nil {
		options, err = o.Words()
	}
	return battle, options, err
}
