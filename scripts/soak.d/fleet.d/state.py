"""What a cache's file and a mirror hold of one cache."""
import json
import re
import sqlite3

HISTORY = ("removed", "run", "problem", "event")


class Difference(Exception):
    """A mirror is not what it should be."""


def differ(what, *, mirror, name, where=""):
    raise Difference(f"{mirror}, cache {name[:6]}{where}: {what}"[:1500])


class State:
    """What a file or a mirror holds of one cache. History is by key: (kind, source, account, collection, id)."""

    def __init__(self):
        self.lists = {}
        self.collections = {}
        self.sections = {}
        self.history = {kind: {} for kind in HISTORY}
        # Of a file: what the stream calls each account of each source, by its digest in this file.
        self.names = {}

    def keys(self):
        return {key for kind in HISTORY for key in self.history[kind]}

    def value(self, key):
        return self.history[key[0]].get(key)

    def last_run(self, source, account):
        return max((int(key[4]) for key in self.history["run"] if key[1:3] == (source, account)), default=0)


def split(name):
    found = re.fullmatch(r"(.*)@([0-9a-f]{32})", name)
    return found.groups() if found else (name, "")


def read_file(path):
    """What is in a cache's file, by SQL of its own."""
    state = State()
    db = sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=30)
    try:
        db.execute("BEGIN")
        state.cache = db.execute("SELECT cache FROM stream").fetchone()[0]
        sources = {}
        for row, name, given in db.execute("SELECT id, name, account_name FROM source"):
            source, digest = split(name)
            sources[row] = (source, digest)
            state.names[(source, digest)] = given or digest
        lists = {}
        for row, source, name, outcome, succeeded in db.execute(
                "SELECT id, source, name, outcome, succeeded FROM collection"):
            lists[row] = (*sources[source], name)
            state.lists[lists[row]] = []
            state.collections[lists[row]] = (outcome, succeeded is not None)
        for source, name, key, version, payload in db.execute(
                "SELECT source_id, collection, id, version, payload FROM feed_items ORDER BY source_id, collection, position"):
            state.lists[(*sources[source], name)].append((key, version, payload))
        removed = state.history["removed"]
        for row, key, reason, version, payload in db.execute(
                "SELECT collection, key, reason, version, payload FROM tombstone UNION ALL "
                "SELECT page.collection, key, 'older', version, payload FROM item JOIN page ON page.id = page WHERE walk = 0"):
            removed[("removed", *lists[row], key)] = (reason, version, payload)
        for source, number, body in db.execute(
                "SELECT source, number, body FROM section_revision ORDER BY number"):
            state.sections[sources[source]] = (str(number), json.loads(body))
        for row, source, kind, outcome, requests, ended in db.execute(
                "SELECT id, source, kind, outcome, requests, ended FROM run"):
            parts = [lists[part][2] for part, in db.execute(
                "SELECT collection FROM run_collection WHERE run = ? ORDER BY collection", (row,))] if ended else []
            state.history["run"][("run", *sources[source], "", str(row))] = (kind, outcome, requests, tuple(parts))
        for row, source, part, kind, first, last, times in db.execute(
                "SELECT id, source, collection, kind, first_run, last_run, times FROM problem"):
            place = lists[part] if part else (*sources[source], "")
            state.history["problem"][("problem", *place, f"{first}.{row}")] = (kind, last, times)
        for source, key, kind, section, item, ad in db.execute("SELECT source, key, kind, section, item, ad FROM event"):
            state.history["event"][("event", *sources[source], "", key)] = (kind, section, item, ad)
    finally:
        db.close()
    return state


def read_facts(state, facts, digest, place):
    """Fills in what both mirrors tell alike: (type, source, account, collection, id, version, body)."""
    for kind, source, account, part, key, version, body in facts:
        body = json.loads(body)
        account = digest(source, account)
        if kind == "collection":
            state.collections[(source, account, part)] = (body["outcome"], body["last_success"] is not None)
        elif kind == "sections":
            state.sections[(source, account)] = (version, body)
        else:
            if kind == "run":
                value = (body["kind"], body["outcome"], body["requests"], tuple(part["name"] for part in body["collections"]))
            elif kind == "problem":
                value = (body["kind"], body["last_run"], body["times"])
            else:
                value = (body["type"], body["section"], body["item"], body["ad"])
            place((kind, source, account, part, key), value)


def read_mirror(items, facts, digest, where):
    """The state of one cache in a mirror; `items` come in the order of their lists."""
    state = State()

    def place(key, value):
        if key in state.history[key[0]]:
            raise Difference(f"{where}: {key} is there twice")
        state.history[key[0]][key] = value

    read_facts(state, facts, digest, place)
    for part in state.collections:
        state.lists[part] = []
    for source, account, part, key, live, version, removed_by, body in items:
        account = digest(source, account)
        if live:
            state.lists.setdefault((source, account, part), []).append((key, version, body))
        else:
            place(("removed", source, account, part, key), (removed_by, version, body))
    return state


def first_difference(mine, theirs):
    if not isinstance(mine, list) or not isinstance(theirs, list):
        return f"{str(mine)[:200]} and should be {str(theirs)[:200]}"
    for index, (one, other) in enumerate(zip(mine + [None] * len(theirs), theirs + [None] * len(mine))):
        if one != other:
            return f"at {index} of {len(mine)} is {str(one)[:200]}, and of {len(theirs)} should be {str(other)[:200]}"
    return ""
