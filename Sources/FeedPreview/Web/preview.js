'use strict';
// The model is the feed as the server tells it; the document shows what is near each window. Rows that stay are the same
// objects, and so keep their elements.
const $ = id => document.getElementById(id);
const widths = document.body.dataset.widths.split(',').map(Number);
const loadsImages = document.body.dataset.images === 'yes';
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const asked = new Map();
// `moment` is what is asked for, `shown` what the model is of.
let model = [], runs = [], events = null, held = false, staged = false, waiting = [], moment = 'now', shown = null, asking = null, over = false;

const make = (name, parent, set = {}) => {
  const element = document.createElement(name);
  Object.assign(element, set);
  if (parent) parent.append(element);
  return element;
};

const box = el => el.getBoundingClientRect();
const place = (el, left, top, width, height) => {
  for (const [name, value] of Object.entries({ left, top, width, height })) el.style[name] = value + 'px';
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
    move(screen.el, view.el, before);
    before = view.el;
    header(view, section);
    const frames = section.frames[screen.width];
    const bottom = Math.max(0, ...frames.map(frame => frame[1] + frame[3])), more = section.row_count - section.rows.length;
    view.body.style.height = section.layout === 'chips' || section.layout === 'carousel' ? '' : bottom + 'px';
    view.more.textContent = more ? more + ' more' : '';
  }
  for (const [section, view] of screen.views) if (!views.has(section)) view.el.remove();
  screen.views = views;
  for (const section of model) {
    const view = views.get(section), frames = section.frames[screen.width];
    const from = top - view.body.offsetTop - 2 * height, to = from + 5 * height;
    const left = view.body.scrollLeft - screen.width, right = left + 3 * screen.width;
    let last = null, rank = 0;
    section.rows.forEach((row, index) => {
      if (!row.ad) rank += 1;
      const [x, y, w, h] = frames[index];
      const isNear = section.layout === 'chips' ? index < 60 && from < 4000 && to > 0
        : y + h > from && y < to && x + w > left && x < right;
      if (!isNear && document.activeElement !== screen.els.get(row)) return;
      wanted.add(row);
      let el = screen.els.get(row);
      if (!el) {
        el = make('article');
        el.onclick = () => facts(row);
        screen.els.set(row, el);
      }
      if (el.row !== row.mark) { fill(el, row); el.row = row.mark; }
      move(view.body, el, last);
      last = el;
      el.ariaPosInSet = index + 1;
      el.ariaSetSize = section.row_count;
      if (section.layout === 'chips') el.style.cssText = ''; else place(el, x, y, w, h);
      if (!row.ad) el.dataset.rank = rank;
    });
  }
  for (const [row, el] of screen.els) if (!wanted.has(row)) { el.remove(); screen.els.delete(row); }
}

// After `last`; keeps the focus.
function move(parent, el, last) {
  const next = last ? last.nextSibling : parent.firstChild, focused = document.activeElement;
  if (el === next) return;
  if (parent.moveBefore && el.isConnected) parent.moveBefore(el, next); else parent.insertBefore(el, next);
  if (document.activeElement !== focused) focused.focus({ preventScroll: true });
}

// MARK: Changes

const fresh = row => Object.assign({ mark: {} }, row);

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
  const out = new Map(old.concat(next).map(section => [section, new Set()]));
  const into = next.map(() => new Map());
  for (const [s, r] of c.deletes) out.get(old[s]).add(r);
  for (const [[s, r], [t, q]] of c.moves) { out.get(old[s]).add(r); into[t].set(q, old[s].rows[r]); }
  const inserts = [...c.inserts];
  for (const s of c.section_inserts) for (let r = 0; given.has(`${s},${r}`); r++) if (!into[s].has(r)) inserts.push([s, r]);
  for (const [s, r] of inserts) into[s].set(r, fresh(given.get(`${s},${r}`)));
  const lists = next.map((section, s) => {
    const rest = section.rows.filter((_, r) => !out.get(section).has(r)), count = rest.length + into[s].size;
    const others = rest.values();
    return Array.from({ length: count }, (_, r) => into[s].get(r) || others.next().value);
  });
  const changed = c.updates.map(([, [s, r]]) => Object.assign(lists[s][r], fresh(given.get(`${s},${r}`))));
  doc.sections.forEach((header, s) => {
    const frames = {};
    for (const w of widths) frames[w] = (next[s].frames[w] || []).slice(0, header.from).concat(header.frames[w]);
    Object.assign(next[s], header, { rows: lists[s], frames });
  });
  return { next, changed };
}

