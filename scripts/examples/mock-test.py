#!/usr/bin/env python3
"""Tests of a client of a feed API, in Python, with feedcache's mock over HTTP alone. The client is `photos` below.

    feedcache mock run --strict -- python3 scripts/examples/mock-test.py
    feedcache mock run --upstream URL --record DIR -- python3 scripts/examples/mock-test.py
    feedcache mock run --directory DIR --strict -- python3 scripts/examples/mock-test.py     # without the real server
"""
import json
import os
import time
import unittest
import urllib.error
import urllib.parse
import urllib.request

BASE = os.environ["FEEDCACHE_MOCK_URL"]
CONTROL = urllib.parse.urljoin(BASE, "/__mock/")


def photos(pages, retries=2):
    """The client: reads pages of photos, and tries again where the server is busy."""
    items = []
    for page in range(1, pages + 1):
        for attempt in range(retries + 1):
            try:
                with urllib.request.urlopen(f"{BASE}/photos?page={page}&per_page=10", timeout=10) as answer:
                    items += json.load(answer)[0]["photos"]
                break
            except urllib.error.HTTPError as error:
                if error.code != 503 or attempt == retries:
                    raise
                time.sleep(float(error.headers.get("Retry-After", 0)))
    return items


def mock(path, body=None):
    """Asks the mock itself: its status, and what it says."""
    data = None if body is None else (body if isinstance(body, str) else json.dumps(body)).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(CONTROL + path, data), timeout=10) as answer:
            return answer.status, json.load(answer)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


class PhotosTest(unittest.TestCase):
    def setUp(self):
        self.assertEqual(mock("reset", "")[0], 200)

    def test_every_page_is_read_once(self):
        self.assertEqual(len({item["id"] for item in photos(2)}), 20)
        order = {"in_order": ["GET photos?page=1", "GET photos?page=2"]}
        self.assertEqual(mock("verify", order)[0], 200)
        self.assertEqual(mock("verify", {"request": "GET photos", "times": 2})[0], 200)

    def test_a_busy_server_is_asked_again(self):
        mock("faults", "photos:503,retry-after=0*2")
        self.assertEqual(len(photos(1)), 10)
        self.assertEqual(mock("verify", {"faults": True})[0], 200)
        self.assertEqual(mock("verify", {"request": "photos?page=1", "times": 3})[0], 200)

    def test_an_answer_can_be_planned(self):
        page = {"json": [{"page": 1, "photos": [{"id": "{query.page}"}], "has_next_page": False}], "times": 1}
        status, plans = mock("answers", {"request": "GET photos?page=1", "answers": [page, {"status": 410}]})
        self.assertEqual((status, len(plans)), (200, 1))
        self.assertEqual(photos(1), [{"id": "1"}])
        with self.assertRaises(urllib.error.HTTPError):
            photos(1)

    def test_what_is_misspelt_is_refused(self):
        status, said = mock("verify", {"request": "GET photos", "header": {"accept": "*/*"}})
        self.assertEqual(status, 400)
        self.assertIn("headers", said["error"]["message"])


if __name__ == "__main__":
    unittest.main()
