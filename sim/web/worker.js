// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
//
// The handheld: MicroPython with the firmware and the simulated hardware (boot.py). It runs without ever
// going back to the event loop; presses come through shared memory, in which it can also sleep.

import { loadMicroPython } from "./micropython.mjs";

const FLASH = "/flash";
const RING = 2; // where in the shared memory the presses lie
const SIZE = 64;

// A fault that the page has a text for.
class Told extends Error {
    constructor(...text) {
        super(text.join(" "));
        this.text = text;
    }
}

let loaded = 0;
let total = 1;

// The bytes of a file that may come compressed; some hosts unpack such files by themselves.
async function load(name) {
    let answer;
    try {
        answer = await fetch(name);
    } catch {
        throw new Told("fail.network");
    }
    if (!answer.ok) throw new Told("fail.missing", name, answer.status);
    const reader = answer.body.getReader();
    const parts = [];
    let size = 0;
    for (;;) {
        const { done, value } = await reader.read();
        if (done) break;
        parts.push(value);
        size += value.length;
        loaded += value.length;
        postMessage({ type: "progress", part: Math.min(loaded / total, 1) });
    }
    const data = new Uint8Array(size);
    let at = 0;
    for (const part of parts) {
        data.set(part, at);
        at += part.length;
    }
    if (data[0] !== 0x1f || data[1] !== 0x8b) return data;
    const stream = new Blob([data]).stream().pipeThrough(new DecompressionStream("gzip"));
    return new Uint8Array(await new Response(stream).arrayBuffer());
}

function folders(FS, path) {
    for (let end = path.indexOf("/", 1); end > 0; end = path.indexOf("/", end + 1)) {
        const folder = path.slice(0, end);
        if (!FS.analyzePath(folder).exists) FS.mkdir(folder);
    }
}

function unpack(FS, data) {
    const view = new DataView(data.buffer, data.byteOffset);
    const size = view.getUint32(0, true);
    let at = 4 + size;
    const list = JSON.parse(new TextDecoder().decode(data.subarray(4, at)));
    for (const [name, length] of list) {
        folders(FS, "/" + name);
        FS.writeFile("/" + name, data.subarray(at, at + length));
        at += length;
    }
}

// Tells the page of each change on the handheld's flash as soon as it is made.
function watch(FS) {
    const tell = (path) => {
        if (!path.startsWith(FLASH + "/")) return;
        const data = FS.analyzePath(path).exists ? FS.readFile(path).slice() : null;
        postMessage({ type: "file", path: path.slice(FLASH.length), data });
    };
    const wrap = (name, after) => {
        const old = FS[name];
        FS[name] = function (...args) {
            const told = after(...args);
            const result = old.apply(this, args);
            for (const path of told) if (path) tell(path);
            return result;
        };
    };
    let busy = false; // reading a file for the page closes it as well
    wrap("close", (stream) => {
        if (busy || !(stream.flags & 3) || !stream.path) return [];
        return [stream.path];
    });
    const readFile = FS.readFile;
    FS.readFile = function (...args) {
        busy = true;
        try {
            return readFile.apply(this, args);
        } finally {
            busy = false;
        }
    };
    wrap("rename", (from, to) => [from, to]);
    wrap("unlink", (path) => [path]);
}

async function run({ options, shared, files, pack, sizes }) {
    total = sizes["micropython.wasm.gz"] + sizes[pack];
    const [wasm, firmware] = await Promise.all([load("micropython.wasm.gz"), load(pack)]);
    const url = URL.createObjectURL(new Blob([wasm], { type: "application/wasm" }));
    const say = (line) => postMessage({ type: "printed", line });
    const mp = await loadMicroPython({ url, heapsize: 8 << 20, stdout: say, stderr: say });
    URL.revokeObjectURL(url);
    const { FS } = mp;
    unpack(FS, firmware);
    FS.mkdir(FLASH);
    for (const [path, data] of files) {
        try {
            folders(FS, FLASH + path);
            FS.writeFile(FLASH + path, data);
        } catch {
            // no file of the handheld's
        }
    }
    watch(FS);
    const ring = new Int32Array(shared);
    let taken = 0;
    let ended = null;
    mp.registerJsModule("page", {
        options: JSON.stringify({ ...options, root: FLASH }),
        now: () => performance.now(),
        random: () => crypto.getRandomValues(new Uint8Array(1))[0],
        wait: (ms) => { Atomics.wait(ring, 0, taken, ms); },
        press: () => {
            if (taken === Atomics.load(ring, 0)) return -1;
            return Atomics.load(ring, RING + taken++ % SIZE);
        },
        picture: (address, width, height, name) => {
            const rgb = mp._module.HEAPU8.subarray(address, address + 3 * width * height);
            const rgba = new Uint8ClampedArray(4 * width * height).fill(255);
            for (let from = 0, to = 0; from < rgb.length; from += 3, to += 4) {
                rgba[to] = rgb[from];
                rgba[to + 1] = rgb[from + 1];
                rgba[to + 2] = rgb[from + 2];
            }
            postMessage({ type: "picture", rgba, width, height, name: name ?? null }, [rgba.buffer]);
        },
        say: (words, language) => postMessage({ type: "say", words, language }),
        log: (warnings) => postMessage({ type: "warnings", warnings: JSON.parse(warnings) }),
        ended: (how, words) => { ended = { type: "ended", how, words }; },
    });
    mp.runPython("import webboot");
    postMessage(ended ?? { type: "ended", how: "error", words: "MicroPython has stopped." });
}

self.onmessage = async (event) => {
    try {
        await run(event.data);
    } catch (error) {
        postMessage({ type: "ended", how: "failed", text: error.text ?? ["fail.other", String(error.message ?? error)] });
    }
};
