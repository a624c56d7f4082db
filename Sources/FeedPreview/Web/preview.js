'use strict';
// The model is what the server tells; the document shows what is near. Rows that stay keep their elements.
const $ = id => document.getElementById(id);
const calm = matchMedia('(prefers-reduced-motion: reduce)');
const asked = new Map();
// `moment` is what is asked for, `shown` what the model is of.
let model = [], runs = [], events, held, staged, waiting = [], moment = 'now', shown, asking, over;
// `target` is where the screens go with the next feed: a section and a row for each.
let widths = [], screens = [], target;

const make = (name, parent, set = {}) => {
  const element = document.createElement(name);
  Object.assign(element, set);
  if (parent) parent.append(element);
  return element;
};

const box = el => el.getBoundingClientRect();
const place = (el, ...frame) => ['left', 'top', 'width', 'height'].forEach((name, i) => { el.style[name] = frame[i] + 'px'; });

function arrange(text) {
  const list = text.split(',').map(Number);
  if (list.length > 4 || !list.every(width => width >= 240 && width <= 2000 && width % 1 === 0)) return false;
  if (`${list}` === `${widths}`) return true;
  for (const { el } of screens) el.remove();
  model = [];
  widths = list;
  screens = widths.map((width, index) => {
    const el = make('div', $('screens'), { className: 'screen', role: 'region', ariaLabel: `Screen ${index + 1}, ${width} wide` });
    const screen = { width, el, views: new Map(), els: new Map() };
    el.style.width = width + 'px';
    el.dataset.width = width;
    el.onscroll = () => { later(screen); note(); };
    return screen;
  });
  return true;
}

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
  if (view.frames === section.frames) return;
  view.frames = section.frames;
  view.el.className = section.layout;
  const { first, rows, row_count } = section, more = row_count - first - rows.length;
  view.title.textContent = section.title;
  view.small.textContent = section.note;
  view.less.textContent = first ? `${first} above` : '';
  view.more.textContent = more > 0 ? `${more} more` : '';
}

function makeView(screen) {
  const el = make('section');
  const h2 = make('h2', el);
  const view = { el, title: make('span', h2, { dir: 'auto' }), small: make('small', h2), less: make('p', el, { className: 'less' }),
    body: make('div', el, { className: 'rows' }), more: make('p', el, { className: 'more' }) };
  view.body.onscroll = () => later(screen);
  return view;
}

function fill(el, row) {
  el.replaceChildren();
  el.ariaLabel = (row.ad ? 'Ad: ' : '') + row.title;
  el.dataset.id = row.id;
  const src = 'picture/' + row.picture, img = make('img', el, { alt: '', loading: 'lazy', src });
  if (row.image) {
    img.style.backgroundImage = `url(${src})`;
    img.onerror = () => { img.onerror = null; img.src = src; };
    img.src = row.image;
  }
  const texts = make('div', el);
  make('b', texts, { textContent: row.title, dir: 'auto', title: row.title });
  for (const text of [row.detail, row.remark]) if (text) make('p', texts, { textContent: text, dir: 'auto', title: text });
  if (row.ad) make('span', el, { className: 'badge', textContent: 'Ad' });
}

