"""The 21 scenarios: what happens to a list, and what the best end is."""
import os
import shutil
import time

from tools import Run
from world import SIZE, Answer, World, encode

SCENARIOS = []
BIG = {"big": 2 ** 53 + 1, "huge": 2 ** 64 + 1}


def scenario(name, says, best="right", cursor=False):
    def note(function):
        function.title, function.says, function.best, function.cursor = name, says, best, cursor
        SCENARIOS.append(function)
        return function
    return note


class Trial:
    """A tool in a fresh folder, and its world. Each sync is held against what has to be so at any time."""

    def __init__(self, tool, folder, limit, cursor):
        self.tool, self.folder, self.limit = tool, folder, limit
        self.world = World(cursor=cursor)
        self.hidden = set()
        self.run, self.problem, self.last, self.verdict = None, None, None, None
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)

    def right(self):
        return {each["id"]: each["rev"] for each in self.world.items if each["id"] not in self.hidden}

    def rows(self):
        rows = self.tool.rows(self.folder)
        stored = {row.get("id"): row.get("rev") for row in rows}
        if len(stored) != len(rows):
            self.problem = self.problem or "an item is stored twice"
        return stored

    def kill(self):
        while self.run is None:
            time.sleep(0.001)
        self.run.kill()
        time.sleep(0.05)

    def sync(self, at=None, programs=1):
        """Syncs; `at` has what happens before a page is answered."""
        had, before = self.rows(), self.right()
        self.run = None
        self.world.before = dict(at or {})
        runs = []
        for _ in range(programs):
            self.run = Run(self.tool.sync(self.folder, self.world.base, self.world.cursor), self.folder)
            runs.append(self.run)
        for run in runs:
            run.wait(self.limit)
        if any(run.hung for run in runs):
            self.verdict = "hangs"
        self.last = min((run.code for run in runs), key=abs)
        now = self.right()
        stable = {key: rev for key, rev in before.items() if now.get(key) == rev}
        stored = self.rows()
        lost = [key for key in stable if key in had and (stored.get(key) or 0) < had[key]]
        stale = [key for key, rev in stable.items() if stored.get(key) != rev]
        if lost:
            self.problem = self.problem or f"{len(lost)} live items lost or older than they were, exit {self.last}"
        elif stale and self.last == 0:
            self.problem = self.problem or f"exit 0 without {len(stale)} items of the server"

    def result(self):
        if not self.verdict and not self.problem and self.last != 0:
            self.verdict = "refuses"
        if not self.verdict and not self.problem:
            stored, right = self.rows(), self.right()
            if stored != right:
                dead, missing = len(stored.keys() - right.keys()), len(right.keys() - stored.keys())
                self.problem = f"at the end {dead} dead items, {missing} missing, of {len(right)}"
        self.world.close()
        return self.verdict or ("wrong" if self.problem else "right"), self.problem or f"exit {self.last}"


def attempt(function, tool, folder, limit):
    """The result in a word, and why."""
    trial = Trial(tool, folder, limit, function.cursor)
    function(trial)
    return trial.result()


def changed_then(trial, fault):
    """A whole sync; then two items change, and the server has a fault."""
    trial.sync()
    trial.world.change(25, 170)
    trial.world.fault = fault


def edited_then(trial, edit, place):
    """A sync of a list whose pages are edited; then two items change, and another sync follows."""
    trial.world.edit_page = edit
    trial.sync()
    trial.world.change(place, 170)
    trial.sync()


def on(page, answer, times=None):
    """A fault of one page, so many times or for ever."""
    left = [times]

    def fault(number):
        if number != page or left[0] == 0:
            return None
        left[0] = left[0] and left[0] - 1
        return answer
    return fault


@scenario("inserted at the head", "Five items are put at the head while page 5 is read. Another sync follows.")
def head(trial):
    trial.sync()
    trial.sync(at={5: lambda: trial.world.add_head(5)})
    trial.sync()


@scenario("deleted behind the walk", "An item of page 1 is deleted while page 6 is read: an item moves from page 6 to page 5. "
          "Two more syncs follow.")
def behind(trial):
    trial.sync()
    trial.sync(at={6: lambda: trial.world.items.pop(10)})
    trial.sync()
    trial.sync()


@scenario("500 once", "Page 7 is answered by 500 once.")
def error_once(trial):
    changed_then(trial, on(7, Answer(b"no", 500), 1))
    trial.sync()


@scenario("500 for ever", "Page 7 is answered by 500 each time.", best="refuses")
def error_always(trial):
    changed_then(trial, on(7, Answer(b"no", 500)))
    trial.sync()


@scenario("connection reset", "The connection is reset at page 7 once.")
def reset(trial):
    changed_then(trial, on(7, Answer(None), 1))
    trial.sync()


@scenario("killed", "The first sync is killed (SIGKILL) at page 7, and run again.")
def killed(trial):
    trial.sync(at={7: trial.kill})
    trial.sync()


