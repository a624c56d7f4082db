"""WordPress as Debian has it, on PHP's own web server, with its own MariaDB. Nothing is set up as a service."""
import json
import os
import shutil
import subprocess

from place import install_packages, which
from server import SITES, Server, basic, sample
from spans import elements

PROGRAMS = {"php": "php-cli", "mariadbd": "mariadb-server-core", "mariadb": "mariadb-client-core"}
MYSQLI = ["php", "-r", "exit(extension_loaded('mysqli') ? 0 : 1);"]


class WordPress(Server):
    name = "wordpress"
    manifest = "wordpress.toml"
    collection = "posts"
    address = "https://blog.example.com"
    secret = "WP_PASSWORD"
    findings = {"no_compression": "PHP's web server packs nothing"}

    def install(self):
        missing = [package for program, package in PROGRAMS.items() if not which(program)]
        if not which("php") or subprocess.call(MYSQLI) != 0:
            missing.append("php-mysql")
        if missing:
            install_packages(missing)
        self._unpack()
        self._start_database()
        self.variables = {"WP_USER": "ann", "WP_PASSWORD": self._change("install", self.url)}

    def command(self):
        return ["php", "-S", f"127.0.0.1:{self.port}", "-t", self.place.path("site")]

    def environment(self):
        return {"BLOG_SOCKET": self._socket(), "BLOG_LOG": self.place.path("php.log"), "PHP_CLI_SERVER_WORKERS": "4"}

    def credentials(self):
        return basic(self.variables["WP_USER"], self.variables["WP_PASSWORD"])

    def add(self, count):
        self._change("add", [sample(number) for number in range(count)])

    def edit(self, ids):
        self._change("edit", ids)

    def delete(self, ids):
        self._change("delete", ids)

    def read(self):
        items, pages, page = [], 1, 1
        while page <= pages:
            body, headers = self.ask(f"{self.url}/wp-json/wp/v2/posts?context=edit&per_page=70&page={page}")
            pages = int(headers["X-WP-TotalPages"])
            items += [(json.loads(text)["id"], text) for text in elements(body)]
            page += 1
        return items

    def _unpack(self):
        """The files of the Debian package, without the web server that it would install."""
        site = self.place.fresh("site")
        source = "/usr/share/wordpress"
        if not os.path.exists(source):
            source = os.path.join(self.place.debian("wordpress"), "usr", "share", "wordpress")
        shutil.copytree(source, site, symlinks=True, dirs_exist_ok=True)
        for name in ("wp-config.php", "change.php"):
            shutil.copy(os.path.join(SITES, "wordpress", name), site)

    def _start_database(self):
        folder = self.place.fresh("database")
        # It need not outlive a power cut.
        options = ["--no-defaults", f"--datadir={folder}", "--innodb-flush-method=nosync",
                   "--innodb-flush-log-at-trx-commit=0"]
        if os.geteuid() == 0:
            options.append("--user=root")
        self.place.run("mariadb-install-db", *options, "--auth-root-authentication-method=normal", "--skip-test-db")
        self.place.start(which("mariadbd"), *options, f"--socket={self._socket()}", "--skip-networking",
                         f"--pid-file={folder}/pid")
        client = ["mariadb", "--no-defaults", f"--socket={self._socket()}", "--user=root"]
        self.place.wait_for("the database", lambda: subprocess.call(
            [*client, "-e", "SELECT 1"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) == 0)
        self.place.run(*client, "-e", "CREATE DATABASE blog CHARACTER SET utf8mb4")

    def _socket(self):
        return self.place.path("database", "socket")

    def _change(self, how, values):
        output = self.place.run("php", self.place.path("site", "change.php"), how, env=self.environment(),
                                text=json.dumps(values))
        return json.loads(output)