// `isKept`: rows that were near stay: one of them holds the screen in its place.
function show(screen, isKept) {
  const top = screen.el.scrollTop, height = screen.el.clientHeight || 800;
  const wanted = new Set(), views = new Map();
  let before = null;
  for (const section of model) {
    const view = screen.views.get(section) || makeView(screen);
    views.set(section, view);
    move(screen.el, view.el, before);
    before = view.el;
    header(view, section);
    const bottom = Math.max(0, ...section.frames[screen.width].map(([, y, , height]) => y + height));
    view.isChips = section.layout === 'chips';
    view.body.style.height = section.layout === 'carousel' ? '' : (view.isChips && view.height || bottom) + 'px';
  }
  for (const [section, view] of screen.views) if (!views.has(section)) view.el.remove();
  screen.views = views;
  for (const section of model) {
    const view = views.get(section), frames = section.frames[screen.width];
    const from = top - view.body.offsetTop - 2 * height, to = from + 5 * height;
    const left = view.body.scrollLeft - screen.width, right = left + 3 * screen.width;
    let last = null, rank = section.rank;
    section.rows.forEach((row, index) => {
      if (!row.ad) rank += 1;
      const [x, y, w, h] = frames[index];
      const isNear = view.isChips ? from < 4000 && to > 0
        : y + h > from && y < to && x + w > left && x < right;
      let el = screen.els.get(row);
      if (!isNear && !(el && (isKept || document.activeElement === el))) return;
      wanted.add(row);
      if (!el) {
        screen.els.set(row, el = make('article'));
        el.onclick = () => facts(row);
        el.onfocus = () => { view.stop = row; for (const other of el.parentNode.children) other.tabIndex = -(other !== el); };
      }
      if (el.row !== row.mark) { fill(el, row); el.row = row.mark; }
      move(view.body, el, last);
      last = el;
      el.ariaPosInSet = section.first + index + 1;
      el.ariaSetSize = section.row_count;
      if (view.isChips) el.style.cssText = ''; else place(el, x, y, w, h);
      if (!row.ad) el.dataset.rank = rank;
    });
    // One stop for Tab: the row that had the focus last, or the first here.
    const here = section.rows.filter(row => wanted.has(row)), stop = here.includes(view.stop) ? view.stop : here[0];
    for (const row of here) screen.els.get(row).tabIndex = -(row !== stop);
    [view.body.role, view.body.ariaLabel] = stop ? ['feed', view.title.textContent] : [null, null];
    if (view.isChips && last) {
      view.body.style.height = '';
      view.height = view.body.offsetHeight;
    }
  }
  for (const [row, el] of screen.els) if (!wanted.has(row)) { el.remove(); screen.els.delete(row); }
  // A row with the focus pulls.
  screen.el.scrollTop = top;
}

// After `last`; keeps the focus.
function move(parent, el, last) {
  const next = last ? last.nextSibling : parent.firstChild, focused = document.activeElement;
  if (el === next) return;
  if (parent.moveBefore && el.isConnected) parent.moveBefore(el, next); else parent.insertBefore(el, next);
  if (document.activeElement !== focused) focused.focus({ preventScroll: true });
}

const fresh = row => Object.assign({ mark: {} }, row);

