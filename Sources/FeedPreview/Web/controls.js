'use strict';
// Address, bar, list, keys. `isPointed`: a link led here. `beside`: the run of the page beside this one.
const standard = document.body.dataset.widths;
let writing, isPointed, beside = '', turn = 0, page = '';
// By their controls, which take what can be.
const look = { scheme: '', density: '', accent: '' };

// Below the header of its section.
const under = 60;

// The row that a screen begins with; nothing at the top.
function spot({ el, width, views }) {
  const section = el.scrollTop >= 1 && model.findLast(section => views.get(section)?.el.offsetTop <= el.scrollTop + 1);
  if (!section) return '';
  const top = el.scrollTop + under - views.get(section).body.offsetTop;
  let row = section.rows.length - 1, y = Infinity;
  if (section.layout === 'carousel' || section.layout === 'chips') row = 0;
  else section.frames[width].forEach((frame, index) => { if (frame[1] > top - 2 && frame[1] < y) [row, y] = [index, frame[1]]; });
  return `${section.id}:${section.first + row}`;
}

// With all else as it is.
function address(run, places) {
  const words = new URLSearchParams(run === 'now' ? '' : { run });
  if (places.some(Boolean)) for (const at of new Set(places).size > 1 ? places : [places[0]]) words.append('at', at);
  const all = { hold: +held, step: +staged, list: +!$('list').hidden, beside, widths: `${widths}` !== standard && widths, ...look };
  for (const name in all) if (all[name]) words.set(name, all[name]);
  return '#' + `${words}`.replaceAll('%3A', ':').replaceAll('%2C', ',');
}

function note() {
  const was = location.hash;
  writing ||= setTimeout(() => {
    writing = null;
    if (target || !model.length || location.hash !== was) return;
    history.replaceState(null, '', address(moment, screens.map(spot)));
  }, 300);
}

function read() {
  const words = new URLSearchParams(location.hash.slice(1)), get = name => words.get(name) || '';
  hold(get('hold') > 0);
  $('step').ariaPressed = staged = get('step') > 0;
  paint(get);
  const places = words.getAll('at').map(at => /^(.*):(\d+)$/.exec(at)?.slice(1) || ['', 0]);
  // No place is the top.
  target = places.length ? places : [['', 0]];
  asked.clear();
  for (const [id, row] of places) if (id) ask(id, Math.max(0, row - 200), Number(row) + 100);
  arrange(get('widths')) || arrange(standard);
  $('widths').value = widths;
  reveal(get('list') > 0);
  compare(get('beside'));
  go(/^\d+$/.test(get('run')) ? Number(get('run')) : 'now');
}

function land(screen, [id, number]) {
  const section = model.find(section => section.id === id), view = screen.views.get(section);
  if (!view) return void (screen.el.scrollTop = 0);
  const index = Math.min(number - section.first, section.rows.length - 1), [x, y] = section.frames[screen.width][index] || [0, 0];
  screen.el.scrollTop = view.body.offsetTop - under + (section.layout === 'chips' ? 0 : y);
  view.body.scrollLeft = section.layout === 'carousel' ? x : 0;
  show(screen);
  const row = isPointed && target && screen.els.get(section.rows[index]);
  if (row) mark([row]);
}

function facts(row) {
  const { ad, item } = model.find(section => section.rows.includes(row)), start = row.ad ? ad : item;
  if (!start) return;
  page = start + encodeURIComponent(row.id);
  $('seek').value = '';
  seek();
  $('facts').showModal();
}

const seek = () => { $('page').src = `${page}&find=${encodeURIComponent($('seek').value)}#found`; };

function hold(isHeld) {
  if ($('hold').ariaPressed = held = isHeld) state('held', 'held');
}

function paint(get) {
  const { style, dataset } = document.documentElement;
  for (const name in look) {
    $(name).value = get(name) || (name < 'b' ? '#000000' : '');
    dataset[name] = look[name] = $(name).value === get(name) ? get(name) : '';
  }
  style.setProperty('--accent', look.accent);
}

