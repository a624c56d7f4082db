"""A long list."""
import json
import os
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

from servers import serve


def load_rows(arguments, server):
    """Loads a list of so many items, and asks for its head."""
    folder = tempfile.mkdtemp(prefix="feedcache-rows-")
    environment = {**server.environment("rows"), "HOME": folder, "FEEDCACHE_DB": f"{folder}/feed.db",
                   "FEEDCACHE_SOURCE": f"{folder}/feed.toml"}
    mock, url = serve(arguments.bin, folder, "--size", f"keywords={arguments.rows}")
    try:
        with open(f"{folder}/feed.toml", "w") as file:
            file.write(f'[source]\nname = "rows"\nbase_url = "{url}"\n[[collections]]\nname = "keywords"\npath = "keywords"\n'
                       'items = ""\nid = "id"\nversion = "updated_at"\n'
                       'paging = { style = "link", size_param = "per_page", size = 1000 }\n')
        subprocess.run([arguments.bin, "sync", "-q"], check=True, env=environment)
        mock.kill()
        server.query("CREATE DATABASE rows", "postgres")
        server.query(subprocess.run([arguments.bin, "changes", "--sql", "postgresql"], check=True, text=True,
                                    capture_output=True).stdout, "rows")
        began = time.monotonic()
        # The loader waits for its psql, whose time is in that of its children.
        report = f"{folder}/times"
        script = ("import resource, subprocess, sys\n"
                  "code = subprocess.call(sys.argv[2:])\n"
                  "usage = resource.getrusage(resource.RUSAGE_CHILDREN)\n"
                  "open(sys.argv[1], 'w').write(str(usage.ru_utime + usage.ru_stime) + ' ' + str(usage.ru_maxrss // 1024))\n"
                  "sys.exit(code)\n")
        psql = f"{folder}/psql"
        with open(psql, "w") as file:
            file.write(f"#!/bin/sh\nexec {sys.executable} {folder}/timed.py {folder}/psql.times {server.bin}/psql \"$@\"\n")
        with open(f"{folder}/timed.py", "w") as file:
            file.write(script)
        os.chmod(psql, 0o755)
        environment["PATH"] = f"{folder}:{environment['PATH']}"
        subprocess.run([sys.executable, f"{folder}/timed.py", report, arguments.bin, "changes", "--to", "postgresql://"],
                       check=True, env=environment)
        seconds = time.monotonic() - began
        whole, memory = open(report).read().split()
        psql_time = float(open(f"{folder}/psql.times").read().split()[0])
        rows = int(server.query("SELECT count(*) FROM item", "rows"))
        print(f"{rows} rows in {seconds:.1f} s: {rows / seconds:.0f} rows/s; processor time: loader "
              f"{float(whole) - psql_time:.1f} s, psql {psql_time:.1f} s; at most {memory} MiB")
        query = ("SELECT row_number() OVER (ORDER BY position), id, body FROM feed_list WHERE source = 'rows' AND account = '' "
                 "AND collection = 'keywords' ORDER BY position LIMIT 10")
        times = []
        for _ in range(10):
            plan = server.query(f"EXPLAIN (ANALYZE, FORMAT json) {query}", "rows")
            plan = json.loads(plan)[0]
            times.append(plan["Planning Time"] + plan["Execution Time"])
        middle = sorted(times[1:])[len(times) // 2]
        print(f"first ten of feed_list: {times[0]:.1f} ms at first, then {middle:.1f} ms, at most {max(times[1:]):.1f} ms")
        held = server.query("SELECT id FROM feed_list WHERE collection = 'keywords' ORDER BY position LIMIT 10", "rows").split()
        db = sqlite3.connect(f"file:{folder}/feed.db?mode=ro", uri=True)
        expected = [key for key, in db.execute(
            "SELECT key FROM item JOIN page ON page.id = page WHERE page.walk > 0 "
            "ORDER BY page.walk DESC, number, part, rank LIMIT 10")]
        db.close()
        if held != expected or rows != arguments.rows:
            print(f"it should have {arguments.rows} rows, and begin with {expected}: {held}")
            return 1
        return 0 if middle < 50 else 1
    finally:
        mock.kill()
        mock.wait()
        shutil.rmtree(folder, ignore_errors=True)
