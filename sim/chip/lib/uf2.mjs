// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
// Reads a UF2 file for the RP2040 into a flash image (Uint8Array, 0xff filled).
export function readUF2(buf, size) {
  const flash = new Uint8Array(size).fill(0xff);
  const v = new DataView(buf.buffer, buf.byteOffset, buf.byteLength);
  let blocks = 0;
  let top = 0;
  for (let o = 0; o + 512 <= buf.length; o += 512) {
    if (
      v.getUint32(o, true) !== 0x0a324655 ||
      v.getUint32(o + 4, true) !== 0x9e5d5157 ||
      v.getUint32(o + 508, true) !== 0x0ab16f30
    )
      throw new Error(`bad UF2 block at ${o}`);
    const flags = v.getUint32(o + 8, true);
    const addr = v.getUint32(o + 12, true);
    const len = v.getUint32(o + 16, true);
    const family = v.getUint32(o + 28, true);
    if (flags & 1) continue; // not for main flash
    if (flags & 0x2000 && family !== 0xe48bff56) continue; // another chip's block
    const off = addr - 0x10000000;
    if (off < 0 || off + len > size)
      throw new Error(`UF2 block for ${addr.toString(16)} is outside the flash`);
    flash.set(buf.subarray(o + 32, o + 32 + len), off);
    top = Math.max(top, off + len);
    blocks++;
  }
  if (!blocks) throw new Error('no RP2040 blocks in this UF2');
  return { flash, blocks, top };
}