// A whole feed; known rows stay.
function whole(old, doc) {
  const changed = [], name = row => `${!row.ad} ${row.id}`;
  queue([]);
  const next = doc.sections.map(header => {
    const section = old.find(s => s.id === header.id) || {};
    const known = new Map((section.rows || []).map(row => [name(row), row]));
    const rows = header.rows.map(row => {
      const same = known.get(name(row));
      if (!same) return fresh(row);
      known.delete(name(row));
      if (Object.keys(row).some(key => same[key] !== row[key])) changed.push(Object.assign(same, fresh(row)));
      return same;
    });
    return Object.assign(section, header, { rows });
  });
  return { next, changed };
}

function become({ next, changed }, isAnimated = true) {
  const before = screens.map(({ el, els }) => {
    const rects = new Map([...els].map(([row, el]) => [row, Object.assign(box(el), { opacity: getComputedStyle(el).opacity })]));
    for (const row of els.values()) for (const motion of row.getAnimations()) motion.cancel();
    // Of the rows in the window the first that stays is held in its place.
    const top = el.scrollTop < 1 ? Infinity : box(el).top + 60, seen = [...rects].filter(pair => pair[1].bottom > top);
    return { rects, seen: seen.sort((a, b) => a[1].top - b[1].top) };
  });
  const rows = new Set(next.flatMap(section => section.rows));
  model = next;
  screens.forEach((screen, index) => {
    const { rects, seen } = before[index], frame = box(screen.el);
    const leaving = [...screen.els].filter(([row]) => !rows.has(row));
    show(screen);
    for (const [row, was] of seen) {
      const el = screen.els.get(row) || (rows.has(row) ? seek(screen, row) : null);
      if (!el) continue;
      screen.el.scrollTop += box(el).top - was.top;
      break;
    }
    show(screen);
    if (!isAnimated || calm.matches) return;
    const time = { duration: staged ? 3500 : 350, easing: 'ease' };
    const isNear = r => r.bottom > frame.top - frame.height && r.top < frame.bottom + frame.height;
    // Measured before any moves.
    for (const [el, was, is] of [...screen.els].map(([row, el]) => [el, rects.get(row), box(el)])) {
      if (!isNear(is) && !(was && isNear(was))) continue;
      const x = was ? was.left - is.left : 0, y = was ? was.top - is.top : 0, opacity = was ? was.opacity : 0;
      if (opacity < 1 || Math.abs(x) + Math.abs(y) > 0.5)
        el.animate([{ opacity, transform: `translate(${x}px, ${y}px)` }, { opacity: 1, transform: 'none' }], time);
    }
    for (const [row, el] of leaving) if (isNear(rects.get(row))) fade(screen, el, rects.get(row), frame, time);
  });
  const marked = screens.flatMap(({ els }) => changed.flatMap(row => els.get(row) || []));
  for (const el of marked) el.classList.remove('changed');
  void document.body.offsetWidth;
  for (const el of marked) el.classList.add('changed');
  grow();
}

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
  place(copy, was.left - frame.left - 1, was.top - frame.top - 1 + screen.el.scrollTop, was.width, was.height);
  screen.el.append(copy);
  copy.animate([{ opacity: was.opacity }, { opacity: 0 }], time).finished.finally(() => copy.remove());
}

// The batches that are to come.
function queue(stages) {
  waiting = stages;
  $('next').disabled = !stages.length;
}

function take(doc) {
  if (doc.stages) return queue(waiting.concat(doc.stages));
  tell(doc.changes);
  become(patched(model, doc));
}

// Says what changed, at most every 5 s.
let told = 0, telling = null, counts = [0, 0, 0];
function tell({ inserts, updates, deletes }) {
  counts = [inserts, updates, deletes].map((list, index) => counts[index] + list.length);
  clearTimeout(telling);
  telling = setTimeout(() => {
    told = Date.now();
    $('news').textContent = `${counts[0]} new, ${counts[1]} changed, ${counts[2]} gone`;
    counts = [0, 0, 0];
  }, Math.max(0, told + 5000 - Date.now()));
}

