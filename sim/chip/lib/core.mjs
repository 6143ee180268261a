// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// A fast Cortex-M0+ interpreter that plugs into rp2040js in place of its CPU.
// The exception entry/return machinery and the register-file fields that the peripherals
// touch are inherited; instruction execution, cycle counting, interrupt selection and the
// XIP cache model are ours.
import { CortexM0Core } from './rp2040js.mjs';

const RAM = 0x20000000;
const RAM_SIZE = 0x42000;

// ---- opcode -> kind table -------------------------------------------------------------
const K = {};
const names = [];
const k = (n) => (n in K ? K[n] : ((K[n] = names.length), names.push(n), K[n]));
k('UNDEF');
function decode(op) {
  const t5 = op >> 11;
  switch (t5) {
    case 0:
      return (op >> 6) & 31 ? k('LSLI') : k('MOVR');
    case 1:
      return k('LSRI');
    case 2:
      return k('ASRI');
    case 3:
      return k(['ADDR', 'SUBR', 'ADDI3', 'SUBI3'][(op >> 9) & 3]);
    case 4:
      return k('MOVI');
    case 5:
      return k('CMPI');
    case 6:
      return k('ADDI8');
    case 7:
      return k('SUBI8');
    case 8:
      if (!(op & 0x400))
        return k(
          [
            'AND',
            'EOR',
            'LSLR',
            'LSRR',
            'ASRR',
            'ADC',
            'SBC',
            'RORR',
            'TST',
            'NEG',
            'CMPR',
            'CMN',
            'ORR',
            'MUL',
            'BIC',
            'MVN',
          ][(op >> 6) & 15],
        );
      switch ((op >> 8) & 3) {
        case 0:
          return k('ADDH');
        case 1:
          return k('CMPH');
        case 2:
          return k('MOVH');
        default:
          return op & 7 ? k('UNDEF') : op & 0x80 ? k('BLX') : k('BX');
      }
    case 9:
      return k('LDRL');
    case 10:
    case 11:
      return k(
        ['STRR', 'STRHR', 'STRBR', 'LDRSBR', 'LDRR', 'LDRHR', 'LDRBR', 'LDRSHR'][(op >> 9) & 7],
      );
    case 12:
      return k('STRI');
    case 13:
      return k('LDRI');
    case 14:
      return k('STRBI');
    case 15:
      return k('LDRBI');
    case 16:
      return k('STRHI');
    case 17:
      return k('LDRHI');
    case 18:
      return k('STRS');
    case 19:
      return k('LDRS');
    case 20:
      return k('ADR');
    case 21:
      return k('ADDSP');
    case 22:
    case 23:
      if ((op & 0xff00) === 0xb000) return op & 0x80 ? k('SPSUB') : k('SPADD');
      if ((op & 0xff00) === 0xb200) return k(['SXTH', 'SXTB', 'UXTH', 'UXTB'][(op >> 6) & 3]);
      if ((op & 0xfe00) === 0xb400) return k('PUSH');
      if (op === 0xb662) return k('CPSIE');
      if (op === 0xb672) return k('CPSID');
      if ((op & 0xffc0) === 0xba00) return k('REV');
      if ((op & 0xffc0) === 0xba40) return k('REV16');
      if ((op & 0xffc0) === 0xbac0) return k('REVSH');
      if ((op & 0xff00) === 0xbc00) return k('POP');
      if ((op & 0xff00) === 0xbd00) return k('POPPC');
      if ((op & 0xff00) === 0xbe00) return k('BKPT');
      if ((op & 0xff00) === 0xbf00)
        return k(op === 0xbf20 ? 'WFE' : op === 0xbf30 ? 'WFI' : op === 0xbf40 ? 'SEV' : 'NOP');
      return k('UNDEF');
    case 24:
      return k('STM');
    case 25:
      return k('LDM');
    case 26:
    case 27: {
      const c = (op >> 8) & 15;
      if (c === 15) return k('SVC');
      if (c === 14) return k('UNDEF');
      return k(
        [
          'BEQ',
          'BNE',
          'BCS',
          'BCC',
          'BMI',
          'BPL',
          'BVS',
          'BVC',
          'BHI',
          'BLS',
          'BGE',
          'BLT',
          'BGT',
          'BLE',
        ][c],
      );
    }
    case 28:
      return k('B');
    case 30:
      return k('W32');
    default:
      return k('UNDEF');
  }
}
const kindOf = new Uint8Array(65536);
for (let op = 0; op < 65536; op++) kindOf[op] = decode(op);

