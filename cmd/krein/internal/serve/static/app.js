'use strict';
// The live page. What the server sends as html it has escaped itself; all else goes into the page as text.
const $ = (id) => document.getElementById(id);
const examples = [['exp(-z^2/2) - exp(-z^2/200)', 3], ['ntk', 16], ['matern(5/3)', 8], ['max(0, 1-z)^2', 5], ['exp(-z)*cos(z)', 2],
  ['spherical_polynomial(2,10)', 16], ['sin(z)/z', 4], ['(1+z^2)^(-1/2)', 3], ['exp(-z^2/8)*(1+sinh(t))', 2],
  ['exp(-z)*(1+b*z)', 3, 'b=1/2'], ['exp(-z)*cos(b*z)', 3, 'b=0..3'], ['exp(-z^2)-c*exp(-z^2/s)', 3, 's=2..8; c=0..1/2']];
const names = {'symmetric': 1, 'finite-mass': 1, 'positive-decomposition': 1, 'pd': 1, 'conditionally-pd': 1, 'pd-sphere': 1, 'pd-all-spheres': 1, 'completely-monotone': 1};
let running = null, typing = 0, parsing = null, asked = '';

const lists = ['param'], singles = ['lengths', 'beyond']; // what has parts, and what has none

// onAxis tells whether the formula has a t, which is along ones unless the page is told another axis.
const onAxis = () => /\bt\b/.test($('formula').value);

// query is the whole state of the page.
function query() {
  const q = new URLSearchParams();
  q.set('formula', $('formula').value.trim());
  q.set('dim', $('dim').value);
  for (const id of lists) for (const v of $(id).value.split(';')) if (v.trim()) q.append(id, v.replace(/\s+/g, ''));
  for (const id of singles) if ($(id).value.trim()) q.set(id, $(id).value.replace(/\s+/g, ''));
  if (onAxis() && !q.getAll('param').some((p) => /^t1?=/.test(p))) q.append('param', 't=ones');
  return q;
}

// address is the query of the page: that of the kernel, and the kernel beside it.
function address() {
  const q = query();
  if ($('other').value.trim()) q.set('with', $('other').value.trim());
  return q;
}

// load takes the state from a link.
function load() {
  const q = new URLSearchParams(location.search);
  $('formula').value = q.get('formula') || '';
  $('dim').value = $('slide').value = q.get('dim') || 3;
  for (const id of lists) $(id).value = q.getAll(id).join('; ');
  for (const id of singles) $(id).value = q.get(id) || '';
  $('other').value = q.get('with') || '';
  if (onAxis()) $('param').value = q.getAll('param').filter((p) => p !== 't=ones').join('; '); // without t it would be wrong
  $('more').open = [...lists, ...singles, 'other'].some((id) => $(id).value);
  sliders();
  if (!$('formula').value && !linked()) { // a finished example
    fill(...examples[0]);
    ask(true);
  } else if (!$('formula').value) $('formula').focus();
  else if (linked()) busy('a link filled this in: press Certify to compute it');
  else ask(true);
}

// linked tells whether another site may have led here: then nothing is computed before a person asks for it.
const linked = () => document.body.hasAttribute('data-linked');

// fill sets the page to a formula in a dimension, with values of its parameters.
function fill(formula, dim, param) {
  for (const id of [...lists, ...singles, 'other']) $(id).value = '';
  $('formula').value = formula;
  $('dim').value = $('slide').value = dim;
  $('param').value = param || '';
  sliders();
}

// sliders shows one for each parameter that is a number, from 0 to twice its value, or from −1 to 1 if it is 0.
function sliders() {
  $('sliders').replaceChildren();
  for (const text of $('param').value.split(';')) {
    const is = text.match(/^\s*(\w+)\s*=\s*(-?[\d.]+)(?:\/(\d+))?\s*$/);
    if (!is) continue;
    const name = is[1], value = Number(is[2]) / Number(is[3] || 1), most = 2 * Math.abs(value) || 1;
    if (!Number.isFinite(value)) continue;
    const label = document.createElement('label'), shown = document.createElement('output'), s = document.createElement('input');
    s.type = 'range';
    s.id = 'slide-' + name;
    [s.min, s.max, s.step] = [value > 0 ? 0 : -most, value < 0 ? 0 : most, most / 200];
    s.value = value;
    label.htmlFor = s.id;
    label.textContent = name;
    shown.htmlFor = s.id;
    shown.textContent = is[3] ? is[2] + '/' + is[3] : is[2];
    s.addEventListener('input', () => {
      const now = String(Number(Number(s.value).toPrecision(4)));
      shown.textContent = now;
      $('param').value = $('param').value.split(';').map((p) => p.split('=')[0].trim() === name ? name + '=' + now : p.trim()).join('; ');
    });
    s.addEventListener('change', () => ask());
    const row = document.createElement('div');
    row.className = 'dims';
    row.append(label, s, shown);
    $('sliders').append(row);
  }
}

