"""Django REST framework: a model view set with page numbers, signed in with a token, on SQLite."""
import json
import os

from server import SITES, Server, sample
from spans import elements, members


class DjangoRESTFramework(Server):
    name = "drf"
    manifest = "django-rest-framework.toml"
    collection = "books"
    address = "https://api.example.com"
    secret = "API_TOKEN"
    findings = {"no_compression": "runserver packs nothing, and GZipMiddleware is not on by itself"}

    def install(self):
        self._python = self.place.python("djangorestframework")
        self.place.fresh("database")
        self._manage("migrate", "--run-syncdb")
        self._manage("createsuperuser", "--noinput", "--username", "ann", "--email", "ann@example.com")
        token = self._manage("drf_create_token", "ann").split()[2]
        self.variables = {"API_TOKEN": token}

    def environment(self):
        return {
            "PYTHONPATH": os.path.join(SITES, "drf"), "PYTHONDONTWRITEBYTECODE": "1",
            "DJANGO_SETTINGS_MODULE": "settings", "DJANGO_SUPERUSER_PASSWORD": "word",
            "DATABASE": self.place.path("database", "books.db"),
        }

    def command(self):
        return [self._python, "-m", "django", "runserver", "--noreload", f"127.0.0.1:{self.port}"]

    def credentials(self):
        return {"Authorization": f"Token {self.variables['API_TOKEN']}"}

    def add(self, count):
        for number in range(count):
            self.ask(f"{self.url}/api/books/", "POST", sample(number))

    def edit(self, ids):
        for id in ids:
            self.ask(f"{self.url}/api/books/{id}/", "PATCH", {"title": f"Edited {id}"})

    def delete(self, ids):
        for id in ids:
            self.ask(f"{self.url}/api/books/{id}/", "DELETE")

    def read(self):
        items, page = [], 1
        while True:
            body = dict(members(self.ask(f"{self.url}/api/books/?page={page}&page_size=70")[0]))
            items += [(json.loads(text)["id"], text) for text in elements(body["results"])]
            if body["next"] == "null":
                return items
            page += 1

    def _manage(self, *arguments):
        return self.place.run(self._python, "-m", "django", *arguments, env=self.environment())
