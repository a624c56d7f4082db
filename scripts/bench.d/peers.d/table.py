"""The tables, as the article has them."""


def markdown(head, rows):
    yield "| " + " | ".join(head) + " |"
    yield "|" + " --- |" * len(head)
    for row in rows:
        yield "| " + " | ".join(map(str, row)) + " |"


def costs(measured):
    """`measured` has for each tool (processor seconds, wall seconds, megabytes) of three syncs, and file / payload."""
    head = ["tool", "first: processor, s", "wall, s", "unchanged: processor, s", "wall, s", "1 % changed: processor, s",
            "wall, s", "memory, MB", "file / payload"]
    rows = []
    for title, (syncs, ratio) in measured.items():
        if syncs is None:
            rows.append([title, ratio] + ["–"] * 7)
            continue
        times = [f"{value:.2f}" for processor, wall, _ in syncs for value in (processor, wall)]
        rows.append([title, *times, f"{max(memory for *_, memory in syncs):.0f}", f"{ratio:.2f}"])
    return markdown(head, rows)


def results(scenarios, titles, words):
    """`words` has the result for each scenario and tool."""
    rows = [[number, each.title, each.best, *(words[each.title, title] for title in titles)]
            for number, each in enumerate(scenarios, 1)]
    best = [sum(words[each.title, title] == each.best for each in scenarios) for title in titles]
    rows.append(["", "as good as possible", len(scenarios), *best])
    return markdown(["", "scenario", "best", *titles], rows)
