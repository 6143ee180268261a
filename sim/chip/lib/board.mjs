// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// The virtual Pico: chip, boot, flash, pins, SPI timing, panel, run loop.
import { performance } from 'node:perf_hooks';
import { RP2040, ConsoleLogger, LogLevel, GPIOPinState } from './rp2040js.mjs';
import { CycleClock } from './clock.mjs';
import { FastCore } from './core.mjs';
import { Rom } from './rom.mjs';
import { CdcHost } from './usb.mjs';
import { PANELS } from './displays.mjs';

const FULL = 1655; // what the converter reads from a full battery behind a divider by three

/** Registers that just remember what was written (plus computed ones). */
class SimpleRegs {
  constructor(computed = {}) {
    this.regs = new Map();
    this.computed = computed;
  }
  readUint32(o) {
    const f = this.computed[o];
    return f ? f() >>> 0 : (this.regs.get(o) ?? 0);
  }
  writeUint32(o, v) {
    this.regs.set(o, v >>> 0);
    this.onWrite?.(o, v);
  }
  writeUint32Atomic(o, v, type) {
    const cur = this.regs.get(o) ?? 0;
    this.writeUint32(o, type === 1 ? cur ^ v : type === 2 ? cur | v : type === 3 ? cur & ~v : v);
  }
}

export class Board {
  constructor(opt) {
    this.opt = opt;
    this.cfg = opt.config ?? {};
    this.flashSize = opt.flashSize ?? 2 * 1024 * 1024;
    this.flashImage = opt.flashImage;
    this.flashMs = opt.flashMs ?? { erase4k: 45, erase64k: 150, program256: 0.4 };
    this.log = opt.log ?? (() => {});
    this.onSerial = () => {};
    this.warned = new Map();
    this.totalUs = 0; // simulated time spent in earlier boots
    this.boots = 0;
    this.paused = false;
    this.goal = null; // { cycles, done }
    this.pace = opt.pace ?? 'real';
    this.ext = new Map(); // pin -> level driven from outside
    this.seed = 0x12345678;
    this.busyMs = 0; // wall time spent emulating
    this.boot();
  }

