"""What `feedcache init` makes of the URL of the list, held against what the server gives."""
import json
import re
import urllib.parse

from cache import Cache, Difference
from server import Start
from spans import compact

#: The exit code with which `init` says that it finds no manifest.
REFUSED = 76
#: What a manifest fills in, such as {page} and {last.id}; ${NAME} is a variable.
_placeholder = re.compile(r"(?<!\$)\{[a-z][\w.]*\}")


class Guess:
    """The manifest that `init` writes for a URL: right, partial and said so, or refused. Partial in silence is an error."""

    def __init__(self, program, server, start, number, by_hand):
        self.server = server
        self.start = start
        self.cache = Cache(program, server, f"guessed-{number}")
        self.verdict = ""
        self._by_hand = by_hand

    def judge(self):
        done = self._init()
        said = _messages(done.stderr)
        if done.returncode == REFUSED and said:
            self.verdict = f"refused: {said[-1]}"
            return
        if done.returncode != 0:
            raise Difference(f"init {self.start.url} ended with {done.returncode}: {done.stderr.strip()}")
        self.cache.collection = self.cache.manifest_value()["collections"][0]["name"]
        findings = json.loads(done.stdout)["findings"]
        said += [each["evidence"] for each in findings if "Look at it" in each["evidence"]]
        synced = self.cache.attempt("sync", "--json", variables=self._variables())
        said += _messages(synced.stderr)
        missing = self._missing()
        if missing is None:
            self.verdict = "right" + self._differences()
        elif said:
            self.verdict = f"partial, {missing}; said: {said[-1]}"
        else:
            raise Difference(f"init {self.start.url} is partial in silence: {missing}")

    def follow(self):
        """Syncs a list that has changed with a manifest that was right."""
        if not self.verdict.startswith("right"):
            return
        self.server.variables, own = self._variables(), self.server.variables
        try:
            self.cache.sync_until_unchanged()
        finally:
            self.server.variables = own
        missing = self._missing()
        if missing:
            raise Difference(f"init {self.start.url} does not follow changes: {missing}")
        self.verdict += ", follows changes"

    def _init(self):
        arguments = ["init", self.start.url, "--json"]
        for name, value in self.start.headers.items():
            # A content type is no secret, and is kept as it is.
            value = value if name == "Content-Type" else f"${{{self._variable(name)}}}"
            arguments += ["--header", f"{name}: {value}"]
        if self.start.body is not None:
            arguments += ["--body", self.start.body]
        return self.cache.attempt(*arguments, variables=self._variables())

    def _variables(self):
        headers = {self._variable(name): value for name, value in self.start.headers.items()}
        return {**self.server.variables, **headers}

    @staticmethod
    def _variable(name):
        return "REAL_" + name.upper().replace("-", "_")

    def _missing(self):
        """What the cache has otherwise than the server; None for nothing."""
        part = 0 if self.server.cuts_items else 1
        given = sorted((str(id), compact(text))[part] for id, text in self.server.read())
        done = self.cache.attempt("export", self.cache.collection, "--format", "ndjson", variables=self._variables())
        items = self.cache.items() if done.returncode == 0 else []
        cached = sorted(item[part] for item in items)
        return None if cached == given else f"{len(set(cached) & set(given))} of {len(given)} items"

    def _differences(self):
        """What the manifest in scripts/examples says otherwise."""
        guessed, example = (_keys(each["collections"][0]) for each in (self.cache.manifest_value(), self._by_hand))
        names = [name for name in example if guessed.get(name) != example[name]]
        return f", by hand are other: {', '.join(names)}" if names else ""


def _messages(text):
    """What was printed besides results, but for what `init` always says."""
    found = []
    for line in text.splitlines():
        if line.startswith("{"):
            error = json.loads(line).get("error") or {}
            found.append(error.get("message", line))
        elif not line.removeprefix("feedcache: ").startswith(("wrote ", "set ")):
            found.append(line)
    return found


def starts(server, manifest):
    """The URL of the list as the manifest has it, and with the size of its pages; without what differs from page to page."""
    source, collection = manifest["source"], manifest["collections"][0]
    path, _, query = collection["path"].partition("?")
    parts = query.split("&") if query else []
    for table in (source.get("query", {}), collection.get("query", {})):
        parts += [f"{name}={urllib.parse.quote(value, safe='${}')}" for name, value in table.items()]
    parts = [part for part in parts if not _placeholder.search(part)]
    headers = {**server.credentials(), **collection.get("headers", {})}
    if "content_type" in collection:
        headers["Content-Type"] = collection["content_type"]

    def start(parts, body=None):
        url = f"{source['base_url']}/{path}"
        # In the query `init` reads them itself.
        for name, value in server.variables.items():
            url = url.replace(f"${{{name}}}", urllib.parse.quote(value, safe=""))
        return Start(url + ("?" + "&".join(parts) if parts else ""), headers, body)

    if "body" in collection:
        return [start(parts, json.dumps(_filled(json.loads(collection["body"]))))]
    paging = collection["paging"]
    size = [f"{paging['size_param']}={paging['size']}"] if "size_param" in paging else []
    return [start(parts)] + ([start(parts + size)] if size else [])


def _filled(value):
    """A body without what is filled in for each page."""
    if isinstance(value, dict):
        return {name: _filled(each) for name, each in value.items() if not _is_placeholder(each)}
    if isinstance(value, list):
        return [None if _is_placeholder(each) else _filled(each) for each in value]
    return value


def _is_placeholder(value):
    return isinstance(value, str) and _placeholder.fullmatch(value)


def _keys(collection):
    """The keys that say how the list is read, those of tables by dotted names."""
    found = {}
    for name, value in collection.items():
        if name in ("items", "id", "version", "deleted", "ignore", "end_status"):
            found[name] = value
        elif name in ("paging", "delta"):
            found.update({f"{name}.{key}": each for key, each in value.items()})
    return found
