"""Ten caches and what they sync."""
import collections
import concurrent.futures
import hashlib
import hmac
import json
import os
import random
import re
import shutil
import tempfile
import threading
import time
import urllib.request

from expectation import Name
from mirrors import DuckDBMirror, PostgreSQLMirror
from servers import serve
from slot import ACCOUNTS, LISTS, SOURCES, Slot
from state import differ, read_file

FAULTS = ("photos:503", "articles:slide", "*:duplicate-id", "articles:older-version", "keywords:unknown-tombstone",
          "photos:reset", "keywords:truncate", "articles:wrong-total", "articles:empty-page")


class World:
    def __init__(self, seed, server, binary, python, root):
        self.seed = seed
        self.server = server
        self.bin = binary
        self.python = python
        self.duckdb_script = os.path.join(root, "scripts/examples/mirror-duckdb.sql")
        self.chance = random.Random(seed)
        self.folder = tempfile.mkdtemp(prefix=f"feedcache-world-{seed}-")
        self.environment = {**os.environ, "HOME": self.folder}
        self.names = {}
        self.lock = threading.Lock()
        self.counts = collections.Counter()
        self.key = "first"
        self.mirrors = []
        self.mirrors = [PostgreSQLMirror(self), DuckDBMirror(self)]

    def count(self, what, number=1):
        with self.lock:
            self.counts[what] += number

    def name(self, cache):
        with self.lock:
            return self.names.setdefault(cache, Name(self.mirrors))

    def manifest(self, source, account):
        """One manifest has a key, which changes once; one keeps a window of a list."""
        key = self.key if source == "beta" else ""
        path = os.path.join(self.folder, f"{source}-{account}-{key}.toml")
        if not os.path.exists(path):
            text = [f'[source]\nname = "{source}"\nbase_url = "{self.url}"\naccount = "{account}"\nretry = {{ attempts = 1 }}']
            if key:
                text.append(f'account_key = "{key}"')
            text.append('[sections]\npath = "sections"\n[ads]\npath = "ads"\n[events]\npath = "events"')
            for part in LISTS:
                style = '"page", size_param = "per_page", size = 12, has_next = "0.has_next_page"' if part == "photos" \
                    else '"link", size_param = "per_page", size = 12'
                text.append(f'[[collections]]\nname = "{part}"\npath = "{part}"\nitems = "{"0.photos" if part == "photos" else ""}"\n'
                            f'id = "id"\nversion = "updated_at"\ndeleted = "deleted"\npaging = {{ style = {style} }}')
                if source == "gamma" and part == "articles":
                    text.append("keep = { newest = 25 }")
            for name, content in ((path + ".json", json.dumps([source, account])), (path, "\n".join(text) + "\n")):
                with open(f"{name}.{threading.get_ident()}", "w") as file:
                    file.write(content)
                os.rename(file.name, name)
        return path

    def account_names(self):
        """What accounts may be called: HMAC-SHA-256 of source and account, each after its length."""
        def name(source, account, key):
            text = "".join(f"{len(part)}:{part}" for part in (source, account))
            return hmac.new(key.encode(), text.encode(), hashlib.sha256).hexdigest()[:32]
        return {(source, name(source, account, key)): (account, key) for source in SOURCES for account in ACCOUNTS
                for key in (("first", "second") if source == "beta" else ("",))}

    def tell(self, path, text=""):
        """Tells the mock API to go on, or what goes wrong."""
        for _ in range(9):
            try:
                urllib.request.urlopen(f"{self.base}/__mock/{path}", data=text.encode()).close()
                return
            except OSError:  # A fault that breaks any answer may break this one.
                time.sleep(0.1)

    def move(self, stop):
        """The world of the API, and what goes wrong."""
        while not stop.wait(0.7):
            self.tell(f"tick?by={self.chance.randint(1, 4)}")
            if self.chance.random() < 0.5:
                self.tell("faults", self.chance.choice(FAULTS))
            if self.chance.random() < 0.2:
                self.key = "second"

    def live(self, steps):
        mock, self.url = serve(self.bin, self.folder, "--size", "30", "--seed", str(self.seed))
        try:
            self.base = re.match(r"http://[^/]+", self.url).group()
            self.slots = [Slot(self, index) for index in range(10)]
            stop = threading.Event()
            mover = threading.Thread(target=self.move, args=(stop,))
            mover.start()
            try:
                with concurrent.futures.ThreadPoolExecutor(5) as pool:
                    for job in [pool.submit(slot.live, steps) for slot in self.slots]:
                        job.result()
            finally:
                stop.set()
                mover.join()
            if mock.poll() is not None:
                raise RuntimeError(f"the mock API has ended with {mock.returncode}")
            self.tell("faults?replace=true")
            self.key = "second"
            with concurrent.futures.ThreadPoolExecutor(5) as pool:
                for job in [pool.submit(self.settle, slot) for slot in self.slots]:
                    job.result()
            self.compare()
        finally:
            mock.kill()
            mock.wait()

    def settle(self, slot):
        """All accounts have their last names then, and both mirrors all of the cache."""
        known = self.account_names()
        for (source, _), name in sorted(read_file(slot.path).names.items()):
            # Of an account whose first sync was killed early there is no name yet.
            for account in known[(source, name)][:1] if (source, name) in known else ACCOUNTS:
                slot.manifest = self.manifest(source, account)
                slot.run("sync", "-q", "--allow-shrink", "--now", codes=(0, 3, 75))
        for mirror in self.mirrors:
            slot.load(mirror, victim=True)

    def compare(self):
        """Both mirrors against each other, caches that are gone included, and the names of the accounts."""
        known = self.account_names()
        for cache, name in self.names.items():
            states = [mirror.read(cache, name.digest) for mirror in self.mirrors]
            if len(name.last) < 2 or any(expected.seen for expected in name.expected.values()):
                self.count("caches that were not loaded to the end")
                continue
            one, other = states
            for state, mirror in zip(states, self.mirrors):
                if state.history != name.last[mirror].history or state.lists != name.last[mirror].lists:
                    differ("it has changed since it was loaded", mirror=mirror.title, name=cache)
            live = not name.is_shared and any(slot.cache() == cache for slot in self.slots)
            if live and (one.lists, one.collections, one.sections) != (other.lists, other.collections, other.sections):
                differ("lists differ between the mirrors", mirror="both", name=cache)
            self.count("caches equal in both")
        held = [mirror.accounts() for mirror in self.mirrors]
        for mirror, accounts in zip(self.mirrors, held):
            for source, account in accounts:
                if (source, account) not in known:
                    differ(f"account {account} of {source} has no name of the fleet", mirror=mirror.title, name="")
        for slot in self.slots:
            state = read_file(slot.path)
            for (source, digest), account in state.names.items():
                if not state.last_run(source, digest):
                    continue  # It was never synced, and has no name yet.
                key = known.get((source, account), (None, None))[1]
                if key != ("second" if source == "beta" else ""):
                    differ(f"account {account} of {source} has the key {key}", mirror="the file", name=slot.cache())
        self.count("accounts", len(held[0] & held[1]))

    def end(self):
        self.server.query(f"DROP DATABASE {self.mirrors[0].database} WITH (FORCE)", "postgres")
        shutil.rmtree(self.folder, ignore_errors=True)
