// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// node play.mjs JOB.json: an emulated board to play on. The job: { board, flash, uf2, keep:
// whether the flash is written back, steps: null or a key script, shot: file or null }.
//
// With steps the script runs, from the first picture on, and the answer is one line of JSON.
// Without, lines come in ("press A", "release A", "quit"), and messages go out: a line of JSON {
// ms, wall, w, h, fresh } each, followed by w * h * 3 bytes of the panel if `fresh`.
import fs from 'node:fs';
import readline from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Board } from './lib/board.mjs';
import { Driver, flashOf, saveFlash, SIZE } from './lib/driver.mjs';

const EVERY = 33; // ms between two pictures
const PAUSE = 60; // ms after a press, as in sim/script.py
const job = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const file = fileURLToPath(new URL(`boards/${job.board}.json`, import.meta.url));
const keep = (board) => job.keep && saveFlash(job.flash, board.saveFlashImage());

function script() {
  const began = performance.now(),
    v = new Driver({ flash: job.flash, uf2: job.uf2, config: file });
  const shot = (path) => fs.writeFileSync(path, v.board.panel.png(1));
  v.title();
  for (const [kind, ...rest] of job.steps) {
    if (v.trouble()) break;
    if (kind === 'press') (v.press(rest[0].toUpperCase(), rest[1]), v.step(rest[1] + PAUSE));
    else if (kind === 'wait') v.step(rest[0]);
    else if (kind === 'idle') v.idle(rest[0]);
    else if (kind === 'shot') shot(rest[0]);
  }
  if (job.shot) shot(job.shot);
  keep(v.board);
  console.log(
    JSON.stringify({
      ms: Math.round(v.now()),
      wall: Math.round(performance.now() - began),
      trouble: v.trouble(),
    }),
  );
}

function live() {
  const config = JSON.parse(fs.readFileSync(file, 'utf8'));
  let halted = null;
  const board = new Board({
    flashImage: flashOf(job.flash, job.uf2),
    flashSize: SIZE,
    config,
    pace: 'real',
    log: (text, minor) => {
      if (!minor && /stopped/.test(text)) halted = text;
    },
  });
  const pressed = config.active === 'high';
  let shown = '';
  const send = () => {
    const p = board.panel,
      now = `${board.boots} ${p.bytes} ${p.frameCount}`,
      fresh = now !== shown;
    const image = fresh ? p.image() : null;
    shown = now;
    const head = {
      ms: Math.round((board.totalUs + board.nowUs()) / 1000),
      w: image?.w ?? 0,
      h: image?.h ?? 0,
      fresh,
      halted,
    };
    process.stdout.write(JSON.stringify(head) + '\n');
    if (image) process.stdout.write(image.rgb);
  };
  const quit = () => {
    keep(board);
    process.exit(0);
  };
  const lines = readline.createInterface({ input: process.stdin });
  lines.on('line', (line) => {
    const [word, name] = line.split(' '),
      pin = config.buttons[name?.toUpperCase()];
    if (word === 'quit') quit();
    else if (pin != null) board.setPin(pin, word === 'press' ? pressed : null);
  });
  lines.on('close', quit); // whoever shows the window is gone
  // (A reader that falls behind gets no more pictures until it has read the last one.)
  setInterval(() => process.stdout.writableLength < 1 << 20 && send(), EVERY);
  board.start();
}

if (job.steps) script();
else live();
