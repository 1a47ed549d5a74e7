package main

import (
	"errors"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"acies/account"
)

// oidcSettings name a provider of identities, so that people need no password.
type oidcSettings struct {
	issuer, client, secretFile string
}

func (o *oidcSettings) flags(cmd *cobra.Command) {
	cmd.Flags().StringVar(&o.issuer, "oidc-issuer", "", "address of an OpenID Connect provider by which people can log in, such as https://login.club.example")
	cmd.Flags().StringVar(&o.client, "oidc-client", "", "client ID of this server there")
	cmd.Flags().StringVar(&o.secretFile, "oidc-secret-file", "", "file with the client secret of this server there")
}

// provider returns the provider of a server at an address; nil: there is none.
func (o *oidcSettings) provider(public *url.URL) (*account.OIDC, error) {
	if *o == (oidcSettings{}) {
		return nil, nil
	}
	if public == nil || o.issuer == "" || o.client == "" || o.secretFile == "" {
		return nil, usage("--oidc-issuer, --oidc-client and --oidc-secret-file are used together, with --public")
	}
	u, err := url.Parse(o.issuer)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Hostname() != "127.0.0.1" && u.Hostname() != "localhost" {
		return nil, usage("--oidc-issuer %s: expected an address such as https://login.club.example", o.issuer)
	}
	text, err := os.ReadFile(o.secretFile)
	if err != nil {
		return nil, badFile(err)
	}
	secret := strings.TrimSpace(string(text))
	if secret == "" {
		return nil, badFile(errors.New("--oidc-secret-file " + o.secretFile + ": the file is empty"))
	}
	return &account.OIDC{Issuer: o.issuer, Client: o.client, Secret: secret, Redirect: public.Scheme + "://" + public.Host + "/api/oidc/answer"}, nil
}
