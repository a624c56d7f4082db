"""PowerDNS: the records of a zone in one answer, each with a name and a type, on SQLite. Nothing is set up as a service."""
import glob
import json
import sqlite3

from place import free_port
from server import Server, sample
from spans import elements, members

ZONE = "/api/v1/servers/localhost/zones"


class PowerDNS(Server):
    name = "powerdns"
    manifest = "powerdns.toml"
    collection = "records"
    address = "https://dns.example.com"
    variables = {"PDNS_API_KEY": "few:words"}
    secret = "PDNS_API_KEY"
    _hosts = 0

    def install(self):
        self._files = self.place.unpack("pdns-server", "pdns-backend-sqlite3")
        self._folder = self.place.fresh("database")
        with open(f"{self._files}/usr/share/pdns-backend-sqlite3/schema/schema.sqlite3.sql") as schema:
            connection = sqlite3.connect(f"{self._folder}/zones.db")
            connection.executescript(schema.read())
            connection.close()

    def environment(self):
        return {"LD_LIBRARY_PATH": ":".join(glob.glob(f"{self._files}/usr/lib/*-linux-*"))}

    def command(self):
        modules = glob.glob(f"{self._files}/usr/lib/*/pdns")[0]
        options = {
            "config-dir": self._folder, "socket-dir": self._folder, "module-dir": modules, "launch": "gsqlite3",
            "gsqlite3-database": f"{self._folder}/zones.db", "local-address": "127.0.0.1", "local-port": free_port(),
            "webserver-address": "127.0.0.1", "webserver-port": self.port, "api": "yes", "daemon": "no",
            "guardian": "no", "api-key": self.variables["PDNS_API_KEY"], "security-poll-suffix": "",
        }
        return [f"{self._files}/usr/sbin/pdns_server", *(f"--{name}={value}" for name, value in options.items())]

    def start(self):
        super().start()
        # Otherwise each change also changes the serial of the zone, an item like the others.
        self.ask(self.url + ZONE, "POST", {"name": "example.org.", "kind": "Native", "soa_edit_api": "",
                                           "nameservers": ["ns1.example.org."]})

    def credentials(self):
        return {"X-API-Key": self.variables["PDNS_API_KEY"]}

    def add(self, count):
        # The zone comes with its SOA and its NS. Each host has an A and a TXT.
        count -= 0 if self._hosts else 2
        self._change([(f"host-{self._hosts + number // 2:05}.example.org.", ["A", "TXT"][number % 2])
                      for number in range(count)], sample)
        self._hosts += (count + 1) // 2

    def edit(self, ids):
        self._change([id.split("/") for id in ids], lambda number: sample(number, round=1))

    def delete(self, ids):
        self._change([id.split("/") for id in ids])

    def read(self):
        zone = dict(members(self.ask(f"{self.url}{ZONE}/example.org.")[0]))
        items = [(json.loads(text), text) for text in elements(zone["rrsets"])]
        return [(f"{item['name']}/{item['type']}", text) for item, text in items]

    def _change(self, names, values=None):
        """Replaces records with such values, or deletes them without."""
        changes = []
        for number, (name, kind) in enumerate(names):
            change = {"name": name, "type": kind, "changetype": "REPLACE" if values else "DELETE"}
            if values:
                value = values(number)
                contents = {"A": f"10.{number % 7}.{number // 250}.{number % 250}", "NS": "ns2.example.org.",
                            "SOA": "ns1.example.org. ann.example.org. 1 10800 3600 604800 3600"}
                content = contents.get(kind, json.dumps(value["title"]))
                change |= {"ttl": 60 + number, "records": [{"content": content, "disabled": False}],
                           "comments": [{"content": f"{value['title']}: {value['note']}", "account": "ann"}]}
            changes.append(change)
        self.ask(f"{self.url}{ZONE}/example.org.", "PATCH", {"rrsets": changes})
