from django.http import HttpResponse
from django.middleware.csrf import get_token
from django.urls import include, path


def home(request):
    if not request.user.is_authenticated:
        return HttpResponse("Nobody is signed in.")
    field = f'<input type="hidden" name="csrfmiddlewaretoken" value="{get_token(request)}">'
    form = f'<form method="post" action="/oidc/logout/">{field}<button>Sign out</button></form>'
    return HttpResponse(f"<p>{request.user.get_full_name()}</p>{form}")


urlpatterns = [path("", home), path("oidc/", include("mozilla_django_oidc.urls"))]