  // ---- construction --------------------------------------------------------------------
  boot() {
    this.boots++;
    const clock = new CycleClock(125e6);
    const rp2040 = new RP2040(clock);
    this.rp2040 = rp2040;
    this.clock = clock;
    const core = new FastCore(rp2040);
    rp2040.core = core;
    clock.core = core;
    this.core = core;
    const logger = new ConsoleLogger(LogLevel.Warn, false);
    const say = (lvl) => (name, msg) => {
      const key = `${name}: ${msg}`;
      const n = (this.warned.get(key) ?? 0) + 1;
      this.warned.set(key, n);
      if (n === 1 && this.opt.verbose) this.log(`[chip ${lvl}] ${key}`);
    };
    logger.warn = say('warn');
    logger.error = say('error');
    logger.debug = logger.info = () => {};
    rp2040.logger = logger;
    rp2040.flash.set(this.flashImage, 0);
    core.attach(rp2040);
    core.onFault = (m) => this.log(`[CPU stopped] ${m}`);
    core.xipOn = this.opt.xip !== false;
    rp2040.addClockListener((hz) => {
      clock.setFrequency(hz);
      this.log(`clk_sys ${hz / 1e6} MHz at ${Math.round(this.nowUs())} us`, true);
    });

    const board = this;
    this.rom = new Rom({
      core,
      get rp2040() {
        return rp2040;
      },
      flashMs: this.flashMs,
      onFlash: () => (this.flashDirty = true),
      onBootsel: () => {
        this.log('[board] firmware asked for BOOTSEL mode; stopped');
        core.halted = true;
        core.brk = true;
      },
    });
    core.romCall = (id) => this.rom.call(id);
    new Uint8Array(rp2040.bootrom.buffer).set(this.rom.image);

    // small peripherals that the emulator leaves out
    const rnd = () => {
      this.seed = (Math.imul(this.seed, 1664525) + 1013904223) | 0;
      return (this.seed >>> 24) & 1;
    };
    rp2040.peripherals[0x40060] = new SimpleRegs({ 0x18: () => 0x81001000, 0x1c: rnd }); // ROSC
    rp2040.peripherals[0x40064] = new SimpleRegs({ 0x00: () => 0x10b1 }); // VREG: in regulation
    rp2040.peripherals[0x40018] = new SimpleRegs(); // IO_QSPI
    const xipCtrl = new SimpleRegs({ 0x04: () => 0, 0x08: () => 2 });
    xipCtrl.onWrite = (o) => o === 4 && core.xipFlush();
    rp2040.peripherals[0x14000] = xipCtrl;
    const ssi = rp2040.peripherals[0x18000];
    const setMiss = () => {
      core.missCycles = core.xipSck * Math.max(2, ssi.baudr || 2);
    };
    const ssiWrite = ssi.writeUint32.bind(ssi);
    ssi.writeUint32 = (o, v) => {
      ssiWrite(o, v);
      if (o === 0x14) setMiss();
    };
    if (this.opt.xipSck) core.xipSck = this.opt.xipSck;
    setMiss();

    // registers that rp2040js only warns about
    const keep = (dev, offsets) => {
      const store = new SimpleRegs();
      const [r, w] = [dev.readUint32.bind(dev), dev.writeUint32.bind(dev)];
      dev.readUint32 = (o) => (offsets.includes(o) ? store.readUint32(o) : r(o));
      dev.writeUint32 = (o, v) => (offsets.includes(o) ? store.writeUint32(o, v) : w(o, v));
    };
    keep(rp2040.usbCtrl, [0x7c, 0x80, 0x84]); // PHY direct control
    keep(rp2040.ppb, [0xd10]); // SCR
    keep(rp2040.peripherals[0x4005c], [0x00]); // RTC clock divider
    const sioRead = rp2040.sio.readUint32.bind(rp2040.sio);
    // Core 1 is not emulated; what its boot code does when it comes out of reset is: it posts one
    // 0.
    const fromCore1 = [];
    rp2040.sio.readUint32 = (o) =>
      o === 0x50
        ? 2 | (fromCore1.length ? 1 : 0)
        : o === 0x58
          ? (fromCore1.shift() ?? 0)
          : sioRead(o);
    const psm = rp2040.peripherals[0x40010];
    const psmWrite = psm.writeUint32.bind(psm);
    let core1Off = false;
    psm.writeUint32 = (o, v) => {
      psmWrite(o, v);
      if (o !== 4) return;
      const off = !!(v & 0x10000);
      if (core1Off && !off) {
        fromCore1.push(0);
        core.eventRegistered = true;
      } else if (off) fromCore1.length = 0;
      core1Off = off;
    };

    // divider: rp2040js charges 8 cycles per operand write on top of the waits in the code
    const sioWrite = rp2040.sio.writeUint32.bind(rp2040.sio);
    rp2040.sio.writeUint32 = (o, v) => {
      if (o === 0x50) return; // FIFO status flags
      if (o === 0x54) {
        if (!this.warned.has('core1'))
          this.log('[board] the firmware tries to start the second core, which is not emulated');
        this.warned.set('core1', 1);
        return;
      }
      const c = core.cycles;
      sioWrite(o, v);
      core.cycles = c;
    };

    rp2040.peripherals[0x40058].onWatchdogTrigger = () => {
      this.resetRequested = 'watchdog';
      core.halted = true;
      core.brk = true;
    };

    this.usb = new CdcHost(rp2040.usbCtrl);
    this.usb.onData = (d) => this.onSerial(d);
    this.usb.onReady = () => this.log(`USB CDC ready at ${Math.round(this.nowUs())} us`, true);

    for (const channel of this.cfg.battery ?? []) rp2040.adc.channelValues[channel] = FULL;
    this.setupPins();
    this.setupPanel();
    this.setupSpi();
    rp2040.pio.forEach((pio) => this.setupPio(pio));

    // what the boot ROM does: copy the 256-byte second stage to the top of RAM and jump to it
    rp2040.sram.set(rp2040.flash.subarray(0, 256), 0x41f00);
    core.R[13] = 0x20041f00;
    core.R[14] = 0;
    core.R[15] = 0x20041f00;
    core.halted = false;
    core.waiting = false;
  }

