"""The views of the database as programs read it that know nothing of feedcache: pandas, sqlite-utils and Datasette."""
import json
import os

from spans import compact

PACKAGES = ("datasette", "sqlite-utils", "pandas")
#: What each program reads whole.
VIEWS = ("feed_sources", "feed_items", "feed_sections", "feed_rows", "feed_runs", "feed_events")
PANDAS = """
import json, pandas, sqlite3, sys
connection = sqlite3.connect(f"file:{sys.argv[1]}?mode=ro", uri=True)
frame = pandas.read_sql("SELECT * FROM " + sys.argv[2], connection)
print(json.dumps(json.loads(frame.to_json(orient="records"))))
"""


def _ask(place, program, database, view):
    """The rows of a view as one program gives them: a list of objects."""
    tool = lambda name: place.path("venv", "bin", name)  # noqa: E731
    if program == "pandas":
        return json.loads(place.run(tool("python"), "-c", PANDAS, database, view))
    if program == "sqlite-utils":
        return json.loads(place.run(tool("sqlite-utils"), "rows", database, view))
    name = os.path.splitext(os.path.basename(database))[0]
    return json.loads(place.run(
        tool("datasette"), database, "--setting", "max_returned_rows", "100000", "--setting", "sql_time_limit_ms", "30000",
        "--get", f"/{name}.json?sql=select+*+from+{view}&_shape=array"))


def differences(place, database, collection, payloads):
    """What the programs find in the views that is not so: a list of sentences. `payloads` are those of the list, in order."""
    found = []
    seen = {}
    for program in ("pandas", "sqlite-utils", "datasette"):
        views = {view: _ask(place, program, database, view) for view in VIEWS}
        items = sorted((row for row in views["feed_items"] if row["collection"] == collection),
                       key=lambda row: row["position"])
        if [row["position"] for row in items] != list(range(len(payloads))):
            found.append(f"{program}: feed_items has other positions")
        if [compact(row["payload"]) for row in items] != payloads:
            found.append(f"{program}: feed_items has other payloads")
        content = sorted((row for row in views["feed_rows"] if row["section"] == collection),
                         key=lambda row: row["position"])
        if [row["id"] for row in content] != [row["id"] for row in items]:
            found.append(f"{program}: feed_rows is not the content of the section")
        if [row["items"] for row in views["feed_sections"]] != [len(payloads)]:
            found.append(f"{program}: feed_sections counts other items")
        if not views["feed_runs"] or len(views["feed_sources"]) != 1:
            found.append(f"{program}: feed_runs or feed_sources is empty")
        seen[program] = {view: [sorted(row) for row in rows[:1]] for view, rows in views.items()}
    if len({json.dumps(names, sort_keys=True) for names in seen.values()}) != 1:
        found.append("the programs find other columns")
    return found
