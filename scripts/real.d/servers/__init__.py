"""The servers that can be tried, by name."""
from .datasette import Datasette
from .django_rest_framework import DjangoRESTFramework
from .dynamodb import DynamoDB
from .eve import Eve
from .flask_appbuilder import FlaskAppBuilder
from .isso import Isso
from .kinto import Kinto
from .mailman import Mailman
from .mediawiki import MediaWiki
from .powerdns import PowerDNS
from .redmine import Redmine
from .wagtail import Wagtail
from .wordpress import WordPress

SERVERS = {server.name: server for server in (
    DjangoRESTFramework, Wagtail, Kinto, Datasette, Eve, WordPress,
    PowerDNS, DynamoDB, Isso, MediaWiki, FlaskAppBuilder, Mailman, Redmine,
)}
