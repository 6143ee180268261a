// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
//
// The page around the handheld: draws it, passes presses on, keeps its flash in this browser.
//
// The address chooses: ?board=NAME&lang=CODE&game=NAME&deal=CODE. For checks, &keys=SCRIPT runs a key
// script in virtual time on an empty flash, as `python -m sim --headless --keys` does, and &speed=N
// lets the handheld's clock go faster.

import facts from "./facts.js";

const $ = (id) => document.getElementById(id);
const SIZE = 64; // as in worker.js
const RING = 2;
const ARROWS = { up: "▲", down: "▼", left: "◀", right: "▶", middle: "●" };
const KEYS = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Enter: "return",
    " ": "space", Backspace: "backspace", Escape: "backspace" };
const SHOWN = { up: "↑", down: "↓", left: "←", right: "→", return: "Enter", space: "Space", backspace: "⌫" };

// What tests and curious people may look at.
const state = { shots: {}, said: [], warnings: [], printed: [], ended: null, pictures: 0 };
window.tavolino = state;

const asked = new URLSearchParams(location.search);
const options = {
    board: asked.get("board") || "picosystem",
    lang: asked.get("lang") || null,
    game: asked.get("game") || null,
    deal: asked.get("deal") || null,
    keys: asked.get("keys"),
    speed: Math.min(Math.max(parseInt(asked.get("speed"), 10) || 1, 1), 50),
};
const handheld = facts.boards[options.board];

let shared = null;
let worker = null;
const held = new Map(); // what holds a button (key, pointer) -> its number

function cover(sentence, { progress = false, again = false } = {}) {
    $("sentence").textContent = sentence;
    $("progress").hidden = !progress;
    $("again").hidden = !again;
    $("cover").hidden = false;
}

function note(sentence) {
    $("note").textContent = sentence;
    document.querySelector("footer").classList.toggle("told", sentence !== "");
}

// What is wrong with the address: a sentence, or null.
function wrong() {
    const list = (names) => Object.keys(names).join(", ");
    if (!handheld) return `There is no board ${options.board} here: choose one of ${list(facts.boards)}.`;
    if (options.lang && !facts.languages[options.lang]) {
        return `There are no texts in the language ${options.lang}: choose one of ${list(facts.languages)}.`;
    }
    if (options.game && !["tarocco", "cicera"].includes(options.game)) {
        return `There is no game ${options.game}: choose tarocco or cicera.`;
    }
    if (options.deal && !options.game) return "A deal needs its game: choose Tarocco Bolognese or Cicera.";
    return null;
}

// The handheld's flash: each file under its own name, for each board, as text in base64.

const PREFIX = () => `tavolino/${options.board}`;

function readFlash() {
    const files = [];
    if (options.keys !== null) return files;
    try {
        for (let i = 0; i < localStorage.length; i++) {
            const name = localStorage.key(i);
            if (!name.startsWith(PREFIX() + "/")) continue;
            const text = atob(localStorage.getItem(name));
            files.push([name.slice(PREFIX().length), Uint8Array.from(text, (c) => c.charCodeAt(0))]);
        }
    } catch {
        note("This browser keeps nothing for this page: a game is lost when the page is closed.");
    }
    return files;
}

function writeFlash(path, data) {
    if (options.keys !== null) return;
    try {
        if (data) localStorage.setItem(PREFIX() + path, btoa(String.fromCharCode(...data)));
        else localStorage.removeItem(PREFIX() + path);
    } catch {
        note("This browser keeps nothing for this page: a game is lost when the page is closed.");
    }
}

// Presses.

function press(number, down) {
    if (!shared) return;
    const put = Atomics.load(shared, 0);
    Atomics.store(shared, RING + put % SIZE, number << 1 | (down ? 1 : 0));
    Atomics.add(shared, 0, 1);
    Atomics.notify(shared, 0);
}

function hold(what, number) {
    if (held.has(what)) return;
    const already = [...held.values()].includes(number);
    held.set(what, number);
    if (!already) press(number, true);
    keyOf(number).classList.add("down");
}

function letGo(what) {
    const number = held.get(what);
    if (number === undefined) return;
    held.delete(what);
    if ([...held.values()].includes(number)) return;
    press(number, false);
    keyOf(number).classList.remove("down");
}

const keyOf = (number) => document.querySelector(`.key[data-number="${number}"]`);

