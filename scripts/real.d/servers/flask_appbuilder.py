"""Flask-AppBuilder, on which Superset and Airflow stand: page numbers inside of a parameter, a sign-in by login, on SQLite."""
import json
import os
import urllib.parse

from server import SITES, Server, sample
from spans import elements, members


class FlaskAppBuilder(Server):
    name = "flask-appbuilder"
    manifest = "flask-appbuilder.toml"
    collection = "books"
    address = "https://library.example.com"
    variables = {"FAB_PASSWORD": "few:words"}
    secret = "FAB_PASSWORD"
    _token = None

    def install(self):
        self._python = self.place.python("flask-appbuilder")
        self.place.fresh("database")

    def environment(self):
        return {**self.variables, "PYTHONDONTWRITEBYTECODE": "1", "DATABASE": self.place.path("database", "books.db")}

    def command(self):
        return [self._python, os.path.join(SITES, "flask-appbuilder", "site.py"), str(self.port)]

    def start(self):
        super().start()
        answer = self.ask(f"{self.url}/api/v1/security/login", "POST", {
            "username": "ann", "password": self.variables["FAB_PASSWORD"], "provider": "db"}, signed=False)[0]
        self._token = json.loads(answer)["access_token"]

    def credentials(self):
        return {"Authorization": f"Bearer {self._token}"}

    def add(self, count):
        for number in range(count):
            self.ask(f"{self.url}/api/v1/book/", "POST", sample(number))

    def edit(self, ids):
        for id in ids:
            self.ask(f"{self.url}/api/v1/book/{id}", "PUT", {"title": f"Edited {id}"})

    def delete(self, ids):
        for id in ids:
            self.ask(f"{self.url}/api/v1/book/{id}", "DELETE")

    def read(self):
        items, total = [], None
        while total is None or len(items) < total:
            query = f"(page:{len(items) // 30},page_size:30)"
            body = dict(members(self.ask(f"{self.url}/api/v1/book/?q={urllib.parse.quote(query)}")[0]))
            total = json.loads(body["count"])
            items += [(json.loads(text)["id"], text) for text in elements(body["result"])]
        return items
