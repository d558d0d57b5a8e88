import os
from urllib.parse import urlencode

from mozilla_django_oidc.auth import OIDCAuthenticationBackend


class BackendBySub(OIDCAuthenticationBackend):
    def filter_users_by_claims(self, claims):
        return self.UserModel.objects.filter(username=claims["sub"])

    def create_user(self, claims):
        return self.UserModel.objects.create_user(
            claims["sub"], first_name=claims["given_name"], last_name=claims["family_name"]
        )


def logout_url(request):
    query = {
        "id_token_hint": request.session["oidc_id_token"],
        "post_logout_redirect_uri": os.environ["SITE"],
    }
    return f"{os.environ['ISSUER']}/oauth2/sessions/logout?{urlencode(query)}"
