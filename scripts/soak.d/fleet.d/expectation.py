"""What a mirror has to hold."""
import threading

from state import HISTORY, differ, first_difference


class Expectation:
    """What one mirror holds of one cache after the last load that ended well, and what it may hold since."""

    def __init__(self):
        self.known = {}
        # Keys that a load may have brought that was killed, and keys that may be there or not.
        self.seen = set()
        self.unsure = set()


class Name:
    """A cache by its name: its file, and copies that have not got a name of their own."""

    def __init__(self, mirrors):
        self.lock = threading.Lock()
        # Whether a copy of the file has the same name: what the one has forgotten or undone, the other may tell again.
        self.is_shared = False
        self.digests = {}
        self.expected = {mirror: Expectation() for mirror in mirrors}
        self.last = {}

    def digest(self, source, account):
        return self.digests.get((source, account), account)

    def learn(self, state):
        for (source, digest), account in state.names.items():
            self.digests[(source, account)] = digest

    def undo(self, last_run, gone):
        """The file is another state of itself from now on."""
        for expected in self.expected.values():
            expected.unsure |= gone
            for key in list(expected.known) + list(expected.seen):
                run = {"run": lambda: int(key[4]), "problem": lambda: expected.known.get(key, (0, 1 << 60))[1]}.get(key[0])
                if run and run() > last_run:
                    expected.unsure.add(key)


def check(mirror, name, slot, truth, held, where):
    """Holds a mirror that was loaded to the end against the file."""
    expected = name.expected[mirror]

    def fail(what):
        differ(what, mirror=mirror.title, name=truth.cache, where=where)

    for what, mine, theirs in (("collections", held.collections, truth.collections), ("sections", held.sections, truth.sections),
                               ("lists", held.lists, truth.lists)):
        if mine != theirs:
            for part in sorted(set(mine) | set(theirs)):
                if mine.get(part) != theirs.get(part):
                    fail(f"{what} of {part}: {first_difference(mine.get(part), theirs.get(part))}")
    gone = slot.forgotten[mirror]
    rows = sum(map(len, held.lists.values()))
    for kind in HISTORY:
        for key, value in truth.history[kind].items():
            if held.value(key) != value:
                fail(f"{key} is {held.value(key)} and should be {value}")
        for key, value in held.history[kind].items():
            rows += 1
            if value == truth.value(key) or key in expected.unsure or name.is_shared:
                continue
            if key in gone:
                fail(f"{key} was forgotten")
            if kind in ("run", "problem") and (int(key[4]) if kind == "run" else value[1]) > truth.last_run(*key[1:3]):
                fail(f"{key} was undone")
            if key not in expected.known and key not in expected.seen:
                fail(f"{key} was never in the file: {value}")
            if kind == "run" and set(value[3]) & slot.forgotten_lists[mirror].get(key[1:3], set()):
                fail(f"{key} counts what was forgotten: {value}")
    live = {(*part, item[0]) for part, items in truth.lists.items() for item in items}
    for key, value in expected.known.items():
        if name.is_shared or key in gone or key in expected.unsure or key[0] == "removed" and key[1:] in live:
            continue
        if key[0] in ("run", "problem") and (int(key[4]) if key[0] == "run" else value[1]) > truth.last_run(*key[1:3]):
            continue
        if held.value(key) is None:
            fail(f"{key} is gone: it was {value}")
    expected.known = {key: held.value(key) for key in held.keys()}
    expected.seen, expected.unsure = set(), set()
    slot.forgotten[mirror] = set()
    slot.forgotten_lists[mirror] = {}
    name.last[mirror] = held
    return rows
