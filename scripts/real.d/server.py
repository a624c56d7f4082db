"""What all servers have in common."""
import base64
import json
import os
import urllib.error
import urllib.request

from place import free_port

SITES = os.path.join(os.path.dirname(os.path.abspath(__file__)), "sites")


class Server:
    """A real server on a free port of 127.0.0.1.

    A subclass installs it, fills and changes its list, and reads the list without the manifest and the program.
    """

    name = ""
    #: The manifest in scripts/examples, its collection, and the address in it that is replaced by the local one.
    manifest = ""
    collection = ""
    address = ""
    #: Whether some ways to page through the list leave out parts of items, so that IDs alone can be compared.
    cuts_items = False
    #: The environment variables of the manifest. `secret` names the one that is made wrong on purpose.
    variables = {}
    secret = None
    #: Whether the cache has the order of the server's list after a sync of changes alone.
    ordered = True
    #: What `feedcache audit` finds: its code, and why that is true. None: it was not looked into, and is only told.
    findings = None
    #: The same for what is only seen while the list is changed.
    findings_of_change = {}

    def __init__(self, place):
        self.place = place
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self._process = None

    def install(self):
        """Installs the server and makes its empty database."""

    def start(self):
        """Starts the server and waits until it answers."""
        self._process = self.place.start(*self.command(), env=self.environment())
        self.place.await_answer(self.url)

    def starts(self, manifest):
        """What `feedcache init` is given, a `Start` each; nothing for the URL of the list as the manifest has it."""
        return []

    def differences(self, database, payloads):
        """What other programs find wrong in the database, which has these payloads in order."""
        return []

    def stop(self):
        self.place.stop(self._process)

    def command(self):
        raise NotImplementedError

    def environment(self):
        return {}

    def add(self, count):
        """Adds items."""
        raise NotImplementedError

    def edit(self, ids):
        """Gives these items another text."""
        raise NotImplementedError

    def delete(self, ids):
        raise NotImplementedError

    def read(self):
        """Every item of the list: its ID and its text, as the server writes it."""
        raise NotImplementedError

    def credentials(self):
        """The headers of the reader's own requests."""
        return {}

    def ask(self, url, method="GET", value=None, signed=True, headers=None):
        """One request, with a value as JSON or with bytes. Gives the text of the answer and its headers."""
        body = value if value is None or isinstance(value, bytes) else json.dumps(value).encode()
        headers = {**(self.credentials() if signed else {}), **({"Content-Type": "application/json"} if body else {}),
                   **(headers or {})}
        request = urllib.request.Request(url, data=body, headers=headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.read().decode(), answer.headers
        except urllib.error.HTTPError as error:
            raise RuntimeError(f"{method} {url}: {error.code} {error.read().decode(errors='replace')[:200]}") from None


class Start:
    """What `feedcache init` is given: the URL of a list, headers, and JSON to ask with by POST."""

    def __init__(self, url, headers, body=None):
        self.url = url
        self.headers = headers
        self.body = body


def basic(user, password):
    return {"Authorization": "Basic " + base64.b64encode(f"{user}:{password}".encode()).decode()}


#: A text that is easily damaged: quotes, a backslash, markup, controls, letters in two forms, right to left, emoji.
HARD_TEXT = 'He said "5 < 6 & 7 > 6" \\ / é e\u0301 \u05e9\u05dc\u05d5\u05dd \u65e5\u672c \U0001f469\u200d\U0001f680'


def sample(number, round=0):
    """The values of an item that differ from all others."""
    return {
        "title": f"Book {number}" + (f", edition {round}" if round else ""),
        "note": HARD_TEXT + " " + "x" * (number % 200),
        "big": 9007199254740993 + number,
        "score": number / 7,
    }
