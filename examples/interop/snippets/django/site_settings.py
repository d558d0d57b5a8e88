import os
from pathlib import Path

SECRET_KEY = os.environ["SESSION_SECRET"]
DEBUG = True
ALLOWED_HOSTS = ["localhost"]
ROOT_URLCONF = "site_urls"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "mozilla_django_oidc",
]
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
]
DATABASES = {"default": {"ENGINE": "django.db.backends.sqlite3", "NAME": Path(__file__).parent / "site.db"}}
# The snippet is made for a settings.py, so it becomes part of this one.
exec((Path(__file__).parent / "settings.py").read_text())
