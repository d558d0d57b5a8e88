import os

c = get_config()  # noqa: F821
issuer = os.environ["ISSUER"]
site = os.environ["SITE"]
c.JupyterHub.authenticator_class = "generic-oauth"
c.GenericOAuthenticator.client_id = os.environ["CLIENT_ID"]
c.GenericOAuthenticator.client_secret = os.environ["CLIENT_SECRET"]
c.GenericOAuthenticator.oauth_callback_url = f"{site}/hub/oauth_callback"
c.GenericOAuthenticator.authorize_url = f"{issuer}/oauth2/auth"
c.GenericOAuthenticator.token_url = f"{issuer}/oauth2/token"
c.GenericOAuthenticator.userdata_url = f"{issuer}/userinfo"
c.GenericOAuthenticator.scope = ["openid", "email"]
c.GenericOAuthenticator.username_claim = "email"
c.GenericOAuthenticator.allow_all = True

if os.environ["MORE"]:
    c.GenericOAuthenticator.scope = ["openid", "offline_access"]
    c.GenericOAuthenticator.username_claim = "sub"
    c.GenericOAuthenticator.logout_redirect_url = (
        f"{issuer}/oauth2/sessions/logout?client_id={os.environ['CLIENT_ID']}&post_logout_redirect_uri={site}"
    )
    c.Authenticator.enable_auth_state = True
    c.Authenticator.auth_refresh_age = 1

    async def end_token(authenticator, user, auth_state):
        """Pretends that the access token has ended, so that the hub renews it."""
        if auth_state:
            auth_state["token_response"]["access_token"] = "ended"

    c.GenericOAuthenticator.refresh_user_hook = end_token

# A hub on one machine, which starts no servers.
c.JupyterHub.bind_url = site
c.JupyterHub.hub_port = int(os.environ["HUB_PORT"])
c.ConfigurableHTTPProxy.api_url = f"http://127.0.0.1:{os.environ['PROXY_API_PORT']}"
c.JupyterHub.spawner_class = "simple"
c.JupyterHub.redirect_to_server = False
