// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
//
// A board for mpremote to talk to: MicroPython's WebAssembly port behind a TCP port, with a flash
// that outlives resets and power cuts.
//
//     node bridge.mjs PATH/TO/micropython.mjs
//
// prints the number of the TCP port, and then takes commands, one JSON object a line, on standard
// input, each answered by one JSON object on standard output:
//
//     {"do": "new", "files": {PATH: BASE64}, ...}   a new board that is switched on. Options:
//             "quota": bytes of flash; "boast": it tells of more; "before": Python run at each start before anything else;
//             "paste": whether raw paste is offered (default true); "silent": it never answers;
//             "slow": seconds that each start takes
//     {"do": "cut", "after": N}      the power goes at the N-th writing operation from now
//     {"do": "power"}                switch it on again; answers with what it printed
//     {"do": "state"}                files (base64), folders, counts, whether it is on
//     {"do": "run", "code": PYTHON}  run code outside of the REPL, answers with what it printed
//
// What the port lacks is added here. The raw REPL's raw paste mode, which boards have, is done by
// collecting the text and giving it to the plain raw REPL. A soft reset makes a new interpreter.
// Emscripten's error numbers in tracebacks become MicroPython's. `machine` has only reset().

import net from "node:net";
import readline from "node:readline";

const { loadMicroPython } = await import(process.argv[2]);

const ERRORS = {
    2: "[Errno 13] EACCES", 20: "[Errno 17] EEXIST", 28: "[Errno 22] EINVAL", 31: "[Errno 21] EISDIR",
    44: "[Errno 2] ENOENT", 51: "28", 54: "[Errno 20] ENOTDIR", 55: "39",
};
const OURS = ["/dev", "/proc", "/home", "/tmp"];

class PowerCut extends Error {}

const board = {
    mp: null, files: new Map(), folders: new Set(), options: {}, on: false,
    printed: [], mode: "friendly", line: [], paste: null, cut: 0,
    counts: { writes: 0, resets: 0, scripts: 0, received: 0 }, socket: null, wantReset: false,
};

// As littlefs: small files are in their folder, which takes two blocks; statvfs counts 4 for it.
function used(each = 2) {
    const { files, folders } = snapshot();
    let sum = folders.size * each * 4096;
    for (const data of files.values()) {
        if (data.length > 512) sum += Math.ceil(data.length / 4096) * 4096;
    }
    return sum;
}

// Copy of all files and folders of the running interpreter.
function snapshot() {
    const FS = board.mp.FS, files = new Map(), folders = new Set();
    const walk = (folder) => {
        for (const name of FS.readdir(folder || "/")) {
            const path = folder + "/" + name;
            if (name === "." || name === ".." || OURS.includes(path)) continue;
            if (FS.isDir(FS.stat(path).mode)) {
                folders.add(path);
                walk(path);
            } else {
                const node = FS.lookupPath(path).node;
                files.set(path, Buffer.from(node.contents.subarray
                    ? node.contents.subarray(0, node.usedBytes) : node.contents));
            }
        }
    };
    walk("");
    return { files, folders };
}

function keep() {
    if (board.mp) Object.assign(board, snapshot());
}

function hook(mp) {
    const FS = mp.FS;
    // Throwing through the interpreter leaves it in a state of no use, as a power cut does.
    const operation = () => {
        if (!board.armed) return;
        board.counts.writes++;
        if (board.cut && --board.cut === 0) {
            keep();
            throw new PowerCut();
        }
    };
    for (const name of ["write", "rename", "unlink", "mkdir", "rmdir", "ftruncate"]) {
        const old = FS[name];
        FS[name] = function (...args) {
            const fd1 = name === "write" && FS.isChrdev(args[0].node.mode);
            if (!fd1) {
                operation();
                if (name === "write" && board.options.quota && board.armed
                        && used() + args[3] > board.options.quota) {
                    throw new FS.ErrnoError(51);
                }
            }
            return old.apply(this, args);
        };
    }
    const open = FS.open;
    FS.open = function (path, flags, ...rest) {
        if (flags & 0o1000) operation(); // O_TRUNC
        return open.call(this, path, flags, ...rest);
    };
    const statfs = FS.statfsNode;
    FS.statfsNode = function (node) {
        const out = statfs.call(this, node);
        if (board.options.quota && !board.options.boast) {
            out.blocks = Math.floor(board.options.quota / 4096);
            out.bfree = out.bavail = Math.max(0, out.blocks - Math.ceil(used(4) / 4096));
        }
        return out;
    };
}

// A new interpreter with the board's files; ``friendly``: main.py is run as well.
async function start(friendly) {
    board.counts.resets++;
    board.armed = false;
    const mp = await loadMicroPython({
        heapsize: 256 * 1024, linebuffer: false, stdout: (data) => board.printed.push(...data),
        stderr: (data) => board.printed.push(...data),
    });
    board.mp = mp;
    hook(mp);
    mp.registerJsModule("machine", { reset: () => { board.wantReset = true; } });
    mp.runPython("import time\ntime.sleep_ms = lambda ms: None\n");
    for (const folder of [...board.folders].sort()) mp.FS.mkdir(folder);
    for (const [path, data] of board.files) mp.FS.writeFile(path, data);
    board.on = true;
    if (board.options.before) mp.runPython(board.options.before);
    board.armed = true;
    for (const name of friendly ? ["boot.py", "main.py"] : ["boot.py"]) {
        if (!mp.FS.analyzePath("/" + name).exists) continue;
        mp.runPython(`
import sys
try:
    with open("/${name}") as _file:
        _text = _file.read()
    exec(compile(_text, "${name}", "exec"))
except BaseException as _error:
    sys.print_exception(_error)
`);
    }
    const printed = Buffer.from(board.printed);
    board.printed = [];
    mp.replInit();
    board.printed = [];
    board.line = [];
    board.paste = null;
    return printed;
}