// ---- code generation helpers ----------------------------------------------------------
const SYNC = `core.cycles = c0 + cyc; R[15] = pc;`;
const AFTER = `if (core.brk) limit = cyc;`;
const XD = (a) =>
  `if (xipOn) { w = (${a} & 0xffffff) >>> 2; i = w & 2047; if (W0[i] !== w && W1[i] !== w) cyc += core.xipMiss(w); }`;
const ioRead = (size, a, dst) =>
  `{ ${SYNC} ${dst} = core.ioRead${size}(${a}); ${AFTER} cyc += core.ioWait; }`;
const ioWrite = (size, a, v) =>
  `{ ${SYNC} core.ioWrite${size}(${a}, ${v}); ${AFTER} cyc += core.ioWait; }`;
// a load: address expression -> dst lvalue; cycle cost 2 (1 already charged)
const load = (size, addr, dst, post = '') => {
  const mask = size / 8 - 1;
  const align = mask ? ` && (a & ${mask}) === 0` : '';
  const idx = (b) => (size === 32 ? `${b} >> 2` : size === 16 ? `${b} >> 1` : b);
  const m = size === 32 ? 'm32' : size === 16 ? 'm16' : 'm8';
  const f = size === 32 ? 'f32' : size === 16 ? 'f16' : 'f8';
  return `a = (${addr}) | 0; t = (a - ${RAM}) | 0;
    if ((t >>> 0) < ${RAM_SIZE}${align}) { x = ${m}[${idx('t')}]; cyc++; }
    else if ((a >>> 24) === 0x10${align}) { x = ${f}[${idx('(a & 0xffffff)')}]; cyc++; ${XD('a')} }
    else ${ioRead(size, 'a', 'x')}
    ${dst} = ${post ? post : 'x'};`;
};
const store = (size, addr, val) => {
  const mask = size / 8 - 1;
  const align = mask ? ` && (a & ${mask}) === 0` : '';
  const idx = size === 32 ? 't >> 2' : size === 16 ? 't >> 1' : 't';
  const m = size === 32 ? 'm32' : size === 16 ? 'm16' : 'm8';
  return `a = (${addr}) | 0; t = (a - ${RAM}) | 0;
    if ((t >>> 0) < ${RAM_SIZE}${align}) { ${m}[${idx}] = ${val}; cyc++; }
    else ${ioWrite(size, 'a', val)}`;
};
const NZ = (r) => `fn = fz = ${r};`;
const ADDF = (a, b) =>
  `x = ${a}; y = ${b}; r = (x + y) | 0; fc = (r >>> 0) < (x >>> 0) ? 1 : 0; fv = (x ^ r) & (y ^ r); fn = fz = r;`;
const SUBF = (a, b) =>
  `x = ${a}; y = ${b}; r = (x - y) | 0; fc = (x >>> 0) >= (y >>> 0) ? 1 : 0; fv = (x ^ y) & (x ^ r); fn = fz = r;`;
const ADCF = (a, b) =>
  `x = ${a}; y = ${b}; s = (x >>> 0) + (y >>> 0) + fc; r = s | 0; fc = s > 4294967295 ? 1 : 0; fv = (x ^ r) & (y ^ r); fn = fz = r;`;
// Which memory the program counter is in: 1 flash, 2 RAM, 0 boot ROM, 3 nowhere.
const REGION = `rg = (t = pc >>> 24) === 0x10 ? 1 : t === 0x20 ? 2 : t === 0 ? 0 : 3;`;
const FETCH = (dst) => `if (rg === 1) { ${dst} = f16[(pc & 0xffffff) >> 1];
      if (xipOn) { w = (pc & 0xffffff) >>> 2; if (w !== lastW) { lastW = w; i = w & 2047; if (W0[i] !== w && W1[i] !== w) cyc += core.xipMiss(w); } } }
    else if (rg === 2) ${dst} = m16[((pc & 0xffffff) >> 1)] | 0;
    else if (rg === 0) ${dst} = b16[((pc & 0xffffff) >> 1)] | 0;
    else ${dst} = 0xde00;`;
// branch to an interworking address held in t (may be an exception return)
const BXT = `if ((t >>> 28) === 15 && core.currentMode === 1) {
      ${SYNC} core.N = fn < 0; core.Z = fz === 0; core.C = fc !== 0; core.V = fv < 0;
      core.exceptionReturn(t & 0x0fffffff); cyc += 10;
      pc = R[15] & ~1; fn = core.N ? -1 : 0; fz = core.Z ? 0 : 1; fc = core.C ? 1 : 0; fv = core.V ? -1 : 0; limit = cyc;
    } else pc = t & ~1;
    ${REGION}`;