// The model after a change, by the rules of `diff --json`.
function patched(old, doc) {
  const c = doc.changes, next = new Array(doc.sections.length), given = new Map(doc.rows.map(({ at, row }) => [at.join(), row]));
  const made = at => fresh(given.get(at.join()));
  const left = c.section_deletes.concat(c.section_moves.map(m => m[0]));
  const staying = old.filter((_, index) => !left.includes(index));
  for (const index of c.section_inserts) next[index] = { rows: [], frames: {} };
  for (const [from, to] of c.section_moves) next[to] = old[from];
  let at = 0;
  for (let i = 0; i < next.length; i++) next[i] ||= staying[at++];
  const out = new Map(old.concat(next).map(section => [section, new Set()]));
  const into = next.map(() => new Map());
  for (const [s, r] of c.deletes) out.get(old[s]).add(r);
  for (const [[s, r], [t, q]] of c.moves) { out.get(old[s]).add(r); into[t].set(q, old[s].rows[r]); }
  const inserts = [...c.inserts];
  for (const s of c.section_inserts) for (let r = 0; given.has([s, r].join()); r++) if (!into[s].has(r)) inserts.push([s, r]);
  for (const at of inserts) into[at[0]].set(at[1], made(at));
  const lists = next.map((section, s) => {
    const rest = section.rows.filter((_, r) => !out.get(section).has(r)), count = rest.length + into[s].size;
    const others = rest.values();
    return Array.from({ length: count }, (_, r) => into[s].get(r) || others.next().value);
  });
  const changed = c.updates.map(([, at]) => Object.assign(lists[at[0]][at[1]], made(at)));
  doc.sections.forEach((header, s) => {
    const frames = {};
    for (const w of widths) frames[w] = (next[s].frames[w] || []).slice(0, header.from).concat(header.frames[w]);
    Object.assign(next[s], header, { rows: lists[s], frames });
  });
  return { next, changed };
}

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
  clearTimeout(growing);
  growing = null;
  const before = screens.map(({ el, els }) => {
    const rects = new Map([...els].map(([row, el]) => [row, Object.assign(box(el), { opacity: getComputedStyle(el).opacity })]));
    for (const row of els.values()) for (const motion of row.getAnimations()) motion.cancel();
    // The first in the window that stays is held.
    const top = el.scrollTop < 1 ? Infinity : box(el).top + 60, seen = [...rects].filter(pair => pair[1].bottom > top);
    return { rects, seen: seen.sort((a, b) => a[1].top - b[1].top) };
  });
  const rows = new Set(next.flatMap(section => section.rows));
  model = next;
  screens.forEach((screen, index) => {
    const { rects, seen } = before[index], frame = box(screen.el);
    const leaving = [...screen.els].filter(([row]) => !rows.has(row));
    show(screen, true);
    if (target) land(screen, target[index] || target[0]);
    else for (const [row, was] of seen) {
      const el = screen.els.get(row);
      if (!el) continue;
      screen.el.scrollTop += box(el).top - was.top;
      break;
    }
    show(screen);
    if (!isAnimated || calm.matches) return;
    const time = { duration: staged ? 3500 : 350, easing: 'ease' };
    const isNear = r => r.bottom > frame.top - frame.height && r.top < frame.bottom + frame.height;
    for (const [el, was, is] of [...screen.els].map(([row, el]) => [el, rects.get(row), box(el)])) {
      if (!isNear(is) && !(was && isNear(was))) continue;
      const x = was ? was.left - is.left : 0, y = was ? was.top - is.top : 0, opacity = was ? was.opacity : 0;
      if (opacity < 1 || Math.abs(x) + Math.abs(y) > 0.5)
        el.animate([{ opacity, transform: `translate(${x}px, ${y}px)` }, { opacity: 1, transform: 'none' }], time);
    }
    for (const [row, el] of leaving) if (isNear(rects.get(row))) fade(screen, el, rects.get(row), frame, time);
  });
  target = null;
  mark(screens.flatMap(({ els }) => changed.flatMap(row => els.get(row) || [])));
  grow();
}

function mark(all) {
  for (const el of all) el.classList.remove('changed');
  void document.body.offsetWidth;
  for (const el of all) el.classList.add('changed');
}

function fade(screen, el, was, frame, time) {
  const copy = el.cloneNode(true);
  copy.className = 'gone';
  copy.inert = true;
  place(copy, was.left - frame.left - 1, was.top - frame.top - 1 + screen.el.scrollTop, was.width, was.height);
  screen.el.append(copy);
  copy.animate([{ opacity: was.opacity }, { opacity: 0 }], time).finished.finally(() => copy.remove());
}

function queue(stages) {
  waiting = stages;
  $('next').disabled = !stages.length;
}

function take(doc) {
  if (doc.news) tell(doc.news);
  if (doc.stages) return queue(waiting.concat(doc.stages));
  become(patched(model, doc));
}

// At most every 5 s.
let told = 0, telling, counts = [0, 0, 0];
function tell(news) {
  counts = counts.map((count, index) => count + news[index]);
  telling ||= counts.some(Boolean) && setTimeout(() => {
    told = Date.now();
    $('news').textContent = `${counts[0]} new, ${counts[1]} changed, ${counts[2]} gone`;
    counts = [0, 0, 0];
    telling = null;
  }, told + 5000 - Date.now());
}

