// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// Panels fed over 4-wire SPI. Each has write(bytes, dc) -> byte read back, reset(), image(),
// status().
import { encodePNG } from './png.mjs';

class Panel {
  constructor(cfg, env) {
    this.cfg = cfg;
    this.env = env; // { nowUs(), setPin(pin, level|null), after(ms, fn), level(pin) }
    // simulated microseconds at which a frame began (TFT) or a refresh started (e-ink)
    this.frames = [];
    this.frameCount = 0;
    this.bytes = 0;
    this.unknown = {};
  }
  mark() {
    this.frameCount++;
    this.frames.push(Math.round(this.env.nowUs()));
    if (this.frames.length > 2000) this.frames.splice(0, 1000);
    this.onFrame?.();
  }
  png(scale = 1) {
    const { w, h, rgb } = this.image();
    return encodePNG(w, h, rgb, scale);
  }
}

/** ST7789 / ST7735-class TFT: 240x320 frame memory, RGB565 (COLMOD 5) or RGB444/666. */
export class ST7789 extends Panel {
  constructor(cfg, env) {
    super(cfg, env);
    this.cols = cfg.gram?.[0] ?? 240;
    this.rows = cfg.gram?.[1] ?? 320;
    this.gram = new Uint16Array(this.cols * this.rows);
    this.reset();
  }
  reset() {
    this.cmd = 0;
    this.args = [];
    this.xs = 0;
    this.xe = this.cols - 1;
    this.ys = 0;
    this.ye = this.rows - 1;
    this.x = 0;
    this.y = 0;
    this.half = -1;
    this.madctl = 0;
    this.colmod = 0x66;
    this.on = false;
    this.sleeping = true;
    this.inverted = false;
    this.vscsad = 0;
    this.acc = [];
    this.pixels = 0;
    this.minX = this.minY = 1e9;
    this.maxX = this.maxY = -1;
  }
  write(bytes, dc) {
    this.bytes += bytes.length;
    if (!dc) {
      for (const b of bytes) this.command(b);
      return 0;
    }
    if (this.cmd === 0x2c || this.cmd === 0x3c) {
      this.pixelData(bytes);
      return 0;
    }
    for (const b of bytes) {
      this.args.push(b);
      this.argument();
    }
    return 0;
  }
  command(c) {
    this.cmd = c;
    this.args = [];
    switch (c) {
      case 0x01:
        this.reset();
        break;
      case 0x10:
        this.sleeping = true;
        break;
      case 0x11:
        this.sleeping = false;
        break;
      case 0x20:
        this.inverted = false;
        break;
      case 0x21:
        this.inverted = true;
        break;
      case 0x28:
        this.on = false;
        break;
      case 0x29:
        this.on = true;
        break;
      case 0x2c:
        this.x = this.xs;
        this.y = this.ys;
        this.half = -1;
        this.acc.length = 0;
        this.mark();
        break;
      case 0x3c:
        break;
      default:
        if (
          ![
            0x00, 0x12, 0x13, 0x2a, 0x2b, 0x33, 0x36, 0x37, 0x38, 0x39, 0x3a, 0x34, 0x35, 0x51,
            0x53,
          ].includes(c) &&
          c < 0xb0
        )
          this.unknown[c.toString(16)] = (this.unknown[c.toString(16)] ?? 0) + 1;
    }
  }
  argument() {
    const a = this.args;
    const w = (i) => (a[i] << 8) | a[i + 1];
    switch (this.cmd) {
      case 0x2a:
        if (a.length === 4) ((this.xs = w(0)), (this.xe = w(2)));
        break;
      case 0x2b:
        if (a.length === 4) ((this.ys = w(0)), (this.ye = w(2)));
        break;
      case 0x36:
        if (a.length === 1) this.madctl = a[0];
        break;
      case 0x3a:
        if (a.length === 1) this.colmod = a[0];
        break;
      case 0x37:
        if (a.length === 2) this.vscsad = w(0);
        break;
    }
  }
  cell(x, y) {
    if (this.madctl & 0x20) [x, y] = [y, x]; // MV
    if (this.madctl & 0x40) x = this.cols - 1 - x; // MX
    if (this.madctl & 0x80) y = this.rows - 1 - y; // MY
    return x >= 0 && y >= 0 && x < this.cols && y < this.rows ? y * this.cols + x : -1;
  }
  put(v) {
    const { x, y } = this;
    const at = this.cell(x, y);
    if (at >= 0) this.gram[at] = v;
    this.pixels++;
    if (x < this.minX) this.minX = x;
    if (x > this.maxX) this.maxX = x;
    if (y < this.minY) this.minY = y;
    if (y > this.maxY) this.maxY = y;
    if (++this.x > this.xe) {
      this.x = this.xs;
      if (++this.y > this.ye) this.y = this.ys;
    }
  }
  pixelData(bytes) {
    const mode = this.colmod & 7;
    if (mode === 5) {
      let h = this.half;
      for (let i = 0; i < bytes.length; i++) {
        if (h < 0) h = bytes[i];
        else {
          this.put((h << 8) | bytes[i]);
          h = -1;
        }
      }
      this.half = h;
    } else {
      for (const b of bytes) {
        this.acc.push(b);
        if (this.acc.length < 3) continue;
        const [p, q, r] = this.acc;
        this.acc.length = 0;
        if (mode === 3) {
          const c444 = (v) => (((v >> 8) & 15) << 12) | (((v >> 4) & 15) << 7) | ((v & 15) << 1);
          this.put(c444((p << 4) | (q >> 4)));
          this.put(c444(((q & 15) << 8) | r));
        } else this.put(((p >> 3) << 11) | ((q >> 2) << 5) | (r >> 3));
      }
    }
  }
  image() {
    const { width: w = 240, height: h = 240, x: x0 = 0, y: y0 = 0, ips = true } = this.cfg;
    const rgb = new Uint8Array(w * h * 3);
    const dark = this.cfg.blank_when_off && (!this.on || this.sleeping);
    const flip = ips ? !this.inverted : this.inverted;
    for (let y = 0; y < h; y++) {
      for (let x = 0; x < w; x++) {
        const at = this.cell(x + x0, y + y0);
        let v = at < 0 || dark ? 0 : this.gram[at];
        if (flip && !dark) v ^= 0xffff;
        let r = ((v >> 11) * 255) / 31;
        const g = (((v >> 5) & 63) * 255) / 63;
        let b = ((v & 31) * 255) / 31;
        if (this.cfg.bgr ? !(this.madctl & 8) : this.madctl & 8) [r, b] = [b, r];
        rgb.set([r, g, b], (y * w + x) * 3);
      }
    }
    return { w, h, rgb };
  }
  status() {
    return {
      model: 'st7789',
      on: this.on,
      sleeping: this.sleeping,
      inverted: this.inverted,
      madctl: this.madctl,
      colmod: this.colmod,
      window: [this.xs, this.ys, this.xe, this.ye],
      vscsad: this.vscsad,
      ramwr: this.frameCount,
      pixels: this.pixels,
      bytes: this.bytes,
      drawn: this.maxX < 0 ? null : [this.minX, this.minY, this.maxX, this.maxY],
      backlight: this.cfg.bl == null ? null : this.env.level(this.cfg.bl),
      unknown: this.unknown,
    };
  }
}

