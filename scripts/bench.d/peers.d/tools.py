"""The tools: how each is installed, run, and what its database holds."""
import json
import os
import signal
import sqlite3
import subprocess
import sys
import time

LAUNCH = os.path.join(os.path.dirname(os.path.abspath(__file__)), "launch.py")
CONFIGURED = os.path.join(os.path.dirname(os.path.abspath(__file__)), "configured")
QUIET = {"RUNTIME__DLTHUB_TELEMETRY": "false", "RUNTIME__LOG_LEVEL": "CRITICAL", "DO_NOT_TRACK": "1",
         "AIRBYTE_OFFLINE_MODE": "1"}


class NotInstalled(Exception):
    pass


class Run:
    """A process and all it starts, in a group of its own, with what they cost."""

    def __init__(self, command, folder):
        self.started = time.monotonic()
        self.cost = os.path.join(folder, "cost")
        command = [sys.executable, "-I", "-S", LAUNCH, self.cost, *command]
        with open(os.path.join(folder, "stderr"), "ab") as errors:
            self.process = subprocess.Popen(command, cwd=folder, env={**os.environ, **QUIET, "HOME": folder},
                                            start_new_session=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                            stderr=errors)
        self.code, self.hung = None, False

    def kill(self):
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def wait(self, limit):
        """Waits for the end, which comes by SIGKILL after so many seconds."""
        try:
            self.code = self.process.wait(max(0, self.started + limit - time.monotonic()))
        except subprocess.TimeoutExpired:
            self.hung = True
            self.kill()
            self.code = self.process.wait()
        return self

    def costs(self):
        """Processor seconds, wall seconds, megabytes."""
        with open(self.cost) as file:
            return tuple(map(float, file.read().split()))


class Tool:
    """A tool in a virtual environment of its own. `packages` are pinned here and nowhere else."""
    name = title = ""
    packages = ()
    database = "items.db"

    def __init__(self, home):
        self.home = os.path.join(home, self.name)
        self.python = os.path.join(self.home, "bin", "python")

    def install(self):
        marker = os.path.join(self.home, "installed")
        if os.path.exists(marker) and open(marker).read() == " ".join(self.packages):
            return
        for command in ([sys.executable, "-m", "venv", "--clear", self.home],
                        [self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *self.packages]):
            done = subprocess.run(command, text=True, capture_output=True)
            if done.returncode != 0:
                raise NotInstalled((done.stderr.strip() or "no message").splitlines()[-1])
        with open(marker, "w") as file:
            file.write(" ".join(self.packages))

    def version(self):
        parts = [each.partition("==") for each in self.packages]
        return ", ".join(f"{name.partition('[')[0]} {version}" for name, _, version in parts)

    def configured(self, script, *arguments):
        return [self.python, os.path.join(CONFIGURED, script), *map(str, arguments)]

    def size(self, folder):
        """The bytes of the database, with what is in its log."""
        base = os.path.join(folder, self.database)
        return sum(os.path.getsize(base + end) for end in ("", "-wal", ".wal") if os.path.exists(base + end))

    def rows(self, folder):
        """What the table holds: a dictionary a row; none where there is no table yet."""
        path = os.path.join(folder, self.database)
        if not os.path.exists(path):
            return []
        database = sqlite3.connect(path, timeout=10)
        try:
            found = database.execute("SELECT * FROM items")
            names = [column[0] for column in found.description]
            return [self.row(dict(zip(names, values))) for values in found]
        except sqlite3.OperationalError:
            return []
        finally:
            database.close()

    def row(self, columns):
        return columns


class Feedcache(Tool):
    name = title = "feedcache"
    database = "feed.db"

    def __init__(self, home, program):
        super().__init__(home)
        self.program = program

    def install(self):
        pass

    def version(self):
        return subprocess.run([self.program, "--version"], text=True, capture_output=True, check=True).stdout.strip()

    def command(self, name, folder, *more):
        paths = ["--db", os.path.join(folder, self.database), "--source", os.path.join(folder, "feed.toml")]
        return [self.program, name, *more, *paths]

    def sync(self, folder, base, cursor):
        with open(os.path.join(CONFIGURED, "feed.toml")) as file:
            text = file.read()
        paging = '{ style = "cursor", next = "next", has_next = "has_next" }' if cursor \
            else '{ style = "page", has_next = "has_next", total = "total" }'
        with open(os.path.join(folder, "feed.toml"), "w") as file:
            file.write(text.replace("BASE", base).replace("PAGING", paging))
        return self.command("sync", folder)

    def rows(self, folder):
        done = subprocess.run(self.command("export", folder, "items", "--format", "ndjson"), text=True, capture_output=True)
        return [json.loads(line)["payload"] for line in done.stdout.splitlines()]


class Script(Tool):
    name, title = "script", "requests + sqlite3"
    packages = ("requests==2.34.2",)

    def sync(self, folder, base, cursor):
        return self.configured("script.py", base, os.path.join(folder, self.database), cursor)

    def row(self, columns):
        return json.loads(columns["payload"])


class Dlt(Tool):
    name, title = "dlt", "dlt, merge"
    packages = ("dlt[sqlalchemy]==1.31.0",)
    disposition = "merge"

    def sync(self, folder, base, cursor):
        return self.configured("dlt_pipeline.py", base, folder, cursor, self.disposition)


class DltReplace(Dlt):
    title = "dlt, replace"
    disposition = "replace"


class Singer(Tool):
    name, title = "singer", "singer-sdk"
    packages = ("singer-sdk==0.54.9", "SQLAlchemy==2.1.9")

    def sync(self, folder, base, cursor):
        configs = {"tap.json": {"base": base, "cursor": cursor},
                   "target.json": {"path": os.path.join(folder, self.database), "add_record_metadata": False}}
        for name, config in configs.items():
            with open(os.path.join(folder, name), "w") as file:
                json.dump(config, file)
        pipe = '"$0" "$1" --config tap.json | "$0" "$2" --config target.json'
        target = os.path.join(CONFIGURED, "singer_target.py")
        return ["bash", "-o", "pipefail", "-c", pipe, *self.configured("singer_tap.py"), target]


class Airbyte(Tool):
    name, title = "airbyte", "PyAirbyte"
    packages = ("airbyte==0.71.3", "airbyte-cdk==7.39.1")
    database = "items.duckdb"

    def sync(self, folder, base, cursor):
        return self.configured("airbyte_read.py", base, folder, cursor)

    def rows(self, folder):
        done = subprocess.run(self.configured("airbyte_read.py", "rows", folder), text=True, capture_output=True)
        return json.loads(done.stdout) if done.returncode == 0 else []


def tools(home, program):
    return [Feedcache(home, program), Script(home), Dlt(home), DltReplace(home), Singer(home), Airbyte(home)]
