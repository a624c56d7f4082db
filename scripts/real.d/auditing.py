"""What `feedcache audit` finds at a server, held against what is known of it."""
import json
import os
import subprocess
import time

from cache import Difference


def audit(cache):
    """The findings at a list that stands still. Each has to be known as true, and each that is known has to be there."""
    done = cache.attempt("audit", "--json")
    found = _findings(done.returncode, done.stdout, done.stderr)
    known = cache.server.findings
    if known is not None:
        odd = sorted(set(known) ^ {each["code"] for each in found})
        if odd:
            what = [_line(each, None) for each in found if each["code"] in odd]
            raise Difference(f"audit: {odd[0]} is {'new: ' + what[0] if what else 'not found'}")
    return [_line(each, known) for each in found]


def audit_while(cache, change):
    """The list is changed for as long as it is audited: that brings no other finding. `change` takes the round's number.

    Gives how often it was changed, and what is new at a server of which nothing is known.
    """
    with open(os.path.join(cache.folder, "audit.json"), "w+") as output, \
            open(os.path.join(cache.folder, "audit.messages"), "w+") as messages:
        process = subprocess.Popen(cache.command("audit", "--json"), env=cache.environment(), stdout=output,
                                   stderr=messages)
        rounds = 0
        try:
            while process.poll() is None:
                change(rounds)
                rounds += 1
                time.sleep(0.05)
        finally:
            process.kill()
            process.wait()
        output.seek(0)
        messages.seek(0)
        found = _findings(process.returncode, output.read(), messages.read())
    known = cache.server.findings
    new = [_line(each, None) for each in found if each["code"] not in {**(known or {}), **cache.server.findings_of_change}]
    if new and known is not None:
        raise Difference(f"audit of a list that changes: {new[0]}")
    return rounds, new


def _findings(code, output, messages):
    if code not in (0, 3):
        raise Difference(f"audit ended with {code}: {messages.strip()}")
    audits = json.loads(output)["collections"]
    for each in audits:
        if each["error"]:
            raise Difference(f"audit: {each['error']}")
    return [finding for each in audits for finding in each["findings"]]


def _line(finding, known):
    truth = "" if known is None else f"; true: {known[finding['code']]}"
    return f"{finding['code']} ({finding['severity']}): {finding['found']}{truth}"
