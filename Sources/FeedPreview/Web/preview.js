'use strict';
// The model is the feed as the server tells it; the document shows what is near each window. Rows are objects that stay, so
// that their elements stay, too.
const $ = id => document.getElementById(id);
const widths = document.body.dataset.widths.split(',').map(Number);
const loadsImages = document.body.dataset.images === 'yes';
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const asked = new Map();
const runs = [];
let model = [], events = null, held = false, staged = false, waiting = [], moment = 'now', asking = null, over = false, pace = 1;

const make = (name, parent, set = {}) => {
  const element = document.createElement(name);
  Object.assign(element, set);
  if (parent) parent.append(element);
  return element;
};

// MARK: Screens

const screens = widths.map(width => {
  const el = make('div', $('screens'), { className: 'screen' });
  el.style.width = width + 'px';
  el.role = 'feed';
  el.ariaLabel = `${width} wide`;
  el.dataset.width = width;
  const screen = { width, el, views: new Map(), els: new Map() };
  el.onscroll = () => later(screen);
  return screen;
});

const pending = new Set();
const later = screen => {
  if (!pending.size) requestAnimationFrame(() => {
    for (const screen of pending) show(screen);
    pending.clear();
    grow();
  });
  pending.add(screen);
};

function header(view, section) {
  view.el.className = section.layout;
  view.title.textContent = section.title || section.id;
  const layout = section.asked === section.layout ? section.layout : `${section.asked}, shown as ${section.layout}`;
  view.small.textContent = `${section.type} · ${layout} · ${section.row_count} rows`;
  view.el.ariaLabel = view.title.textContent;
}

function makeView(screen) {
  const el = make('section');
  const h2 = make('h2', el);
  const view = { el, title: make('span', h2, { dir: 'auto' }), small: make('small', h2), body: make('div', el, { className: 'rows' }),
    more: make('p', el) };
  view.body.onscroll = () => later(screen);
  return view;
}

function fill(el, row) {
  el.replaceChildren();
  el.tabIndex = 0;
  el.dataset.id = row.id;
  const img = make('img', el, { alt: '', loading: 'lazy', decoding: 'async', src: 'picture/' + row.picture });
  if (loadsImages && row.image) {
    img.style.backgroundImage = `url("picture/${row.picture}")`;
    img.onerror = () => { img.onerror = null; img.src = 'picture/' + row.picture; };
    img.src = row.image;
  }
  const texts = make('div', el);
  make('b', texts, { textContent: row.title || row.id, dir: 'auto', title: row.title });
  for (const text of [row.detail, row.remark]) if (text) make('p', texts, { textContent: text, dir: 'auto', title: text });
  if (row.ad) make('span', el, { className: 'badge', textContent: 'Ad' });
}

// Shows what is within two heights of a window.
function show(screen) {
  const top = screen.el.scrollTop, height = screen.el.clientHeight || 800;
  const wanted = new Set(), views = new Map();
  let before = null;
  for (const section of model) {
    const view = screen.views.get(section) || makeView(screen);
    views.set(section, view);
    const next = before ? before.el.nextSibling : screen.el.firstChild;
    if (view.el !== next) move(screen.el, view.el, next);
    before = view;
    header(view, section);
    const frames = section.frames[screen.width];
    const size = frames.reduce((size, f) => [Math.max(size[0], f[0] + f[2]), Math.max(size[1], f[1] + f[3])], [0, 0]);
    if (section.layout === 'chips') view.body.style.height = '';
    else if (section.layout !== 'carousel') view.body.style.height = size[1] + 'px';
    view.more.textContent = `${section.row_count - section.rows.length || ''}`.replace(/.+/, '$& more');
  }
  for (const [section, view] of screen.views) if (!views.has(section)) view.el.remove();
  screen.views = views;
  for (const section of model) {
    const view = views.get(section), frames = section.frames[screen.width];
    const from = top - view.body.offsetTop - 2 * height, to = from + 5 * height;
    const left = view.body.scrollLeft - screen.width, right = left + 3 * screen.width;
    let anchor = null, rank = 0;
    section.rows.forEach((row, index) => {
      if (!row.ad) rank += 1;
      const [x, y, w, h] = frames[index];
      const near = section.layout === 'chips' ? index < 60 && from < 4000 && to > 0 : y + h > from && y < to && x + w > left && x < right;
      if (!near && document.activeElement !== screen.els.get(row)) return;
      wanted.add(row);
      let el = screen.els.get(row);
      if (!el) {
        el = make('article');
        el.onclick = () => facts(row);
        screen.els.set(row, el);
      }
      if (el.row !== row.mark) { fill(el, row); el.row = row.mark; }
      const place = anchor ? anchor.nextSibling : view.body.firstChild;
      if (el !== place) move(view.body, el, place);
      anchor = el;
      el.ariaPosInSet = index + 1;
      el.ariaSetSize = section.row_count;
      if (section.layout === 'chips') el.style.cssText = '';
      else Object.assign(el.style, { left: x + 'px', top: y + 'px', width: w + 'px', height: h + 'px' });
      if (!row.ad) el.dataset.rank = rank;
    });
  }
  for (const [row, el] of screen.els) if (!wanted.has(row)) { el.remove(); screen.els.delete(row); }
}

