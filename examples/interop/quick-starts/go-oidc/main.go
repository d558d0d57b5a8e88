package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"net/http"
	"os"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

func main() {
	ctx := context.Background()
	provider, err := oidc.NewProvider(ctx, os.Getenv("ISSUER"))
	if err != nil {
		log.Fatal(err)
	}
	config := oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		RedirectURL:  os.Getenv("SITE") + "/callback",
		Endpoint:     provider.Endpoint(),
		Scopes:       []string{oidc.ScopeOpenID, "profile", "email"},
	}
	verifier := provider.Verifier(&oidc.Config{ClientID: config.ClientID})
	hasMore := os.Getenv("MORE") != ""
	if hasMore {
		config.Scopes = append(config.Scopes, oidc.ScopeOfflineAccess)
	}
	// One browser tries it, so variables are its session.
	var state, nonce, name string
	var token *oauth2.Token

	callback := func(r *http.Request) error {
		query := r.URL.Query()
		if query.Get("state") != state || query.Get("error") != "" {
			return fmt.Errorf("%s: %s", query.Get("error"), query.Get("error_description"))
		}
		if token, err = config.Exchange(ctx, query.Get("code")); err != nil {
			return err
		}
		raw, _ := token.Extra("id_token").(string)
		idToken, err := verifier.Verify(ctx, raw)
		if err != nil {
			return err
		}
		if idToken.Nonce != nonce {
			return fmt.Errorf("another nonce")
		}
		var claims struct{ Name string }
		err = idToken.Claims(&claims)
		name = claims.Name
		return err
	}
	refresh := func() error {
		ended := *token
		ended.Expiry = time.Unix(1, 0)
		_, err := config.TokenSource(ctx, &ended).Token()
		return err
	}
	show := func(w http.ResponseWriter, text string, err error) {
		w.Header().Set("content-type", "text/plain; charset=utf-8")
		if err != nil {
			log.Print(err)
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		fmt.Fprintln(w, text)
	}

	http.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		state = rand.Text()
		options := []oauth2.AuthCodeOption{}
		if hasMore {
			nonce = rand.Text()
			options = append(options, oidc.Nonce(nonce))
		}
		http.Redirect(w, r, config.AuthCodeURL(state, options...), http.StatusFound)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		if err := callback(r); err != nil {
			show(w, "", err)
			return
		}
		http.Redirect(w, r, "/", http.StatusFound)
	})
	http.HandleFunc("/refresh", func(w http.ResponseWriter, r *http.Request) { show(w, "Refreshed.", refresh()) })
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		if token == nil {
			show(w, "Nobody is signed in.", nil)
			return
		}
		show(w, "Signed in: "+name, nil)
	})
	log.Fatal(http.ListenAndServe("localhost:"+os.Getenv("PORT"), nil))
}