const query = () => `widths=${widths}&staged=${+staged}&density=${look.density}`
  + [...asked].map(([id, rows]) => `&rows=${encodeURIComponent(id)}:${rows.join('-')}`).join('');

const speech = new Intl.RelativeTimeFormat('en');
function ago(time) {
  const age = (Date.now() - Date.parse(time)) / 1000;
  const unit = [[86400, 'day'], [3600, 'hour'], [60, 'minute'], [1, 'second']].find(([size]) => age >= size);
  return unit ? speech.format(-Math.round(age / unit[0]), unit[1]) : 'now';
}

function say(el, words) {
  el.title = words;
  el.textContent = words.replace(/\d{4}-\S+Z/, ago);
}

setInterval(() => ['state', 'moment'].forEach(id => say($(id), $(id).title)), 20000);

function state(kind, words) {
  $('state').dataset.state = kind;
  say($('state'), words);
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
  on('run', run => { runs.push(run); slide(); changes(); });
  on('state', doc => state(doc.state, doc.words + (doc.syncing ? ' · syncing' : '')));
  on('end', doc => { over = true; events.close(); state('over', doc.words); });
  events.onerror = () => {
    const isRefused = events.readyState === 2;
    if (isRefused) setTimeout(() => moment === 'now' && connect(), 2000);
    if (!over) state('over', isRefused ? 'no stream: close a page, or open the link of a new preview' : 'not connected');
  };
}

// More rows where the first or last are near.
let growing;
function grow() {
  if (growing || target) return;
  for (const screen of screens) for (const { id, layout, first, rows, row_count } of model) {
    const end = first + rows.length, most = layout === 'chips' ? 300 : 500, step = rows.length < 100 ? 60 : 200;
    const isHere = row => screen.els.has(row);
    if (end < row_count && isHere(rows.at(-10) || rows[0])) ask(id, Math.max(first, end + step - most), Math.min(row_count, end + step));
    else if (first && isHere(rows[9] || rows[0])) ask(id, Math.max(0, first - step), Math.min(end, first - step + most));
    else continue;
    growing ||= setTimeout(() => go(moment), 200);
  }
}

// The server gives no more in all: then the others have their first rows.
function ask(id, from, to) {
  let all = to - from;
  for (const [from, to] of asked.values()) all += to - from;
  if (all > 2500) asked.clear();
  asked.set(id, [from, to]);
}

function slide() {
  runs = [...new Map(runs.map(run => [run.run, run])).values()].sort((a, b) => a.run - b.run);
  const slider = $('runs'), place = nth();
  slider.max = runs.length;
  slider.disabled = !runs.length;
  slider.value = moment === 'now' ? runs.length : place;
  say($('moment'), moment === 'now' ? 'now' : runs[place]?.words || `run ${moment}`);
  slider.ariaValueText = $('moment').textContent;
}

const nth = () => moment === 'now' ? runs.length - 1 : runs.findIndex(run => run.run === moment);

// The last question wins.
async function go(to) {
  const from = moment, view = query();
  moment = to;
  slide();
  note();
  connect();
  if (events) return;
  if (to !== 'now') state('past', 'looking back: nothing here is live');
  const { signal } = asking = new AbortController();
  const isStep = staged && !waiting.length && shown === from && from > 0 && to > 0 && from !== to;
  try {
    const answer = await fetch(`${isStep ? `change?from=${from}&to=${to}` : `feed?run=${to}`}&${view}`, { signal });
    if (!answer.ok) throw new Error(await answer.text());
    const doc = await answer.json();
    if (isStep) take(doc);
    else become(whole(model, doc), model.length && from !== to);
    shown = view === query() ? to : null;
    asking = null;
  } catch (error) {
    if (error.name === 'AbortError') return;
    growing = null;
    state('failing', error.message);
  }
}
