"""A mirror in PostgreSQL, and one in DuckDB."""
import collections
import json
import os
import signal
import subprocess
import threading
import time

from servers import child_of
from state import Difference, read_mirror

WORKER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "duckdb_worker.py")


class PostgreSQLMirror:
    title = "PostgreSQL"

    def __init__(self, world):
        self.world = world
        self.database = f"w{world.seed}"
        world.server.query(f"CREATE DATABASE {self.database}", "postgres")
        schema = subprocess.run([world.bin, "changes", "--sql", "postgresql"], check=True, text=True, capture_output=True).stdout
        world.server.query(schema, self.database)

    def query(self, sql):
        return self.world.server.query(sql, self.database)

    def load(self, slot, chance, victim):
        """Returns whether all was loaded; None where it was killed, or its server was."""
        environment = {**self.world.server.environment(self.database), **slot.environment()}
        began = time.monotonic()
        loader = subprocess.Popen(
            [self.world.bin, "changes", "--to", "postgresql://", "--as", "pg", "--batch", str(chance.choice((40, 200, 10000)))],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        if victim == "server":
            time.sleep(chance.uniform(0, 0.6))
            self.world.server.kill()
        elif victim:
            time.sleep(chance.uniform(0.05, 0.6))
            target = child_of(loader.pid) if victim == "psql" else loader.pid
            if target and loader.poll() is None:
                try:
                    os.kill(target, signal.SIGKILL)
                    self.world.count(f"{victim} killed")
                except ProcessLookupError:
                    pass  # It has ended.
        errors = loader.communicate()[1]
        if loader.returncode == 0:
            return True
        if victim or loader.returncode in (69, 74) and self.world.server.was_away(since=began):
            return None
        raise Difference(f"a loader ended with {loader.returncode}: {errors}")

    def read(self, name, digest):
        answer = self.query(f"""
            SELECT json_build_array(
                (SELECT json_agg(json_build_array(source, account, collection, id, live, version, removed_by, body::text)
                    ORDER BY source, account, collection, position) FROM item WHERE cache = '{name}'),
                (SELECT json_agg(json_build_array(type, source, account, collection, id, version, body::text))
                    FROM fact WHERE cache = '{name}'))""")
        items, facts = json.loads(answer)
        return read_mirror(items or [], facts or [], digest, self.title)

    def forget(self, name):
        self.query(f"DELETE FROM cache WHERE cache = '{name}'")

    def accounts(self):
        return {tuple(line) for line in json.loads(self.query(
            "SELECT coalesce(json_agg(DISTINCT ARRAY[source, account]), '[]') FROM "
            "(SELECT source, account FROM item UNION SELECT source, account FROM fact) AS all_of_them"))}


class DuckDBMirror:
    title = "DuckDB"

    def __init__(self, world):
        self.world = world
        # A file of DuckDB has one writer.
        self.lock = threading.Lock()
        self.worker = None
        with open(os.path.join(world.folder, "changes.csv"), "w") as file:
            file.write("type,cache,snapshot,change,source,account,collection,id,live,version,version_order,removed_by,place,"
                       "time_ms,body\r\n")
        self._ask("load")

    def _ask(self, command, name="", kill_after=None):
        """What the worker answers; None where it was killed."""
        if not self.worker:
            self.worker = subprocess.Popen([self.world.python, WORKER, self.world.duckdb_script], cwd=self.world.folder,
                                           stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.worker.stdin.write(json.dumps([command, name]) + "\n")
        self.worker.stdin.flush()
        if kill_after is not None:
            time.sleep(kill_after)
            self.end()
            self.world.count("DuckDB killed")
            return None
        answer = json.loads(self.worker.stdout.readline())
        if "error" in answer:
            raise Difference(f"DuckDB: {answer['error']}")
        return answer["rows"]

    def end(self):
        if self.worker:
            self.worker.kill()
            self.worker.communicate()
            self.worker = None

    def load(self, slot, chance, victim):
        with self.lock:
            token = self._ask("token", slot.cache())
            after = ["--as", "duck", "--after", token[0][0]] if token else []
            batch = os.path.join(self.world.folder, "changes.csv")
            with open(batch, "wb") as file:
                done = subprocess.run([self.world.bin, "changes", "--format", "csv", *after], env=slot.environment(),
                                      stdout=file, stderr=subprocess.PIPE, text=True)
            if done.returncode:
                raise Difference(f"changes ended with {done.returncode}: {done.stderr}")
            if victim == "cut":
                # As where the program was killed before the end of the last line.
                os.truncate(batch, chance.randrange(os.path.getsize(batch) - 2))
                self.world.count("files cut")
                try:
                    self._ask("load")
                except Difference:
                    pass
                return None
            return self._ask("load", "", chance.uniform(0, 0.5) if victim else None) is not None or None

    def read(self, name, digest):
        with self.lock:
            columns, *rows = self._ask("read", name)
        rows = [dict(zip(columns, row)) for row in rows]
        reach = collections.defaultdict(list)
        for row in rows:
            if row["type"] == "reach":
                reach[(row["source"], row["account"], row["collection"])].append(
                    (int(row["id"]), json.loads(row["body"])["pages"]))
        items = []
        for row in rows:
            if row["type"] == "item":
                where = (row["source"], row["account"], row["collection"])
                order = ()
                if row["live"]:
                    _, walk, number, part, rank = json.loads(row["place"])
                    if walk is None:
                        walk = max((at for at, pages in reach[where] if pages >= number), default=-1)
                    order = (-walk, number, part, rank)
                items.append((where, order, (*where, *(row[name] for name in ("id", "live", "version", "removed_by", "body")))))
        items.sort(key=lambda item: item[:2])
        kinds = ("collection", "sections", "run", "problem", "event")
        facts = [[row[name] for name in ("type", "source", "account", "collection", "id", "version", "body")]
                 for row in rows if row["type"] in kinds]
        return read_mirror([item[2] for item in items], facts, digest, self.title)

    def forget(self, name):
        with self.lock:
            self._ask("forget", name)

    def accounts(self):
        with self.lock:
            return {tuple(line) for line in self._ask("accounts")}