function numberFor(event) {
    if (event.altKey || event.ctrlKey || event.metaKey) return -1;
    const name = KEYS[event.key] ?? event.key.toLowerCase();
    return handheld.buttons.findIndex((button) => button.keys.includes(name) && name !== "tab");
}

function listen() {
    document.addEventListener("keydown", (event) => {
        if ($("choice").open) return;
        const own = event.target.closest?.(".key");
        const acts = event.key === "Enter" || event.key === " ";
        if (acts && !own && event.target.closest?.("button, a, input, select")) return;
        const number = own && acts ? Number(own.dataset.number) : numberFor(event);
        if (number < 0) return;
        event.preventDefault();
        if (!event.repeat) hold("key " + event.code, number);
    });
    document.addEventListener("keyup", (event) => {
        if (held.has("key " + event.code)) event.preventDefault();
        letGo("key " + event.code);
    });
    const release = () => { for (const what of [...held.keys()]) letGo(what); };
    window.addEventListener("blur", release);
    document.addEventListener("visibilitychange", () => { if (document.hidden) release(); });
    const buttons = $("buttons");
    buttons.addEventListener("pointerdown", (event) => {
        const key = event.target.closest(".key");
        if (!key || event.button) return;
        event.preventDefault();
        key.setPointerCapture(event.pointerId);
        hold("pointer " + event.pointerId, Number(key.dataset.number));
    });
    for (const name of ["pointerup", "pointercancel", "lostpointercapture"]) {
        buttons.addEventListener(name, (event) => letGo("pointer " + event.pointerId));
    }
    buttons.addEventListener("click", (event) => {
        // a screen reader's press: neither pointer nor key
        const key = event.target.closest(".key");
        if (!key || event.detail) return;
        hold("click", Number(key.dataset.number));
        setTimeout(() => letGo("click"), 80);
    });
    $("body").addEventListener("contextmenu", (event) => event.preventDefault());
}

// The drawing.

function build() {
    const body = $("body");
    const [left, top, right, bottom] = handheld.body;
    const style = { pw: handheld.width, ph: handheld.height, left, top,
        w: left + handheld.width + right, h: top + handheld.height + bottom,
        case: `rgb(${handheld.colour.join(" ")})` };
    for (const [name, value] of Object.entries(style)) body.style.setProperty("--" + name, value);
    body.classList.toggle("ink", handheld.paper !== null);
    if (handheld.paper) {
        const [ink, paper] = handheld.paper;
        ["R", "G", "B"].forEach((colour, i) => {
            const change = document.querySelector(`#paper feFunc${colour}`);
            change.setAttribute("slope", (paper[i] - ink[i]) / 255);
            change.setAttribute("intercept", ink[i] / 255);
        });
    }
    body.setAttribute("aria-label", handheld.title);
    $("panel").width = handheld.width;
    $("panel").height = handheld.height;
    $("board-name").textContent = handheld.title;
    handheld.buttons.forEach((button, number) => {
        const key = document.createElement("button");
        key.type = "button";
        key.className = button.shape === "round" ? "key" : "key cross";
        key.dataset.number = number;
        key.dataset.name = button.name;
        key.textContent = ARROWS[button.shape] ?? ARROWS[button.name] ?? button.name;
        const keys = button.keys.filter((name) => name !== "tab").map((name) => SHOWN[name] ?? name.toUpperCase());
        key.setAttribute("aria-label", `${button.name} button`);
        key.title = keys.join(" · ");
        key.style.setProperty("--x", left + button.x);
        key.style.setProperty("--y", top + button.y);
        $("buttons").append(key);
    });
    const hints = handheld.buttons.map((button) => {
        const name = ARROWS[button.shape] ?? ARROWS[button.name] ?? button.name;
        return `${name} <kbd>${SHOWN[button.keys[0]] ?? button.keys[0].toUpperCase()}</kbd>`;
    });
    $("keys").innerHTML = "On the keyboard: " + hints.join(" &nbsp; ");
}

