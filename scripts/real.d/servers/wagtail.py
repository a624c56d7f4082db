"""Wagtail: the pages of its API, 20 a request as it is delivered, on SQLite. Its pages are edited through its models."""
import json
import os

from server import SITES, Server, sample
from spans import elements, members


class Wagtail(Server):
    name = "wagtail"
    manifest = "wagtail.toml"
    collection = "pages"
    address = "https://www.example.com"
    findings = {"no_compression": "runserver packs nothing, and GZipMiddleware is not on by itself"}

    def install(self):
        self._python = self.place.python("wagtail")
        self.place.fresh("database")
        self._manage("migrate", "--run-syncdb")

    def environment(self):
        return {
            "PYTHONPATH": os.path.join(SITES, "wagtail"), "PYTHONDONTWRITEBYTECODE": "1",
            "DJANGO_SETTINGS_MODULE": "settings", "DATABASE": self.place.path("database", "site.db"),
        }

    def command(self):
        return [self._python, "-m", "django", "runserver", "--noreload", f"127.0.0.1:{self.port}"]

    def add(self, count):
        # The site's home page is the first of the list.
        home = 0 if self._exists() else 1
        self._change("add", [sample(number) for number in range(count - home)])

    def edit(self, ids):
        self._change("edit", ids)

    def delete(self, ids):
        self._change("delete", ids)

    def read(self):
        items, total = [], None
        while total is None or len(items) < total:
            url = f"{self.url}/api/v2/pages/?fields=*&limit=7&offset={len(items)}"
            body = dict(members(self.ask(url)[0]))
            total = json.loads(body["meta"])["total_count"]
            items += [(json.loads(text)["id"], text) for text in elements(body["items"])]
        return items

    def _exists(self):
        body = json.loads(self.ask(f"{self.url}/api/v2/pages/")[0])
        return body["meta"]["total_count"] > 1

    def _change(self, how, values):
        self._manage("change", how, text=json.dumps(values))

    def _manage(self, *arguments, text=None):
        return self.place.run(self._python, "-m", "django", *arguments, env=self.environment(), text=text)
