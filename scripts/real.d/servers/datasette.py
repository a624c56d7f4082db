"""Datasette on an SQLite file that another process writes to."""
import json
import sqlite3

from server import Server, sample
from spans import elements, members
from views import PACKAGES, differences


class Datasette(Server):
    name = "datasette"
    manifest = "datasette.toml"
    collection = "books"
    address = "https://data.example.com"
    findings = {"no_compression": "Datasette packs nothing without a plugin"}

    def install(self):
        self.place.python(*PACKAGES)
        self._file = self.place.fresh("database") + "/library.db"
        self._write("CREATE TABLE books (id INTEGER PRIMARY KEY, title TEXT, note TEXT, big INTEGER, score REAL)", [()])

    def command(self):
        return [self.place.path("venv", "bin", "datasette"), "serve", self._file, "--host", "127.0.0.1",
                "--port", str(self.port), "--setting", "default_cache_ttl", "0"]

    def add(self, count):
        self._write("INSERT INTO books (title, note, big, score) VALUES (:title, :note, :big, :score)",
                    [sample(number) for number in range(count)])

    def edit(self, ids):
        self._write("UPDATE books SET title = 'Edited ' || id, score = score + 0.1 WHERE id = ?", [(id,) for id in ids])

    def delete(self, ids):
        self._write("DELETE FROM books WHERE id = ?", [(id,) for id in ids])

    def read(self):
        items, after = [], ""
        while after is not None:
            body = dict(members(self.ask(f"{self.url}/library/books.json?_shape=objects&_size=70{after}")[0]))
            items += [(json.loads(text)["id"], text) for text in elements(body["rows"])]
            following = json.loads(body["next"])
            after = f"&_next={following}" if following else None
        return items

    def differences(self, database, payloads):
        return differences(self.place, database, self.collection, payloads)

    def _write(self, statement, rows):
        connection = sqlite3.connect(self._file, timeout=30)
        # Else Datasette answers 400 while it is written to.
        connection.execute("PRAGMA journal_mode = WAL")
        with connection:
            connection.executemany(statement, rows)
        connection.close()