function dead() {
    board.on = false;
    board.mp = null;
    board.printed = [];
    board.mode = "friendly";
    board.cut = 0;
    if (board.socket) board.socket.destroy();
}

function feed(text) {
    let result = 0;
    for (const char of text) result = board.mp.replProcessChar(char) || result;
    const out = Buffer.from(board.printed).toString("latin1").replace(
        /^OSError: (\d+)/gm, (all, number) => "OSError: " + (ERRORS[number] ?? number));
    board.printed = [];
    return [Buffer.from(out, "latin1"), result];
}

async function received(data, socket) {
    if (!board.on || board.options.silent) return;
    board.counts.received += data.length;
    for (const char of data) {
        if (board.paste) {
            await pasted(char, socket);
        } else if (board.mode === "raw" && char === 0x04) {
            const line = Buffer.from(board.line);
            board.line = [];
            if (line.length === 0) {
                keep();
                if (board.options.slow) {
                    await new Promise((done) => setTimeout(done, board.options.slow * 1000));
                }
                const printed = await start(false);
                feed(Buffer.from("\r\x01"));
                socket.write("OK\r\nMPY: soft reboot\r\n");
                socket.write(printed);
                socket.write("raw REPL; CTRL-B to exit\r\n>");
            } else {
                board.counts.scripts++;
                socket.write(feed(Buffer.concat([line, Buffer.from([4])]))[0]);
                await afterScript(socket);
            }
        } else if (board.mode === "raw" && char === 0x01 && board.line.length === 2
                && board.line[0] === 0x05 && board.line[1] === 0x41) {
            board.line = [];
            if (board.options.paste === false) {
                socket.write("R\x00");
            } else {
                board.paste = { text: [], window: 0 };
                socket.write(Buffer.from([0x52, 1, 128, 0, 1])); // yes, with a window of 128 bytes
            }
        } else if (board.mode === "raw" && (char === 0x01 || char === 0x02 || char === 0x03)) {
            board.line = [];
            socket.write(feed([char])[0]);
            if (char === 0x02) board.mode = "friendly";
        } else if (board.mode === "raw") {
            board.line.push(char);
        } else {
            if (char === 0x01) board.mode = "raw";
            if (char === 0x04) {
                keep();
                socket.write("\r\nMPY: soft reboot\r\n");
                socket.write(await start(true));
            } else {
                socket.write(feed([char])[0]);
            }
        }
    }
}

async function pasted(char, socket) {
    const { paste } = board;
    if (char === 0x03 || char === 0x04) {
        board.paste = null;
        if (char === 0x03) {
            socket.write("\x04\x04\x04>");
            return;
        }
        board.counts.scripts++;
        const [out] = feed(Buffer.concat([Buffer.from(paste.text), Buffer.from([4])]));
        socket.write(Buffer.concat([Buffer.from([4]), out.subarray(2)])); // \x04 in place of OK
        await afterScript(socket);
        return;
    }
    paste.text.push(char);
    if (++paste.window === 128) {
        paste.window = 0;
        socket.write("\x01");
    }
}

async function afterScript(socket) {
    if (!board.wantReset) return;
    board.wantReset = false;
    keep();
    board.mode = "friendly";
    board.lastStart = (await start(true)).toString();
    socket.destroy();
}

// Everything goes through one queue, so that nothing overtakes a reset.
let queue = Promise.resolve();
function inTurn(work) {
    queue = queue.then(work).catch((error) => {
        if (error instanceof PowerCut) dead();
        else {
            process.stderr.write(String(error.stack) + "\n");
            dead();
        }
    });
    return queue;
}

const server = net.createServer((socket) => {
    board.socket = socket;
    socket.setNoDelay(true);
    socket.on("error", () => {});
    socket.on("data", (data) => inTurn(() => received(data, socket)));
});

async function command(order) {
    if (order.do === "new") {
        board.files = new Map(Object.entries(order.files || {}).map(
            ([path, text]) => ["/" + path, Buffer.from(text, "base64")]));
        board.folders = new Set((order.folders || []).map((path) => "/" + path));
        for (const path of board.files.keys()) {
            for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
                board.folders.add(path.slice(0, end));
            }
        }
        board.options = order;
        board.mode = "friendly";
        board.cut = 0;
        board.lastStart = null;
        const printed = await start(true);
        board.counts = { writes: 0, resets: 0, scripts: 0, received: 0 };
        return { printed: printed.toString() };
    }
    if (order.do === "cut") {
        board.cut = order.after;
        return {};
    }
    if (order.do === "power") {
        keep();
        board.mode = "friendly";
        return { printed: (await start(true)).toString() };
    }
    if (order.do === "run") {
        board.mp.runPython(order.code);
        const printed = Buffer.from(board.printed).toString();
        board.printed = [];
        return { printed };
    }
    keep();
    const files = {};
    for (const [path, data] of board.files) files[path.slice(1)] = data.toString("base64");
    return {
        files, folders: [...board.folders].map((path) => path.slice(1)).sort(), on: board.on,
        counts: board.counts, lastStart: board.lastStart,
    };
}

server.listen(0, "127.0.0.1", () => {
    process.stdout.write(JSON.stringify({ port: server.address().port }) + "\n");
});
readline.createInterface({ input: process.stdin }).on("line", (line) => inTurn(async () => {
    let answer;
    try {
        answer = await command(JSON.parse(line));
    } catch (error) {
        if (error instanceof PowerCut) dead();
        answer = { error: String(error.stack) };
    }
    process.stdout.write(JSON.stringify(answer) + "\n");
})).on("close", () => process.exit(0));
