package main

import "github.com/spf13/cobra"

func (c *cli) ladder() *cobra.Command { return &cobra.Command{Use: "ladder BATTLE…"} }