// Buttons of one hand: where they are on the handheld, drawn larger.
function pad(keys) {
    const box = document.createElement("div");
    box.className = "pad";
    const places = keys.map((key) => handheld.buttons[key.dataset.number]);
    const xs = places.map((place) => place.x);
    const ys = places.map((place) => place.y);
    const gaps = [];
    places.forEach((a, i) => places.slice(i + 1).forEach((b) => gaps.push(Math.hypot(a.x - b.x, a.y - b.y))));
    const most = Math.min(window.innerWidth * 0.44, 190) - 60;
    const wide = Math.max(...xs) - Math.min(...xs);
    const gap = places[0].shape === "round" ? 66 : 76;
    const grow = Math.min(gap / Math.min(...gaps), wide ? most / wide : 9);
    keys.forEach((key, i) => {
        key.style.setProperty("--px", `${30 + (xs[i] - Math.min(...xs)) * grow}px`);
        key.style.setProperty("--py", `${30 + (ys[i] - Math.min(...ys)) * grow}px`);
        box.append(key);
    });
    box.style.setProperty("--pad-w", `${60 + wide * grow}px`);
    box.style.setProperty("--pad-h", `${60 + (Math.max(...ys) - Math.min(...ys)) * grow}px`);
    return box;
}

function lay() {
    const root = document.documentElement.classList;
    const buttons = $("buttons");
    const keys = [...document.querySelectorAll(".key")].sort((a, b) => a.dataset.number - b.dataset.number);
    buttons.replaceChildren(...keys);
    root.remove("stacked", "rows", "low");
    root.toggle("low", window.innerHeight < 500);
    const stage = $("stage").getBoundingClientRect();
    const style = $("body").style;
    const w = Number(style.getPropertyValue("--w"));
    const h = Number(style.getPropertyValue("--h"));
    let scale = Math.min((stage.width - 16) / w, (stage.height - 8) / h, 4);
    if (scale < 1.1 && window.innerHeight > window.innerWidth) {
        root.add("stacked");
        const cross = keys.filter((key) => handheld.buttons[key.dataset.number].shape !== "round");
        if (cross.length) {
            buttons.replaceChildren(pad(cross), pad(keys.filter((key) => !cross.includes(key))));
        } else {
            root.add("rows");
            keys.sort((a, b) => handheld.buttons[a.dataset.number].x - handheld.buttons[b.dataset.number].x);
            buttons.replaceChildren(...keys);
        }
        const high = $("stage").getBoundingClientRect().height;
        scale = Math.min((window.innerWidth - 24) / handheld.width, (high - 210) / handheld.height);
    }
    // whole screen pixels for a panel pixel, where that costs little
    const dots = scale * devicePixelRatio;
    if (Math.floor(dots) / dots > 0.85) scale = Math.floor(dots) / devicePixelRatio;
    style.setProperty("--u", `${scale}px`);
}

// What the screen says.

let last = [];

function say(words) {
    const lines = words.split("\n").map((line) => line
        .replace(/[\ue100-\uf8ff]/g, (c) => facts.clusters[c.charCodeAt(0) - 0xe100] ?? "")
        .replace(/[\u00ad\u200b]/g, "").trim());
    const fresh = lines.filter((line) => /\p{L}/u.test(line) && !last.includes(line));
    last = lines;
    if (!fresh.length) return;
    const told = fresh.join(", ");
    // what the buttons do (their names stand alone in it) comes and goes: once is enough for a while
    const hint = lines.some((line) => handheld.buttons.some((button) => button.name === line));
    if (hint && state.said.slice(-12).includes(told)) return;
    state.said.push(told);
    if (state.said.length > 400) state.said.shift();
    const line = document.createElement("span");
    line.textContent = told + ". ";
    if (options.lang) line.lang = options.lang;
    $("said").append(line);
    while ($("said").childElementCount > 3) $("said").firstElementChild.remove();
}

function show({ rgba, width, height, name }) {
    const context = $("panel").getContext("2d", { willReadFrequently: options.keys !== null });
    context.putImageData(new ImageData(rgba, width, height), 0, 0);
    state.pictures++;
    if (!$("cover").hidden && !state.ended) $("cover").hidden = true;
    if (name) state.shots[name] = context.getImageData(0, 0, width, height).data;
}

// Running.

function finish({ how, words }) {
    worker?.terminate();
    worker = null;
    shared = null;
    if (how === "restart") return start({ ...options, game: null, deal: null });
    state.ended = how;
    if (how === "off" && options.keys !== null) return;
    if (how === "refused") {
        cover(words);
        choose(words);
    } else if (how === "off" || how === "returned") {
        cover("The handheld is switched off.", { again: true });
    } else {
        console.error(words);
        const reason = how === "failed" ? words : "The program has stopped; your saved game is kept.";
        cover(reason, { again: true });
    }
}

