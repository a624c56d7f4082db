"""A site of Django REST framework as its tutorial makes one."""
import os

SECRET_KEY = "only for a local test server"
ALLOWED_HOSTS = ["127.0.0.1"]
ROOT_URLCONF = "library.api"
INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "rest_framework",
    "rest_framework.authtoken",
    "library",
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
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["rest_framework.authentication.TokenAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
}
