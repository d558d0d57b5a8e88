package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"log"
	"net/http"
	"os"
	"sync"
)

type session struct {
	kept          Kept
	name, idToken string
}

func main() {
	tamga, err := newTamga(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	var lock sync.Mutex
	sessions := map[string]*session{}
	open := func(w http.ResponseWriter, r *http.Request) *session {
		lock.Lock()
		defer lock.Unlock()
		if cookie, err := r.Cookie("sid"); err == nil && sessions[cookie.Value] != nil && r.URL.Path != "/login" {
			return sessions[cookie.Value]
		}
		id := rand.Text()
		sessions[id] = &session{}
		http.SetCookie(w, &http.Cookie{Name: "sid", Value: id, HttpOnly: true, SameSite: http.SameSiteLaxMode})
		return sessions[id]
	}
	http.HandleFunc("/login", func(w http.ResponseWriter, r *http.Request) {
		to, kept := tamga.begin()
		open(w, r).kept = kept
		http.Redirect(w, r, to, http.StatusSeeOther)
	})
	http.HandleFunc("/callback", func(w http.ResponseWriter, r *http.Request) {
		mine := open(w, r)
		person, idToken, err := tamga.finish(r, mine.kept)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		var claims struct{ Name string }
		if err := person.Claims(&claims); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		mine.name, mine.idToken = claims.Name, idToken
		http.Redirect(w, r, "/", http.StatusSeeOther)
	})
	http.HandleFunc("/logout", func(w http.ResponseWriter, r *http.Request) {
		mine := open(w, r)
		mine.name = ""
		http.Redirect(w, r, signOutURL(mine.idToken), http.StatusSeeOther)
	})
	http.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("content-type", "text/plain; charset=utf-8")
		if name := open(w, r).name; name != "" {
			fmt.Fprintln(w, name)
			return
		}
		fmt.Fprintln(w, "Nobody is signed in.")
	})
	log.Fatal(http.ListenAndServe("localhost:"+os.Getenv("PORT"), nil))
}
