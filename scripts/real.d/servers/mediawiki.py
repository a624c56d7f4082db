"""MediaWiki as Debian has it, on PHP's own web server, with SQLite: pages with their texts, and an object of cursors."""
import json
import urllib.parse
from xml.sax.saxutils import escape

from place import install_packages, which
from server import Server, sample
from spans import elements, members

PACKAGES = ["php-cli", "php-sqlite3", "php-mbstring", "php-xml", "php-intl"]
#: Anyone may delete, as fast as they like, and nothing is done after a request.
SETTINGS = """
$wgGroupPermissions['*']['delete'] = true;
$wgRateLimits = [];
$wgJobRunRate = 0;
$wgMainCacheType = CACHE_ACCEL;
"""
DUMP = """<mediawiki xmlns="http://www.mediawiki.org/xml/export-0.11/" version="0.11" xml:lang="en">{}</mediawiki>"""
PAGE = """<page><title>{}</title><ns>0</ns><revision><timestamp>2026-01-01T00:00:00Z</timestamp><model>wikitext</model>
<format>text/x-wiki</format><text xml:space="preserve">{}</text></revision></page>"""
#: More are imported at once, as people do who move a wiki.
MOST_BY_API = 50


class MediaWiki(Server):
    name = "mediawiki"
    manifest = "mediawiki.toml"
    collection = "pages"
    address = "https://wiki.example.org/w"
    _added = 0

    def install(self):
        if not which("php") or not {"pdo_sqlite", "mbstring", "xml", "intl"} <= set(self.place.run("php", "-m").split()):
            install_packages(PACKAGES)
        self._site = self.place.unpack("mediawiki", "mediawiki-classes") + "/usr/share/mediawiki"
        folder = self.place.fresh("database")
        self._maintain("install", "--dbtype", "sqlite", "--dbpath", folder, "--dbname", "wiki", "--confpath", folder,
                       "--server", self.url, "--scriptpath", "", "--pass", "more than a few words", "Books", "Ann")
        with open(self._settings(), "a") as file:
            file.write(SETTINGS)

    def environment(self):
        return {"MW_CONFIG_FILE": self._settings()}

    def command(self):
        return ["php", "-d", "opcache.enable_cli=1", "-S", f"127.0.0.1:{self.port}", "-t", self._site]

    def add(self, count):
        # A wiki comes with its main page.
        numbers = range(self._added or 1, self._added + count)
        self._added += count
        pages = [(f"Book {number:05}", self._text(number)) for number in numbers]
        if len(pages) > MOST_BY_API:
            dump = "".join(PAGE.format(title, escape(text)) for title, text in pages)
            self._maintain("importDump", "--quiet", text=DUMP.format(dump), env=self.environment())
        else:
            for title, text in pages:
                self._post("edit", title=title, text=text, createonly="1")

    def edit(self, ids):
        for id in ids:
            self._post("edit", pageid=id, text=self._text(id) + " Edited.")

    def delete(self, ids):
        for id in ids:
            self._post("delete", pageid=id)

    def read(self):
        items, following = [], {}
        while following is not None:
            query = {"generator": "allpages", "prop": "revisions", "rvprop": "ids|timestamp|content", "rvslots": "main",
                     "gaplimit": "50", **following}
            body = dict(members(self._ask("query", query)))
            pages = elements(dict(members(body["query"]))["pages"])
            items += [(json.loads(text)["pageid"], text) for text in pages]
            following = json.loads(body.get("continue", "null"))
        return items

    def _text(self, number):
        value = sample(number)
        return f"'''{value['title']}''': {value['note']}"

    def _settings(self):
        return self.place.path("database", "LocalSettings.php")

    def _maintain(self, script, *arguments, **options):
        self.place.run("php", f"{self._site}/maintenance/{script}.php", *arguments, **options)

    def _ask(self, action, query, values=None):
        query = urllib.parse.urlencode({"action": action, "format": "json", "formatversion": "2", **query})
        if values is None:
            return self.ask(f"{self.url}/api.php?{query}")[0]
        text = self.ask(f"{self.url}/api.php?{query}", "POST", urllib.parse.urlencode(values).encode(),
                        headers={"Content-Type": "application/x-www-form-urlencoded"})[0]
        if "error" in json.loads(text):
            raise RuntimeError(f"{action}: {text[:200]}")
        return text

    def _post(self, action, **values):
        self._ask(action, {}, {**values, "token": "+\\"})
