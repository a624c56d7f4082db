"""A good script of requests and sqlite3: script.py BASE DATABASE CURSOR

Retries with backoff and Retry-After, a time limit, a transaction a page, an upsert that never goes back to an older
revision, and the deletion of what a whole walk has not met, unless that is more than half of the list.
"""
import json
import sqlite3
import sys

import requests
from requests.adapters import HTTPAdapter
from urllib3.util.retry import Retry

UPSERT = """INSERT INTO items (id, rev, payload, walk) VALUES (?, ?, ?, ?) ON CONFLICT (id) DO UPDATE SET walk = excluded.walk,
    payload = iif(excluded.rev >= rev, excluded.payload, payload), rev = max(excluded.rev, rev)"""


def pages(base, by_cursor):
    session = requests.Session()
    retry = Retry(total=5, backoff_factor=0.5, status_forcelist=[429, 500, 502, 503, 504])
    session.mount("http://", HTTPAdapter(max_retries=retry))
    parameters = {} if by_cursor else {"page": 1}
    while True:
        answer = session.get(base + "/items", params=parameters, timeout=15)
        answer.raise_for_status()
        page = answer.json()
        yield page["items"]
        if not page["has_next"]:
            return
        parameters = {"cursor": page["next"]} if by_cursor else {"page": parameters["page"] + 1}


def main():
    base, path, by_cursor = sys.argv[1], sys.argv[2], sys.argv[3] == "True"
    database = sqlite3.connect(path, timeout=30)
    database.execute("PRAGMA journal_mode = wal")
    database.execute("CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY, rev INTEGER, payload TEXT, walk INTEGER)")
    walk = database.execute("SELECT coalesce(max(walk), 0) + 1 FROM items").fetchone()[0]
    for page in pages(base, by_cursor):
        with database:
            database.executemany(UPSERT, [(each["id"], each["rev"], json.dumps(each), walk) for each in page])
    with database:
        met, all_items = database.execute("SELECT count(*) FILTER (WHERE walk = ?), count(*) FROM items", [walk]).fetchone()
        if met * 2 < all_items:
            sys.exit(f"the list has {met} items, the database {all_items}: nothing is deleted")
        database.execute("DELETE FROM items WHERE walk <> ?", [walk])


main()
