"""Prometheus as Debian has it: its alerting rules, 100 a group, from files that are read again on request."""
import json
import os

from server import Server, sample
from spans import elements, members

GROUP = 100


class Prometheus(Server):
    name = "prometheus"
    manifest = "prometheus.toml"
    collection = "rules"
    address = "https://prometheus.example.com"

    def install(self):
        self._program = self.place.debian("prometheus") + "/usr/bin/prometheus"
        self._folder = self.place.fresh("rules")
        self._rules = []
        self._added = 0
        with open(self.place.path("prometheus.yml"), "w") as file:
            # JSON is YAML. Rules are never evaluated: each evaluation changes all of them.
            json.dump({"global": {"evaluation_interval": "1y"}, "rule_files": [self._folder + "/*.yml"]}, file)

    def command(self):
        return [self._program, "--config.file", self.place.path("prometheus.yml"), "--storage.tsdb.path",
                self.place.fresh("data"), "--web.listen-address", f"127.0.0.1:{self.port}", "--web.enable-lifecycle"]

    def start(self):
        super().start()
        self.place.wait_for("the rules", self._is_ready)

    def add(self, count):
        for number in range(self._added, self._added + count):
            values = sample(number)
            self._rules.append((number, {
                "alert": f"Book{number}", "expr": f"vector({values['score']}) > {values['big']}",
                "annotations": {"title": values["title"], "note": values["note"]}}))
        self._added += count
        self._load()

    def edit(self, ids):
        for _, rule in self._rules:
            if rule["alert"] in set(ids):
                rule["annotations"]["title"] = f"Edited {rule['alert']}"
        self._load()

    def delete(self, ids):
        self._rules = [(number, rule) for number, rule in self._rules if rule["alert"] not in set(ids)]
        self._load()

    def read(self):
        data = dict(members(dict(members(self.ask(f"{self.url}/api/v1/rules")[0]))["data"]))
        rules = (each for group in elements(data["groups"]) for each in elements(dict(members(group))["rules"]))
        return [(json.loads(rule)["name"], rule) for rule in rules]

    def _load(self):
        groups = {}
        for number, rule in self._rules:
            groups.setdefault(f"{number // GROUP:04}", []).append(rule)
        for name in os.listdir(self._folder):
            os.remove(os.path.join(self._folder, name))
        for name, rules in groups.items():
            with open(os.path.join(self._folder, name + ".yml"), "w", encoding="utf-8") as file:
                # YAML has no pairs of surrogates.
                json.dump({"groups": [{"name": name, "rules": rules}]}, file, ensure_ascii=False)
        self.ask(f"{self.url}/-/reload", "POST")

    def _is_ready(self):
        try:
            self.ask(f"{self.url}/-/ready")
        except RuntimeError:
            return False
        return True
