// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// Drives a virtual board from a program, without sockets: the same calls give the same cycle
// counts.
import fs from 'node:fs';
import { Board } from './board.mjs';
import { readUF2 } from './uf2.mjs';

export const SIZE = 16 * 1024 * 1024; // the most that an RP2040 can address
const GAP = 60; // ms of silence after which what goes to the panel is another picture

/**
 * The whole flash: the firmware, and behind it what the file `flash` has there (null: nothing).
 */
export function flashOf(flash, uf2) {
  const image = new Uint8Array(SIZE).fill(0xff);
  if (flash) image.set(fs.readFileSync(flash).subarray(0, SIZE));
  const firmware = readUF2(fs.readFileSync(uf2), SIZE);
  image.set(firmware.flash.subarray(0, Math.ceil(firmware.top / 4096) * 4096));
  return image;
}

/**
 * Write the flash to a file, up to its last byte that isn't empty; what was there before is there
 * until that is done.
 */
export function saveFlash(path, image) {
  let end = image.length;
  while (end && image[end - 1] === 0xff) end--;
  fs.writeFileSync(path + '.part', image.subarray(0, end));
  fs.renameSync(path + '.part', path);
}

export class Driver {
  constructor({ flash, uf2, config, fast }) {
    const image = flashOf(flash, uf2);
    this.cfg = JSON.parse(fs.readFileSync(config));
    this.down = this.cfg.active === 'high';
    this.serial = '';
    this.sent = []; // what went to the panel: [start, end] in ms, bytes
    this.busyEnds = []; // ms at which the panel became ready
    this.flashed = []; // ms of each erase and program
    this.place = 'start';
    this.gaps = {}; // place -> longest time between two looks at the buttons, in ms
    this.halted = null;
    this.board = new Board({
      flashImage: image,
      flashSize: SIZE,
      config: this.cfg,
      pace: 'max',
      flashMs: fast ? { erase4k: 0.1, erase64k: 0.2, program256: 0.01 } : undefined,
      log: (text, minor) => {
        if (!minor) this.halted = text;
      },
    });
    this.board.onSerial = (data) => (this.serial += Buffer.from(data).toString('latin1'));
    this.watch();
  }
  /** To be called after each boot: the chip is a new one. */
  watch() {
    const b = this.board,
      d = this.cfg.display;
    const out = Object.getPrototypeOf(b).spiOut.bind(b);
    b.spiOut = (bus, bytes) => {
      if (d.spi === bus && b.selected(d)) {
        const t = this.now(),
          end = t + (bytes.length * b.frameNs(b.rp2040.spi[bus])) / 1e6,
          last = this.sent.at(-1);
        if (last && t - last[1] < 3) ((last[1] = end), (last[2] += bytes.length));
        else this.sent.push([t, end, bytes.length]);
      }
      return out(bus, bytes);
    };
    let ready = true;
    b.onPin = (pin, level) => {
      if (pin !== d.busy) return;
      if (level && !ready) this.busyEnds.push(this.now());
      ready = level;
    };
    const host = b.rom.host,
      was = host.onFlash;
    host.onFlash = (...a) => {
      was?.(...a);
      this.flashed.push(this.now());
      this.onFlash?.();
    };
    const pins = new Set(Object.values(this.cfg.buttons)),
      sio = b.rp2040.sio,
      read = sio.readUint32;
    this.looked = null;
    sio.readUint32 = (offset) => {
      if (offset === 4 && pins.has(this.asked())) {
        const t = this.now();
        if (this.looked != null)
          this.gaps[this.place] = Math.max(this.gaps[this.place] ?? 0, t - this.looked);
        this.looked = t;
      }
      return read(offset);
    };
  }
  /**
   * Which pin the firmware asks for as it reads all of them: the code that follows masks or shifts
   * it out.
   */
  asked() {
    const { R } = this.board.core,
      code = this.board.rp2040.flash;
    if (R[15] >>> 24 !== 0x10) return -1;
    const at = R[15] & 0xffffff,
      word = (i) => code[at + i] | (code[at + i + 1] << 8);
    const loaded = word(-2) & 7;
    for (let i = 0; i < 12; i += 2) {
      const op = word(i),
        a = op & 7,
        b = (op >> 3) & 7;
      if ((op & 0xffc0) === 0x40c0 && a === loaded) return R[b] & 31; // LSRS
      if ((op & 0xffc0) === 0x4000 || (op & 0xffc0) === 0x4200) {
        // ANDS, TST
        if (a === loaded || b === loaded) return 31 - Math.clz32(R[a === loaded ? b : a]);
      }
    }
    return -1;
  }
  now() {
    return this.board.nowUs() / 1000;
  }
  /** Run about `ms`; "ok", "reset" or "halted". */
  step(ms) {
    const b = this.board,
      goal = Math.ceil(b.usToCycles(b.nowUs() + ms * 1000));
    while (b.core.cycles < goal) {
      b.core.runUntil(Math.min(goal, b.core.cycles + b.clock.hz / 1000));
      if (b.core.halted) {
        if (!b.resetRequested) return 'halted';
        const why = b.resetRequested;
        b.resetRequested = null;
        b.hardReset(why);
        this.watch();
        return 'reset';
      }
    }
    return 'ok';
  }
  /** Time of the last byte or, on e-ink, of the end of the last refresh. */
  lastShown() {
    return Math.max(this.sent.at(-1)?.[1] ?? 0, this.busyEnds.at(-1) ?? 0);
  }
  /** Run until the first picture is there; false if none comes within `most` ms. */
  title(most = 20000) {
    const ink = this.cfg.display.busy != null;
    while (this.now() < most && !(ink ? this.busyEnds.length : this.sent.length))
      if (this.step(20) !== 'ok') return false;
    return this.idle(600, 12000);
  }
  /**
   * Run until the panel has been ready and silent and the processor mostly asleep for `quiet` ms.
   */
  idle(quiet = 700, most = 60000) {
    const c = this.board.core,
      end = this.now() + most;
    let idle = c.idleCycles,
      cycles = c.cycles,
      since = this.now(),
      sent = this.sent.length;
    while (this.now() < end) {
      if (this.step(10) !== 'ok') return false;
      const share = (c.idleCycles - idle) / Math.max(1, c.cycles - cycles);
      idle = c.idleCycles;
      cycles = c.cycles;
      if (this.board.panel.busy || this.sent.length > sent || share < 0.15)
        ((since = this.now()), (sent = this.sent.length));
      if (this.now() - since >= quiet) return true;
    }
    return false;
  }
  press(name, ms = 60) {
    const pin = this.cfg.buttons[name];
    this.board.setPin(pin, this.down);
    this.board.after(ms, () => this.board.setPin(pin, null));
    return this.now();
  }
  /**
   * Press, and run until the panel is silent: ms from the press to the first pixel (or, on e-ink,
   * byte), to
   * the end of the first picture (on e-ink: of its refresh), and to the end of all.
   */
  measure(name, { quiet = 350, most = 20000, wait = 2500 } = {}) {
    const from = this.sent.length,
      ends = this.busyEnds.length,
      flashed = this.flashed.length,
      t = this.press(name);
    let busy = t;
    while (this.now() < t + most && this.step(1) === 'ok') {
      if (this.board.panel.busy) busy = this.now();
      if (this.sent.length === from && this.now() - t < wait) continue;
      if (this.now() - Math.max(busy, this.sent.at(-1)?.[1] ?? 0, t) >= quiet) break;
    }
    const pictures = [];
    for (const [a, b] of this.sent.slice(from)) {
      const last = pictures.at(-1);
      if (last && a - last[1] < GAP) last[1] = b;
      else pictures.push([a, b]);
    }
    if (!pictures.length)
      return { first: null, done: null, all: null, saved: this.flashed.length > flashed };
    const ink = this.busyEnds.slice(ends);
    const shown = ink.length ? [ink[0], ink.at(-1)] : [pictures[0][1], pictures.at(-1)[1]];
    return {
      first: pictures[0][0] - t,
      done: shown[0] - t,
      all: shown[1] - t,
      saved: this.flashed.length > flashed,
    };
  }
  /** What the hook in main.py says after a collection; null if it doesn't answer. */
  heap() {
    const at = this.serial.length,
      hook = 2;
    this.board.setPin(hook, true);
    for (let i = 0; i < 400 && !/MODULES [^\n]* END/.test(this.serial.slice(at)); i++)
      this.step(2);
    this.board.setPin(hook, null);
    this.step(5);
    this.looked = null; // what the hook took is no gap of the program's
    const text = this.serial.slice(at);
    const m = text.match(/total: (\d+), used: (\d+)[\s\S]*max free sz: (\d+)/);
    const modules = text.match(/MODULES ([^\n]*) END/)?.[1] ?? '';
    const saved = text.match(/SAVED ([0-9a-f]*)\s/)?.[1] ?? null; // the record of the saved game in hexadecimal, '' for none
    return m && { total: +m[1], used: +m[2], largest: m[3] * 16, saved, modules };
  }
  /** Share of the panel's pixels that differ from those of an earlier `picture()`. */
  changed(before) {
    const now = this.picture();
    let n = 0;
    for (let i = 0; i < now.length; i += 3)
      if (now[i] !== before[i] || now[i + 1] !== before[i + 1] || now[i + 2] !== before[i + 2])
        n++;
    return (3 * n) / now.length;
  }
  picture() {
    return this.board.panel.image().rgb;
  }
  trouble() {
    const text = this.serial.match(/Traceback[\s\S]{0,600}|MemoryError[^\n]*/)?.[0];
    return this.halted ?? text ?? null;
  }
}
