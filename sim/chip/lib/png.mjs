// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
import zlib from 'node:zlib';
const crcTable = Array.from({ length: 256 }, (_, n) => {
  for (let i = 0; i < 8; i++) n = n & 1 ? (n >>> 1) ^ 0xedb88320 : n >>> 1;
  return n >>> 0;
});
const crc = (b) => {
  let c = 0xffffffff;
  for (const x of b) c = crcTable[(c ^ x) & 255] ^ (c >>> 8);
  return (c ^ 0xffffffff) >>> 0;
};
const chunk = (type, data) => {
  const body = Buffer.concat([Buffer.from(type), data]);
  const len = Buffer.alloc(4);
  len.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([len, body, sum]);
};
/** rgb: Uint8Array of w*h*3; scale repeats pixels. */
export function encodePNG(w, h, rgb, scale = 1) {
  const W = w * scale;
  const rows = [];
  for (let y = 0; y < h; y++) {
    const row = Buffer.alloc(1 + W * 3);
    for (let x = 0; x < w; x++) {
      const s = (y * w + x) * 3;
      for (let k = 0; k < scale; k++)
        row.set([rgb[s], rgb[s + 1], rgb[s + 2]], 1 + (x * scale + k) * 3);
    }
    for (let k = 0; k < scale; k++) rows.push(row);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(W, 0);
  head.writeUInt32BE(h * scale, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', zlib.deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
