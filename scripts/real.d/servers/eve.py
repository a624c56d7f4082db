"""Eve. There is no MongoDB in Debian and PyPI: its documents are in mongomock, in the memory of the process."""
import json
import os

from server import SITES, Server, basic, sample
from spans import elements, members


class Eve(Server):
    name = "eve"
    manifest = "eve.toml"
    collection = "books"
    address = "https://eve.example.com"
    variables = {"EVE_USER": "ann", "EVE_PASSWORD": "few:words"}
    secret = "EVE_PASSWORD"
    findings = {"no_compression": "Werkzeug packs nothing"}
    findings_of_change = {"validator_stays": "Last-Modified is the greatest _updated of a page: it stays when others go"}

    def install(self):
        self._python = self.place.python("eve", "mongomock")

    def command(self):
        return [self._python, os.path.join(SITES, "eve", "site.py"), str(self.port)]

    def environment(self):
        return {**self.variables, "PYTHONDONTWRITEBYTECODE": "1"}

    def credentials(self):
        return basic(self.variables["EVE_USER"], self.variables["EVE_PASSWORD"])

    def add(self, count):
        for start in range(0, count, 50):
            numbers = range(start, min(start + 50, count))
            self.ask(f"{self.url}/books", "POST", [sample(number) for number in numbers])

    def edit(self, ids):
        for id in ids:
            self.ask(f"{self.url}/books/{id}", "PATCH", {"title": f"Edited {id}"})

    def delete(self, ids):
        for id in ids:
            self.ask(f"{self.url}/books/{id}", "DELETE")

    def read(self):
        items, total = [], None
        while total is None or len(items) < total:
            url = f"{self.url}/books?max_results=25&page={len(items) // 25 + 1}"
            body = dict(members(self.ask(url)[0]))
            total = json.loads(body["_meta"])["total"]
            items += [(json.loads(text)["_id"], text) for text in elements(body["_items"])]
        return items
