"""A small Wagtail site with its API."""
import os

SECRET_KEY = "only for a local test server"
ALLOWED_HOSTS = ["127.0.0.1", "localhost"]
ROOT_URLCONF = "home.api"
INSTALLED_APPS = [
    "home",
    "wagtail.api.v2",
    "wagtail.sites",
    "wagtail.users",
    "wagtail.documents",
    "wagtail.images",
    "wagtail.search",
    "wagtail.admin",
    "wagtail",
    "modelcluster",
    "taggit",
    "rest_framework",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]
DATABASES = {
    "default": {
        "ENGINE": "django.db.backends.sqlite3",
        "NAME": os.environ["DATABASE"],
        # It need not outlive a power cut.
        "OPTIONS": {"timeout": 30, "init_command": "PRAGMA synchronous=OFF"},
    }
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
USE_TZ = True
STATIC_URL = "/static/"
# No search index is kept: it takes most of the time in which pages are added.
WAGTAILSEARCH_BACKENDS = {"default": {"BACKEND": "wagtail.search.backends.database", "AUTO_UPDATE": False}}
WAGTAIL_SITE_NAME = "Example"
WAGTAILADMIN_BASE_URL = "http://127.0.0.1"
MIDDLEWARE = [
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
]
TEMPLATES = [{
    "BACKEND": "django.template.backends.django.DjangoTemplates",
    "APP_DIRS": True,
    "OPTIONS": {"context_processors": [
        "django.template.context_processors.request",
        "django.contrib.auth.context_processors.auth",
        "django.contrib.messages.context_processors.messages",
    ]},
}]
