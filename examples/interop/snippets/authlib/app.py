import os

from flask import Flask, session
from tamga import oauth, pages

app = Flask(__name__)
app.secret_key = os.environ["SESSION_SECRET"]
oauth.init_app(app)
app.register_blueprint(pages)


@app.get("/")
def home():
    return session.get("person", {}).get("name", "Nobody is signed in.")


app.run("localhost", int(os.environ["PORT"]))