@scenario("429 for 2 s", "From page 7 on 429 with `Retry-After: 2` is answered for two seconds.")
def slow_down(trial):
    until = []

    def fault(number):
        if number >= 7 and time.monotonic() < (until or until.append(time.monotonic() + 1.9) or until)[0]:
            return Answer(b"wait", 429, Retry_After="2")
        return None
    changed_then(trial, fault)
    trial.sync()


@scenario("429 for an hour", "Page 7 is answered by 429 with `Retry-After: 3600`.", best="refuses")
def come_back(trial):
    changed_then(trial, on(7, Answer(b"wait", 429, Retry_After="3600")))
    trial.sync()


@scenario("truncated JSON", "Half of page 7 is answered, with a length that fits, each time.", best="refuses")
def truncated(trial):
    body = encode(trial.world.page(7))
    changed_then(trial, on(7, Answer(body[: len(body) // 2])))
    trial.sync()


@scenario("cursor loop", "Page 7 of a list by cursor names page 3 as the next.", best="refuses", cursor=True)
def loop(trial):
    changed_then(trial, lambda _: None)
    trial.world.edit_page = lambda number, body: body.update(next="p3") if number == 7 else None
    trial.sync()


@scenario("empty page in the middle", "Page 7 has no items, and says that there are more. No sync was before.")
def empty_page(trial):
    trial.hidden = {each["id"] for each in trial.world.items[6 * SIZE: 7 * SIZE]}
    trial.world.edit_page = lambda number, body: body.update(items=[]) if number == 7 else None
    trial.sync()


@scenario("stale replica", "Page 2 is answered once as it was before its last change, which the tool had.")
def replica(trial):
    old = trial.world.page(2)
    changed_then(trial, lambda _: None)
    trial.sync()
    trial.world.fault = on(2, Answer(old), 1)
    trial.sync()


@scenario("an ID twice", "An item is on pages 2 and 8. Two syncs.")
def twice(trial):
    def edit(number, body):
        if number == 8:
            body["items"] = body["items"] + [trial.world.items[25]]
    edited_then(trial, edit, 25)


@scenario("bad elements", "Among the items of page 4 are null, a number and an object without an ID. Two syncs.")
def bad(trial):
    def edit(number, body):
        if number == 4:
            body["items"] = [None, 7, {"rev": 1, "title": "no ID"}] + body["items"]
    trial.world.edit_page = edit
    trial.sync()
    trial.sync()


@scenario("nothing changed, with ETags", "Two syncs of a list whose pages have ETags. Less than a tenth of the bytes is right.")
def etags(trial):
    trial.sync()
    first = trial.world.server.sent
    trial.sync()
    if not trial.problem and trial.world.server.sent - first > first / 10:
        trial.verdict = "costs"


@scenario("empty by mistake", "Each answer during one sync is an empty list with a total of 0. Another sync follows.")
def mistake(trial):
    trial.sync()
    trial.world.fault = lambda number: Answer({"items": [], "has_next": False, "page": 1, "total": 0, "total_pages": 1})
    trial.sync()
    trial.world.fault = lambda _: None
    trial.sync()


@scenario("a web page with 200", "Page 1 is answered by HTML with 200 during one sync. Another sync follows.")
def web_page(trial):
    changed_then(trial, on(1, Answer(b"<!doctype html><title>Log in</title>", kind="text/html")))
    trial.sync()
    trial.world.fault = lambda _: None
    trial.sync()


@scenario("two at once", "Two processes sync one database at the same time. One more sync follows.")
def two(trial):
    trial.world.delay = 0.03
    trial.sync()
    trial.world.change(25, 170)
    trial.sync(programs=2)
    trial.sync()


@scenario("pinned item", "The first item of the list is also the first of each page. Two syncs.")
def pinned(trial):
    def edit(number, body):
        if number > 1:
            body["items"] = [trial.world.items[0]] + body["items"]
    edited_then(trial, edit, 0)


@scenario("deleted at the server", "30 of 240 items are deleted. Three syncs follow.")
def deleted(trial):
    trial.sync()
    del trial.world.items[100:130]
    for _ in range(3):
        trial.sync()


@scenario("large integers, new fields", "An item has the integers 2^53 + 1 and 2^64 + 1. In the second sync it has a field "
          "that was not there before.")
def exact(trial):
    trial.world.items[4].update(BIG)
    trial.sync()
    trial.world.change(4)
    trial.world.items[4]["note"] = "new"
    trial.sync()
    row = next((row for row in trial.tool.rows(trial.folder) if row.get("id") == 5), {})
    wrong = [name for name, value in {**BIG, "note": "new"}.items() if str(row.get(name)) != str(value)]
    if wrong and trial.last == 0:
        trial.problem = trial.problem or "other than sent: " + ", ".join(f"{name} = {row.get(name)!r}" for name in wrong)
