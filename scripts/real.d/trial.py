"""One server from the first sync to the last comparison."""
import json
import subprocess

from auditing import audit, audit_while
from cache import Cache, Difference
from guess import Guess, starts
from place import say
from playback import Playback
from spans import compact, members


class Trial:
    """Syncs a server's list into a fresh database and compares every item with the server's."""

    def __init__(self, server, program, objects):
        self.server = server
        self.program = program
        self.objects = objects
        self.reports = {}
        #: What is told of the server besides, in lines.
        self.notes = []
        self._cache = Cache(program, server, "cache")
        self._guesses = []
        self._playback = Playback(program, server)

    def run(self):
        server = self.server
        say(f"{server.name}: setting up")
        server.install()
        server.start()
        say(f"{server.name}: {self.objects} objects")
        server.add(self.objects)
        self._cache.write_example()
        self._sync("first", inserted=self.objects)
        self._cache.compare("first sync", ordered=True)
        self._guess()
        self._audit()
        self._changes()
        self._sync("none", outcome="unchanged")
        self._cache.compare("sync without a change", ordered=server.ordered)
        for guess in self._guesses:
            guess.follow()
        self._other_programs()
        self._wrong_password()
        self._audit_meanwhile()
        self._deleted_meanwhile()
        say(f"{server.name}: recording")
        requests = self._playback.record()
        self._down_meanwhile()
        self._refused("server down", 69, server.variables)
        self._cache.run("check")
        self._playback.play()
        self.notes += [f"init {guess.start.url}: {guess.verdict}" for guess in self._guesses]
        self.notes.append(f"record: {requests} requests, played back to the byte")

    def _guess(self):
        say(f"{self.server.name}: guessing")
        manifest = self._cache.manifest_value()
        for number, start in enumerate(self.server.starts(manifest) or starts(self.server, manifest)):
            self._guesses.append(Guess(self.program, self.server, start, number, manifest))
            self._guesses[-1].judge()

    def _audit(self):
        say(f"{self.server.name}: auditing")
        self.notes += [f"audit: {line}" for line in audit(self._cache)] or ["audit: no finding"]

    def _audit_meanwhile(self):
        """Items are edited, added and deleted while the list is audited."""
        ids = [id for id, _ in self.server.read()]

        def change(number):
            self.server.edit(ids[10 + number::400][:4])
            if number % 3 == 0:
                self.server.add(1)
            if number % 3 == 1:
                self.server.delete([ids.pop(100)])

        rounds, new = audit_while(self._cache, change)
        self._cache.sync_until_unchanged()
        self._cache.compare("audit of a list that changes", ordered=True)
        self.notes.append(f"audit while the list is changed {rounds} times: {'; '.join(new) or 'nothing else'}")

    def _changes(self):
        """Edits, deletes and adds all over the list; of it one sync alone removes 2 %."""
        ids = [id for id, _ in self.server.read()]
        edited, deleted = ids[3::20], ids[7::60]
        edited = [id for id in edited if id not in set(deleted)]
        self.server.edit(edited)
        self.server.delete(deleted)
        self.server.add(20)
        self._sync("changes", inserted=20, updated=len(edited), removed=len(deleted))
        self._cache.compare("sync of changes", ordered=self.server.ordered)

    def _other_programs(self):
        export = self._cache.export()
        payloads = [compact(dict(members(line))["payload"]) for line in export.splitlines()]
        for difference in self.server.differences(self._cache.database, payloads):
            raise Difference(f"other programs: {difference}")

    def _wrong_password(self):
        server = self.server
        if server.secret:
            self._refused("wrong password", 77, {**server.variables, server.secret: "wrong:word"}, secret="wrong:word")

    def _refused(self, what, code, variables, secret=None):
        """A sync that gets nothing: its exit code, the cache as it was, and no password in what it prints."""
        before = self._cache.run("export", self.server.collection)
        done = self._cache.attempt("sync", "--json", variables=variables)
        if done.returncode != code:
            raise Difference(f"{what}: exit code {done.returncode} in place of {code}: {done.stderr.strip()}")
        secrets = [value for value in (secret, self.server.variables.get(self.server.secret)) if value]
        if any(secret in done.stdout + done.stderr for secret in secrets):
            raise Difference(f"{what}: the password is in the output")
        if self._cache.run("export", self.server.collection) != before:
            raise Difference(f"{what}: the cache has changed")

    def _deleted_meanwhile(self):
        """Items of the first pages are deleted while a sync is under way; the next syncs find all that is left.

        The first one stays: in a list of pages it is the site's home page.
        """
        ids = [id for id, _ in self.server.read()]
        self._during_sync("deleting while it syncs", {0, 3}, lambda: self.server.delete(ids[1:21]))
        self._cache.sync_until_unchanged()
        self._cache.compare("deleting while it syncs", ordered=True)

    def _down_meanwhile(self):
        """The server ends while a sync is under way: all items stay."""
        before = self._cache.run("export", self.server.collection)
        # A list of one page is read by then.
        codes = {3, 69} if self.reports["first"]["pages"] > 1 else {0, 3, 69}
        self._during_sync("server ends while it syncs", codes, self.server.stop)
        if self._cache.run("export", self.server.collection) != before:
            raise Difference("server ends while it syncs: the cache has changed")

    def _during_sync(self, what, codes, act):
        """Does something to the server once a sync has its first page."""
        command = self._cache.command("sync", "--full", "--spacing", "200ms", "--format", "ndjson")
        with open(self._cache.database + ".messages", "w+") as messages:
            sync = subprocess.Popen(command, env=self._cache.environment(), text=True, stdout=subprocess.PIPE,
                                    stderr=messages)
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
        document = json.loads(self._cache.run("sync", "--json"))
        report = document["collections"][0]
        self.reports[key] = {**report, **{name: document[name] for name in ("requests", "bytes", "seconds")}}
        expected = {"inserted": 0, "updated": 0, "removed": 0, "rejected": 0, "outcome": outcome, **counts}
        wrong = [f"{name} {report[name]} in place of {value}"
                 for name, value in expected.items() if report[name] != value]
        if wrong:
            raise Difference(f"sync “{key}”: {', '.join(wrong)}")
