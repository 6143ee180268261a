// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// A clock for rp2040js whose "now" is derived from the CPU's cycle counter, so that every
// register read inside an instruction sees the exact simulated time.
class Alarm {
  constructor(clock, callback) {
    this.clock = clock;
    this.callback = callback;
    this.nanos = 0;
    this.next = null;
    this.scheduled = false;
  }
  schedule(deltaNanos) {
    if (this.scheduled) this.clock.unlink(this);
    this.clock.link(this, deltaNanos);
  }
  cancel() {
    if (this.scheduled) this.clock.unlink(this);
  }
}

export class CycleClock {
  constructor(hz = 125e6) {
    this.core = null; // set once the CPU exists
    this.hz = hz;
    this.nsPerCycle = 1e9 / hz;
    this.baseNanos = 0;
    this.baseCycles = 0;
    this.head = null;
    this.firing = -1;
  }
  get nanos() {
    if (this.firing >= 0) return this.firing;
    return this.core
      ? this.baseNanos + (this.core.cycles - this.baseCycles) * this.nsPerCycle
      : this.baseNanos;
  }
  get micros() {
    return this.nanos / 1000;
  }
  get frequency() {
    return this.hz;
  }
  /** Called when clk_sys changes: keep time continuous, change the slope. */
  setFrequency(hz) {
    const now = this.core
      ? this.baseNanos + (this.core.cycles - this.baseCycles) * this.nsPerCycle
      : 0;
    this.baseNanos = now;
    this.baseCycles = this.core ? this.core.cycles : 0;
    this.hz = hz;
    this.nsPerCycle = 1e9 / hz;
    if (this.core) this.core.brk = true;
  }
  createAlarm(callback) {
    return new Alarm(this, callback);
  }
  link(alarm, deltaNanos) {
    alarm.nanos = this.nanos + deltaNanos;
    alarm.scheduled = true;
    let cur = this.head;
    if (!cur || alarm.nanos < cur.nanos) {
      alarm.next = cur;
      this.head = alarm;
      if (this.core) this.core.brk = true; // the running slice may have to end earlier
      return;
    }
    while (cur.next && cur.next.nanos <= alarm.nanos) cur = cur.next;
    alarm.next = cur.next;
    cur.next = alarm;
  }
  unlink(alarm) {
    alarm.scheduled = false;
    if (this.head === alarm) {
      this.head = alarm.next;
      alarm.next = null;
      return;
    }
    for (let cur = this.head; cur; cur = cur.next) {
      if (cur.next === alarm) {
        cur.next = alarm.next;
        break;
      }
    }
    alarm.next = null;
  }
  /**
   * CPU cycle number at (or just after) which the next alarm is due; Infinity when there is none.
   */
  get nextCycles() {
    if (!this.head) return Infinity;
    return (
      this.baseCycles + Math.ceil((this.head.nanos - this.baseNanos) / this.nsPerCycle - 1e-6)
    );
  }
  /** Fire everything due at the CPU's current cycle count. */
  fire() {
    const target = this.baseNanos + (this.core.cycles - this.baseCycles) * this.nsPerCycle + 1e-3;
    for (let a = this.head; a && a.nanos <= target; a = this.head) {
      this.head = a.next;
      a.next = null;
      a.scheduled = false;
      this.firing = a.nanos;
      a.callback();
    }
    this.firing = -1;
  }
}