async function list(path) {
  const mine = ++turn, answer = await fetch(path).catch(() => null);
  if (mine !== turn || !answer?.ok) return;
  const { name, lines, rest } = await answer.json();
  $('what').textContent = name;
  $('rest').textContent = rest;
  $('lines').replaceChildren(...lines.map(({ what, title, where, run, at }) => {
    const el = make('li'), link = make('a', el, { href: address(run, [at]), className: what });
    make('small', link, { textContent: `${what} · ${where}`, dir: 'auto' });
    make('b', link, { textContent: title, dir: 'auto' });
    return el;
  }));
}

const changes = () => $('list').hidden || list('changes?run=' + moment);

function reveal(isOpen) {
  if ($('list').hidden !== isOpen) return;
  $('changes').ariaExpanded = isOpen;
  $('list').hidden = !isOpen;
  changes();
}

function compare(run) {
  beside = run;
  $('other').hidden = !run;
  $('compare').ariaPressed = !!run;
  const src = run ? './#' + new URLSearchParams({ run, widths: widths[0], ...look }) : 'about:blank';
  if ($('other').getAttribute('src') !== src) $('other').src = src;
}

const click = (id, body) => $(id).onclick = () => { body(); note(); };
click('hold', () => { hold(!held); connect(); });
click('step', () => { $('step').ariaPressed = staged = !staged; connect(); });
click('next', () => { const [stage, ...rest] = waiting; queue(rest); take(stage); });
click('changes', () => reveal($('list').hidden));
click('compare', () => compare(beside ? '' : `${runs[Math.max(nth() - 1, 0)]?.run || 'now'}`));
$('find').onchange = ({ target: { value } }) => {
  if (!value) return;
  reveal(true);
  list('find?text=' + encodeURIComponent(value));
};
$('widths').onchange = ({ target: { value } }) => {
  const places = screens.map(spot);
  if (arrange(value)) history.replaceState(null, '', address(moment, places));
  read();
};
for (const name in look) $(name).onchange = ({ target: { value } }) => {
  paint(other => other === name ? value : look[other]);
  compare(beside);
  go(moment);
};
$('seek').onchange = seek;
$('runs').oninput = event => { go(runs[event.target.value]?.run || 'now'); changes(); };

const arrows = { ArrowDown: [0, 1], ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowLeft: [-1, 0] };

// The nearest that way.
function beyond(el, [right, down], all) {
  const was = box(el), far = other => {
    const is = box(other), ahead = right * (is.left - was.left) + down * (is.top - was.top);
    const x = Math.max(is.left - was.right, was.left - is.right, 0), y = Math.max(is.top - was.bottom, was.top - is.bottom, 0);
    return ahead < 1 || (right ? y : !y) ? Infinity : ahead + 3 * x * down * down;
  };
  const best = all.reduce((best, other) => far(other) < far(best) ? other : best);
  return far(best) < Infinity && best;
}

document.onvisibilitychange = connect;
document.onkeydown = event => {
  const { key } = event, el = document.activeElement?.closest('article');
  if (!el || event.altKey || event.metaKey) return;
  const all = [...el.closest('.screen').querySelectorAll('article:not(.gone)')], steps = { PageDown: 1, PageUp: -1 };
  let next;
  if (key === 'Enter') el.click();
  else if (arrows[key]) next = beyond(el, arrows[key], all);
  else if (steps[key]) next = all[all.indexOf(el) + steps[key]];
  else if (event.ctrlKey && (key === 'End' || key === 'Home')) {
    // Out of the feed: what Tab would reach.
    const stops = [...document.querySelectorAll('button:enabled, input, select, a, article[tabindex="0"]')].filter(stop => stop.offsetParent);
    next = stops[stops.indexOf(el) + (key === 'End' ? 1 : -1)];
  } else return;
  // Else Enter presses a button of the dialog.
  event.preventDefault();
  if (next) next.focus();
};

onhashchange = () => { isPointed = true; read(); };
document.body.classList.toggle('framed', parent !== self);
read();
fetch('runs').then(answer => answer.json()).then(known => { runs.unshift(...known); slide(); changes(); });