// drag puts a slider below the values of a parameter.
function drag(set) {
  const values = [...set.querySelectorAll('input')], s = document.createElement('input');
  s.type = 'range';
  s.ariaLabel = set.querySelector('legend').textContent;
  const show = () => { s.value = values.findIndex((v) => v.checked); s.ariaValueText = values[s.value].ariaLabel; };
  [s.min, s.max] = [0, values.length - 1];
  s.addEventListener('input', () => { values[s.value].checked = true; show(); });
  set.addEventListener('change', show);
  set.append(s);
  show();
}

function wrong(message, column) {
  $('error').textContent = message || '';
  $('formula').setAttribute('aria-invalid', message ? 'true' : 'false');
  const lead = $('formula').value.length - $('formula').value.trimStart().length;
  const at = column ? column - 1 + lead : -1;
  const letters = Array.from($('formula').value);
  $('before').textContent = at >= 0 ? letters.slice(0, at).join('') : '';
  $('wrong').textContent = at >= 0 ? (letters[at] || ' ') : '';
  $('wrong').hidden = at < 0;
}

// check asks whether the formula is understood, while it is being typed.
async function check() {
  if (parsing) parsing.abort();
  if (!$('formula').value.trim()) { wrong(''); return false; }
  parsing = new AbortController();
  const old = asked !== '' && asked !== address().toString();
  $('found').classList.toggle('stale', old);
  if (asked && !running) busy(old ? 'The verdict below is for the previous formula. Press Certify to update it.' : '');
  try {
    const r = await fetch('/api/v1/parse?' + query(), {signal: parsing.signal});
    if (r.status === 429) return true; // the server is busy; what is asked next waits
    const a = await r.json();
    wrong(a.error, a.column);
    if (a.html) $('typeset').innerHTML = a.html;
    else {
      const code = document.createElement('code');
      code.textContent = a.normal ? 'k(Δ) = ' + a.normal : '';
      $('typeset').replaceChildren(code);
    }
    return !a.error;
  } catch (e) {
    if (e.name !== 'AbortError') wrong('the server does not answer');
    return false;
  }
}

function clear() {
  const two = $('other').value.trim() !== '';
  $('other-found').hidden = $('this').hidden = !two;
  document.body.classList.toggle('two', two);
  $('this').textContent = $('formula').value.trim();
  $('other-this').textContent = $('other').value.trim();
  $('other-error').textContent = '';
  for (const side of ['', 'other-']) {
    $(side + 'verdict').textContent = '';
    for (const [id, title] of [['claims', 'Claims and proofs'], ['pictures', 'Pictures']]) {
      const h = document.createElement(two ? 'h3' : 'h2');
      h.textContent = title;
      $(side + id).replaceChildren(h);
    }
    for (const id in names) { // claims come in any order, and are shown in this one
      const box = document.createElement('div');
      box.id = side + 'claim-' + id;
      $(side + 'claims').append(box);
    }
  }
  $('downloads').hidden = true;
}

// apart gives what stands in a box of the other kernel identifiers of its own.
function apart(box, side) {
  if (!side) return;
  for (const e of box.querySelectorAll('[id]')) e.id = side + e.id;
  for (const e of box.querySelectorAll('[aria-labelledby]'))
    e.setAttribute('aria-labelledby', e.getAttribute('aria-labelledby').split(' ').map((id) => side + id).join(' '));
  for (const name of ['clip-path', 'fill'])
    for (const e of box.querySelectorAll('[' + name + '^="url(#"]')) e.setAttribute(name, e.getAttribute(name).replace('#', '#' + side));
  for (const e of box.querySelectorAll('input[name]')) e.name = side + e.name;
}

function busy(text) { $('status').textContent = text; $('status').classList.toggle('busy', text.endsWith('…')); }

const wait = (ms, signal) => new Promise((ok, no) => {
  const t = setTimeout(ok, ms);
  signal.addEventListener('abort', () => { clearTimeout(t); no(new DOMException('', 'AbortError')); });
});

