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
LOGGING = {
    "version": 1,
    "handlers": {"console": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["console"], "level": "INFO"},
}

issuer = os.environ["ISSUER"]
AUTHENTICATION_BACKENDS = ["mozilla_django_oidc.auth.OIDCAuthenticationBackend"]
OIDC_RP_CLIENT_ID = os.environ["CLIENT_ID"]
OIDC_RP_CLIENT_SECRET = os.environ["CLIENT_SECRET"]
OIDC_RP_SIGN_ALGO = "RS256"
OIDC_OP_JWKS_ENDPOINT = f"{issuer}/.well-known/jwks.json"
OIDC_OP_AUTHORIZATION_ENDPOINT = f"{issuer}/oauth2/auth"
OIDC_OP_TOKEN_ENDPOINT = f"{issuer}/oauth2/token"
OIDC_OP_USER_ENDPOINT = f"{issuer}/userinfo"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

if os.environ["MORE"]:
    AUTHENTICATION_BACKENDS = ["more.BackendBySub"]
    OIDC_RP_SCOPES = "openid profile"
    OIDC_STORE_ID_TOKEN = True
    OIDC_OP_LOGOUT_URL_METHOD = "more.logout_url"
    MIDDLEWARE.append("mozilla_django_oidc.middleware.SessionRefresh")