const COND = {
  BEQ: 'fz === 0',
  BNE: 'fz !== 0',
  BCS: 'fc !== 0',
  BCC: 'fc === 0',
  BMI: 'fn < 0',
  BPL: 'fn >= 0',
  BVS: 'fv < 0',
  BVC: 'fv >= 0',
  BHI: 'fc !== 0 && fz !== 0',
  BLS: 'fc === 0 || fz === 0',
  BGE: '(fn ^ fv) >= 0',
  BLT: '(fn ^ fv) < 0',
  BGT: 'fz !== 0 && (fn ^ fv) >= 0',
  BLE: 'fz === 0 || (fn ^ fv) < 0',
};
const RD = 'op & 7';
const RN = '(op >> 3) & 7';
const RM = '(op >> 6) & 7';
const R8 = '(op >> 8) & 7';
const I5 = '((op >> 6) & 31)';
const ZERO_FIX = ''; // N and Z share one word unless both are set by MSR; kept separate in fn/fz

const CASES = {
  MOVR: `r = R[${RN}]; R[${RD}] = r; ${NZ('r')}`,
  LSLI: `t = ${I5}; x = R[${RN}]; fc = (x >>> (32 - t)) & 1; r = x << t; R[${RD}] = r; ${NZ('r')}`,
  LSRI: `t = ${I5}; x = R[${RN}]; if (t === 0) { fc = x >>> 31; r = 0; } else { fc = (x >>> (t - 1)) & 1; r = (x >>> t) | 0; } R[${RD}] = r; ${NZ('r')}`,
  ASRI: `t = ${I5}; x = R[${RN}]; if (t === 0) { fc = x >>> 31; r = x >> 31; } else { fc = (x >>> (t - 1)) & 1; r = x >> t; } R[${RD}] = r; ${NZ('r')}`,
  ADDR: `${ADDF(`R[${RN}]`, `R[${RM}]`)} R[${RD}] = r;`,
  SUBR: `${SUBF(`R[${RN}]`, `R[${RM}]`)} R[${RD}] = r;`,
  ADDI3: `${ADDF(`R[${RN}]`, `(op >> 6) & 7`)} R[${RD}] = r;`,
  SUBI3: `${SUBF(`R[${RN}]`, `(op >> 6) & 7`)} R[${RD}] = r;`,
  MOVI: `r = op & 255; R[${R8}] = r; ${NZ('r')}`,
  CMPI: `${SUBF(`R[${R8}]`, `op & 255`)}`,
  ADDI8: `${ADDF(`R[${R8}]`, `op & 255`)} R[${R8}] = r;`,
  SUBI8: `${SUBF(`R[${R8}]`, `op & 255`)} R[${R8}] = r;`,
  AND: `r = R[${RD}] & R[${RN}]; R[${RD}] = r; ${NZ('r')}`,
  EOR: `r = R[${RD}] ^ R[${RN}]; R[${RD}] = r; ${NZ('r')}`,
  ORR: `r = R[${RD}] | R[${RN}]; R[${RD}] = r; ${NZ('r')}`,
  BIC: `r = R[${RD}] & ~R[${RN}]; R[${RD}] = r; ${NZ('r')}`,
  MVN: `r = ~R[${RN}]; R[${RD}] = r; ${NZ('r')}`,
  TST: `r = R[${RD}] & R[${RN}]; ${NZ('r')}`,
  MUL: `r = Math.imul(R[${RD}], R[${RN}]); R[${RD}] = r; ${NZ('r')}`,
  NEG: `${SUBF('0', `R[${RN}]`)} R[${RD}] = r;`,
  CMPR: SUBF(`R[${RD}]`, `R[${RN}]`),
  CMN: ADDF(`R[${RD}]`, `R[${RN}]`),
  ADC: `${ADCF(`R[${RD}]`, `R[${RN}]`)} R[${RD}] = r;`,
  SBC: `${ADCF(`R[${RD}]`, `~R[${RN}]`)} R[${RD}] = r;`,
  LSLR: `t = R[${RN}] & 255; r = x = R[${RD}]; if (t !== 0) { if (t < 32) { fc = (x >>> (32 - t)) & 1; r = x << t; } else { fc = t === 32 ? x & 1 : 0; r = 0; } R[${RD}] = r; } ${NZ('r')}`,
  LSRR: `t = R[${RN}] & 255; r = x = R[${RD}]; if (t !== 0) { if (t < 32) { fc = (x >>> (t - 1)) & 1; r = (x >>> t) | 0; } else { fc = t === 32 ? x >>> 31 : 0; r = 0; } R[${RD}] = r; } ${NZ('r')}`,
  ASRR: `t = R[${RN}] & 255; r = x = R[${RD}]; if (t !== 0) { if (t < 32) { fc = (x >>> (t - 1)) & 1; r = x >> t; } else { fc = x >>> 31; r = x >> 31; } R[${RD}] = r; } ${NZ('r')}`,
  RORR: `t = R[${RN}] & 255; r = x = R[${RD}]; if (t !== 0) { t &= 31; if (t !== 0) r = (x >>> t) | (x << (32 - t)); fc = r >>> 31; R[${RD}] = r; } ${NZ('r')}`,
  ADDH: `i = (op >> 3) & 15; x = i === 15 ? pc + 2 : R[i]; i = (op & 7) | ((op >> 4) & 8);
    if (i === 15) { t = pc + 2 + x; pc = t & ~1; cyc++; ${REGION} } else { r = (R[i] + x) | 0; R[i] = i === 13 ? r & ~3 : r; }`,
  MOVH: `i = (op >> 3) & 15; x = i === 15 ? pc + 2 : R[i]; i = (op & 7) | ((op >> 4) & 8);
    if (i === 15) { pc = x & ~1; cyc++; ${REGION} } else R[i] = i === 13 ? x & ~3 : x;`,
  CMPH: `i = (op >> 3) & 15; t = i === 15 ? pc + 2 : R[i]; i = (op & 7) | ((op >> 4) & 8); ${SUBF('i === 15 ? pc + 2 : R[i]', 't')}`,
  BX: `t = R[(op >> 3) & 15]; cyc++; ${BXT}`,
  BLX: `t = R[(op >> 3) & 15]; R[14] = pc | 1; cyc++; pc = t & ~1; ${REGION}`,
  LDRL: load(32, `((pc + 2) & ~3) + ((op & 255) << 2)`, `R[${R8}]`),
  STRR: store(32, `R[${RN}] + R[${RM}]`, `R[${RD}]`),
  STRHR: store(16, `R[${RN}] + R[${RM}]`, `R[${RD}]`),
  STRBR: store(8, `R[${RN}] + R[${RM}]`, `R[${RD}]`),
  LDRR: load(32, `R[${RN}] + R[${RM}]`, `R[${RD}]`),
  LDRHR: load(16, `R[${RN}] + R[${RM}]`, `R[${RD}]`),
  LDRBR: load(8, `R[${RN}] + R[${RM}]`, `R[${RD}]`),
  LDRSBR: load(8, `R[${RN}] + R[${RM}]`, `R[${RD}]`, '(x << 24) >> 24'),
  LDRSHR: load(16, `R[${RN}] + R[${RM}]`, `R[${RD}]`, '(x << 16) >> 16'),
  STRI: store(32, `R[${RN}] + (${I5} << 2)`, `R[${RD}]`),
  LDRI: load(32, `R[${RN}] + (${I5} << 2)`, `R[${RD}]`),
  STRBI: store(8, `R[${RN}] + ${I5}`, `R[${RD}]`),
  LDRBI: load(8, `R[${RN}] + ${I5}`, `R[${RD}]`),
  STRHI: store(16, `R[${RN}] + (${I5} << 1)`, `R[${RD}]`),
  LDRHI: load(16, `R[${RN}] + (${I5} << 1)`, `R[${RD}]`),
  STRS: store(32, `R[13] + ((op & 255) << 2)`, `R[${R8}]`),
  LDRS: load(32, `R[13] + ((op & 255) << 2)`, `R[${R8}]`),
  ADR: `R[${R8}] = ((pc + 2) & ~3) + ((op & 255) << 2);`,
  ADDSP: `R[${R8}] = R[13] + ((op & 255) << 2);`,
  SPADD: `R[13] = R[13] + ((op & 127) << 2);`,
  SPSUB: `R[13] = R[13] - ((op & 127) << 2);`,
  SXTH: `R[${RD}] = (R[${RN}] << 16) >> 16;`,
  SXTB: `R[${RD}] = (R[${RN}] << 24) >> 24;`,
  UXTH: `R[${RD}] = R[${RN}] & 0xffff;`,
  UXTB: `R[${RD}] = R[${RN}] & 0xff;`,
  REV: `x = R[${RN}]; R[${RD}] = (x << 24) | ((x << 8) & 0xff0000) | ((x >>> 8) & 0xff00) | (x >>> 24);`,
  REV16: `x = R[${RN}]; R[${RD}] = ((x & 0x00ff00ff) << 8) | ((x >>> 8) & 0x00ff00ff);`,
  REVSH: `x = R[${RN}]; R[${RD}] = (((x & 0xff) << 8 | ((x >>> 8) & 0xff)) << 16) >> 16;`,
  PUSH: `i = 0; for (w = op & 0x1ff; w !== 0; w &= w - 1) i++;
    a = (R[13] - (i << 2)) | 0; R[13] = a; cyc += i; t = (a - ${RAM}) | 0;
    if ((t >>> 0) < ${RAM_SIZE - 64}) { t >>= 2; for (i = 0, w = op & 255; w !== 0; w >>= 1, i++) if (w & 1) m32[t++] = R[i]; if (op & 0x100) m32[t] = R[14]; }
    else { ${SYNC} core.multiWrite(a, op & 255, (op & 0x100) ? 1 : 0); ${AFTER} }`,
  POP: `a = R[13]; t = (a - ${RAM}) | 0;
    if ((t >>> 0) < ${RAM_SIZE - 64}) { t >>= 2; s = t; for (i = 0, w = op & 255; w !== 0; w >>= 1, i++) if (w & 1) R[i] = m32[t++]; t -= s; }
    else { ${SYNC} t = core.multiRead(a, op & 255); ${AFTER} }
    R[13] = a + (t << 2); cyc += t;`,
  POPPC: `a = R[13]; t = (a - ${RAM}) | 0;
    if ((t >>> 0) < ${RAM_SIZE - 64}) { t >>= 2; s = t; for (i = 0, w = op & 255; w !== 0; w >>= 1, i++) if (w & 1) R[i] = m32[t++]; x = m32[t++]; t -= s; }
    else { ${SYNC} t = core.multiRead(a, op & 255); x = core.ioRead32(a + (t << 2)); t++; ${AFTER} }
    R[13] = a + (t << 2); cyc += t + 2; t = x; ${BXT}`,
  STM: `a = R[${R8}]; t = (a - ${RAM}) | 0; y = ${R8};
    if ((t >>> 0) < ${RAM_SIZE - 64}) { t >>= 2; s = t; for (i = 0, w = op & 255; w !== 0; w >>= 1, i++) if (w & 1) m32[t++] = R[i]; t -= s; }
    else { ${SYNC} t = core.multiWrite(a, op & 255, 0); ${AFTER} }
    R[y] = a + (t << 2); cyc += t;`,
  LDM: `a = R[${R8}]; t = (a - ${RAM}) | 0; y = ${R8};
    if ((t >>> 0) < ${RAM_SIZE - 64}) { t >>= 2; s = t; for (i = 0, w = op & 255; w !== 0; w >>= 1, i++) if (w & 1) R[i] = m32[t++]; t -= s; }
    else if ((a >>> 24) === 0x10) { s = t = 0; y = 0; for (w = op & 255; w !== 0; w >>= 1, y++) if (w & 1) { x = (a + (t << 2)) | 0; R[y] = f32[(x & 0xffffff) >> 2]; t++; if (xipOn) { s = (x & 0xffffff) >>> 2; i = s & 2047; if (W0[i] !== s && W1[i] !== s) cyc += core.xipMiss(s); } } y = ${R8}; }
    else { ${SYNC} t = core.multiRead(a, op & 255); ${AFTER} }
    if (!(op & (1 << y))) R[y] = a + (t << 2); cyc += t;`,
  B: `pc = (pc + 2 + ((op << 21) >> 20)) | 0; cyc++;`,
  W32: `${FETCH('y')}
    pc = (pc + 2) | 0;
    if ((y & 0xd000) === 0xd000) {
      s = (op >> 10) & 1; x = (s ^ ((y >> 13) & 1)) ^ 1; t = (s ^ ((y >> 11) & 1)) ^ 1;
      r = ((s ? -1 : 0) << 24) | (x << 23) | (t << 22) | ((op & 0x3ff) << 12) | ((y & 0x7ff) << 1);
      R[14] = pc | 1; pc = (pc + r) | 0; cyc += 2; ${REGION}
    } else if ((op & 0xfff0) === 0xf380 && (y & 0xff00) === 0x8800) {
      ${SYNC} core.N = fn < 0; core.Z = fz === 0; core.C = fc !== 0; core.V = fv < 0;
      core.writeSpecialRegister(y & 255, R[op & 15] >>> 0);
      fn = core.N ? -1 : 0; fz = core.Z ? 0 : 1; fc = core.C ? 1 : 0; fv = core.V ? -1 : 0; cyc += 2; limit = cyc;
    } else if (op === 0xf3ef && (y & 0xf000) === 0x8000) {
      ${SYNC} core.N = fn < 0; core.Z = fz === 0; core.C = fc !== 0; core.V = fv < 0;
      R[(y >> 8) & 15] = core.readSpecialRegister(y & 255); cyc += 2;
    } else if (op === 0xf3bf && (y & 0xff00) === 0x8f00) { cyc += 2; }
    else { ${SYNC} core.fault('undefined 32-bit instruction ' + op.toString(16) + ' ' + y.toString(16), pc - 4); stop = true; limit = cyc; }`,
  CPSIE: `core.PM = false; core.interruptsUpdated = true; limit = cyc;`,
  CPSID: `core.PM = true;`,
  NOP: ``,
  SEV: `core.eventRegistered = true;`,
  WFE: `cyc++; if (core.eventRegistered) core.eventRegistered = false; else { core.waiting = true; core.waitEvent = true; limit = cyc; }`,
  WFI: `cyc++; if (!(core.pendingInterrupts & core.enabledInterrupts)) { core.waiting = true; core.waitEvent = false; limit = cyc; }`,
  SVC: `core.pendingSVCall = true; core.interruptsUpdated = true; limit = cyc;`,
  BKPT: `${SYNC} if (rg === 0) { cyc = (cyc + core.romCall(op & 255)) | 0; if (core.brk) limit = cyc; } else { core.fault('BKPT ' + (op & 255), pc - 2); stop = true; limit = cyc; }`,
  UNDEF: `${SYNC} core.fault('undefined instruction ' + (op === undefined ? 'fetch' : op.toString(16)), pc - 2); stop = true; limit = cyc;`,
};
for (const [c, e] of Object.entries(COND))
  CASES[c] = `if (${e}) { pc = (pc + 2 + ((op << 24) >> 23)) | 0; cyc++; }`;