// Keeps the focus.
function move(parent, el, before) {
  const focused = el.contains(document.activeElement) ? document.activeElement : null;
  if (parent.moveBefore && el.isConnected) parent.moveBefore(el, before); else parent.insertBefore(el, before);
  if (focused && document.activeElement !== focused) focused.focus({ preventScroll: true });
}

// MARK: Changes

const fresh = row => Object.assign({ mark: {} }, row);
const box = el => el.getBoundingClientRect();

// Turns the model into the one after a change, by the rules of `diff --json`.
function patched(old, doc) {
  const c = doc.changes, next = new Array(doc.sections.length), given = new Map();
  for (const { at, row } of doc.rows) given.set(at.join(), row);
  const left = new Set(c.section_deletes.concat(c.section_moves.map(m => m[0])));
  const staying = old.filter((_, index) => !left.has(index));
  for (const index of c.section_inserts) next[index] = { rows: [], frames: {} };
  for (const [from, to] of c.section_moves) next[to] = old[from];
  let at = 0;
  for (let i = 0; i < next.length; i++) next[i] ||= staying[at++];
  const out = new Map(old.map(section => [section, new Set()]));
  const into = next.map(() => new Map());
  for (const [s, r] of c.deletes) out.get(old[s]).add(r);
  for (const [[s, r], [t, q]] of c.moves) { out.get(old[s]).add(r); into[t].set(q, old[s].rows[r]); }
  for (const [s, r] of c.inserts) into[s].set(r, fresh(given.get(`${s},${r}`)));
  for (const s of c.section_inserts)
    for (let r = 0; given.has(`${s},${r}`); r++) if (!into[s].has(r)) into[s].set(r, fresh(given.get(`${s},${r}`)));
  const lists = next.map((section, s) => {
    const rest = section.rows.filter((_, r) => !out.get(section)?.has(r)).values();
    const count = into[s].size + section.rows.length - (out.get(section)?.size || 0);
    return Array.from({ length: count }, (_, r) => into[s].get(r) || rest.next().value);
  });
  const changed = new Set();
  for (const [, [s, r]] of c.updates) changed.add(Object.assign(lists[s][r], given.get(`${s},${r}`), { mark: {} }));
  doc.sections.forEach((header, s) => {
    const frames = {};
    for (const w of widths) frames[w] = (next[s].frames[w] || []).slice(0, header.from).concat(header.frames[w]);
    Object.assign(next[s], header, { rows: lists[s], frames });
  });
  return { next, changed };
}

// A whole feed; known rows keep their elements.
function whole(old, doc) {
  const changed = new Set(), name = row => `${!row.ad} ${row.id}`;
  const next = doc.sections.map(header => {
    const section = old.find(s => s.id === header.id) || {};
    const known = new Map((section.rows || []).map(row => [name(row), row]));
    const rows = header.rows.map(row => {
      const same = known.get(name(row));
      if (!same) return fresh(row);
      known.delete(name(row));
      const isSame = Object.keys(row).every(key => same[key] === row[key]);
      if (!isSame) changed.add(Object.assign(same, row, { mark: {} }));
      return same;
    });
    return Object.assign(section, header, { rows });
  });
  return { next, changed };
}

