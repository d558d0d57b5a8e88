from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.shortcuts import redirect
from django.urls import include, path


def home(request):
    if not request.user.is_authenticated:
        return HttpResponse("Nobody is signed in.")
    field = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">'
    form = f'<form method="post" action="/oidc/logout/">{field}<button>Sign out</button></form>'
    return HttpResponse(f"<p>Signed in: {request.user.get_full_name()}</p>{form}")


def refresh(request):
    """Pretends that the id_token has ended; SessionRefresh renews it before the next page."""
    request.session["oidc_id_token_expiration"] = 0
    return redirect("/refreshed")


def refreshed(request):
    is_renewed = request.session["oidc_id_token_expiration"] > 0
    return HttpResponse("Refreshed." if is_renewed else "Not refreshed.")


urlpatterns = [
    path("", home),
    path("refresh", refresh),
    path("refreshed", refreshed),
    path("oidc/", include("mozilla_django_oidc.urls")),
]