// One function per core: the typed arrays are constants of the closure, which lets the JIT fold
// their addresses.
let serial = 0;
function makeInner(core) {
  const body = `
  const R = core.R, kind = core.kind, m32 = core.m32, m16 = core.m16, m8 = core.m8, f32 = core.f32, f16 = core.f16, f8 = core.f8, b16 = core.b16;
  const W0 = core.W0, W1 = core.W1, xipOn = core.xipOn;
  return function run${++serial}(limit) {
  const c0 = core.cycles;
  let fn = core.N ? -1 : 0, fz = core.Z ? 0 : 1, fc = core.C ? 1 : 0, fv = core.V ? -1 : 0;
  let pc = R[15] & ~1, rg = 0, lastW = -1, cyc = 0, n = 0;
  let op = 0, a = 0, t = 0, x = 0, y = 0, r = 0, s = 0, i = 0, w = 0, stop = false;
  ${REGION}
  while (cyc < limit) {
    ${FETCH('op')}
    pc = (pc + 2) | 0;
    cyc = (cyc + 1) | 0;
    n = (n + 1) | 0;
    switch (kind[op]) {
${names.map((nm, ix) => `      case ${ix}: { ${CASES[nm] ?? CASES.UNDEF} break; }`).join('\n')}
      default: { ${CASES.UNDEF} }
    }
  }
  R[15] = pc;
  core.cycles = c0 + cyc;
  core.instructions += n;
  if (!stop) { core.N = fn < 0; core.Z = fz === 0; core.C = fc !== 0; core.V = fv < 0; }
  };`;
  return new Function('core', body)(core);
}

