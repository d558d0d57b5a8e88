import os

from authlib.integrations.flask_client import OAuth
from flask import Flask, redirect, url_for

scope = "openid profile email" + (" offline_access" if os.environ["MORE"] else "")
# One browser tries it, so a variable is its session.
kept = {}


def update_token(name, token, refresh_token=None, access_token=None):
    kept["token"] = token


app = Flask(__name__)
app.secret_key = os.environ["SESSION_SECRET"]
oauth = OAuth(app, update_token=update_token)
oauth.register(
    "tamga",
    client_id=os.environ["CLIENT_ID"],
    client_secret=os.environ["CLIENT_SECRET"],
    server_metadata_url=os.environ["ISSUER"] + "/.well-known/openid-configuration",
    client_kwargs={"scope": scope},
)


@app.get("/login")
def login():
    return oauth.tamga.authorize_redirect(url_for("authorize", _external=True))


@app.get("/authorize")
def authorize():
    kept["token"] = oauth.tamga.authorize_access_token()
    kept["name"] = kept["token"]["userinfo"].get("name")
    return redirect("/")


@app.get("/refresh")
def refresh():
    # The library renews an ended token by itself.
    oauth.tamga.userinfo(token={**kept["token"], "expires_at": 1})
    return "Refreshed."


@app.get("/logout")
def logout():
    id_token = kept.pop("token")["id_token"]
    return oauth.tamga.logout_redirect(
        post_logout_redirect_uri=url_for("logged_out", _external=True), id_token_hint=id_token
    )


@app.get("/logged-out")
def logged_out():
    oauth.tamga.validate_logout_response()
    return redirect("/")


@app.get("/")
def home():
    return f"Signed in: {kept.get('name')}" if "token" in kept else "Nobody is signed in."


app.run("localhost", int(os.environ["PORT"]))
