// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// A stand-in for the RP2040 boot ROM: a 16 KB image holding the documented lookup tables, whose
// functions are one BKPT each (trapped by the CPU model and carried out here) followed by BX LR.
// Only what the published SDK headers describe is modelled; no code of the real ROM is used.
const code = (s) => s.charCodeAt(0) | (s.charCodeAt(1) << 8);
const fb = new ArrayBuffer(8);
const fi = new Int32Array(fb);
const ff = new Float32Array(fb);
const fd = new Float64Array(fb);

// approximate costs in clk_sys cycles, after the timings that the RP2040 datasheet lists for its
// float library
const F_COST = {
  add: 71,
  sub: 74,
  mul: 69,
  div: 71,
  sqrt: 63,
  toint: 38,
  fromint: 55,
  cmp: 25,
  trig: 600,
  exp: 530,
  conv: 40,
};
const D_COST = {
  add: 91,
  sub: 95,
  mul: 155,
  div: 183,
  sqrt: 169,
  toint: 75,
  fromint: 69,
  cmp: 39,
  trig: 1850,
  exp: 1300,
  conv: 40,
};

export class Rom {
  /** @param host {core, rp2040, flashBusyMs(kind), onBootsel(), log()} */
  constructor(host) {
    this.host = host;
    this.fns = [];
    this.image = new Uint8Array(16 * 1024);
    this.view = new DataView(this.image.buffer);
    this.at = 0x100;
    this.stats = { erases: 0, programs: 0, erasedBytes: 0, programmedBytes: 0 };
    this.build();
  }
  /** Place a trap; returns its Thumb address. */
  fn(f) {
    const id = this.fns.push(f) - 1;
    const addr = this.at;
    if (id > 255) throw new Error('too many ROM functions');
    this.view.setUint16(addr, 0xbe00 | id, true);
    this.view.setUint16(addr + 2, 0x4770, true);
    this.at += 4;
    return addr | 1;
  }
  table(entries) {
    this.at = (this.at + 3) & ~3;
    const start = this.at;
    for (const [c, p] of entries) {
      this.view.setUint16(this.at, code(c), true);
      this.view.setUint16(this.at + 2, p, true);
      this.at += 4;
    }
    this.at += 4;
    return start;
  }
  words(list) {
    this.at = ((this.at + 3) & ~3) + 4;
    const start = this.at;
    this.image[start - 2] = list.length;
    for (const w of list) {
      this.view.setUint32(this.at, w >>> 0, true);
      this.at += 4;
    }
    return start;
  }
  call(id) {
    return this.fns[id](this.host.core.R) | 0;
  }
  build() {
    const { view, host } = this;
    const lookup = this.fn((R) => {
      for (let p = R[0] >>> 0; ; p += 4) {
        const c = view.getUint16(p, true);
        if (!c) break;
        if (c === (R[1] & 0xffff)) {
          R[0] = view.getUint16(p + 2, true);
          return 30;
        }
      }
      R[0] = 0;
      return 60;
    });
    const trapForever = this.fn(() => {
      host.core.fault('execution reached the ROM reset/hard-fault vector', host.core.R[15]);
      return 0;
    });
    const mem = this.memory();
    const bits = {
      P3: (R) => ((R[0] = popcount(R[0])), 20),
      R3: (R) => ((R[0] = reverse(R[0])), 20),
      L3: (R) => ((R[0] = Math.clz32(R[0])), 18),
      T3: (R) => ((R[0] = R[0] ? 31 - Math.clz32(R[0] & -R[0]) : 32), 18),
    };
    const flash = this.flashFns();
    const funcs = [];
    for (const group of [mem, bits, flash])
      for (const [c, f] of Object.entries(group)) funcs.push([c, this.fn(f)]);
    const funcTable = this.table(funcs);
    const sf = this.words(this.floatTable().map((f) => this.fn(f)));
    const sd = this.words(this.doubleTable().map((f) => this.fn(f)));
    const text = this.at;
    this.image.set(Buffer.from('virtual boot ROM\0'), text);
    this.at += 20;
    const dataTable = this.table([
      ['SF', sf],
      ['SD', sd],
      ['CR', text],
      ['GR', text],
    ]);
    view.setUint32(0, 0x20041f00, true);
    for (let v = 4; v < 0x10; v += 4) view.setUint32(v, trapForever, true);
    this.image.set([0x4d, 0x75, 0x01, 0x03], 0x10); // magic "Mu", 1, ROM version 3 (B2 silicon)
    view.setUint16(0x14, funcTable, true);
    view.setUint16(0x16, dataTable, true);
    view.setUint16(0x18, lookup, true);
  }
  memory() {
    const { host } = this;
    const inRam = (a, n) => a >= 0x20000000 && a + n <= 0x20042000;
    const src = (a, n) => {
      const { rp2040 } = host;
      if (inRam(a, n)) return rp2040.sram.slice(a - 0x20000000, a - 0x20000000 + n);
      const fo = a - 0x10000000;
      if (fo >= 0 && fo + n <= rp2040.flash.length) return rp2040.flash.slice(fo, fo + n);
      const out = new Uint8Array(n);
      for (let i = 0; i < n; i++) out[i] = rp2040.readUint8(a + i);
      return out;
    };
    const put = (a, data) => {
      if (inRam(a, data.length)) host.rp2040.sram.set(data, a - 0x20000000);
      else for (let i = 0; i < data.length; i++) host.rp2040.writeUint8(a + i, data[i]);
    };
    /** Extra stall for reading n bytes of flash through the XIP cache. */
    const xip = (a, n) => {
      const { core } = host;
      if (a >>> 24 !== 0x10 || !core.xipOn) return 0;
      let c = 0;
      for (let w = (a & 0xffffff) >>> 2, e = (a & 0xffffff) + n; w * 4 < e; w++) {
        const i = w & 2047;
        if (core.W0[i] !== w && core.W1[i] !== w) c += core.xipMiss(w);
      }
      return c;
    };
    const copy = (R) => {
      const d = R[0] >>> 0;
      const s = R[1] >>> 0;
      const n = R[2] >>> 0;
      if (!n) return 12;
      put(d, src(s, n));
      const aligned = ((d ^ s) & 3) === 0;
      return 20 + (aligned ? Math.ceil(n * 0.9) : n * 5) + xip(s, n);
    };
    const set = (R) => {
      const n = R[2] >>> 0;
      if (n) put(R[0] >>> 0, new Uint8Array(n).fill(R[1] & 255));
      return 20 + Math.ceil(n * 0.5);
    };
    return { MC: copy, C4: copy, MS: set, S4: set };
  }
  flashFns() {
    const { host, stats } = this;
    const busy = (ms) => Math.round((ms / 1000) * host.rp2040.clkSys);
    const erase = (R) => {
      const off = R[0] >>> 0;
      const n = R[1] >>> 0;
      host.rp2040.flash.fill(0xff, off, off + n);
      stats.erases += n >>> 12;
      stats.erasedBytes += n;
      let ms = 0;
      let p = off;
      let left = n;
      while (left > 0) {
        if ((p & 0xffff) === 0 && left >= 0x10000)
          ((ms += host.flashMs.erase64k), (p += 0x10000), (left -= 0x10000));
        else ((ms += host.flashMs.erase4k), (p += 0x1000), (left -= 0x1000));
      }
      host.onFlash?.();
      return busy(ms);
    };
    const program = (R) => {
      const off = R[0] >>> 0;
      const n = R[2] >>> 0;
      const { flash, sram } = host.rp2040;
      const from = R[1] >>> 0;
      for (let i = 0; i < n; i++) {
        const a = from + i;
        flash[off + i] &=
          a >= 0x20000000 && a < 0x20042000 ? sram[a - 0x20000000] : host.rp2040.readUint8(a);
      }
      stats.programs += Math.ceil(n / 256);
      stats.programmedBytes += n;
      host.onFlash?.();
      return busy(Math.ceil(n / 256) * host.flashMs.program256) + n * 16;
    };
    return {
      IF: () => 100,
      EX: () => 1500,
      RE: erase,
      RP: program,
      FC: () => (host.core.xipFlush(), 1100),
      CX: () => (host.core.xipFlush(), 100),
      UB: () => (host.onBootsel(), 0),
    };
  }
  floatTable() {
    const getF = (b) => {
      // denormals are flushed to zero, as in the ROM library
      if ((b & 0x7f800000) === 0) b &= 0x80000000;
      fi[0] = b;
      return ff[0];
    };
    const putF = (v) => {
      ff[0] = v;
      let b = fi[0];
      if ((b & 0x7f800000) === 0) b &= 0x80000000;
      return b;
    };
    const bin = (f, c) => (R) => ((R[0] = putF(f(getF(R[0]), getF(R[1])))), c);
    const un = (f, c) => (R) => ((R[0] = putF(f(getF(R[0])))), c);
    const C = F_COST;
    const sat = (v, lo, hi) => (v !== v ? 0 : v < lo ? lo : v > hi ? hi : v);
    const toI = (e) => (R) => (
      (R[0] = sat(Math.floor(getF(R[0]) * 2 ** e(R)), -2147483648, 2147483647)),
      C.toint
    );
    const toU = (e) => (R) => (
      (R[0] = sat(Math.floor(getF(R[0]) * 2 ** e(R)), 0, 4294967295) | 0),
      C.toint
    );
    const no = () => 0;
    const e1 = (R) => R[1];
    const e2 = (R) => R[2];
    const i64 = (R) => (BigInt(R[1]) << 32n) | BigInt(R[0] >>> 0);
    const u64 = (R) => (BigInt(R[1] >>> 0) << 32n) | BigInt(R[0] >>> 0);
    const put64 = (R, v) => (
      (R[0] = Number(BigInt.asIntN(32, v))),
      (R[1] = Number(BigInt.asIntN(32, v >> 32n)))
    );
    const big = (v, lo, hi) =>
      v !== v ? 0n : v <= Number(lo) ? lo : v >= Number(hi) ? hi : BigInt(v);
    const I64 = [-(1n << 63n), (1n << 63n) - 1n];
    const U64 = [0n, (1n << 64n) - 1n];
    const cmp = (R) => {
      const a = getF(R[0]);
      const b = getF(R[1]);
      R[0] = a < b ? -1 : a > b ? 1 : 0;
      return C.cmp;
    };
    // 64-bit integer to float must round once, not twice
    const round64 = (v) => {
      const neg = v < 0n;
      let m = neg ? -v : v;
      const bits = m.toString(2).length;
      if (bits > 50) {
        const sh = BigInt(bits - 50);
        const sticky = m & ((1n << sh) - 1n) ? 1n : 0n;
        m = ((m >> sh) | sticky) << sh;
      }
      return neg ? -Number(m) : Number(m);
    };
    return [
      bin((a, b) => a + b, C.add),
      bin((a, b) => a - b, C.sub),
      bin((a, b) => a * b, C.mul),
      bin((a, b) => a / b, C.div),
      cmp,
      cmp,
      un(Math.sqrt, C.sqrt),
      toI(no),
      toI(e1),
      toU(no),
      toU(e1),
      (R) => ((R[0] = putF(R[0])), C.fromint),
      (R) => ((R[0] = putF(R[0] * 2 ** -R[1])), C.fromint),
      (R) => ((R[0] = putF(R[0] >>> 0)), C.fromint),
      (R) => ((R[0] = putF((R[0] >>> 0) * 2 ** -R[1])), C.fromint),
      un(Math.cos, C.trig),
      un(Math.sin, C.trig),
      un(Math.tan, C.trig),
      (R) => {
        const x = getF(R[0]);
        R[0] = putF(Math.sin(x));
        R[1] = putF(Math.cos(x));
        return C.trig * 2;
      },
      un(Math.exp, C.exp),
      un(Math.log, C.exp),
      cmp,
      bin(Math.atan2, C.trig),
      (R) => ((R[0] = putF(round64(i64(R)))), C.fromint),
      (R) => ((R[0] = putF(round64(i64(R)) * 2 ** -R[2])), C.fromint),
      (R) => ((R[0] = putF(round64(u64(R)))), C.fromint),
      (R) => ((R[0] = putF(round64(u64(R)) * 2 ** -R[2])), C.fromint),
      (R) => (put64(R, big(Math.floor(getF(R[0])), ...I64)), C.toint),
      (R) => (put64(R, big(Math.floor(getF(R[0]) * 2 ** e1(R)), ...I64)), C.toint),
      (R) => (put64(R, big(Math.floor(getF(R[0])), ...U64)), C.toint),
      (R) => (put64(R, big(Math.floor(getF(R[0]) * 2 ** e1(R)), ...U64)), C.toint),
      (R) => {
        fd[0] = getF(R[0]);
        const lo = fi[0];
        const hi = fi[1];
        R[0] = lo;
        R[1] = hi;
        return C.conv;
      },
    ];
  }
  doubleTable() {
    const get = (lo, hi) => {
      if ((hi & 0x7ff00000) === 0) ((lo = 0), (hi &= 0x80000000));
      fi[0] = lo;
      fi[1] = hi;
      return fd[0];
    };
    const put = (R, v) => {
      fd[0] = v;
      let lo = fi[0];
      let hi = fi[1];
      if ((hi & 0x7ff00000) === 0) ((lo = 0), (hi &= 0x80000000));
      R[0] = lo;
      R[1] = hi;
    };
    const C = D_COST;
    const bin = (f, c) => (R) => (put(R, f(get(R[0], R[1]), get(R[2], R[3]))), c);
    const un = (f, c) => (R) => (put(R, f(get(R[0], R[1]))), c);
    const sat = (v, lo, hi) => (v !== v ? 0 : v < lo ? lo : v > hi ? hi : v);
    const toI = (e) => (R) => (
      (R[0] = sat(Math.floor(get(R[0], R[1]) * 2 ** e(R)), -2147483648, 2147483647)),
      C.toint
    );
    const toU = (e) => (R) => (
      (R[0] = sat(Math.floor(get(R[0], R[1]) * 2 ** e(R)), 0, 4294967295) | 0),
      C.toint
    );
    const no = () => 0;
    const e2 = (R) => R[2];
    const i64 = (R) => (BigInt(R[1]) << 32n) | BigInt(R[0] >>> 0);
    const u64 = (R) => (BigInt(R[1] >>> 0) << 32n) | BigInt(R[0] >>> 0);
    const put64 = (R, v) => (
      (R[0] = Number(BigInt.asIntN(32, v))),
      (R[1] = Number(BigInt.asIntN(32, v >> 32n)))
    );
    const big = (v, lo, hi) =>
      v !== v ? 0n : v <= Number(lo) ? lo : v >= Number(hi) ? hi : BigInt(v);
    const I64 = [-(1n << 63n), (1n << 63n) - 1n];
    const U64 = [0n, (1n << 64n) - 1n];
    const cmp = (R) => {
      const a = get(R[0], R[1]);
      const b = get(R[2], R[3]);
      R[0] = a < b ? -1 : a > b ? 1 : 0;
      return C.cmp;
    };
    return [
      bin((a, b) => a + b, C.add),
      bin((a, b) => a - b, C.sub),
      bin((a, b) => a * b, C.mul),
      bin((a, b) => a / b, C.div),
      cmp,
      cmp,
      un(Math.sqrt, C.sqrt),
      toI(no),
      toI(e2),
      toU(no),
      toU(e2),
      (R) => (put(R, R[0]), C.fromint),
      (R) => (put(R, R[0] * 2 ** -R[1]), C.fromint),
      (R) => (put(R, R[0] >>> 0), C.fromint),
      (R) => (put(R, (R[0] >>> 0) * 2 ** -R[1]), C.fromint),
      un(Math.cos, C.trig),
      un(Math.sin, C.trig),
      un(Math.tan, C.trig),
      (R) => {
        const x = get(R[0], R[1]);
        put(R, Math.cos(x));
        R[2] = R[0];
        R[3] = R[1];
        put(R, Math.sin(x));
        return C.trig * 2;
      },
      un(Math.exp, C.exp),
      un(Math.log, C.exp),
      cmp,
      bin(Math.atan2, C.trig),
      (R) => (put(R, Number(i64(R))), C.fromint),
      (R) => (put(R, Number(i64(R)) * 2 ** -R[2]), C.fromint),
      (R) => (put(R, Number(u64(R))), C.fromint),
      (R) => (put(R, Number(u64(R)) * 2 ** -R[2]), C.fromint),
      (R) => (put64(R, big(Math.floor(get(R[0], R[1])), ...I64)), C.toint),
      (R) => (put64(R, big(Math.floor(get(R[0], R[1]) * 2 ** e2(R)), ...I64)), C.toint),
      (R) => (put64(R, big(Math.floor(get(R[0], R[1])), ...U64)), C.toint),
      (R) => (put64(R, big(Math.floor(get(R[0], R[1]) * 2 ** e2(R)), ...U64)), C.toint),
      (R) => {
        ff[0] = get(R[0], R[1]);
        let b = fi[0];
        if ((b & 0x7f800000) === 0) b &= 0x80000000;
        R[0] = b;
        return C.conv;
      },
    ];
  }
}

function popcount(v) {
  v -= (v >>> 1) & 0x55555555;
  v = (v & 0x33333333) + ((v >>> 2) & 0x33333333);
  return Math.imul((v + (v >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24;
}
function reverse(v) {
  let r = 0;
  for (let i = 0; i < 32; i++) r |= ((v >>> i) & 1) << (31 - i);
  return r;
}