function become({ next, changed }, isAnimated = true) {
  const before = screens.map(screen => ({
    rects: new Map([...screen.els].map(([row, el]) => [row, box(el)])),
    anchor: anchored(screen),
  }));
  const rows = new Set(next.flatMap(section => section.rows));
  model = next;
  screens.forEach((screen, index) => {
    const { rects, anchor } = before[index], frame = box(screen.el);
    const leaving = [...screen.els].filter(([row]) => !rows.has(row));
    show(screen);
    for (const row of anchor) {
      const el = screen.els.get(row) || (rows.has(row) ? seek(screen, row) : null);
      if (!el) continue;
      screen.el.scrollTop += box(el).top - rects.get(row).top;
      break;
    }
    show(screen);
    if (!isAnimated || calm.matches) return;
    const time = { duration: 350 * pace, easing: 'ease' };
    const isNear = r => r.bottom > frame.top - frame.height && r.top < frame.bottom + frame.height;
    for (const [row, el] of screen.els) {
      const was = rects.get(row), is = box(el);
      if (!isNear(is) && !(was && isNear(was))) continue;
      if (!was) el.animate([{ opacity: 0 }, { opacity: 1 }], time);
      else if (Math.abs(was.left - is.left) + Math.abs(was.top - is.top) > 0.5)
        el.animate([{ transform: `translate(${was.left - is.left}px, ${was.top - is.top}px)` }, { transform: 'none' }], time);
    }
    for (const [row, el] of leaving) if (isNear(rects.get(row))) fade(screen, el, rects.get(row), frame, time);
  });
  for (const screen of screens) for (const row of changed) {
    const el = screen.els.get(row);
    if (!el) continue;
    el.classList.remove('changed');
    void el.offsetWidth;
    el.classList.add('changed');
  }
  grow();
}

// The rows in the window: the first that stays is held in its place.
function anchored(screen) {
  if (screen.el.scrollTop < 1) return [];
  const top = box(screen.el).top + 60, rows = [];
  for (const [row, el] of screen.els) {
    const rect = box(el);
    if (rect.bottom > top) rows.push([rect.top, row]);
  }
  return rows.sort((a, b) => a[0] - b[0]).map(pair => pair[1]);
}

// Scrolls to where a row is now.
function seek(screen, row) {
  const section = model.find(section => section.rows.includes(row)), view = screen.views.get(section);
  screen.el.scrollTop = view.body.offsetTop + section.frames[screen.width][section.rows.indexOf(row)][1];
  show(screen);
  return screen.els.get(row);
}

function fade(screen, el, was, frame, time) {
  const copy = el.cloneNode(true);
  copy.className = 'gone';
  copy.inert = true;
  copy.removeAttribute('tabindex');
  Object.assign(copy.style, { left: was.left - frame.left - 1 + 'px', top: was.top - frame.top - 1 + screen.el.scrollTop + 'px',
    width: was.width + 'px', height: was.height + 'px' });
  screen.el.append(copy);
  copy.animate([{ opacity: 1 }, { opacity: 0 }], time).finished.finally(() => copy.remove());
}

function take(doc) {
  if (doc.stages) {
    waiting.push(...doc.stages);
    $('next').disabled = !waiting.length;
  } else {
    tell(doc);
    become(patched(model, doc));
  }
}

// Says what changed, not more than every 5 s.
let told = 0, telling = null, counts = [0, 0, 0];
function tell(doc) {
  const c = doc.changes;
  [c.inserts, c.updates, c.deletes].forEach((list, index) => { counts[index] += list.length; });
  clearTimeout(telling);
  telling = setTimeout(() => {
    told = Date.now();
    $('news').textContent = `${counts[0]} new, ${counts[1]} changed, ${counts[2]} gone`;
    counts = [0, 0, 0];
  }, Math.max(0, told + 5000 - Date.now()));
}

