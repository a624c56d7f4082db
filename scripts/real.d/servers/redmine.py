"""Redmine as Debian has it, on WEBrick, with SQLite: offsets and a total, the newest issue first."""
import json
import os
import shutil

from place import install_packages, which
from server import SITES, Server, sample
from spans import elements, members

#: What Redmine is made of. Its own package would set up a database and ask for it.
PACKAGES = [
    "ruby", *(f"ruby-{name}" for name in (
        "actionpack-action-caching", "actionpack-xml-parser", "addressable", "bundler", "coderay", "commonmarker", "csv",
        "html-pipeline", "i18n", "jquery-rails", "mail", "marcel", "mini-magick", "mini-mime", "mocha", "net-ldap",
        "nokogiri", "rack", "rack-test", "rails", "rails-dom-testing", "rails-observers", "rbpdf", "redcarpet",
        "request-store", "rmagick", "roadie", "roadie-rails", "rotp", "rouge", "rqrcode", "sanitize", "sqlite3",
        "task-list", "webrick", "zip")),
]
#: More are made in one process: a request takes its time.
MOST_BY_API = 50


class Redmine(Server):
    name = "redmine"
    manifest = "redmine.toml"
    collection = "issues"
    address = "https://projects.example.com"
    secret = "REDMINE_API_KEY"

    def install(self):
        if not which("ruby") or not os.path.exists("/usr/share/doc/ruby-rmagick"):
            install_packages(PACKAGES)
        self._site = self.place.fresh("site")
        source = self.place.unpack("redmine") + "/usr/share/redmine"
        shutil.copytree(source, self._site, symlinks=True, dirs_exist_ok=True)
        # Links to what the package keeps in /etc and /var.
        for name in ("Gemfile.lock", "instances", "config/database.yml"):
            os.remove(os.path.join(self._site, name))
        for name in ("config", "files", "log", "tmp"):
            os.makedirs(os.path.join(self._site, "instances", "default", name))
        database = f"production:\n  adapter: sqlite3\n  database: {self._site}/issues.db\n  timeout: 30000\n"
        for name, text in {
            "Gemfile.local": 'gem "sqlite3"\ngem "webrick"\n', "config/database.yml": database,
            "instances/default/config/database.yml": database,
        }.items():
            with open(os.path.join(self._site, name), "w") as file:
                file.write(text)
        self._rails("db:migrate")
        self.variables = {"REDMINE_API_KEY": self._change("set-up").split()[-1]}

    def environment(self):
        return {"BUNDLE_GEMFILE": os.path.join(self._site, "Gemfile"), "RAILS_ENV": "production", "LANG": "C.UTF-8",
                "SECRET_KEY_BASE": "only for a local test server, which nobody else knows"}

    def command(self):
        return ["ruby", "-C", self._site, "bin/rails", "server", "-u", "webrick", "-b", "127.0.0.1", "-p", str(self.port),
                "-P", f"{self._site}/instances/default/tmp/server.pid"]

    def credentials(self):
        return {"X-Redmine-API-Key": self.variables["REDMINE_API_KEY"]}

    def add(self, count):
        issues = [{"subject": sample(number)["title"], "description": sample(number)["note"]} for number in range(count)]
        if count > MOST_BY_API:
            self._change("add", text=json.dumps(issues))
        else:
            for issue in issues:
                self.ask(f"{self.url}/issues.json", "POST", {"issue": {"project_id": "books", **issue}})

    def edit(self, ids):
        for id in ids:
            self.ask(f"{self.url}/issues/{id}.json", "PUT", {"issue": {"subject": f"Edited {id}"}})

    def delete(self, ids):
        for id in ids:
            self.ask(f"{self.url}/issues/{id}.json", "DELETE")

    def read(self):
        items, total = [], None
        while total is None or len(items) < total:
            body = dict(members(self.ask(f"{self.url}/issues.json?limit=70&offset={len(items)}")[0]))
            total = json.loads(body["total_count"])
            items += [(json.loads(text)["id"], text) for text in elements(body["issues"])]
        return items

    def _change(self, how, text=None):
        return self._rails("runner", os.path.join(SITES, "redmine", "change.rb"), how, text=text)

    def _rails(self, *arguments, text=None):
        return self.place.run("ruby", "-C", self._site, "bin/rails", *arguments, env=self.environment(), text=text)
