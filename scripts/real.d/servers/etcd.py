"""etcd as Debian has it: the range of keys below a prefix, through its JSON gateway. Keys and values are Base64."""
import base64
import json

from server import Server, Start, sample
from spans import elements, members

PREFIX = b"books/"
#: The prefix with its last byte raised: the end of the range.
END = b"books0"


def text(value):
    return base64.b64encode(value).decode()


class Etcd(Server):
    name = "etcd"
    manifest = "etcd.toml"
    collection = "books"
    address = "https://etcd.example.com"
    findings = {"no_compression": "the gateway packs nothing"}
    _added = 0

    def starts(self, manifest):
        """A page of the range, and all of it."""
        part = json.loads(manifest["collections"][0]["body"])
        whole = {name: value for name, value in part.items() if name != "limit"}
        return [Start(f"{self.url}/v3/kv/range", {}, json.dumps(body)) for body in (part, whole)]

    def install(self):
        self._program = self.place.debian("etcd-server") + "/usr/bin/etcd"
        self._data = self.place.fresh("data")

    def command(self):
        # It has no other members: none knows its second address.
        peers = "http://127.0.0.1:0"
        return [self._program, "--data-dir", self._data, "--listen-client-urls", self.url,
                "--advertise-client-urls", self.url, "--listen-peer-urls", peers,
                "--initial-advertise-peer-urls", peers, "--initial-cluster", f"default={peers}", "--unsafe-no-fsync"]

    def add(self, count):
        for number in range(self._added, self._added + count):
            self._put(text(PREFIX + b"%06d" % number), sample(number))
        self._added += count

    def edit(self, ids):
        for id in ids:
            self._put(id, {"title": f"Edited {id}"})

    def delete(self, ids):
        for id in ids:
            self._ask("deleterange", {"key": id})

    def read(self):
        """In pages from the first key on, which is another way than that of the manifest."""
        items, start, more = [], PREFIX, True
        while more:
            body = dict(members(self._ask("range", {"key": text(start), "range_end": text(END), "limit": 70})))
            page = [(json.loads(each)["key"], each) for each in elements(body.get("kvs", "[]"))]
            items += page
            more = "more" in body
            if more:
                start = base64.b64decode(page[-1][0]) + b"\0"
        return items[::-1]

    def _put(self, key, value):
        self._ask("put", {"key": key, "value": text(json.dumps(value).encode())})

    def _ask(self, what, value):
        return self.ask(f"{self.url}/v3/kv/{what}", "POST", value)[0]
