// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// node repl.mjs JOB.json: an emulated board whose serial port is TCP 127.0.0.1:PORT, for mpremote
// and the flash tool. The job: { board, flash, uf2, port }. Ctrl-C writes the flash back to its
// file.
import fs from 'node:fs';
import net from 'node:net';
import { fileURLToPath } from 'node:url';
import { Board } from './lib/board.mjs';
import { flashOf, saveFlash, SIZE } from './lib/driver.mjs';

const job = JSON.parse(fs.readFileSync(process.argv[2], 'utf8'));
const config = JSON.parse(
  fs.readFileSync(fileURLToPath(new URL(`boards/${job.board}.json`, import.meta.url)), 'utf8'),
);
const board = new Board({
  flashImage: flashOf(job.flash, job.uf2),
  flashSize: SIZE,
  config,
  pace: 'max',
  log: (text, minor) => minor || console.log(text),
});
const clients = new Set();
board.onSerial = (data) => {
  for (const c of clients) c.write(Buffer.from(data));
  board.wantIo = true;
  setImmediate(() => (board.wantIo = false));
};
const server = net.createServer((s) => {
  s.setNoDelay(true);
  clients.add(s);
  s.on('data', (d) => board.usb.send(d));
  s.on('error', () => clients.delete(s));
  s.on('close', () => clients.delete(s));
});
server.on('error', (e) => {
  console.error(
    e.code === 'EADDRINUSE'
      ? `Error: Port ${job.port} is in use: choose another by --port.`
      : `Error: ${e.message}`,
  );
  process.exit(1);
});
server.listen(job.port, '127.0.0.1', () => {
  console.log(
    `The serial port is socket://127.0.0.1:${job.port} (mpremote connect socket://127.0.0.1:${job.port}).\nCtrl-C ends it and keeps the flash.`,
  );
  board.start();
});
const quit = () => {
  saveFlash(job.flash, board.saveFlashImage());
  process.exit(0);
};
process.on('SIGINT', quit);
process.on('SIGTERM', quit);
process.stdin.on('end', quit).resume(); // whoever started this is gone