  // ---- pins ----------------------------------------------------------------------------
  setupPins() {
    const { gpio } = this.rp2040;
    this.levelCache = new Array(30).fill(null);
    for (const pin of gpio) {
      pin.listeners.add(() => this.settle(pin.index));
      this.settle(pin.index);
    }
  }
  settle(i) {
    const pin = this.rp2040.gpio[i];
    const v = pin.value;
    let level;
    if (v === GPIOPinState.High) level = true;
    else if (v === GPIOPinState.Low) level = false;
    else if (this.ext.has(i)) level = this.ext.get(i);
    else if (v === GPIOPinState.InputPullUp) level = true;
    else if (v === GPIOPinState.InputBusKeeper) level = pin.rawInputValue;
    else level = false;
    if (level !== pin.rawInputValue) pin.setInputValue(level);
    this.onPin?.(i, level);
  }
  /** Drive a pin from outside (true/false), or release it (null). */
  setPin(i, level) {
    if (level == null) this.ext.delete(i);
    else this.ext.set(i, !!level);
    this.settle(i);
  }
  level(i) {
    return this.rp2040.gpio[i].rawInputValue ? 1 : 0;
  }

  // ---- panel and SPI -------------------------------------------------------------------
  setupPanel() {
    this.panel = null;
    const d = this.cfg.display;
    if (!d) return;
    const Model = PANELS[d.model];
    if (!Model) throw new Error(`unknown display model ${d.model}`);
    this.panel = new Model(d, {
      nowUs: () => this.nowUs(),
      setPin: (p, l) => this.setPin(p, l),
      level: (p) => this.level(p),
      after: (ms, fn) => this.clock.createAlarm(fn).schedule(ms * 1e6),
    });
    this.panel.onFrame = () => this.onFrame?.();
    const { gpio } = this.rp2040;
    if (d.rst != null && d.rst >= 0) {
      let was = 1;
      gpio[d.rst].listeners.add((v) => {
        const now = v === GPIOPinState.Low ? 0 : 1;
        if (was && !now) this.panel.reset();
        was = now;
      });
    }
    if (d.spi === 'soft') {
      let acc = 0;
      let n = 0;
      let last = 0;
      gpio[d.sck].listeners.add((v) => {
        const hi = v === GPIOPinState.High ? 1 : 0;
        if (hi && !last && this.selected(d)) {
          acc = ((acc << 1) | (gpio[d.mosi].value === GPIOPinState.High ? 1 : 0)) & 255;
          if (++n === 8) {
            n = 0;
            this.panel.write([acc], gpio[d.dc].outputValue ? 1 : 0);
          }
        } else if (!this.selected(d)) n = 0;
        last = hi;
      });
    }
  }
  selected(d) {
    return (
      d.cs == null ||
      d.cs < 0 ||
      !this.rp2040.gpio[d.cs].outputEnable ||
      !this.rp2040.gpio[d.cs].outputValue
    );
  }
  /** Bytes leave hardware SPI `bus`; returns the last byte read back. */
  spiOut(bus, bytes) {
    this.spiBytes = (this.spiBytes ?? 0) + bytes.length;
    const d = this.cfg.display;
    if (!this.panel || d.spi !== bus || !this.selected(d)) return 0;
    return this.panel.write(bytes, this.rp2040.gpio[d.dc].outputValue ? 1 : 0);
  }
  frameNs(spi) {
    // PL022: with SPH=0 the select line pulses between frames, costing about 1.5 bit times
    const bits = spi.dataBits + (spi.control0 & 0x80 ? 0 : 1.5);
    return (bits * 1e9) / (spi.clockFrequency || 1e6);
  }
  setupSpi() {
    const { rp2040 } = this;
    const burst = [{}, {}];
    rp2040.spi.forEach((spi, bus) => {
      let rx = 0;
      const done = this.clock.createAlarm(() => spi.completeTransmit(rx));
      spi.onTransmit = (v) => {
        rx = spi.dataBits > 8 ? this.spiOut(bus, [v >> 8, v & 255]) : this.spiOut(bus, [v & 255]);
        done.schedule(this.frameNs(spi));
      };
    });
    // Whole-buffer DMA to an SPI data register is carried out in one go and completes after the
    // time that the bits would take; everything else goes through rp2040js's per-item DMA.
    const { dma } = rp2040;
    for (const ch of dma.channels) {
      const start = ch.start.bind(ch);
      const abort = ch.abort.bind(ch);
      const finish = this.clock.createAlarm(() => ch.finishBurst?.());
      ch.abort = () => {
        finish.cancel();
        for (const b of burst) {
          if (b.tx === ch) b.tx = null;
          if (b.rx === ch) b.rx = null;
        }
        abort();
      };
      ch.start = () => {
        if (!(ch.ctrl & 1) || ch.ctrl & (1 << 24)) return;
        const treq = ch.treq;
        const bus = treq === 16 || treq === 17 ? 0 : treq === 18 || treq === 19 ? 1 : -1;
        if (bus < 0 || ch.ringMask || ch.ctrl & (1 << 22) || !ch.transCountReload) return start();
        const spi = rp2040.spi[bus];
        const dr = 0x4003c008 + bus * 0x4000;
        const isTx = !(treq & 1);
        const items = ch.transCountReload;
        const size = ch.dataSize;
        if (
          size > 2 ||
          !spi.enabled ||
          (isTx
            ? ch.writeAddr >>> 0 !== dr || ch.ctrl & 0x20
            : ch.readAddr >>> 0 !== dr || ch.ctrl & 0x10)
        )
          return start();
        const b = burst[bus];
        if (isTx ? b.tx : b.rx) return start();
        if (isTx && (spi.busy || !spi.txFIFO.empty)) return start();
        ch.ctrl |= 1 << 24;
        ch.transCount = items;
        const end = () => {
          ch.transCount = 0;
          ch.ctrl &= ~(1 << 24);
          if (!(ch.ctrl & (1 << 21))) {
            dma.intRaw |= 1 << ch.index;
            dma.checkInterrupts();
          }
          if (ch.chainTo !== ch.index) dma.channels[ch.chainTo]?.start();
        };
        if (!isTx) {
          b.rx = ch;
          ch.endBurst = (value) => {
            const w = ch.ctrl & 0x20;
            for (let i = 0; i < items; i++) {
              const a = ch.writeAddr + (w ? i * size : 0);
              if (size === 2) rp2040.writeUint16(a, value);
              else rp2040.writeUint8(a, value & 255);
              if (!w) break;
            }
            if (w) ch.writeAddr += items * size;
            b.rx = null;
            end();
          };
          return;
        }
        b.tx = ch;
        const inc = ch.ctrl & 0x10;
        const wide = spi.dataBits > 8;
        const data = new Uint8Array(wide ? items * 2 : items);
        const a0 = ch.readAddr >>> 0;
        const direct =
          a0 >= 0x20000000 && a0 + items * size <= 0x20042000
            ? [rp2040.sram, a0 - 0x20000000]
            : a0 >>> 24 === 0x10
              ? [rp2040.flash, a0 & 0xffffff]
              : null;
        if (direct && inc && size === 1 && !wide)
          data.set(direct[0].subarray(direct[1], direct[1] + items));
        else
          for (let i = 0; i < items; i++) {
            const a = a0 + (inc ? i * size : 0);
            const v = size === 2 ? rp2040.readUint16(a) : rp2040.readUint8(a);
            if (wide) ((data[2 * i] = v >> 8), (data[2 * i + 1] = v & 255));
            else data[i] = v & 255;
          }
        const back = this.spiOut(bus, data);
        ch.finishBurst = () => {
          if (inc) ch.readAddr += items * size;
          b.tx = null;
          end();
          if (b.rx) b.rx.endBurst(back);
        };
        finish.schedule(items * this.frameNs(spi));
      };
    }
  }

