"""A server of one list on 127.0.0.1, which does what a scenario says; and one of ready pages, in a process of its own."""
import hashlib
import http.server
import json
import multiprocessing
import socket
import struct
import threading
import time
import urllib.parse
import urllib.request

SIZE = 20
MOST_REQUESTS = 20_000


def item(number, length=None):
    """An item of so many bytes of JSON, or a short one."""
    made = {"id": number, "rev": 1, "title": f"Item {number}", "text": ""}
    if length:
        made["text"] = "x" * (length - len(encode(made)))
    return made


def encode(value):
    return json.dumps(value, separators=(",", ":")).encode()


def tag(body):
    """The ETag of a body."""
    return f'"{hashlib.sha256(body).hexdigest()[:20]}"'


class Answer:
    """What goes over the wire. A `body` that is None is a connection that is reset."""

    def __init__(self, body, status=200, kind="application/json", **headers):
        self.body = body if body is None or isinstance(body, bytes) else encode(body)
        self.status = status
        self.headers = {"Content-Type": kind, **{name.replace("_", "-"): value for name, value in headers.items()}}


class Handler(http.server.BaseHTTPRequestHandler):
    """Asks `server.reply` for the answer, and gives 304 where the client has it."""
    protocol_version = "HTTP/1.1"
    wbufsize = -1
    disable_nagle_algorithm = True

    def do_GET(self):
        query = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(self.path).query))
        answer = self.server.reply(query)
        if answer.body is None:
            self.connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            self.connection.close()
            self.close_connection = True
            return
        known = answer.headers.get("ETag") or tag(answer.body)
        body, status = answer.body, answer.status
        if status == 200:
            answer.headers["ETag"] = known
            if self.headers.get("If-None-Match") == known:
                body, status = b"", 304
        self.server.sent += len(body)
        self.send_response(status)
        for name, value in answer.headers.items():
            self.send_header(name, value)
        if status != 304:
            self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def handle_one_request(self):
        try:
            super().handle_one_request()
        except OSError:
            self.close_connection = True

    def log_message(self, *_):
        pass


class Server(http.server.ThreadingHTTPServer):
    request_queue_size = 64
    daemon_threads = True

    def __init__(self, reply):
        super().__init__(("127.0.0.1", 0), Handler)
        self.reply, self.sent = reply, 0

    def handle_error(self, *_):
        pass


class World:
    """A list that changes. Its pages are named by number, or by a cursor.

    `before` has what is done once before a page is answered; `fault` takes a page's number and gives its answer, or None where
    it is the usual one; `edit_page` changes a page that is ready.
    """

    def __init__(self, count=12 * SIZE, cursor=False):
        self.items = [item(number) for number in range(1, count + 1)]
        self.cursor = cursor
        self.next_id = count + 1
        self.before, self.delay, self.asked = {}, 0, 0
        self.fault = self.edit_page = lambda *_: None
        self.lock = threading.Lock()
        self.server = Server(self.reply)
        self.base = f"http://127.0.0.1:{self.server.server_port}"
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def close(self):
        self.server.shutdown()
        self.server.server_close()

    def reply(self, query):
        number = int(query.get("cursor", "p1")[1:] if self.cursor else query.get("page", 1))
        time.sleep(self.delay)
        with self.lock:
            self.asked += 1
            if self.asked > MOST_REQUESTS:
                return Answer(None)
            self.before.pop(number, lambda: None)()
            return self.fault(number) or Answer(self.page(number))

    def page(self, number):
        pages = max(1, -(-len(self.items) // SIZE))
        body = {"items": self.items[(number - 1) * SIZE: number * SIZE], "has_next": number < pages}
        if self.cursor:
            body["next"] = f"p{number + 1}" if number < pages else None
        else:
            body.update(page=number, total=len(self.items), total_pages=pages)
        self.edit_page(number, body)
        return body

    def add_head(self, count):
        self.items[:0] = [item(number) for number in range(self.next_id, self.next_id + count)]
        self.next_id += count

    def change(self, *places):
        """The items at these places have a new revision."""
        for place in places:
            old = self.items[place]
            self.items[place] = {**old, "rev": old["rev"] + 1, "title": f"{old['title']}, again"}


def _serve(port, items, size):
    def pages(which):
        chunks = [which[start: start + size] for start in range(0, len(which), size)]
        return [Answer({"items": chunk, "has_next": number < len(chunks), "page": number, "total": len(which),
                        "total_pages": len(chunks)}) for number, chunk in enumerate(chunks, 1)]

    def reply(query):
        if "change" in query:
            changed = [{**each, "rev": 2, "text": "y" + each["text"][1:]} if place % 100 == 50 else each
                       for place, each in enumerate(items)]
            ready[:] = pages(changed)
            return Answer({})
        return ready[min(int(query.get("page", 1)), len(ready)) - 1]

    ready = pages(items)
    for answer in ready:
        answer.headers["ETag"] = tag(answer.body)
    server = Server(reply)
    port.value = server.server_port
    server.serve_forever()


class List:
    """A list of so many items of 340 bytes in ready pages of 100, served by a process of its own."""
    LENGTH = 340

    def __init__(self, count):
        port = multiprocessing.Value("i", 0)
        items = [item(number, self.LENGTH) for number in range(1, count + 1)]
        self.process = multiprocessing.Process(target=_serve, args=(port, items, 100), daemon=True)
        self.process.start()
        while not port.value:
            time.sleep(0.01)
        self.base = f"http://127.0.0.1:{port.value}"

    def change(self):
        """Another text in each hundredth item."""
        urllib.request.urlopen(self.base + "/items?change=1").close()

    def close(self):
        self.process.terminate()
        self.process.join()
