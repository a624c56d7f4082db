"""The part that needs DuckDB, in a process of its own: a command a line, an answer a line.

  duckdb_worker.py SCRIPT
"""
import json
import sys

import duckdb


def main():
    db = duckdb.connect("mirror.duckdb")
    db.execute("SET threads = 1")
    script = open(sys.argv[1]).read()
    statements = {
        "token": "SELECT body ->> 'token' FROM change WHERE type = 'state' AND cache = ?",
        "forget": "DELETE FROM change WHERE cache = ?", "read": "SELECT * FROM change WHERE cache = ?",
        "accounts": "SELECT DISTINCT source, account FROM change WHERE source <> '' AND type NOT IN ('forget', 'rename')",
    }
    for line in sys.stdin:
        command, name = json.loads(line)
        rows = []
        try:
            if command == "load":
                db.execute(script)
            else:
                found = db.execute(statements[command], [name] if name else [])
                if command == "read":
                    rows.append([column[0] for column in found.description])
                rows += found.fetchall()
            print(json.dumps({"rows": rows}), flush=True)
        except duckdb.Error as error:
            try:
                db.execute("ROLLBACK")
            except duckdb.Error:
                pass
            print(json.dumps({"error": str(error)}), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