// ask computes all that the page shows. What was being computed is given up. link says that a link asks, not a person.
async function ask(link) {
  if (running) running.abort();
  const mine = running = new AbortController();
  document.body.removeAttribute('data-linked');
  const fine = await check();
  if (mine !== running) return;
  if (!fine) { running = null; if ($('status').classList.contains('busy')) busy(''); return; }
  const q = query();
  const all = address();
  if (location.search !== '?' + all) history[link === true ? 'replaceState' : 'pushState'](null, '', '?' + all);
  document.title = $('formula').value.trim() + ' on R^' + $('dim').value + ' – krein';
  asked = all.toString();
  $('found').classList.remove('stale');
  clear();
  busy('certifying …');
  try {
    await events(q, '', mine.signal);
    if (!document.body.classList.contains('two')) return;
    const other = new URLSearchParams(q);
    other.set('formula', all.get('with'));
    for (const name of lists) other.delete(name); // they are of the first formula, but those that this one has
    for (const p of q.getAll('param')) if (new RegExp('\\b' + p.split('=')[0] + '\\b').test(all.get('with'))) other.append('param', p);
    if (/\bt\b/.test(all.get('with')) && !other.getAll('param').some((p) => /^t1?=/.test(p))) other.append('param', 't=ones');
    busy('certifying the other kernel …');
    const read = await (await fetch('/api/v1/parse?' + other, {signal: mine.signal})).json();
    if (read.error) return show('failed', read, other, 'other-');
    await events(other, 'other-', mine.signal);
  } catch (e) {
    if (e.name !== 'AbortError') busy('the server does not answer');
  } finally {
    if (mine === running) running = null;
  }
}

// events asks for what is known of a kernel and shows it on its side of the page, as it comes.
async function events(q, side, signal) {
  let r;
  for (let tries = 0; ; tries++) {
    r = await fetch('/api/v1/events?' + q, {signal});
    if (r.status !== 429 || tries === 10) break;
    busy('the server is busy, waiting …');
    await wait(1000 * Number(r.headers.get('Retry-After') || 2), signal);
  }
  if (!r.ok) return show('failed', await r.json(), q, side);
  const reader = r.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const {value, done} = await reader.read();
    if (done) break;
    rest += value;
    let end;
    while ((end = rest.indexOf('\n\n')) >= 0) {
      const [event, data] = rest.slice(0, end).split('\n');
      rest = rest.slice(end + 2);
      show(event.slice(7), JSON.parse(data.slice(6)), q, side);
    }
  }
  if ($('status').classList.contains('busy')) busy('the server went away before the end');
}

function show(event, data, q, side) {
  if (event === 'progress') busy(data.says + ' …');
  else if (event === 'claim') {
    if (!names[data.id]) return;
    const box = $(side + 'claim-' + data.id);
    const open = box.querySelector('details')?.open;
    box.innerHTML = data.html;
    apart(box, side);
    if (open) box.querySelector('details').open = true;
  } else if (event === 'picture') {
    const box = document.createElement('div');
    box.innerHTML = data.html;
    apart(box, side);
    $(side + 'pictures').append(box);
    for (const set of box.querySelectorAll('.values')) drag(set);
  } else if (event === 'failed') {
    busy('');
    if (side) $('other-error').textContent = data.error;
    else wrong(data.error);
  } else if (event === 'done') {
    busy('');
    for (const a of data.verdict) {
      const p = document.createElement('p');
      p.className = 'verdict';
      p.innerHTML = a.says;
      $(side + 'verdict').append(p);
      if (a.commands) {
        const pre = document.createElement('pre');
        pre.tabIndex = 0;
        for (const word of a.commands.split(/(?<=\s)(?=\S)/)) { // a line breaks between words, not after the hyphens of a flag
          const part = document.createElement('span');
          if (/^--?[a-z]/.test(word)) part.className = 'flag';
          part.textContent = word.trimEnd();
          pre.append(part, word.slice(word.trimEnd().length));
        }
        $(side + 'verdict').append(pre);
      }
    }
    if (data.masses) {
      const p = document.createElement('p');
      p.innerHTML = 'Masses: ' + data.masses + '.';
      $(side + 'verdict').append(p);
    }
    if (side) return;
    for (const a of document.querySelectorAll('[data-file]')) {
      a.href = '/files/' + a.dataset.file + '?' + q;
      a.hidden = !data.files.includes(a.dataset.file);
    }
    for (const li of document.querySelectorAll('#downloads li')) li.hidden = !li.querySelector('a:not([hidden])');
    $('downloads').hidden = false;
  }
}

function start() {
  for (const [f, d, p] of examples) {
    const b = document.createElement('button');
    b.type = 'button';
    b.textContent = /\.\./.test(p) ? f + ', ' + p : f;
    b.addEventListener('click', () => {
      fill(f, d, p);
      ask();
    });
    $('examples').append(b, ' ');
  }
  $('formula').addEventListener('input', () => { clearTimeout(typing); typing = setTimeout(check, 150); });
  $('formula').addEventListener('scroll', () => { $('before').parentElement.scrollLeft = $('formula').scrollLeft; });
  $('slide').addEventListener('input', () => { $('dim').value = $('slide').value; });
  $('slide').addEventListener('change', () => ask());
  $('dim').addEventListener('change', () => { $('slide').value = $('dim').value; ask(); });
  $('ask').addEventListener('submit', (e) => { e.preventDefault(); ask(); });
  for (const id of [...lists, ...singles, 'other']) $(id).addEventListener('change', check);
  $('param').addEventListener('change', sliders);
  window.addEventListener('popstate', load);
  load();
}
start();
