"""An Eve site with one resource: `site.py PORT`."""
import os
import sys

import mongomock
from eve.auth import BasicAuth
from eve.io.mongo import flask_pymongo

flask_pymongo.MongoClient = lambda **_: mongomock.MongoClient(tz_aware=True)

from eve import Eve  # noqa: E402


class Accounts(BasicAuth):
    def check_auth(self, username, password, *_):
        return (username, password) == (os.environ["EVE_USER"], os.environ["EVE_PASSWORD"])


SETTINGS = {
    "DOMAIN": {"books": {"schema": {
        "title": {"type": "string"}, "note": {"type": "string"}, "big": {"type": "integer"}, "score": {"type": "float"},
    }}},
    "RESOURCE_METHODS": ["GET", "POST"],
    "ITEM_METHODS": ["GET", "PATCH", "DELETE"],
    "IF_MATCH": False,
    "RENDERERS": ["eve.render.JSONRenderer"],
}

Eve(settings=SETTINGS, auth=Accounts).run(host="127.0.0.1", port=int(sys.argv[1]), threaded=True)
