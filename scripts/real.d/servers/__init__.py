"""The servers that can be tried, by name."""
from .datasette import Datasette
from .django_rest_framework import DjangoRESTFramework
from .etcd import Etcd
from .eve import Eve
from .kinto import Kinto
from .prometheus import Prometheus
from .wagtail import Wagtail
from .wordpress import WordPress

ALL = (DjangoRESTFramework, Wagtail, Kinto, Datasette, Eve, WordPress, Etcd, Prometheus)
SERVERS = {server.name: server for server in ALL}
