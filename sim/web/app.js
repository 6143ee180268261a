// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
//
// The page around the handheld: draws it, passes presses on, keeps its flash in this browser.
//
// The address chooses: ?board=NAME&lang=CODE&game=NAME&deal=CODE. For checks, &keys=SCRIPT runs a key
// script in virtual time on an empty flash, as `python -m sim --headless --keys` does, and &speed=N
// lets the handheld's clock go faster.

import facts from "./facts.js";
import { Flash } from "./flash.js";
import { modified, names } from "./keys.js";
import { layout } from "./layout.js";
import { first, inWords, speak, spoken, t } from "./words.js";

const $ = (id) => document.getElementById(id);
const SIZE = 64; // as in worker.js
const RING = 2;
const ARROWS = { up: "▲", down: "▼", left: "◀", right: "▶", middle: "●" };
const SHOWN = { up: "↑", down: "↓", left: "←", right: "→", backspace: "⌫" };

// What tests and curious people may look at.
const state = { shots: {}, said: [], warnings: [], printed: [], ended: null, pictures: 0, keeps: null };
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
let flash = null;
const held = new Map(); // what holds a button (key, pointer) -> its number

// Sentences are functions that give them in the language of the moment.
let covered = () => t("loading");
let noted = null;
let refusal = () => "";

function write() {
    $("sentence").textContent = covered();
    $("note-words").textContent = noted ? t(noted) : "";
    $("wrong").textContent = refusal();
    $("note").hidden = !noted;
    $("here").hidden = noted !== "keep.taken";
}

function cover(sentence, { progress = false, again = false } = {}) {
    covered = sentence;
    $("progress").hidden = !progress;
    $("again").hidden = !again;
    $("cover").hidden = false;
    write();
}

function note(key) {
    noted = key;
    write();
    lay();
}

// What is wrong with the address: a function that gives a sentence, or null.
function wrong() {
    const list = (things) => Object.keys(things).join(", ");
    if (!handheld) return () => t("wrong.board", options.board, list(facts.boards));
    if (options.lang && !facts.languages[options.lang]) {
        return () => t("wrong.lang", options.lang, list(facts.languages));
    }
    if (options.game && !["tarocco", "cicera"].includes(options.game)) return () => t("wrong.game", options.game);
    if (options.deal && !options.game) return noGame;
    return null;
}

const noGame = () => t("wrong.no_game", t("tarocco"), t("cicera"));

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

// The number of the button that a key is for, or -1.
function numberFor(event) {
    if (modified(event)) return -1;
    for (const name of names(event)) {
        const number = handheld.buttons.findIndex((button) => button.keys.includes(name) && name !== "tab");
        if (number >= 0) return number;
    }
    return -1;
}

const keyName = (event) => "key " + (event.code || event.key?.toLowerCase());

function release() {
    for (const what of [...held.keys()]) letGo(what);
}

function listen() {
    document.addEventListener("keydown", (event) => {
        if ($("choice").open) return;
        if (event.key === "Meta") return release(); // with it held no other key tells when it is let go
        const own = event.target.closest?.(".key");
        const acts = !modified(event) && names(event).some((name) => name === "return" || name === "space");
        if (acts && !own && event.target.closest?.("button, a, input, select")) return;
        const number = own && acts ? Number(own.dataset.number) : numberFor(event);
        if (number < 0) return;
        event.preventDefault();
        if (!event.repeat) hold(keyName(event), number);
    });
    document.addEventListener("keyup", (event) => {
        if (held.has(keyName(event))) event.preventDefault();
        letGo(keyName(event));
    });
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
    body.style.setProperty("--case", `rgb(${handheld.colour.join(" ")})`);
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
        key.textContent = sign(button);
        $("buttons").append(key);
    });
    inWords(() => handheld.buttons.forEach((button, number) => {
        const name = facts.texts.en["button." + button.name] ? t("button." + button.name) : button.name;
        const keys = button.keys.filter((key) => key !== "tab").map(keyCap);
        keyOf(number).setAttribute("aria-label", t("button", name));
        keyOf(number).title = keys.join(" · ");
    }));
    inWords(() => {
        const hints = handheld.buttons.map((button) => `${sign(button)} <kbd>${keyCap(button.keys[0])}</kbd>`);
        $("keys").innerHTML = t("keys", hints.join(" &nbsp; "));
    });
}

