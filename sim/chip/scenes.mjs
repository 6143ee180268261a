// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// node scenes.mjs JOB.json: play one scene on an emulated board; the answer is one line of JSON.
// scenes.py makes the jobs: { scene, game, flash, uf2, elf, board, where: of the file system,
// shots: folder or null, journal: file or null, brief: only the start, images: [...] }
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import { Driver } from './lib/driver.mjs';

const job = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const config = fileURLToPath(new URL(`boards/${job.board}.json`, import.meta.url));
const keys = JSON.parse(fs.readFileSync(config, 'utf8')).keys;
const make = (flash = job.flash, fast = false) =>
  new Driver({ flash, uf2: job.uf2, config, fast });
const shot = (v, name) =>
  job.shots &&
  fs.writeFileSync(
    `${job.shots}/${job.board}-${job.game ?? 'all'}-${name}.png`,
    v.board.panel.png(1),
  );
const times = (v, key, n, options) => Array.from({ length: n }, () => v.measure(key, options));

function latency() {
  const v = make(),
    out = {};
  if (!v.title()) throw new Error(`There is no title after ${Math.round(v.now())} ms.`);
  out.title = { all: v.lastShown() };
  shot(v, 'title');
  out.list = [v.measure('DOWN'), v.measure('UP'), v.measure('DOWN'), v.measure('UP')];
  v.place = 'opening';
  out.continue = v.measure('A', { quiet: 600, most: 30000, wait: 6000 });
  v.idle(1300, 20000);
  shot(v, 'table');
  if (job.brief) return { ...out, gaps: v.gaps, trouble: v.trouble() };
  v.place = 'cursor';
  out.cursorAfterPause = v.measure(keys.next);
  // and so back to where it was: on a card that may be played
  out.cursor = [...times(v, keys.next, 5), ...times(v, keys.previous, 6)];
  shot(v, 'cursor');
  v.place = 'menu';
  out.menu = v.measure(keys.menu, { quiet: 500 });
  shot(v, 'menu');
  out.list.push(...times(v, 'DOWN', 3));
  out.menuBack = v.measure(keys.back, { quiet: 500 });
  v.place = 'info';
  out.info = v.measure(keys.info, { quiet: 500 });
  shot(v, 'info');
  out.infoBack = v.measure(keys.back, { quiet: 500 });
  v.place = 'menu';
  v.measure(keys.menu, { quiet: 500 });
  out.list.push(...times(v, 'UP', 3)); // from the end: code, leave, rules
  v.place = 'rules';
  out.rules = v.measure('A', { quiet: 500 });
  shot(v, 'rules');
  out.rulesPage = times(v, keys.page, 3, { quiet: 500 });
  shot(v, 'rules-page');
  v.place = 'menu';
  v.measure(keys.back, { quiet: 500 });
  v.measure(keys.back, { quiet: 500 });
  shot(v, 'after-rules');
  v.place = 'playing';
  for (let i = 0; i < 6 && !out.card; i++) {
    // what may be played is saved, what may not is refused
    if (i) times(v, keys.next, 2);
    const m = v.measure('A', { wait: 800, most: 4000 });
    if (m.saved) out.card = m;
  }
  shot(v, 'card');
  return { ...out, gaps: v.gaps, trouble: v.trouble() };
}

function heap() {
  const v = make(),
    out = { turns: [] };
  if (!v.title()) throw new Error(`There is no title after ${Math.round(v.now())} ms.`);
  out.title = v.heap();
  if (!out.title) throw new Error('The hook in main.py gives no answer.');
  if (job.journal) journal(v);
  v.place = 'opening';
  v.press('A');
  v.idle(1300, 30000);
  let stuck = 0;
  for (let i = 0; i < 200; i++) {
    const h = v.heap();
    if (!h)
      throw new Error(
        `No answer from the hook at turn ${i}: ${v.trouble() ?? v.serial.slice(-300)}`,
      );
    if (over(h)) {
      out.count = h;
      v.onFlash = null;
      shot(v, 'count');
      break;
    }
    out.turns.push(h);
    if (i === 4) aside(v, out);
    const saved = v.flashed.length;
    v.place = 'playing';
    if (stuck >= 3) {
      v.press(keys.next);
      v.idle(400, 5000);
    }
    v.press('A');
    v.idle(700, 90000);
    stuck = v.flashed.length === saved ? stuck + 1 : 0;
  }
  out.countPages = [];
  if (out.count)
    for (let i = 0; i < 6; i++) {
      v.press('A');
      v.idle(500, 10000);
      out.countPages.push(v.heap());
    }
  return {
    ...out,
    seconds: v.now() / 1000,
    gaps: v.gaps,
    flash: v.board.rom.stats,
    trouble: v.trouble(),
  };
}
/**
 * Whether the saved deal has been played to its end: the engine knows, in the process that started
 * this one.
 */
