"""The folder in which a server lives: what is installed there, its processes, its time."""
import contextlib
import glob
import os
import re
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request


class Missing(Exception):
    """Something is not installed and cannot be installed here."""


class Place:
    """A folder, and the processes that were started for it. Each process ends by itself after `seconds`."""

    def __init__(self, folder, seconds):
        self.folder = folder
        self.seconds = seconds
        self._processes = []
        os.makedirs(folder, exist_ok=True)

    def path(self, *names):
        return os.path.join(self.folder, *names)

    def fresh(self, name):
        """An empty folder."""
        shutil.rmtree(self.path(name), ignore_errors=True)
        os.makedirs(self.path(name))
        return self.path(name)

    def run(self, *command, env=None, text=None):
        """Runs a program to its end and gives what it printed. Its last line is the error where it fails."""
        done = subprocess.run(command, cwd=self.folder, env={**os.environ, **(env or {})}, input=text,
                              text=True, capture_output=True, timeout=self.seconds)
        if done.returncode != 0:
            lines = (done.stderr.strip() or done.stdout.strip() or "no message").splitlines()
            raise RuntimeError(f"{os.path.basename(command[0])} ended with {done.returncode}: {lines[-1]}")
        return done.stdout

    def start(self, *command, env=None):
        """Starts a server. What it prints goes to server.log."""
        with open(self.path("server.log"), "ab") as log:
            process = subprocess.Popen(["timeout", "-k", "5", str(self.seconds), *command], cwd=self.folder,
                                       env={**os.environ, **(env or {})}, stdin=subprocess.DEVNULL,
                                       stdout=log, stderr=log)
        self._processes.append(process)
        return process

    def stop(self, process):
        """Ends a process and what it has started: `timeout` passes the signal on to its group."""
        process.terminate()
        try:
            process.wait(10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        with contextlib.suppress(ValueError):
            self._processes.remove(process)

    def stop_all(self):
        for process in reversed(list(self._processes)):
            self.stop(process)

    def await_answer(self, url):
        """Waits until something answers at a URL, be it an error."""
        def answers():
            try:
                urllib.request.urlopen(url, timeout=10).close()
            except urllib.error.HTTPError:
                pass
            except OSError:
                return False
            return True

        self.wait_for(url, answers)

    def wait_for(self, what, is_there):
        """Waits for a minute, or until a process has ended."""
        for _ in range(240):
            if is_there():
                return
            if any(process.poll() is not None for process in self._processes):
                break
            time.sleep(0.25)
        raise RuntimeError(f"no answer from {what}; see {self.path('server.log')}")

    def debian(self, package):
        """The folder with the files of a Debian package. Nothing of it is set up as a service."""
        folder = self.path("package-" + package)
        if not os.path.exists(folder):
            if not which("apt-get"):
                raise Missing(f"there is no apt-get, which has {package}")
            say(f"downloading {package}")
            try:
                self._download([package], folder + ".part")
            except RuntimeError as error:
                raise Missing(f"apt-get download {package} failed: {error}") from None
            os.rename(folder + ".part", folder)
        return folder

    def python(self, *packages):
        """The Python of a virtual environment that has these packages from PyPI."""
        python = self.path("venv", "bin", "python")
        stamp = self.path("venv", "packages")
        if os.path.exists(stamp) and open(stamp).read() == " ".join(packages):
            return python
        say(f"installing {' '.join(packages)}")
        try:
            self.run(sys.executable, "-m", "venv", "--clear", self.path("venv"))
            self.run(python, "-m", "pip", "install", "-q", "--disable-pip-version-check", *packages)
        except RuntimeError as error:
            raise Missing(f"pip install {' '.join(packages)} failed: {error}") from None
        with open(stamp, "w") as file:
            file.write(" ".join(packages))
        return python

    def unpack(self, *packages):
        """The folder with the files of Debian packages, and of the libraries that they lack: nothing is set up by them."""
        folder, stamp = self.path("package"), self.path("package", "packages")
        if os.path.exists(stamp) and open(stamp).read() == " ".join(packages):
            return folder
        if not which("apt-get"):
            raise Missing(f"there is no apt-get for {' '.join(packages)}")
        say(f"unpacking {' '.join(packages)}")
        try:
            self.fresh("package")
            libraries = set()
            for archive in self._download(packages, folder):
                needed = self.run("dpkg-deb", "-f", archive, "Depends").replace("|", ",").split(",")
                libraries |= {each.split()[0] for each in needed if re.match(r" *lib(?!js)[^ ]*[0-9]", each)}
            self._download([each for each in sorted(libraries) if not is_installed(each)], folder)
        except RuntimeError as error:
            raise Missing(f"{' '.join(packages)}: {error}") from None
        with open(stamp, "w") as file:
            file.write(" ".join(packages))
        return folder

    def _download(self, packages, folder):
        """Fetches packages and unpacks them into a folder."""
        if not packages:
            return []
        archives = self.fresh("archives")
        fetch = ["sh", "-c", 'cd "$0" && apt-get download -qq "$@"', archives, *packages]
        try:
            self.run(*fetch)
        except RuntimeError:
            # A fresh machine has no list of packages yet.
            self.run("apt-get", "update", "-qq")
            self.run(*fetch)
        found = glob.glob(os.path.join(archives, "*.deb"))
        for archive in found:
            self.run("dpkg-deb", "-x", archive, folder)
        return found


def is_installed(package):
    return "ok installed" in subprocess.run(["dpkg-query", "-W", "-f", "${Status}", package], text=True,
                                            capture_output=True).stdout


def which(program):
    """Where a program is, also one for administrators."""
    return shutil.which(program, path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")


def install_packages(packages):
    """Installs Debian packages where it may."""
    install = ["apt-get", "install", "-y", "-qq", "--no-install-recommends", *packages]
    if os.geteuid() != 0 or not which("apt-get"):
        raise Missing(f"please install as root: apt-get install --no-install-recommends {' '.join(packages)}")
    say(f"installing {' '.join(packages)}")
    quiet = dict(stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                 env={**os.environ, "DEBIAN_FRONTEND": "noninteractive"})
    # A fresh machine has no list of packages yet.
    if subprocess.call(install, **quiet) != 0:
        subprocess.call(["apt-get", "update", "-qq"], **quiet)
        if subprocess.call(install, **quiet) != 0:
            raise Missing(f"that failed: {' '.join(install)}")


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def say(text):
    print(f"real: {text}", file=sys.stderr, flush=True)
