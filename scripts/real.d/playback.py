"""A recording of the server, and the server that plays it back at the real one's address."""
import json
import os
import re

from cache import Cache, Difference

_time = re.compile(r"^\d{4}-\d\d-\d\dT")


class Playback:
    """What a sync from the server gives, and a sync from what was recorded of the server."""

    def __init__(self, program, server):
        self.program = program
        self.server = server
        self.folder = server.place.path("recorded")
        self._real = None

    def record(self):
        """Syncs a fresh database from the server, and records it. Gives the number of requests."""
        self._real = self._synced("recorded-from")
        server = self.server
        server.place.fresh("recorded")
        cache = Cache(self.program, server, "recording")
        cache.write_example()
        document = json.loads(cache.run("mock", "record", "--into", self.folder, "--json"))
        self._look_for_secrets()
        return document["requests"]

    def play(self):
        """Serves the recording in the place of the server, which has ended, and compares."""
        process = self.server.place.start(self.program, "mock", "serve", "--directory", self.folder,
                                          "--port", str(self.server.port))
        try:
            self.server.place.await_answer(self.server.url + "/__mock")
            played = self._synced("played")
        finally:
            self.server.place.stop(process)
        for name, value in self._real.items():
            if played[name] != value:
                raise Difference(f"the recording gives another {name}:{_first_difference(value, played[name])}")

    def _synced(self, folder):
        """A fresh database after a sync: its items, its state, and what the sync and the one after it did."""
        cache = Cache(self.program, self.server, folder)
        cache.write_example()
        first, second = (json.loads(cache.run("sync", "--json")) for _ in range(2))
        # The second may cost less: a recording knows what has not changed, where the server says so or not.
        return {"export": cache.export(), "status": _timeless(json.loads(cache.run("status", "--json"))),
                "sync": _timeless(first["collections"]), "second sync": second["outcome"]}

    def _look_for_secrets(self):
        secret = self.server.variables.get(self.server.secret)
        for folder, _, names in os.walk(self.folder):
            for name in names:
                with open(os.path.join(folder, name), "rb") as file:
                    if secret and secret.encode() in file.read():
                        raise Difference(f"the password is in the recording, in {name}")


def _timeless(value):
    """A document as text, without times and without what is said of the file."""
    def plain(value):
        if isinstance(value, dict):
            return {name: plain(each) for name, each in value.items() if name not in ("database", "bytes", "free_bytes")}
        if isinstance(value, list):
            return [plain(each) for each in value]
        return "time" if isinstance(value, str) and _time.match(value) else value

    return json.dumps(plain(value), indent=1)


def _first_difference(real, played):
    for ours, theirs in zip(real.splitlines(), played.splitlines()):
        if ours != theirs:
            return f"\n  server    {ours[:300]}\n  recording {theirs[:300]}"
    return f" {len(real)} and {len(played)} characters"