function over(h) {
  fs.writeSync(1, `?over ${h.saved ?? ''}\n`);
  const byte = Buffer.alloc(1);
  let answer = '';
  while (fs.readSync(0, byte) && byte[0] !== 10) answer += String.fromCharCode(byte[0]);
  return answer === 'yes';
}
/** The heap while a menu and a page of the rules are open. */
function aside(v, out) {
  const go = (key, n = 1) => {
    while (n--) (v.press(key), v.idle(500, 8000));
  };
  const table = v.picture();
  v.place = 'menu';
  go(keys.menu);
  out.menu = v.heap();
  go('UP', 3);
  v.place = 'rules';
  go('A');
  out.rules = v.heap();
  v.place = 'menu';
  go(keys.back, 2);
  if (v.changed(table) > 0.2) go(keys.back); // still a page over the table
}
/** Write down which pages of the file system each erase and program has changed. */
function journal(v) {
  const { start, block_size, block_count } = job.where,
    page = 256;
  const now = () =>
    Buffer.from(v.board.rp2040.flash.slice(start, start + block_size * block_count));
  let was = now();
  const file = fs.openSync(job.journal, 'w');
  fs.writeSync(file, JSON.stringify({ base: was.toString('base64') }) + '\n');
  v.onFlash = () => {
    const is = now(),
      changed = [];
    for (let i = 0; i < is.length; i += page)
      if (is.compare(was, i, i + page, i, i + page))
        changed.push([i, is.subarray(i, i + page).toString('base64')]);
    if (changed.length) fs.writeSync(file, JSON.stringify({ changed }) + '\n');
    was = is;
  };
}

/** main.py plays a deal and prints how long each choice took. */
function players() {
  const v = make();
  while (v.now() < 900000 && !/DONE|Traceback/.test(v.serial)) if (v.step(50) !== 'ok') break;
  v.step(50);
  const moves = [...v.serial.matchAll(/THINK (\d+) (\d+) (\d+) (\d+)/g)].map((m) => ({
    move: +m[1],
    phase: +m[2],
    ms: m[3] / 1000,
    slice: m[4] / 1000,
  }));
  return { moves, trouble: v.trouble() ?? (moves.length ? null : v.serial.slice(-300)) };
}

async function profile() {
  const { Profile } = await import('./lib/profile.mjs');
  const v = make(),
    p = new Profile(v, job.elf),
    out = {};
  out.start = p.run(v.cfg.display.busy != null ? 2100 : 1600); // e-ink waits for a refresh
  v.idle(600, 9000);
  v.press('A');
  out.continue = p.run(1500);
  v.idle(1300, 20000);
  v.measure(keys.next);
  const over = (key, ms) => {
    v.press(key);
    const r = p.run(ms);
    v.idle(500, 5000);
    return r;
  };
  v.press(keys.next);
  out.cursor = p.run(60);
  v.idle(300, 2000);
  out.menu = over(keys.menu, 700);
  times(v, 'UP', 3);
  v.measure('A');
  out.rulesPage = over(keys.page, 900);
  return { ...out, trouble: v.trouble() };
}

/**
 * Start from each image and go on with the saved game: it stays, another picture comes, and
 * nothing fails.
 */
function boots() {
  return {
    boots: job.images.map((image) => {
      const v = make(image, true);
      v.title();
      const title = v.picture();
      v.press('A');
      v.step(800);
      v.idle(500, 9000);
      const h = v.heap();
      return {
        image,
        good: !!h && !v.trouble() && h.saved && v.changed(title) > 0.3,
        trouble: v.trouble(),
      };
    }),
  };
}

/**
 * What the firmware calls itself, and where it keeps its files: it makes a file system on an empty
 * flash.
 */
function firmware() {
  const v = make(null, true),
    { flash } = v.board.rp2040,
    out = { version: null, where: null };
  let asked = false;
  v.board.usb.onReady = () => (asked = true);
  while (v.now() < 20000 && !/>>> $/.test(v.serial)) {
    if (v.step(20) !== 'ok') break;
    if (asked) (v.board.usb.send([2]), (asked = false)); // Ctrl-B: say it again
  }
  out.version = v.serial.match(/MicroPython [^\r\n]*/)?.[0] ?? null;
  const view = new DataView(flash.buffer, flash.byteOffset, flash.length),
    name = Buffer.from('littlefs');
  for (let a = 0; a < flash.length && !out.where; a += 4096)
    if (!name.compare(flash, a + 8, a + 16))
      out.where = {
        start: a,
        block_size: view.getUint32(a + 24, true),
        block_count: view.getUint32(a + 28, true),
      };
  return { ...out, trouble: v.trouble() };
}

const scenes = { latency, heap, players, profile, boots, firmware };
console.log(JSON.stringify(await scenes[job.scene]()));
