import { pathOf, SECRET, type Snippet, type SnippetFacts, siteOf } from './facts.ts';

const toPython = (value: boolean) => (value ? 'True' : 'False');

export function forAuthlib(facts: SnippetFacts): Snippet[] {
  return [
    {
      file: 'tamga.py',
      text: `import os
from urllib.parse import urlencode

from authlib.integrations.flask_client import OAuth
from flask import Blueprint, redirect, session

oauth = OAuth()  # oauth.init_app(app) in your application
oauth.register(
    "tamga",
    server_metadata_url="${facts.issuer}/.well-known/openid-configuration",
    client_id="${facts.clientId}",
    client_secret=os.environ["${SECRET}"],
    client_kwargs={
        "scope": "${facts.scopes.join(' ')}",
        "code_challenge_method": "S256",
        "token_endpoint_auth_method": "${facts.authMethod}",
    },
)
pages = Blueprint("tamga", __name__)


@pages.get("/login")
def login():
    return oauth.tamga.authorize_redirect("${facts.redirectUri}")


@pages.get("${pathOf(facts)}")
def callback():
    token = oauth.tamga.authorize_access_token()
    session["person"] = dict(oauth.tamga.userinfo(token=token))
    session["id_token"] = token["id_token"]
    return redirect("/")


@pages.get("/logout")
def logout():
    end = oauth.tamga.load_server_metadata()["end_session_endpoint"]
    query = {"id_token_hint": session.pop("id_token", ""), "post_logout_redirect_uri": "${siteOf(facts)}"}
    session.clear()
    return redirect(f"{end}?{urlencode(query)}")
`,
    },
  ];
}

export function forDjango(facts: SnippetFacts): Snippet[] {
  const { issuer } = facts;
  return [
    {
      file: 'settings.py',
      text: `# Add "mozilla_django_oidc" to INSTALLED_APPS, and to urlpatterns:
#   path("oidc/", include("mozilla_django_oidc.urls"))
AUTHENTICATION_BACKENDS = ["tamga.TamgaBackend"]
OIDC_RP_CLIENT_ID = "${facts.clientId}"
OIDC_RP_CLIENT_SECRET = os.environ["${SECRET}"]
OIDC_RP_SCOPES = "${facts.scopes.join(' ')}"
OIDC_RP_SIGN_ALGO = "RS256"
OIDC_OP_AUTHORIZATION_ENDPOINT = "${issuer}/oauth2/auth"
OIDC_OP_TOKEN_ENDPOINT = "${issuer}/oauth2/token"
OIDC_OP_USER_ENDPOINT = "${issuer}/userinfo"
OIDC_OP_JWKS_ENDPOINT = "${issuer}/.well-known/jwks.json"
OIDC_TOKEN_USE_BASIC_AUTH = ${toPython(facts.authMethod === 'client_secret_basic')}
OIDC_USE_PKCE = True
OIDC_STORE_ID_TOKEN = True
OIDC_OP_LOGOUT_URL_METHOD = "tamga.logout_url"
LOGIN_REDIRECT_URL = LOGOUT_REDIRECT_URL = "/"
`,
    },
    {
      file: 'tamga.py',
      text: `from urllib.parse import urlencode

from mozilla_django_oidc.auth import OIDCAuthenticationBackend


class TamgaBackend(OIDCAuthenticationBackend):
    """Knows a person by sub: not every citizen has an e-mail address."""

    def verify_claims(self, claims):
        return "sub" in claims

    def filter_users_by_claims(self, claims):
        return self.UserModel.objects.filter(username=claims["sub"])

    def create_user(self, claims):
        return self.update_user(self.UserModel(username=claims["sub"]), claims)

    def update_user(self, user, claims):
        user.first_name = claims.get("given_name", "")
        user.last_name = claims.get("family_name", "")
        user.email = claims.get("email", "")
        user.save()
        return user


def logout_url(request):
    query = {
        "id_token_hint": request.session.get("oidc_id_token", ""),
        "post_logout_redirect_uri": "${siteOf(facts)}",
    }
    return f"${issuer}/oauth2/sessions/logout?{urlencode(query)}"
`,
    },
  ];
}

export function forJupyterHub(facts: SnippetFacts): Snippet[] {
  const { issuer } = facts;
  return [
    {
      file: 'jupyterhub_config.py',
      text: `import os

c = get_config()  # noqa: F821
c.JupyterHub.authenticator_class = "generic-oauth"
c.GenericOAuthenticator.login_service = "Tamga"
c.GenericOAuthenticator.client_id = "${facts.clientId}"
c.GenericOAuthenticator.client_secret = os.environ["${SECRET}"]
c.GenericOAuthenticator.oauth_callback_url = "${facts.redirectUri}"
c.GenericOAuthenticator.authorize_url = "${issuer}/oauth2/auth"
c.GenericOAuthenticator.token_url = "${issuer}/oauth2/token"
c.GenericOAuthenticator.userdata_url = "${issuer}/userinfo"
c.GenericOAuthenticator.basic_auth = ${toPython(facts.authMethod === 'client_secret_basic')}
c.GenericOAuthenticator.enable_pkce = True
c.GenericOAuthenticator.scope = [${facts.scopes.map((scope) => `"${scope}"`).join(', ')}]
c.GenericOAuthenticator.username_claim = "sub"  # names are not unique
c.GenericOAuthenticator.logout_redirect_url = (
    "${issuer}/oauth2/sessions/logout"
    "?${new URLSearchParams({ client_id: facts.clientId, post_logout_redirect_uri: siteOf(facts) })}"
)
c.GenericOAuthenticator.allow_all = True  # or allowed_users: every citizen can sign in
`,
    },
  ];
}