const sign = (button) => ARROWS[button.shape] ?? ARROWS[button.name] ?? button.name;

function keyCap(name) {
    return SHOWN[name] ?? (facts.texts.en["key." + name] ? t("key." + name) : name.toUpperCase());
}

function lay() {
    if (!handheld) return;
    const root = document.documentElement;
    const { innerHeight: high } = window;
    root.classList.toggle("low", high < 500 && root.clientWidth > high);
    root.classList.toggle("narrow", root.clientWidth < 700);
    // with a bar to scroll by, the page is narrower
    for (let width = 0; width !== root.clientWidth;) {
        width = root.clientWidth;
        const stage = $("stage").getBoundingClientRect();
        const rest = document.querySelector("footer").offsetHeight
            + (root.classList.contains("low") ? 0 : document.querySelector("header").offsetHeight);
        const found = layout(handheld, stage.width, high - rest, devicePixelRatio);
        const body = $("body");
        body.className = found.mode + (handheld.paper ? " ink" : "");
        const sizes = { u: found.scale, w: found.w, h: found.h, left: found.glass.x, top: found.glass.y,
            pw: found.glass.w, ph: found.glass.h };
        for (const [name, value] of Object.entries(sizes)) body.style.setProperty("--" + name, `${value}px`);
        found.keys.forEach(({ x, y, d }, number) => {
            const { style } = keyOf(number);
            style.setProperty("--x", `${x}px`);
            style.setProperty("--y", `${y}px`);
            style.setProperty("--d", `${d}px`);
        });
        state.mode = found.mode;
        state.scale = found.scale;
    }
    state.laid = [window.innerWidth, high];
}

// What the screen says.

let last = [];

function say(words, language) {
    if (language && speak(language, options.keys === null)) follow();
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
    line.lang = spoken();
    fresh.forEach((words, i) => {
        const part = document.createElement("span");
        part.textContent = words + (i < fresh.length - 1 ? ", " : ". ");
        // the choice of the language has each in itself
        const own = Object.keys(facts.languages).find((code) => facts.languages[code] === words);
        if (own) part.lang = own;
        line.append(part);
    });
    $("said").append(line);
    while ($("said").childElementCount > 3) $("said").firstElementChild.remove();
}

// Another language was chosen on the handheld: an address that names one names that.
function follow() {
    lay();
    if (!options.lang || options.keys !== null || options.lang === spoken()) return;
    options.lang = spoken();
    const query = new URLSearchParams(location.search);
    query.set("lang", options.lang);
    history.replaceState(history.state, "", "?" + query);
}

function show({ rgba, width, height, name }) {
    const context = $("panel").getContext("2d", { willReadFrequently: options.keys !== null });
    context.putImageData(new ImageData(rgba, width, height), 0, 0);
    state.pictures++;
    if (!$("cover").hidden && !state.ended) $("cover").hidden = true;
    if (name) state.shots[name] = context.getImageData(0, 0, width, height).data;
}

// Running.

function finish({ how, words, text }) {
    worker?.terminate();
    worker = null;
    shared = null;
    if (how === "restart") return start({ ...options, game: null, deal: null });
    state.ended = how;
    if (how === "off" && options.keys !== null) return;
    if (how === "refused") {
        // the firmware's own sentence is the better one, and English
        const sentence = () => (spoken() === "en" || options.keys !== null ? words : t("wrong.deal"));
        cover(sentence);
        choose(sentence);
    } else if (how === "off" || how === "returned") {
        cover(() => t("off"), { again: true });
    } else if (how === "failed") {
        cover(() => t(...text), { again: true });
    } else {
        console.error(words);
        cover(() => t(flash?.kept ? "stopped" : "stopped.lost"), { again: true });
    }
}

