"""The servers that can be tried, by name."""
from .datasette import Datasette
from .django_rest_framework import DjangoRESTFramework
from .dynamodb import DynamoDB
from .etcd import Etcd
from .eve import Eve
from .flask_appbuilder import FlaskAppBuilder
from .isso import Isso
from .kinto import Kinto
from .mailman import Mailman
from .mediawiki import MediaWiki
from .powerdns import PowerDNS
from .prometheus import Prometheus
from .redmine import Redmine
from .wagtail import Wagtail
from .wordpress import WordPress

ALL = (DjangoRESTFramework, Wagtail, Kinto, Datasette, Eve, WordPress, Etcd, Prometheus, PowerDNS, DynamoDB, Isso, MediaWiki,
       FlaskAppBuilder, Mailman, Redmine)
SERVERS = {server.name: server for server in ALL}
