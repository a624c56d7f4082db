"""A cache, and what happens to it."""
import json
import os
import random
import shutil
import sqlite3
import subprocess

from expectation import Expectation, check
from state import Difference, State, read_file, split

ACCOUNTS = ("ann", "bob", "cas")


SOURCES = ("alpha", "beta", "gamma")


LISTS = ("keywords", "articles", "photos")


class Slot:
    """A path where a cache is."""

    def __init__(self, world, index):
        self.world = world
        self.index = index
        self.chance = random.Random(f"{world.seed}.{index}")
        self.path = os.path.join(world.folder, f"{index}.db")
        self.backups = []
        self.backup_count = 0
        # What this file syncs: sources and accounts.
        self.uses = {(self.chance.choice(SOURCES), self.chance.choice(ACCOUNTS)) for _ in range(2)}
        self.manifest = None
        self.copied = False
        self.reset()

    def reset(self):
        self.forgotten = {mirror: set() for mirror in self.world.mirrors}
        self.forgotten_lists = {mirror: {} for mirror in self.world.mirrors}

    def environment(self):
        return {**self.world.environment, "FEEDCACHE_DB": self.path, "FEEDCACHE_SOURCE": self.manifest or self.world.manifest(
            *min(self.uses))}

    def cache(self):
        db = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True, timeout=30)
        try:
            return db.execute("SELECT cache FROM stream").fetchone()[0]
        finally:
            db.close()

    def run(self, *arguments, codes=(0,), kill=False):
        process = subprocess.Popen([self.world.bin, *arguments], env=self.environment(), text=True,
                                   stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if kill:
            try:
                process.communicate(timeout=self.chance.uniform(0.02, 0.6))
            except subprocess.TimeoutExpired:
                process.kill()
                self.world.count("sync killed")
        output = process.communicate()[0] if process.returncode is None else ""
        if not kill and process.returncode not in codes:
            raise Difference(f"{' '.join(arguments)} ended with {process.returncode}: {output[-300:]}")
        return process.returncode == 0

    def exists(self):
        return os.path.exists(self.path)

    def name(self):
        return self.world.name(self.cache())

    # What happens to it.

    def use(self):
        source, account = self.chance.choice(sorted(self.uses))
        self.manifest = self.world.manifest(source, account)

    def sync(self, kill=False):
        self.use()
        arguments = ["sync", "-q", "--allow-shrink", *self.chance.choice(((), (), ("--full",), ("--now",)))]
        self.run(*arguments, codes=(0, 3, 69, 75, 76), kill=kill)

    def sync_killed(self):
        self.sync(kill=True)

    def look(self):
        section = self.chance.choice(("photos", "articles"))
        self.run(*self.chance.choice((("scroll", section, "3", "--dwell", "2"), ("tap", section, str(self.chance.randrange(9))))),
                 codes=(0, 1, 64, 65, 66, 69, 75))

    def back_up(self):
        # A file that was made before keeps its name, also where the cache has been made anew.
        path = f"{self.path}.backup{self.backup_count}"
        self.backup_count += 1
        if self.run("backup", path):
            self.backups.append(path)

    def replaced(self, path, by):
        """Puts another state of the file in its place."""
        old = self.name()
        new = read_file(path)
        gone = set().union(*self.forgotten.values())
        with old.lock:
            if by == "restore":
                self.run("restore", path)
            else:
                self.remove()
                shutil.copyfile(path, self.path)
            name = self.world.name(new.cache)
            name.learn(new)
            last = max((int(key[4]) for key in new.history["run"]), default=0)
            old.undo(last if name is old else 1 << 60, gone)
            self.reset()

    def restore(self):
        if self.backups:
            self.replaced(self.chance.choice(self.backups), self.chance.choice(("restore", "copy")))

    def remove(self):
        for suffix in ("", "-wal", "-shm"):
            if os.path.exists(self.path + suffix):
                os.remove(self.path + suffix)

    def recreate(self):
        name = self.name()
        with name.lock:
            name.undo(1 << 60, set().union(*self.forgotten.values()))
        self.remove()
        self.backups = []
        self.copied = False
        self.reset()
        self.sync()

    def copy(self):
        """Takes the place of a copy of another cache, which mostly gets a name of its own."""
        other = self.chance.choice(self.world.slots)
        path = f"{self.path}.copy"
        if other is self or self.copied or not other.exists():
            return
        if os.path.exists(path):
            os.remove(path)
        if subprocess.run([self.world.bin, "backup", path], env={**other.environment(), "FEEDCACHE_DB": other.path},
                          capture_output=True).returncode:
            return
        name = self.name()
        with name.lock:
            name.undo(1 << 60, set().union(*self.forgotten.values()))
        self.remove()
        os.rename(path, self.path)
        self.uses |= other.uses
        self.backups = []
        self.reset()
        if self.chance.random() < 0.8:
            self.run("changes", "--new-cache")
            name = self.name()
        else:
            self.copied = True
            self.name().is_shared = True
        self.name().learn(read_file(self.path))

    def prune(self):
        older = ["--older"] if self.chance.random() < 0.3 else []
        self.run("prune", "--days", "0", "--runs", "1", "--event-days", "0", *older, codes=(0, 75))

    def forget(self):
        """Forgets an account or a collection, and notes what has to go from the mirrors."""
        self.use()
        source, account = json.loads(open(self.manifest + ".json").read())
        before = read_file(self.path)
        part = self.chance.choice(LISTS) if self.chance.random() < 0.6 else None
        if not self.run("forget", *(("--collection", part) if part else ("--account", account)), "--force", codes=(0, 64, 66, 75)):
            return
        db = sqlite3.connect(f"file:{self.path}?mode=ro", uri=True)
        row = db.execute("SELECT name, collection, sections, change FROM forgotten WHERE renamed_to IS NULL "
                         "ORDER BY change DESC LIMIT 1").fetchone()
        db.close()
        if not row or row[1] != part:
            return
        (source, digest), sections = split(row[0]), set(json.loads(row[2]))
        name = self.name()
        with name.lock:
            for mirror in self.world.mirrors:
                expected = name.expected[mirror]
                for key in set(expected.known) | expected.seen | before.keys():
                    value = before.value(key) or expected.known.get(key)
                    if key[1:3] != (source, digest):
                        continue
                    if not part or (key[0] == "event" and value and value[1] in sections) or key[3] == part:
                        self.forgotten[mirror].add(key)
                if part:
                    self.forgotten_lists[mirror].setdefault((source, digest), set()).add(part)

    def load(self, mirror=None, victim=False):
        mirror = mirror or self.chance.choice(self.world.mirrors)
        killed = self.chance.random() < 0.4 if not victim else False
        victim = None
        if killed:
            victim = self.chance.choice(("psql", "loader", "psql", "loader", "server")
                                        if mirror.title == "PostgreSQL" else ("DuckDB", "cut"))
        name = self.name()
        with name.lock:
            done = mirror.load(self, self.chance, victim)
            truth = read_file(self.path)
            name.learn(truth)
            if done:
                held = mirror.read(truth.cache, name.digest)
                self.world.count("rows compared", check(mirror, name, self, truth, held, f" at {self.index}"))
                self.world.count("mirrors compared")
            else:
                name.expected[mirror].seen |= truth.keys()
                name.expected[mirror].unsure |= self.forgotten[mirror]

    def drop(self):
        """The mirror forgets a cache that is thought dead; it comes back with its next load."""
        mirror = self.chance.choice(self.world.mirrors)
        name = self.name()
        with name.lock:
            mirror.forget(self.cache())
            name.expected[mirror] = Expectation()
            name.last[mirror] = State()

    STEPS = {sync: 5, sync_killed: 2, look: 4, load: 9, back_up: 1, restore: 1, copy: 0.5, prune: 1, forget: 0.8, recreate: 0.3,
             drop: 0.3}

    def live(self, steps):
        self.sync()
        for _ in range(steps):
            step = self.chance.choices(list(self.STEPS), list(self.STEPS.values()))[0]
            if not self.exists():
                self.sync()
            step(self)
