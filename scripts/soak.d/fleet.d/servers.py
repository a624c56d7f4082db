"""A PostgreSQL and a mock API of a fleet."""
import os
import re
import shutil
import signal
import subprocess
import tempfile
import threading
import time


class PostgreSQL:
    """A server of its own, whose socket is in its folder."""

    def __init__(self):
        versions = [int(name) for name in os.listdir("/usr/lib/postgresql") if name.isdigit()]
        self.bin = f"/usr/lib/postgresql/{max(versions)}/bin"
        self.folder = tempfile.mkdtemp(prefix="feedcache-fleet-", dir="/tmp")
        self.data = os.path.join(self.folder, "data")
        self.lock = threading.Lock()
        self.kills = 0
        self.up_since = 0.0
        if os.geteuid() == 0:
            shutil.chown(self.folder, "nobody", "nogroup")
        self._run("initdb", "-D", self.data, "-U", "feed", "-A", "trust", "-E", "UTF8", "--no-sync")
        self._start()

    def _run(self, program, *arguments, check=True):
        command = [os.path.join(self.bin, program), *arguments]
        if os.geteuid() == 0:  # PostgreSQL refuses to be run by the superuser.
            command = ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", *command]
        return subprocess.run(command, check=check, cwd=self.folder, stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL).returncode

    def _start(self):
        options = f"-k {self.folder} -c listen_addresses='' -c fsync=off -c max_connections=50"
        for _ in range(60):
            if self._run("pg_ctl", "-D", self.data, "-w", "-l", f"{self.folder}/log", "-o", options, "start", check=False) == 0:
                return
            time.sleep(0.5)  # Processes of the one that was killed still hold its memory.
        raise RuntimeError(f"PostgreSQL does not start: {open(f'{self.folder}/log').read()[-800:]}")

    def environment(self, database="postgres"):
        return {**os.environ, "PGHOST": self.folder, "PGUSER": "feed", "PGDATABASE": database,
                "PATH": f"{self.bin}:{os.environ['PATH']}"}

    def query(self, sql, database):
        for _ in range(100):
            answer = subprocess.run(["psql", "-XAtq", "-v", "ON_ERROR_STOP=1"], input=sql, text=True, capture_output=True,
                                    env=self.environment(database))
            if answer.returncode == 0:
                return answer.stdout.rstrip("\n")
            # Killed meanwhile, or not up yet.
            if answer.returncode != 2 and "terminated" not in answer.stderr and "lost" not in answer.stderr \
                    and "terminating" not in answer.stderr:
                break
            time.sleep(0.2)
        raise RuntimeError(f"psql: {answer.stderr}")

    def kill(self):
        """Kills the server, which loses what it had not written, and starts it again."""
        with self.lock:
            pid = int(open(os.path.join(self.data, "postmaster.pid")).readline())
            os.kill(pid, signal.SIGKILL)
            self.kills += 1
            self.up_since = float("inf")
            time.sleep(0.1)
            self._start()
            self.up_since = time.monotonic()

    def was_away(self, since):
        """Whether it was killed after a moment, or is on its way up again."""
        return self.up_since > since

    def end(self):
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "-w", "stop", check=False)
        shutil.rmtree(self.folder, ignore_errors=True)


def serve(binary, folder, *options):
    """Starts a mock API, and waits for its URL."""
    path = os.path.join(folder, "mock.out")
    with open(path, "w") as output:
        mock = subprocess.Popen([binary, "mock", "serve", "--port", "0", *options], stdout=output, stderr=subprocess.STDOUT)
    while True:
        found = re.search(r"http://\S+", open(path).read())
        if found:
            return mock, found.group()
        if mock.poll() is not None:
            raise RuntimeError(f"the mock API does not start: {open(path).read()}")
        time.sleep(0.1)


def child_of(parent):
    """The process that another one has started; None without one."""
    for entry in os.listdir("/proc"):
        if entry.isdigit():
            try:
                if int(open(f"/proc/{entry}/stat").read().rpartition(")")[2].split()[1]) == parent:
                    return int(entry)
            except (FileNotFoundError, ProcessLookupError):
                pass
    return None
