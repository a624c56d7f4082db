// Tests of a client of a feed API, in JavaScript, with feedcache's mock over HTTP alone. The client is `photos` below.
//
//     feedcache mock run --strict -- node --test scripts/examples/mock-test.mjs
//     feedcache mock run --upstream URL --record DIR -- node --test scripts/examples/mock-test.mjs
//     feedcache mock run --directory DIR --strict -- node --test scripts/examples/mock-test.mjs   // without the real server
import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

const base = process.env.FEEDCACHE_MOCK_URL;

/** The client: reads pages of photos, and tries again where the server is busy. */
async function photos(pages, retries = 2) {
  const items = [];
  for (let page = 1; page <= pages; page += 1) {
    for (let attempt = 0; ; attempt += 1) {
      const answer = await fetch(`${base}/photos?page=${page}&per_page=10`);
      if (answer.ok) {
        items.push(...(await answer.json())[0].photos);
        break;
      }
      await answer.text();
      if (answer.status !== 503 || attempt === retries) throw new Error(`status ${answer.status}`);
      await new Promise((resume) => setTimeout(resume, 1_000 * Number(answer.headers.get("retry-after") ?? 0)));
    }
  }
  return items;
}

/** Asks the mock itself: its status, and what it says. */
async function mock(path, body) {
  const text = typeof body === "string" || body === undefined ? body : JSON.stringify(body);
  const answer = await fetch(new URL(`/__mock/${path}`, base), text === undefined ? {} : { method: "POST", body: text });
  return { status: answer.status, said: await answer.json() };
}

beforeEach(async () => {
  assert.equal((await mock("reset", "")).status, 200);
});

test("every page is read once", async () => {
  assert.equal(new Set((await photos(2)).map((item) => item.id)).size, 20);
  assert.equal((await mock("verify", { in_order: ["GET photos?page=1", "GET photos?page=2"] })).status, 200);
  assert.equal((await mock("verify", { request: "GET photos", times: 2 })).status, 200);
});

test("a busy server is asked again", async () => {
  await mock("faults", "photos:503,retry-after=0*2");
  assert.equal((await photos(1)).length, 10);
  assert.equal((await mock("verify", { faults: true })).status, 200);
  assert.equal((await mock("verify", { request: "photos?page=1", times: 3 })).status, 200);
});

test("an answer can be planned", async () => {
  const page = { json: [{ page: 1, photos: [{ id: "{query.page}" }], has_next_page: false }], times: 1 };
  const planned = await mock("answers", { request: "GET photos?page=1", answers: [page, { status: 410 }] });
  assert.deepEqual([planned.status, planned.said.length], [200, 1]);
  assert.deepEqual(await photos(1), [{ id: "1" }]);
  await assert.rejects(photos(1), /status 410/);
});

test("what is misspelt is refused", async () => {
  const { status, said } = await mock("verify", { request: "GET photos", header: { accept: "*/*" } });
  assert.equal(status, 400);
  assert.match(said.error.message, /headers/);
});
