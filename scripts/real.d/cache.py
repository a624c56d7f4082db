"""A database of the program, and the manifest that it is synced with."""
import json
import os
import subprocess
import tomllib

from spans import compact, members

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Difference(Exception):
    """The cache is not what the server gives."""


class Cache:
    """A fresh folder of the server's place, with a database and a manifest; `feedcache` is run on them."""

    def __init__(self, program, server, folder):
        self.program = program
        self.server = server
        self.folder = server.place.fresh(folder)
        self.database = os.path.join(self.folder, "feed.db")
        self.manifest = os.path.join(self.folder, "feed.toml")
        self.collection = server.collection

    def write_example(self):
        """The manifest in scripts/examples, with the address of the server."""
        with open(os.path.join(ROOT, "scripts", "examples", self.server.manifest)) as file:
            text = file.read()
        if self.server.address not in text:
            raise Difference(f"{self.server.manifest} has no address {self.server.address}")
        with open(self.manifest, "w") as file:
            file.write(text.replace(self.server.address, self.server.url))

    def manifest_value(self):
        """The manifest as it is read by Python."""
        with open(self.manifest, "rb") as file:
            return tomllib.load(file)

    def command(self, *arguments):
        return [self.program, *arguments, "--db", self.database, "--source", self.manifest]

    def environment(self, variables=None):
        own = {name: value for name, value in os.environ.items() if not name.startswith("FEEDCACHE_")}
        return {**own, **(self.server.variables if variables is None else variables)}

    def attempt(self, *arguments, variables=None):
        """Runs a command to its end, whatever its exit code is."""
        return subprocess.run(self.command(*arguments), env=self.environment(variables), capture_output=True,
                              text=True, timeout=self.server.place.seconds)

    def run(self, *arguments):
        done = self.attempt(*arguments)
        if done.returncode != 0:
            raise Difference(f"feedcache {arguments[0]} ended with {done.returncode}: {done.stderr.strip()}")
        return done.stdout

    def sync_until_unchanged(self):
        """Syncs the whole list until nothing is new, three times at most."""
        for _ in range(3):
            if json.loads(self.run("sync", "--full", "--json"))["outcome"] == "unchanged":
                break

    def export(self):
        return self.run("export", self.collection, "--format", "ndjson")

    def items(self):
        """ID and payload of each item, in order; the payload as it is written."""
        lines = (dict(members(line)) for line in self.export().splitlines())
        return [(json.loads(line["id"]), line["payload"]) for line in lines]

    def compare(self, what, ordered):
        """Compares the export with the server's list: the same IDs, each payload the same to the byte."""
        cached = self.items()
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
