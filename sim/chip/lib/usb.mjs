// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// The PC end of the USB cable: enumerates the device as CDC-ACM and moves bytes.
// Unlike a host that answers an empty OUT request with an empty packet, this one leaves the
// request pending (NAK) until there is something to send, so an idle REPL costs no simulated CPU.
import { extractEndpointNumbers, setup } from './rp2040js.mjs';

export class CdcHost {
  constructor(usb) {
    this.usb = usb;
    this.state = 'detached';
    this.inEp = -1;
    this.outEp = -1;
    this.want = 0;
    this.queue = [];
    this.queued = 0;
    this.desc = [];
    this.total = 0;
    this.onData = () => {};
    this.onReady = () => {};
    usb.onUSBEnabled = () => usb.resetDevice();
    usb.onResetReceived = () => {
      this.want = 0;
      this.state = 'address';
      usb.sendSetupPacket(setup.setDeviceAddressPacket(1));
    };
    usb.onEndpointWrite = (ep, data) =>
      ep === 0 ? this.control(data) : ep === this.inEp && data.length && this.onData(data);
    usb.onEndpointRead = (ep, size) => {
      if (ep !== this.outEp) return;
      this.want = size;
      this.pump();
    };
  }
  control(data) {
    const { usb } = this;
    if (data.length === 0) {
      if (this.state === 'address') {
        this.state = 'config9';
        usb.sendSetupPacket(setup.getDescriptorPacket(2, 9));
      } else if (this.state === 'setconfig') {
        this.state = 'line';
        this.lineState(3);
      } else if (this.state === 'line') {
        this.state = 'ready';
        this.onReady();
      }
      return;
    }
    if (this.state === 'config9' && data[1] === 2) {
      this.total = data[2] | (data[3] << 8);
      this.desc = [];
      this.state = 'config';
      usb.sendSetupPacket(setup.getDescriptorPacket(2, this.total));
    } else if (this.state === 'config') {
      this.desc.push(...data);
      if (this.desc.length >= this.total) {
        const eps = extractEndpointNumbers(this.desc);
        this.inEp = eps.in;
        this.outEp = eps.out;
        this.state = 'setconfig';
        usb.sendSetupPacket(setup.setDeviceConfigurationPacket(1));
      }
    }
  }
  /** DTR is bit 0, RTS bit 1. */
  lineState(value) {
    this.usb.sendSetupPacket(
      setup.createSetupPacket({
        dataDirection: 0,
        type: 1,
        recipient: 0,
        bRequest: 0x22,
        wValue: value,
        wIndex: 0,
        wLength: 0,
      }),
    );
  }
  send(bytes) {
    if (!bytes.length) return;
    this.queue.push(Uint8Array.from(bytes));
    this.queued += bytes.length;
    this.pump();
  }
  pump() {
    if (!this.want || !this.queued) return;
    const n = Math.min(this.want, 64, this.queued);
    const out = new Uint8Array(n);
    let at = 0;
    while (at < n) {
      const head = this.queue[0];
      const take = Math.min(head.length, n - at);
      out.set(head.subarray(0, take), at);
      at += take;
      if (take === head.length) this.queue.shift();
      else this.queue[0] = head.subarray(take);
    }
    this.queued -= n;
    this.want = 0;
    this.usb.endpointReadDone(this.outEp, out, 30);
  }
}