// MARK: The server

const query = () => new URLSearchParams([['widths', widths.join()], ...(staged ? [['staged', '1']] : []),
  ...[...asked].map(([id, count]) => ['rows', `${id}:${count}`])]);

function state(kind, words) {
  $('state').dataset.state = kind;
  $('state').textContent = words;
}

function connect() {
  events?.close();
  events = null;
  if (held || over || moment !== 'now' || document.hidden) return;
  events = new EventSource('events?' + query());
  const on = (name, body) => events.addEventListener(name, event => body(JSON.parse(event.data)));
  on('feed', doc => { waiting = []; become(whole(model, doc), model.length); });
  on('change', take);
  on('run', run => { runs.push(run); slide(); });
  on('state', doc => state(doc.state, doc.words + (doc.syncing ? ' · syncing' : '')));
  on('end', doc => { over = true; events.close(); state('over', doc.words); });
  events.onerror = () => {
    if (over) return;
    state('over', events.readyState === 2 ? 'no stream: at most 4 pages are live; reload' : 'not connected');
  };
}

let growing = null;
function grow() {
  for (const screen of screens) for (const section of model) {
    const count = section.rows.length, last = section.rows[count - 10];
    if (!last || count >= section.row_count || count >= 2000 || !screen.els.has(last)) continue;
    asked.set(section.id, Math.min(2000, count + 100));
    growing ||= setTimeout(() => { growing = null; moment === 'now' ? connect() : go(moment); }, 100);
  }
}

function slide() {
  const known = new Map(runs.map(run => [run.run, run]));
  runs.splice(0, runs.length, ...[...known.values()].sort((a, b) => a.run - b.run));
  const slider = $('runs');
  slider.max = runs.length;
  slider.disabled = !runs.length;
  if (moment === 'now') slider.value = runs.length;
}

// The last question wins.
async function go(to) {
  const run = runs.find(run => run.run === to);
  const words = to === 'now' ? 'now' : `run ${to} · ${run?.at} · without ads`;
  $('moment').textContent = words;
  $('runs').ariaValueText = words;
  const from = moment;
  moment = to;
  if (to === 'now') return connect();
  events?.close();
  events = null;
  asking?.abort();
  asking = new AbortController();
  try {
    const answer = await fetch(`feed?run=${to}&${query()}`, { signal: asking.signal });
    if (!answer.ok) throw new Error(await answer.text());
    become(whole(model, await answer.json()), from !== to);
  } catch (error) {
    if (error.name !== 'AbortError') state('failing', error.message);
  }
}

// MARK: Controls

function facts(row) {
  const section = model.find(section => section.rows.includes(row));
  const path = row.ad ? `ad/${encodeURIComponent(section.id)}/${section.rows.indexOf(row)}`
    : section.collection ? `item/${encodeURIComponent(section.collection)}/${encodeURIComponent(row.id)}` : null;
  if (!path) return;
  const dialog = $('facts');
  dialog.querySelector('iframe').src = path;
  dialog.showModal();
}

$('hold').onclick = event => {
  event.target.ariaPressed = held = !held;
  if (held) state('held', 'held');
  connect();
};
$('step').onclick = event => {
  event.target.ariaPressed = staged = !staged;
  pace = staged ? 10 : 1;
  connect();
};
$('next').onclick = () => {
  const stage = waiting.shift();
  if (stage) take(stage);
  $('next').disabled = !waiting.length;
};
$('runs').oninput = event => {
  const index = Number(event.target.value);
  go(index >= runs.length ? 'now' : runs[index].run);
};
document.onvisibilitychange = connect;
document.onkeydown = event => {
  const el = document.activeElement?.closest('article');
  if (!el) return;
  if (event.key === 'Enter') el.click();
  const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (!step) return;
  const all = [...el.closest('.screen').querySelectorAll('article:not(.gone)')];
  all[all.indexOf(el) + step]?.focus();
  event.preventDefault();
};

fetch('runs').then(answer => answer.json()).then(known => { runs.unshift(...known); slide(); });
connect();