function start(chosen) {
    const buffer = new SharedArrayBuffer(4 * (RING + SIZE));
    shared = new Int32Array(buffer);
    state.ended = null;
    cover("Loading", { progress: true });
    const own = worker = new Worker("worker.js", { type: "module" });
    own.onmessage = ({ data }) => {
        if (own !== worker) return;
        if (data.type === "picture") show(data);
        else if (data.type === "file") writeFlash(data.path, data.data);
        else if (data.type === "say") say(data.words);
        else if (data.type === "progress") {
            $("progress").value = data.part;
            if (data.part === 1) $("sentence").textContent = "Switching on";
        } else if (data.type === "warnings") state.warnings.push(...data.warnings);
        else if (data.type === "printed") state.printed.push(data.line);
        else if (data.type === "ended") finish(data);
    };
    own.onerror = (event) => {
        event.preventDefault();
        finish({ how: "failed", words: "The program can't be loaded: " + (event.message || "is the network there?") });
    };
    own.postMessage({ options: chosen, shared: buffer, files: readFlash(), sizes: facts.sizes,
        pack: options.board + ".pack.gz" });
}

// Memory shared with the worker needs two headers. Where the server doesn't send them, the service
// worker does; it takes over with the next load of the page.
async function ready() {
    const local = window.crossOriginIsolated && ["localhost", "127.0.0.1"].includes(location.hostname);
    if ("serviceWorker" in navigator && !local) {
        try {
            await navigator.serviceWorker.register("sw.js");
        } catch (error) {
            if (!window.crossOriginIsolated) {
                cover("This browser lets the page keep no program of its own (a service worker), which it "
                    + "needs here: leave private browsing, or use another browser.");
                return false;
            }
        }
    }
    if (window.crossOriginIsolated) {
        sessionStorage.removeItem("tavolino-reloaded");
        return true;
    }
    if (!("serviceWorker" in navigator)) {
        cover(location.protocol === "file:"
            ? "From a file the page can't run: start it with `python -m sim --web`."
            : "The page needs a safe address (https) and a browser with service workers.");
        return false;
    }
    await navigator.serviceWorker.ready;
    if (!navigator.serviceWorker.controller) {
        await new Promise((done) => {
            navigator.serviceWorker.addEventListener("controllerchange", done, { once: true });
            setTimeout(done, 3000);
        });
    }
    if (sessionStorage.getItem("tavolino-reloaded")) {
        cover("This browser gives the page no memory to share with its program: use a newer one.");
        return false;
    }
    sessionStorage.setItem("tavolino-reloaded", "yes");
    location.reload();
    return false;
}

// Choosing.

function choose(sentence = "") {
    $("board").value = handheld ? options.board : "picosystem";
    $("lang").value = facts.languages[options.lang] ? options.lang : "";
    $("game").value = ["tarocco", "cicera"].includes(options.game) ? options.game : "";
    $("deal").value = options.deal ?? "";
    $("wrong").textContent = sentence;
    for (const what of [...held.keys()]) letGo(what);
    if (!$("choice").open) $("choice").showModal();
}

function chooser() {
    for (const [name, board] of Object.entries(facts.boards)) $("board").add(new Option(board.title, name));
    for (const [name, title] of Object.entries(facts.languages)) $("lang").add(new Option(title, name));
    $("open").addEventListener("click", () => choose());
    $("close").addEventListener("click", () => $("choice").close());
    $("again").addEventListener("click", () => start(options));
    $("form").addEventListener("submit", (event) => {
        event.preventDefault();
        const deal = $("deal").value.trim().toUpperCase();
        if (deal && !$("game").value) {
            $("wrong").textContent = "A deal needs its game: choose Tarocco Bolognese or Cicera.";
            return;
        }
        const query = new URLSearchParams({ board: $("board").value });
        for (const name of ["lang", "game"]) if ($(name).value) query.set(name, $(name).value);
        if (deal) query.set("deal", deal);
        if (options.speed > 1) query.set("speed", options.speed);
        location.search = query;
    });
}

chooser();
const sentence = wrong();
if (handheld) {
    build();
    lay();
    window.addEventListener("resize", lay);
    listen();
}
if (sentence) {
    cover(sentence);
    choose(sentence);
} else if (await ready()) {
    start(options);
}