/** UC8151 (IL0373)-style e-paper, native 128 sources x 296 gates. */
export class UC8151 extends Panel {
  constructor(cfg, env) {
    super(cfg, env);
    this.cols = cfg.native?.[0] ?? 128;
    this.rows = cfg.native?.[1] ?? 296;
    this.size = (this.cols / 8) * this.rows;
    this.shown = new Uint8Array(this.size).fill(0xff);
    this.old = new Uint8Array(this.size).fill(0xff);
    this.fresh = new Uint8Array(this.size).fill(0xff);
    this.busy = false;
    this.reset();
  }
  reset() {
    this.cmd = 0;
    this.args = [];
    this.ptr = 0;
    this.psr = 0x0f;
    this.cdi = 0xd7;
    this.power = false;
    this.asleep = false;
    this.wrote = 0;
    this.partial = null;
    this.inPartial = false;
    this.lut = false;
    this.drive();
  }
  drive() {
    // BUSY_N: low while working
    if (this.cfg.busy != null) this.env.setPin(this.cfg.busy, !this.busy);
  }
  write(bytes, dc) {
    this.bytes += bytes.length;
    if (!dc) {
      for (const b of bytes) this.command(b);
      return this.cmd === 0x71 ? this.flags() : 0;
    }
    if (this.cmd === 0x10 || this.cmd === 0x13) {
      const into = this.cmd === 0x10 ? this.old : this.fresh;
      this.wrote |= this.cmd === 0x10 ? 1 : 2;
      for (const b of bytes) this.data(into, b);
      return 0;
    }
    for (const b of bytes) {
      this.args.push(b);
      this.argument();
    }
    return this.cmd === 0x71 ? this.flags() : 0;
  }
  flags() {
    return (this.busy ? 0 : 1) | (this.power ? 2 : 0) | 0;
  }
  data(into, b) {
    if (this.inPartial && this.partial) {
      const { x0, x1, y0, y1 } = this.partial;
      const per = (x1 - x0 + 1) >> 3;
      const row = y0 + Math.floor(this.ptr / per);
      const at = row * (this.cols >> 3) + (x0 >> 3) + (this.ptr % per);
      if (row <= y1 && at < this.size) into[at] = b;
    } else if (this.ptr < this.size) into[this.ptr] = b;
    this.ptr++;
  }
  work(ms) {
    if (!(ms > 0)) return;
    this.busy = true;
    this.drive();
    this.env.after(ms, () => {
      this.busy = false;
      this.drive();
    });
  }
  command(c) {
    this.cmd = c;
    this.args = [];
    switch (c) {
      case 0x02:
        this.power = false;
        this.work(this.cfg.power_ms ?? 0);
        break;
      case 0x04:
        this.power = true;
        this.work(this.cfg.power_ms ?? 0);
        break;
      case 0x10:
      case 0x13:
        this.ptr = 0;
        break;
      case 0x11:
        break;
      case 0x12:
        this.refresh();
        break;
      case 0x90:
        break;
      case 0x91:
        this.inPartial = true;
        break;
      case 0x92:
        this.inPartial = false;
        break;
      default:
        if (c >= 0x20 && c <= 0x25) this.lut = true;
        else if (
          ![
            0x00, 0x01, 0x03, 0x06, 0x07, 0x30, 0x40, 0x41, 0x50, 0x60, 0x61, 0x65, 0x71, 0x82,
          ].includes(c)
        )
          this.unknown[c.toString(16)] = (this.unknown[c.toString(16)] ?? 0) + 1;
    }
  }
  argument() {
    const a = this.args;
    switch (this.cmd) {
      case 0x00:
        if (a.length === 1) {
          this.psr = a[0];
          if (!(a[0] & 1)) this.power = false;
        }
        break;
      case 0x07:
        if (a[0] === 0xa5) this.asleep = true;
        break;
      case 0x50:
        if (a.length === 1) this.cdi = a[0];
        break;
      case 0x90:
        if (a.length === 7)
          this.partial = {
            x0: a[0] & 0xf8,
            x1: a[1] | 7,
            y0: ((a[2] & 1) << 8) | a[3],
            y1: ((a[4] & 1) << 8) | a[5],
          };
        break;
    }
  }
  refresh() {
    if (!this.power)
      this.unknown['refresh-while-off'] = (this.unknown['refresh-while-off'] ?? 0) + 1;
    const from = this.wrote & 2 ? this.fresh : this.old;
    if (this.inPartial && this.partial) {
      const { x0, x1, y0, y1 } = this.partial;
      const bpr = this.cols >> 3;
      for (let y = y0; y <= y1 && y < this.rows; y++)
        for (let x = x0 >> 3; x <= x1 >> 3 && x < bpr; x++)
          this.shown[y * bpr + x] = from[y * bpr + x];
    } else this.shown.set(from);
    this.old.set(this.fresh);
    this.mark();
    this.work(this.cfg.refresh_ms ?? 0);
  }
  image() {
    const { cols, rows } = this;
    const bit = (c, l) => (this.shown[l * (cols >> 3) + (c >> 3)] >> (7 - (c & 7))) & 1;
    const shr = this.psr & 4;
    const up = this.psr & 8;
    const white = this.cfg.invert ? 0 : 1;
    const rot = this.cfg.rotate ?? 90;
    const [w, h] = rot % 180 ? [rows, cols] : [cols, rows];
    const rgb = new Uint8Array(w * h * 3);
    for (let l = 0; l < rows; l++) {
      for (let c = 0; c < cols; c++) {
        const nx = shr ? c : cols - 1 - c;
        const ny = up ? l : rows - 1 - l;
        let x = nx;
        let y = ny;
        if (rot === 90) ((x = ny), (y = cols - 1 - nx));
        else if (rot === 180) ((x = cols - 1 - nx), (y = rows - 1 - ny));
        else if (rot === 270) ((x = rows - 1 - ny), (y = nx));
        const v = bit(c, l) === white ? 240 : 20;
        rgb.fill(v, (y * w + x) * 3, (y * w + x) * 3 + 3);
      }
    }
    return { w, h, rgb };
  }
  status() {
    return {
      model: 'uc8151',
      power: this.power,
      asleep: this.asleep,
      busy: this.busy,
      psr: this.psr,
      cdi: this.cdi,
      custom_lut: this.lut,
      refreshes: this.frameCount,
      bytes: this.bytes,
      partial: this.inPartial ? this.partial : null,
      unknown: this.unknown,
    };
  }
}

export const PANELS = { st7789: ST7789, uc8151: UC8151 };