  /**
   * rp2040js runs PIO programs on the PC's clock; this runs them on the simulated one, in steps of
   * >= 16 cycles.
   */
  setupPio(pio) {
    const { core, clock } = this;
    const due = [0, 0, 0, 0];
    const was = [false, false, false, false];
    const turn = () => {
      if (pio.stopped) return was.fill(false);
      const now = core.cycles;
      let next = Infinity;
      pio.machines.forEach((m, i) => {
        if (!m.enabled) {
          was[i] = false;
          return;
        }
        if (!was[i]) ((was[i] = true), (due[i] = now));
        const div = (m.clockDivInt || 65536) + m.clockDivFrac / 256;
        for (let n = 0; due[i] <= now && n < 2000; n++) {
          const c = m.cycles;
          m.step();
          pio.checkChangedPins();
          if (m.waiting) {
            due[i] = now + Math.max(div, 64); // look again a little later
            break;
          }
          due[i] += Math.max(1, m.cycles - c) * div;
        }
        if (due[i] < now - 4096) due[i] = now;
        next = Math.min(next, due[i]);
      });
      if (next < Infinity) alarm.schedule(Math.max(16, next - now) * clock.nsPerCycle);
    };
    const alarm = clock.createAlarm(turn);
    pio.run = () => alarm.schedule(0);
  }