function start(chosen) {
    const buffer = new SharedArrayBuffer(4 * (RING + SIZE));
    shared = new Int32Array(buffer);
    state.ended = null;
    cover(() => t("loading"), { progress: true });
    const own = worker = new Worker("worker.js", { type: "module" });
    own.onmessage = ({ data }) => {
        if (own !== worker) return;
        if (data.type === "picture") show(data);
        else if (data.type === "file") flash?.write(data.path, data.data);
        else if (data.type === "say") say(data.words, data.language);
        else if (data.type === "progress") {
            $("progress").value = data.part;
            if (data.part === 1) cover(() => t("starting"), { progress: true });
        } else if (data.type === "warnings") state.warnings.push(...data.warnings);
        else if (data.type === "printed") state.printed.push(data.line);
        else if (data.type === "ended") finish(data);
    };
    own.onerror = (event) => {
        event.preventDefault();
        finish({ how: "failed", text: event.message ? ["fail.other", event.message] : ["fail.network"] });
    };
    own.postMessage({ options: chosen, shared: buffer, files: [...flash?.files ?? []], sizes: facts.sizes,
        pack: options.board + ".pack.gz" });
}

// The flash of this browser; a key script has an empty one.
async function openFlash() {
    if (options.keys !== null) return;
    flash = new Flash(options.board, (keeps) => {
        state.keeps = keeps;
        note(keeps === "kept" ? null : "keep." + keeps);
    });
    await flash.open();
}

// Memory shared with the worker needs two headers. Where the server doesn't send them, the service
// worker does; it takes over with the next load of the page.
async function ready() {
    let workers = null;
    try {
        workers = navigator.serviceWorker ?? null;
    } catch {
        // some browsers don't let one even look
    }
    const isolated = window.crossOriginIsolated;
    const local = isolated && ["localhost", "127.0.0.1"].includes(location.hostname);
    let registered = null;
    if (workers && !local) {
        try {
            registered = workers.register("sw.js").then(() => true, () => false);
        } catch {
            // without it the page works as long as the network does
        }
    }
    const reloaded = history.state === "reloaded";
    if (isolated) {
        if (reloaded) history.replaceState(null, "");
        return true;
    }
    const file = location.protocol === "file:";
    if (!workers) cover(() => (file ? t("fail.file", "python -m sim --web") : t("fail.safe")));
    else if (!await registered) cover(() => t("fail.worker"));
    else if (reloaded) cover(() => t(workers.controller ? "fail.memory" : "fail.network"));
    else {
        if (!workers.controller) {
            await new Promise((done) => {
                workers.addEventListener("controllerchange", done, { once: true });
                setTimeout(done, 5000);
            });
        }
        history.replaceState("reloaded", "");
        location.reload();
    }
    return false;
}

// Choosing.

function choose(sentence = () => "") {
    $("board").value = handheld ? options.board : "picosystem";
    $("lang").value = facts.languages[options.lang] ? options.lang : "";
    $("game").value = ["tarocco", "cicera"].includes(options.game) ? options.game : "";
    $("deal").value = options.deal ?? "";
    refusal = sentence;
    write();
    release();
    if (!$("choice").open) $("choice").showModal();
}

function chooser() {
    for (const [name, board] of Object.entries(facts.boards)) $("board").add(new Option(board.title, name));
    for (const [name, title] of Object.entries(facts.languages)) $("lang").add(new Option(title, name));
    $("open").addEventListener("click", () => choose());
    $("close").addEventListener("click", () => $("choice").close());
    $("again").addEventListener("click", () => start(options));
    $("here").addEventListener("click", () => location.reload());
    $("note-close").addEventListener("click", () => note(null));
    inWords(() => ["tarocco", "cicera"].forEach((name, i) => { $("game").options[i + 1].text = t(name); }));
    inWords(write);
    $("form").addEventListener("submit", (event) => {
        event.preventDefault();
        const deal = $("deal").value.trim().toUpperCase();
        if (deal && !$("game").value) {
            refusal = noGame;
            write();
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
speak(first(options.lang), false);
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
    await openFlash();
    start(options);
}