// MARK: The server

const query = () => `widths=${widths}&staged=${Number(staged)}`
  + [...asked].map(([id, count]) => `&rows=${encodeURIComponent(id)}:${count}`).join('');

function state(kind, words) {
  $('state').dataset.state = kind;
  $('state').textContent = words;
}

function connect() {
  events?.close();
  asking?.abort();
  events = asking = null;
  if (held || over || moment !== 'now' || document.hidden) return;
  events = new EventSource('events?' + query());
  const on = (name, body) => events.addEventListener(name, event => body(JSON.parse(event.data)));
  on('feed', doc => { become(whole(model, doc), model.length); shown = 'now'; });
  on('change', take);
  on('run', run => { runs.push(run); slide(); });
  on('state', doc => state(doc.state, doc.words + (doc.syncing ? ' · syncing' : '')));
  on('end', doc => { over = true; events.close(); state('over', doc.words); });
  events.onerror = () => {
    const isRefused = events.readyState === 2;
    if (isRefused) setTimeout(() => moment === 'now' && connect(), 2000);
    if (!over) state('over', isRefused ? 'no stream: close a page, or open the link of a new preview' : 'not connected');
  };
}

let growing = null;
function grow() {
  for (const screen of screens) for (const section of model) {
    const count = section.rows.length, all = [...asked.values()].reduce((sum, count) => sum + count, 200);
    if (count >= Math.min(section.row_count, 2000) || all > 4000 || !screen.els.has(section.rows[count - 10])) continue;
    asked.set(section.id, Math.min(2000, count + 100));
    growing ||= setTimeout(() => { growing = null; go(moment); }, 300);
  }
}

function slide() {
  runs = [...new Map(runs.map(run => [run.run, run])).values()].sort((a, b) => a.run - b.run);
  const slider = $('runs');
  slider.max = runs.length;
  slider.disabled = !runs.length;
  if (moment === 'now') slider.value = runs.length;
}

// The last question wins.
async function go(to) {
  const run = runs.find(run => run.run === to), from = moment, view = query();
  $('moment').textContent = $('runs').ariaValueText = to === 'now' ? 'now' : `run ${to} · ${run?.at} · without ads`;
  moment = to;
  connect();
  if (events) return;
  const { signal } = asking = new AbortController();
  const isStep = staged && !waiting.length && shown === from && from > 0 && to > 0 && from !== to;
  try {
    const answer = await fetch(`${isStep ? `change?from=${from}&to=${to}` : `feed?run=${to}`}&${view}`, { signal });
    if (!answer.ok) throw new Error(await answer.text());
    const doc = await answer.json();
    if (isStep) take(doc);
    else become(whole(model, doc), from !== to);
    shown = view === query() ? to : null;
    asking = null;
  } catch (error) {
    if (error.name !== 'AbortError') state('failing', error.message);
  }
}

// MARK: Controls

function facts(row) {
  const section = model.find(one => one.rows.includes(row)), name = encodeURIComponent;
  const path = row.ad ? `ad?in=${name(section.id)}&row=${section.rows.indexOf(row)}`
    : section.collection && `item?in=${name(section.collection)}&id=${name(row.id)}`;
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
  connect();
};
$('next').onclick = () => {
  const [stage, ...rest] = waiting;
  queue(rest);
  take(stage);
};
$('runs').oninput = event => go(runs[event.target.value]?.run || 'now');
document.onvisibilitychange = connect;
document.onkeydown = event => {
  const el = document.activeElement?.closest('article');
  if (!el) return;
  const step = { Enter: 0, ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[event.key];
  if (step === undefined) return;
  // Else Enter would press the button of the dialog that it opens.
  event.preventDefault();
  if (!step) return el.click();
  const all = [...el.closest('.screen').querySelectorAll('article:not(.gone)')];
  all[all.indexOf(el) + step]?.focus();
};

fetch('runs').then(answer => answer.json()).then(known => { runs.unshift(...known); slide(); });
connect();