  // ---- time ----------------------------------------------------------------------------
  nowUs() {
    return this.clock.nanos / 1000;
  }
  usToCycles(us) {
    return this.clock.baseCycles + (us * 1000 - this.clock.baseNanos) / this.clock.nsPerCycle;
  }
  after(ms, fn) {
    this.clock.createAlarm(fn).schedule(ms * 1e6);
  }

  // ---- run loop ------------------------------------------------------------------------
  hardReset(why) {
    this.log(`[board] reset (${why}) at ${Math.round(this.nowUs())} us`);
    this.saveFlashImage();
    this.totalUs += this.nowUs();
    const q = this.usb.queue;
    this.boot();
    this.usb.queue.push(...q);
    this.usb.queued = q.reduce((n, b) => n + b.length, 0);
    this.paceBase = null;
  }
  saveFlashImage() {
    this.flashImage = this.rp2040.flash.slice(0, this.flashSize);
    return this.flashImage;
  }
  start() {
    if (this.running) return;
    this.running = true;
    this.tick();
  }
  stop() {
    this.running = false;
  }
  /** Resolve after `ms` of simulated time; the board is then paused when `hold`. */
  advance(ms, hold) {
    return new Promise((resolve) => {
      this.goal = { us: this.nowUs() + ms * 1000, done: resolve, hold };
      this.paused = false;
      this.start();
    });
  }
  tick() {
    if (!this.running) return;
    if (this.paused) {
      this.paceBase = null;
      setTimeout(() => this.tick(), 5);
      return;
    }
    const t0 = performance.now();
    let wait = 0;
    if (this.pace !== 'max' && !this.goal) {
      if (!this.paceBase) this.paceBase = { wall: t0, us: this.nowUs() };
      const lead =
        this.nowUs() -
        this.paceBase.us -
        (t0 - this.paceBase.wall) * 1000 * Number(this.pace === 'real' ? 1 : this.pace);
      if (lead < -100000) this.paceBase = { wall: t0, us: this.nowUs() };
      if (lead > 0) wait = Math.max(1, Math.min(20, lead / 1000));
    } else this.paceBase = null;
    if (!wait) {
      while (performance.now() - t0 < 10) {
        let until = this.core.cycles + this.clock.hz / 1000;
        let last = false;
        if (this.goal) {
          const g = Math.ceil(this.usToCycles(this.goal.us));
          if (g <= until) ((until = g), (last = true));
        }
        this.core.runUntil(until);
        if (this.core.halted) {
          if (this.resetRequested) {
            const why = this.resetRequested;
            this.resetRequested = null;
            this.hardReset(why);
            this.goal?.done('reset');
            this.goal = null;
            break;
          }
          this.paused = true;
          this.goal?.done('halted');
          this.goal = null;
          break;
        }
        if (last) {
          const g = this.goal;
          this.goal = null;
          if (g.hold) this.paused = true;
          g.done('ok');
          break;
        }
        if (
          this.pace !== 'max' &&
          !this.goal &&
          this.nowUs() - this.paceBase.us >
            (performance.now() - this.paceBase.wall) *
              1000 *
              Number(this.pace === 'real' ? 1 : this.pace)
        )
          break;
        if (this.wantIo) break;
        if (
          this.pace === 'max' &&
          !this.goal &&
          this.core.waiting &&
          !this.panel?.busy &&
          !this.rp2040.peripherals[0x40054].alarms.some((a) => a.armed)
        ) {
          // asleep with no timer set: nothing will happen until a byte or a button arrives
          wait = 1;
          break;
        }
      }
      this.busyMs += performance.now() - t0;
    }
    if (wait) setTimeout(() => this.tick(), wait);
    else setImmediate(() => this.tick());
  }
  stats() {
    const { core } = this;
    return {
      sim_us: Math.round(this.nowUs()),
      total_us: Math.round(this.totalUs + this.nowUs()),
      boots: this.boots,
      clk_sys: this.clock.hz,
      clk_peri: this.rp2040.clkPeri,
      cycles: core.cycles,
      idle_cycles: core.idleCycles,
      skipped_cycles: core.skipped,
      instructions: core.instructions,
      xip_misses: core.misses,
      xip_miss_cycles: core.missCycles,
      wall_busy_ms: Math.round(this.busyMs),
      flash: this.rom.stats,
      spi_bytes: this.spiBytes ?? 0,
      halted: !!core.halted,
      paused: this.paused,
      pace: this.pace,
      usb: this.usb.state,
    };
  }
}
