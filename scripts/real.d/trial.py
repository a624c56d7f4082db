"""One server from the first sync to the last comparison."""
import json
import os
import subprocess

from place import say
from spans import compact, members

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Difference(Exception):
    """The cache is not what the server gives."""


class Trial:
    """Syncs a server's list into a fresh database and compares every item with the server's."""

    def __init__(self, server, program, objects):
        self.server = server
        self.program = program
        self.objects = objects
        self.reports = {}
        self._next = objects
        folder = server.place.fresh("cache")
        self.database = os.path.join(folder, "feed.db")
        self.manifest = os.path.join(folder, "feed.toml")

    def run(self):
        server = self.server
        say(f"{server.name}: setting up")
        server.install()
        server.start()
        say(f"{server.name}: {self.objects} objects")
        server.add(self.objects)
        self._write_manifest()
        self._sync("first", inserted=self.objects)
        self._compare("first sync", ordered=True)
        self._changes()
        self._sync("none", outcome="unchanged")
        self._compare("sync without a change", ordered=server.ordered)
        self._other_programs()
        self._wrong_password()
        self._deleted_meanwhile()
        self._down_meanwhile()
        self._refused("server down", 69, server.variables)
        self._run_feedcache("check")

    def _write_manifest(self):
        with open(os.path.join(ROOT, "scripts", "examples", self.server.manifest)) as file:
            text = file.read()
        if self.server.address not in text:
            raise Difference(f"{self.server.manifest} has no address {self.server.address}")
        with open(self.manifest, "w") as file:
            file.write(text.replace(self.server.address, self.server.url))

    def _changes(self):
        """Edits, deletes and adds all over the list; of it one sync alone removes 2 %."""
        ids = [id for id, _ in self.server.read()]
        edited, deleted = ids[3::20], ids[7::60]
        edited = [id for id in edited if id not in set(deleted)]
        self.server.edit(edited)
        self.server.delete(deleted)
        self.server.add(20)
        self._sync("changes", inserted=20, updated=len(edited), removed=len(deleted))
        self._compare("sync of changes", ordered=self.server.ordered)

    def _other_programs(self):
        export = self._run_feedcache("export", self.server.collection, "--format", "ndjson")
        payloads = [compact(dict(members(line))["payload"]) for line in export.splitlines()]
        for difference in self.server.differences(self.database, payloads):
            raise Difference(f"other programs: {difference}")

    def _wrong_password(self):
        server = self.server
        if server.secret:
            self._refused("wrong password", 77, {**server.variables, server.secret: "wrong:word"}, secret="wrong:word")

    def _refused(self, what, code, variables, secret=None):
        """A sync that gets nothing: its exit code, the cache as it was, and no password in what it prints."""
        before = self._run_feedcache("export", self.server.collection)
        done = self._feedcache("sync", "--json", variables=variables)
        if done.returncode != code:
            raise Difference(f"{what}: exit code {done.returncode} in place of {code}: {done.stderr.strip()}")
        secrets = [value for value in (secret, self.server.variables.get(self.server.secret)) if value]
        if any(secret in done.stdout + done.stderr for secret in secrets):
            raise Difference(f"{what}: the password is in the output")
        if self._run_feedcache("export", self.server.collection) != before:
            raise Difference(f"{what}: the cache has changed")

    def _deleted_meanwhile(self):
        """Items of the first pages are deleted while a sync is under way; the next syncs find all that is left.

        The first one stays: in a list of pages it is the site's home page.
        """
        ids = [id for id, _ in self.server.read()]
        self._during_sync("deleting while it syncs", {0, 3}, lambda: self.server.delete(ids[1:21]))
        for _ in range(3):
            if json.loads(self._run_feedcache("sync", "--full", "--json"))["outcome"] == "unchanged":
                break
        self._compare("deleting while it syncs", ordered=True)

    def _down_meanwhile(self):
        """The server ends while a sync is under way: all items stay."""
        before = self._run_feedcache("export", self.server.collection)
        self._during_sync("server ends while it syncs", self.server.cut_short, self.server.stop)
        if self._run_feedcache("export", self.server.collection) != before:
            raise Difference("server ends while it syncs: the cache has changed")

    def _during_sync(self, what, codes, act):
        """Does something to the server once a sync has its first page."""
        command = self._command("sync", "--full", "--spacing", "200ms", "--format", "ndjson")
        with open(self.database + ".messages", "w+") as messages:
            sync = subprocess.Popen(command, env=self._environment(), text=True, stdout=subprocess.PIPE, stderr=messages)
            try:
                sync.stdout.readline()
                act()
                sync.communicate(timeout=self.server.place.seconds)
            finally:
                sync.kill()
                sync.wait()
            messages.seek(0)
            if sync.returncode not in codes:
                raise Difference(f"{what}: exit code {sync.returncode}: {messages.read().strip()}")

    def _sync(self, key, outcome="complete", **counts):
        document = json.loads(self._run_feedcache("sync", "--json"))
        report = document["collections"][0]
        self.reports[key] = {**report, **{name: document[name] for name in ("requests", "bytes", "seconds")}}
        expected = {"inserted": 0, "updated": 0, "removed": 0, "rejected": 0, "outcome": outcome, **counts}
        wrong = [f"{name} {report[name]} in place of {value}"
                 for name, value in expected.items() if report[name] != value]
        if wrong:
            raise Difference(f"sync “{key}”: {', '.join(wrong)}")

    def _compare(self, what, ordered):
        """Compares the export with the server's list: the same IDs, each payload the same to the byte."""
        export = self._run_feedcache("export", self.server.collection, "--format", "ndjson")
        cached = []
        for line in export.splitlines():
            fields = dict(members(line))
            cached.append((json.loads(fields["id"]), fields["payload"]))
        given = [(str(id), compact(text)) for id, text in self.server.read()]
        if len(dict(given)) != len(given):
            raise Difference(f"{what}: the server gives an item twice")
        ours, theirs = dict(cached), dict(given)
        if ours.keys() != theirs.keys():
            odd = sorted(ours.keys() ^ theirs.keys())
            raise Difference(f"{what}: {len(ours)} items in place of {len(theirs)}, among them {odd[0]}")
        for id, payload in ours.items():
            if payload != theirs[id]:
                raise Difference(f"{what}: item {id} differs:\n  cache  {payload[:300]}\n  server {theirs[id][:300]}")
        if ordered and [id for id, _ in cached] != [id for id, _ in given]:
            raise Difference(f"{what}: another order than the server's")

    def _command(self, *arguments):
        return [self.program, *arguments, "--db", self.database, "--source", self.manifest]

    def _environment(self, variables=None):
        own = {name: value for name, value in os.environ.items() if not name.startswith("FEEDCACHE_")}
        return {**own, **(self.server.variables if variables is None else variables)}

    def _feedcache(self, *arguments, variables=None):
        return subprocess.run(self._command(*arguments), env=self._environment(variables), capture_output=True,
                              text=True, timeout=self.server.place.seconds)

    def _run_feedcache(self, *arguments):
        done = self._feedcache(*arguments)
        if done.returncode != 0:
            raise Difference(f"feedcache {arguments[0]} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout
