"""Mailman 3: the members of a list by its REST API, on SQLite. Of its runners only that of the API is started."""
import json

from place import free_port
from server import HARD_TEXT, Server, Start, basic, sample
from spans import elements, members

RUNNERS = ("archive", "bounces", "command", "digest", "in", "lmtp", "nntp", "out", "pipeline", "retry", "shunt", "task",
           "virgin")
SETTINGS = """
[mailman]
layout: here
[paths.here]
var_dir: {folder}
[mta]
incoming: mailman.mta.null.NullMTA
lmtp_port: {other}
[webservice]
hostname: 127.0.0.1
port: {port}
admin_user: {user}
admin_pass: {password}
workers: 1
"""
LIST = "books@example.org"


class Mailman(Server):
    name = "mailman"
    manifest = "mailman.toml"
    collection = "members"
    address = "https://lists.example.com"
    variables = {"MAILMAN_USER": "ann", "MAILMAN_PASSWORD": "few:words"}
    secret = "MAILMAN_PASSWORD"
    _added = 0

    def install(self):
        # Mailman 3.3.10 does not know SQLAlchemy 2.1.
        self.place.python("mailman", "sqlalchemy<2.1")
        user, password = self.variables.values()
        settings = SETTINGS.format(folder=self.place.fresh("var"), port=self.port, other=free_port(), user=user,
                                   password=password)
        settings += "".join(f"[runner.{name}]\nstart: no\n" for name in RUNNERS)
        with open(self.place.path("mailman.cfg"), "w") as file:
            file.write(settings)

    def command(self):
        return [self.place.path("venv", "bin", "master"), "-C", self.place.path("mailman.cfg"), "--force"]

    def start(self):
        super().start()
        self._send("domains", "POST", mail_host="example.org")
        self._send("lists", "POST", fqdn_listname=LIST)

    def credentials(self):
        return basic(*self.variables.values())

    def starts(self, manifest):
        url = f"{self.url}/3.1/lists/{LIST}/roster/member"
        # A count without a page is answered with 500.
        return [Start(each, self.credentials()) for each in (url, f"{url}?count=100&page=1")]

    def add(self, count):
        for number in range(self._added, self._added + count):
            self._send("members", "POST", list_id="books.example.org", subscriber=f"reader-{number:05}@example.org",
                       display_name=f"{sample(number)['title']}: {HARD_TEXT}", pre_verified=True, pre_confirmed=True,
                       pre_approved=True, send_welcome_message=False)
        self._added += count

    def edit(self, ids):
        for id in ids:
            self._send(f"members/{id}", "PATCH", delivery_mode="plaintext_digests")

    def delete(self, ids):
        for id in ids:
            self._send(f"members/{id}", "DELETE")

    def read(self):
        items, total, page = [], None, 1
        while total is None or len(items) < total:
            url = f"{self.url}/3.1/lists/{LIST}/roster/member?count=70&page={page}"
            body = dict(members(self.ask(url)[0]))
            total, page = json.loads(body["total_size"]), page + 1
            items += [(json.loads(text)["member_id"], text) for text in elements(body["entries"])]
        return items

    def _send(self, path, method, **values):
        self.ask(f"{self.url}/3.1/{path}", method, values or None)
