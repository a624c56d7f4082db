"""Isso: the comments of a page, each after the time of the last one, some with replies in them, on SQLite."""
import json

from server import Server, sample
from spans import elements, members

SETTINGS = """
[general]
dbpath = {folder}/comments.db
host = http://127.0.0.1:{port}/
max-age = 1d

[server]
listen = http://127.0.0.1:{port}/

[guard]
enabled = false
"""


class Isso(Server):
    name = "isso"
    manifest = "isso.toml"
    collection = "comments"
    address = "https://comments.example.com"
    # With an offset Isso 0.14 leaves as many replies of each comment out.
    cuts_items = True
    _added = 0

    def install(self):
        self.place.python("isso")
        self._cookies = {}
        self._replies = {}
        folder = self.place.fresh("database")
        with open(f"{folder}/isso.cfg", "w") as file:
            file.write(SETTINGS.format(folder=folder, port=self.port))

    def command(self):
        return [self.place.path("venv", "bin", "isso"), "-c", self.place.path("database", "isso.cfg"), "run"]

    def add(self, count):
        for number in range(self._added, self._added + count):
            id = self._post(sample(number))
            if number % 40 == 0:
                self._replies[id] = self._post(sample(number, round=1), id)
        self._added += count

    def edit(self, ids):
        for id in ids:
            self._ask(id, "PUT", {"text": f"Edited {id}: **5 < 6**"})

    def delete(self, ids):
        # A comment with replies is emptied, and stays.
        for id in ids:
            if id in self._replies:
                self._ask(self._replies.pop(id), "DELETE")
            self._ask(id, "DELETE")

    def read(self):
        body = dict(members(self.ask(f"{self.url}/?uri=/book/")[0]))
        return [(json.loads(text)["id"], text) for text in elements(body["replies"])]

    def _post(self, value, parent=None):
        """Only who has the cookie that came with a comment, or with its last change, may change it."""
        body, headers = self.ask(f"{self.url}/new?uri=/book/", "POST", {
            "text": f"{value['title']}: {value['note']}", "author": value["title"], "title": "A book", "parent": parent})
        id = json.loads(body)["id"]
        self._keep_cookie(id, headers)
        return id

    def _ask(self, id, method, value=None):
        headers = {"Cookie": self._cookies[id], "Content-Type": "application/json"}
        self._keep_cookie(id, self.ask(f"{self.url}/id/{id}", method, value, headers=headers)[1])

    def _keep_cookie(self, id, headers):
        self._cookies[id] = headers["Set-Cookie"].split(";")[0]