// ---- the class ------------------------------------------------------------------------
export class FastCore extends CortexM0Core {
  constructor(rp2040) {
    super(rp2040);
    this.kind = kindOf;
    this.registers = new Uint32Array(64); // more than 16 so that it lives outside the JS heap
    this.R = new Int32Array(this.registers.buffer);
    this.attach(rp2040);
    this.W0 = new Int32Array(2048).fill(-1);
    this.W1 = new Int32Array(2048).fill(-1);
    this.way = new Uint8Array(1024);
    this.xipOn = true;
    this.xipSck = 25; // SPI clocks per 32-bit line fill
    this.misses = 0;
    this.missCycles = 0;
    this.instructions = 0;
    this.cycles = 0;
    this.idleCycles = 0;
    this.brk = false;
    this.ioWait = 0;
    this.waitEvent = false;
    this.romCall = () => 0;
    this.onFault = null;
    this.skipped = 0;
    this.runEnd = 0;
    this.spinAddr =
      this.spinPc =
      this.spinValue =
      this.spinSp =
      this.spinCount =
      this.spinTurn =
      this.spinAt =
        0;
    this.inner = null;
  }
  attach(rp2040) {
    this.m8 = rp2040.sram;
    this.m16 = new Uint16Array(rp2040.sram.buffer);
    this.m32 = new Int32Array(rp2040.sram.buffer);
    this.f8 = rp2040.flash;
    this.f16 = new Uint16Array(rp2040.flash.buffer);
    this.f32 = new Int32Array(rp2040.flash.buffer);
    this.b16 = new Uint16Array(rp2040.bootrom.buffer);
  }
  reset() {
    /* booting is done by the ROM model, not through a vector table at 0 */
  }
  xipFlush() {
    this.W0.fill(-1);
    this.W1.fill(-1);
  }
  /**
   * Fill one 32-bit word of an 8-byte line (two ways, two valid bits per line); returns stall
   * cycles.
   */
  xipMiss(w) {
    const i = w & 2047;
    const j = i ^ 1;
    const line = w >> 1;
    const set = i >> 1;
    if (this.W0[j] >= 0 && this.W0[j] >> 1 === line) this.W0[i] = w;
    else if (this.W1[j] >= 0 && this.W1[j] >> 1 === line) this.W1[i] = w;
    else if (this.way[set]) {
      this.way[set] = 0;
      this.W1[i] = w;
      this.W1[j] = -1;
    } else {
      this.way[set] = 1;
      this.W0[i] = w;
      this.W0[j] = -1;
    }
    this.misses++;
    const c = this.missCycles;
    return c;
  }
  waitFor(addr, write) {
    const top = addr >>> 28;
    return top === 0xd ? 0 : top === 4 ? (write ? 4 : 3) : 1;
  }
  ioRead32(a) {
    this.ioWait = this.waitFor(a, false);
    if (a & 3)
      return (this.fault(`unaligned word read at ${(a >>> 0).toString(16)}`, this.R[15] - 2), 0);
    const v = this.rp2040.readUint32(a >>> 0) | 0;
    if ((a & 0xfffff000) === 0x50000000 || (a & 0xfff83fff) === 0x4000000c) this.spin(a, v);
    return v;
  }
  /**
   * Firmware spinning on a DMA channel or an SPI status word: skip whole turns of its loop up to
   * the next event.
   */
  spin(a, v) {
    const pc = this.R[15];
    if (
      a === this.spinAddr &&
      pc === this.spinPc &&
      v === this.spinValue &&
      this.R[13] === this.spinSp
    ) {
      const turn = this.cycles - this.spinAt;
      if (turn === this.spinTurn && turn > 0 && turn < 64) {
        if (++this.spinCount > 8) {
          const left = Math.min(this.rp2040.clock.nextCycles, this.runEnd) - this.cycles;
          const turns = Math.floor(left / turn) - 1;
          if (turns > 0) {
            this.ioWait += turns * turn;
            this.skipped += turns * turn;
          }
          this.spinCount = 0;
        }
      } else this.spinCount = 0;
      this.spinTurn = turn;
    } else {
      this.spinAddr = a;
      this.spinPc = pc;
      this.spinValue = v;
      this.spinSp = this.R[13];
      this.spinCount = 0;
      this.spinTurn = 0;
    }
    this.spinAt = this.cycles;
  }
  ioRead16(a) {
    this.ioWait = this.waitFor(a, false);
    if (a & 1)
      return (
        this.fault(`unaligned halfword read at ${(a >>> 0).toString(16)}`, this.R[15] - 2),
        0
      );
    return this.rp2040.readUint16(a >>> 0) & 0xffff;
  }
  ioRead8(a) {
    this.ioWait = this.waitFor(a, false);
    return this.rp2040.readUint8(a >>> 0) & 0xff;
  }
  ioWrite32(a, v) {
    this.ioWait = this.waitFor(a, true);
    if (a & 3)
      return this.fault(`unaligned word write at ${(a >>> 0).toString(16)}`, this.R[15] - 2);
    this.rp2040.writeUint32(a >>> 0, v >>> 0);
  }
  ioWrite16(a, v) {
    this.ioWait = this.waitFor(a, true);
    if (a & 1)
      return this.fault(`unaligned halfword write at ${(a >>> 0).toString(16)}`, this.R[15] - 2);
    this.rp2040.writeUint16(a >>> 0, v & 0xffff);
  }
  ioWrite8(a, v) {
    this.ioWait = this.waitFor(a, true);
    this.rp2040.writeUint8(a >>> 0, v & 0xff);
  }
  multiWrite(a, list, lr) {
    let n = 0;
    for (let i = 0; i < 8; i++) if (list & (1 << i)) this.ioWrite32(a + 4 * n++, this.R[i]);
    if (lr) this.ioWrite32(a + 4 * n++, this.R[14]);
    return n;
  }
  multiRead(a, list) {
    let n = 0;
    for (let i = 0; i < 8; i++) if (list & (1 << i)) this.R[i] = this.ioRead32(a + 4 * n++);
    return n;
  }
  fault(why, pc) {
    const h = (v) => (v >>> 0).toString(16).padStart(8, '0');
    this.halted = true;
    this.brk = true;
    const regs = Array.from(this.R, (v, i) => `r${i}=${h(v)}`).join(' ');
    if (this.onFault) this.onFault(`${why} at pc=${h(pc)} IPSR=${this.IPSR} ${regs}`);
  }
  setInterrupt(irq, value) {
    const bit = 1 << irq;
    if (value) {
      if (!(this.pendingInterrupts & bit)) {
        this.pendingInterrupts |= bit;
        this.eventRegistered = true; // SEVONPEND, which the rp2 port switches on
        this.interruptsUpdated = true;
        this.brk = true;
      }
    } else this.pendingInterrupts &= ~bit;
  }
  /** Take the best pending exception, if it outranks what is running. */
  takeInterrupt() {
    this.interruptsUpdated = false;
    const running = this.IPSR ? this.exceptionPriority(this.IPSR) : 4;
    const limit = this.PM ? Math.min(0, running) : running;
    let best = limit;
    let num = 0;
    const cand = (n, prio) => {
      if (prio < best) ((best = prio), (num = n));
    };
    if (this.pendingNMI) cand(2, -2);
    if (this.pendingSVCall) cand(11, this.svCallPriority);
    if (this.pendingPendSV) cand(14, this.pendSVPriority);
    if (this.pendingSystick) cand(15, this.systickPriority);
    const set = this.pendingInterrupts & this.enabledInterrupts;
    if (set)
      for (let i = 0; i < 32; i++)
        if (set & (1 << i)) cand(16 + i, this.exceptionPriority(16 + i));
    if (!num) return false;
    if (num === 2) this.pendingNMI = false;
    else if (num === 11) this.pendingSVCall = false;
    else if (num === 14) this.pendingPendSV = false;
    else if (num === 15) this.pendingSystick = false;
    else if (num - 16 > 25) this.pendingInterrupts &= ~(1 << (num - 16));
    this.exceptionEntry(num);
    this.R[15] &= ~1;
    this.cycles += 15;
    return true;
  }
  checkForInterrupts() {
    return this.takeInterrupt();
  }
  get asleep() {
    return this.waiting;
  }
  /** Run until the cycle counter reaches `until` (an absolute cycle number). */
  runUntil(until) {
    const clock = this.rp2040.clock;
    this.runEnd = until;
    while (this.cycles < until && !this.halted) {
      if (clock.nextCycles <= this.cycles) clock.fire();
      if (this.waiting) {
        const wake = this.waitEvent
          ? this.eventRegistered
          : (this.pendingInterrupts & this.enabledInterrupts) !== 0 ||
            this.pendingPendSV ||
            this.pendingSystick;
        if (wake) {
          this.waiting = false;
          if (this.waitEvent) this.eventRegistered = false;
        } else if (this.interruptsUpdated && this.takeInterrupt()) {
          this.waiting = false;
        } else {
          const to = Math.min(until, Math.max(clock.nextCycles, this.cycles + 1));
          this.idleCycles += to - this.cycles;
          this.cycles = to;
          continue;
        }
      }
      if (this.interruptsUpdated) this.takeInterrupt();
      const stop = Math.min(until, clock.nextCycles);
      this.brk = false;
      const n = Math.min(stop - this.cycles, 0x3fffffff);
      if (n > 0) (this.inner ??= makeInner(this))(n);
    }
  }
}
