"""Kinto, with its storage in memory: Next-Page in a header, tombstones, changes only."""
import json

from server import Server, basic, sample
from spans import elements, members

SETTINGS = """
[app:main]
use = egg:kinto
kinto.includes = kinto.plugins.accounts
kinto.storage_backend = kinto.core.storage.memory
kinto.permission_backend = kinto.core.permission.memory
kinto.cache_backend = kinto.core.cache.memory
kinto.userid_hmac_secret = only for a local test server
kinto.account_create_principals = system.Everyone
kinto.bucket_create_principals = system.Authenticated
kinto.paginate_by = 200
multiauth.policies = account
multiauth.policy.account.use = kinto.plugins.accounts.AccountsPolicy

[server:main]
use = egg:waitress#main
host = 127.0.0.1
port = {port}

[loggers]
keys = root

[handlers]
keys = console

[formatters]
keys = plain

[logger_root]
level = WARNING
handlers = console

[handler_console]
class = StreamHandler
args = (sys.stderr,)
formatter = plain

[formatter_plain]
format = %(levelname)s %(message)s
"""
COLLECTION = "/buckets/main/collections/certificates"
BATCH = 25


class Kinto(Server):
    name = "kinto"
    manifest = "kinto.toml"
    collection = "records"
    address = "https://kinto.example.com"
    variables = {"KINTO_USER": "ann", "KINTO_PASSWORD": "few:words"}
    secret = "KINTO_PASSWORD"
    ordered = False
    findings = {"no_compression": "waitress packs nothing, that is left to a server in front of it"}
    _added = 0

    def install(self):
        self.place.python("kinto")
        with open(self.place.path("kinto.ini"), "w") as file:
            file.write(SETTINGS.format(port=self.port))

    def command(self):
        return [self.place.path("venv", "bin", "kinto"), "start", "--ini", self.place.path("kinto.ini")]

    def start(self):
        super().start()
        user, password = self.variables["KINTO_USER"], self.variables["KINTO_PASSWORD"]
        self.ask(f"{self.url}/v1/accounts/{user}", "PUT", {"data": {"password": password}}, signed=False)
        for path in ("/buckets/main", COLLECTION):
            self.ask(f"{self.url}/v1{path}", "PUT", {"data": {}})

    def credentials(self):
        return basic(self.variables["KINTO_USER"], self.variables["KINTO_PASSWORD"])

    def add(self, count):
        names = [f"record-{number}" for number in range(self._added, self._added + count)]
        self._added += count
        self._batch("PUT", {name: sample(number) for number, name in enumerate(names)})

    def edit(self, ids):
        self._batch("PATCH", {id: {"title": f"Edited {id}"} for id in ids})

    def delete(self, ids):
        self._batch("DELETE", {id: None for id in ids})

    def read(self):
        items, url = [], f"{self.url}/v1{COLLECTION}/records?_limit=70"
        while url:
            body, headers = self.ask(url)
            items += [(json.loads(text)["id"], text) for text in elements(dict(members(body))["data"])]
            url = headers["Next-Page"]
        return items

    def _batch(self, method, values):
        requests = [{"method": method, "path": f"{COLLECTION}/records/{id}", **({"body": {"data": value}} if value else {})}
                    for id, value in values.items()]
        for start in range(0, len(requests), BATCH):
            answer = self.ask(f"{self.url}/v1/batch", "POST", {"requests": requests[start : start + BATCH]})[0]
            failed = [each for each in json.loads(answer)["responses"] if each["status"] >= 300]
            if failed:
                raise RuntimeError(f"{method}: {failed[0]['body']}")
