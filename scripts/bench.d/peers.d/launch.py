"""Runs a command and writes what it cost: launch.py FILE COMMAND...

The most memory that a process had is passed on to what it starts, so this one is small: that of the bench would count.
"""
import os
import sys
import time

start = time.monotonic()
_, status, usage = os.wait4(os.posix_spawnp(sys.argv[2], sys.argv[2:], os.environ), 0)
with open(sys.argv[1], "w") as file:
    file.write(f"{usage.ru_utime + usage.ru_stime} {time.monotonic() - start} {usage.ru_maxrss / 1000}")
code = os.waitstatus_to_exitcode(status)
sys.exit(code if code >= 0 else 128 - code)
