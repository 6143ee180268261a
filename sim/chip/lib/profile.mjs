// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// Where the time goes: samples of the program counter, and of the Python function that runs.
import fs from 'node:fs';

const EVERY = 2503; // cycles, a prime

/**
 * [address, whether it is code, name] of each symbol of a 32-bit little-endian ELF file, by
 * address.
 */
export function symbols(file) {
  const v = new DataView(file.buffer, file.byteOffset, file.length),
    out = [];
  if (v.getUint32(0) !== 0x7f454c46 || v.getUint8(4) !== 1)
    throw new Error('The .elf beside the firmware is no ELF file for a 32-bit chip.');
  const at = v.getUint32(32, true),
    size = v.getUint16(46, true),
    count = v.getUint16(48, true);
  const section = (i, field) => v.getUint32(at + i * size + field, true);
  const executable = (i) => i < count && (section(i, 8) & 4) !== 0;
  for (let i = 0; i < count; i++) {
    if (section(i, 4) !== 2) continue; // SHT_SYMTAB
    const names = section(section(i, 24), 16);
    for (let a = section(i, 16), end = a + section(i, 20); a < end; a += 16) {
      const info = v.getUint8(a + 12) & 15,
        home = v.getUint16(a + 14, true);
      if (info > 2 || !home) continue; // no section's or file's own, and none from elsewhere
      let e = names + v.getUint32(a, true);
      const s = e;
      while (file[e]) e++;
      const name = file.toString('latin1', s, e);
      // (The lowest bit of a function's address says Thumb; $t and $d mark code and data.)
      if (name && !name.startsWith('$'))
        out.push([
          (v.getUint32(a + 4, true) & (info === 2 ? ~1 : ~0)) >>> 0,
          executable(home),
          name,
        ]);
    }
  }
  return out.sort((a, b) => a[0] - b[0]);
}

export class Profile {
  constructor(driver, elf) {
    this.v = driver;
    const all = symbols(fs.readFileSync(elf));
    this.symbols = all.filter((x) => x[1]);
    this.lastInRam = this.symbols.at(-1)[0];
    const at = (name) => all.find((x) => x[2] === name)?.[0];
    this.function = at('mp_type_fun_bc');
    this.constPool = at('mp_qstr_const_pool');
    this.state = at('mp_state_ctx');
    this.names = new Map();
  }
  word(a) {
    const { sram, flash } = this.v.board.rp2040;
    const [m, i] =
      a >>> 24 === 0x20
        ? [sram, a & 0xffffff]
        : a >>> 24 === 0x10
          ? [flash, a & 0xffffff]
          : [null, 0];
    return m && i + 4 <= m.length
      ? (m[i] | (m[i + 1] << 8) | (m[i + 2] << 16) | (m[i + 3] << 24)) >>> 0
      : 0;
  }
  byte(a) {
    return (this.word(a & ~3) >>> (8 * (a & 3))) & 255;
  }
  symbol(pc) {
    if (pc < 0x10000000) return '(boot ROM)';
    if (pc > this.lastInRam + 1024) return "(the game's machine code)";
    let a = 0,
      b = this.symbols.length - 1;
    while (a < b) {
      const m = (a + b + 1) >> 1;
      if (this.symbols[m][0] <= pc) a = m;
      else b = m - 1;
    }
    return this.symbols[a][2];
  }
  text(a) {
    let s = '';
    for (let c; (c = this.byte(a++)) && s.length < 60; ) s += String.fromCharCode(c);
    return s;
  }
  /**
   * The newest pool of names: of all words in MicroPython's state the one with the longest chain
   * to the first.
   */
  pool() {
    let best = 0,
      length = 0;
    for (let a = this.state; a < this.state + 1024; a += 4) {
      const p = this.word(a);
      let n = 0,
        q = p;
      while (q && q !== this.constPool && n < 40) ((q = this.word(q)), n++);
      if (q === this.constPool && n >= length) ((best = p), (length = n));
    }
    return best;
  }
  qstr(n) {
    // prev, total_prev_len, alloc, len, [hashes,] lengths, qstrs[]; 1 is the empty name, and 2
    // "__dir__"
    const staticPool = (() => {
      let p = this.constPool;
      while (this.word(p)) p = this.word(p);
      return p;
    })();
    const first = this.text(this.word(staticPool + 20 + 8)) === '__dir__' ? 20 : 24;
    for (let p = this.pool(); p; p = this.word(p)) {
      const before = this.word(p + 4) & 0x7fffffff;
      if (n >= before) return this.text(this.word(p + first + 4 * (n - before)));
    }
    return '?';
  }
  name(fun) {
    const code = this.word(fun + 12),
      table = this.word(this.word(fun + 4) + 8),
      key = `${code} ${table}`;
    if (this.names.has(key)) return this.names.get(key);
    let ip = code;
    while (this.byte(ip++) & 0x80); // numbers of the state
    while (this.byte(ip++) & 0x80); // sizes
    let i = 0,
      b;
    do ((b = this.byte(ip++)), (i = (i << 7) | (b & 0x7f)));
    while (b & 0x80);
    const entry = (n) =>
      (this.word((table + 2 * n) & ~3) >>> (((table + 2 * n) % 4) * 8)) & 0xffff;
    const name = `${this.qstr(entry(0))}: ${this.qstr(entry(i))}`;
    this.names.set(key, name);
    return name;
  }
  /** The innermost Python function: the first state of the interpreter that the stack has. */
  python() {
    const sp = this.v.board.core.R[13] >>> 0;
    for (let a = sp & ~3; a < 0x20042000; a += 4) {
      const fun = this.word(a);
      if (fun >>> 24 !== 0x20 && fun >>> 24 !== 0x10) continue;
      if (this.word(fun) !== this.function) continue;
      const ip = this.word(a + 4),
        code = this.word(fun + 12),
        top = this.word(a + 8);
      if (ip >= code && ip < code + 0x8000 && top >= a - 4 && top < a + 2048)
        return this.name(fun);
    }
    return '(none)';
  }
  /** Run `ms` and return the shares of symbols and Python functions in percent. */
  run(ms) {
    const { core } = this.v.board,
      end = this.v.now() + ms,
      symbols = new Map(),
      python = new Map();
    const count = (map, key) => map.set(key, (map.get(key) ?? 0) + 1);
    let n = 0;
    while (this.v.now() < end) {
      const idle = core.idleCycles;
      core.runUntil(core.cycles + EVERY);
      n++;
      if (core.idleCycles - idle > EVERY / 2) {
        count(symbols, '(asleep)');
        count(python, '(asleep)');
        continue;
      }
      count(symbols, this.symbol(core.R[15] >>> 0));
      count(python, this.python());
    }
    const top = (map) =>
      [...map]
        .sort((a, b) => b[1] - a[1])
        .slice(0, 14)
        .map(([key, x]) => [key, Math.round((1000 * x) / n) / 10]);
    return { ms, symbols: top(symbols), python: top(python) };
  }
}
