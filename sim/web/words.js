// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
//
// The page's own words, in the language of the handheld: texts/*.txt, packed by tools/web.py.

import facts from "./facts.js";

const REMEMBERED = "tavolino#lang";
const later = new Set();
let language = null;

export const spoken = () => language ?? "en";

// The text of `key` with {0}, {1} replaced; in English where the language has none.
export function t(key, ...args) {
    const text = facts.texts[spoken()][key] ?? facts.texts.en[key] ?? key;
    return text.replace(/\{(\d)\}/g, (_, number) => args[number]);
}

// Call `show` now, and again whenever the language changes.
export function inWords(show) {
    later.add(show);
    show();
}

function marked() {
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll("[data-t]")) element.textContent = t(element.dataset.t);
    for (const element of document.querySelectorAll("[data-label]")) {
        element.setAttribute("aria-label", t(element.dataset.label));
    }
    for (const element of document.querySelectorAll("[data-empty]")) element.placeholder = t(element.dataset.empty);
}

// Use a language from now on; true if that is another one than before.
export function speak(code, remember = true) {
    if (!facts.texts[code] || code === language) return false;
    language = code;
    later.forEach((show) => show());
    if (remember) {
        try {
            localStorage.setItem(REMEMBERED, code);
        } catch {
            // the page begins in the browser's language then
        }
    }
    return true;
}

// The language to begin with, until the handheld says which it has.
export function first(asked) {
    let remembered = null;
    try {
        remembered = localStorage.getItem(REMEMBERED);
    } catch {
        // as above
    }
    const wished = [asked, remembered, ...(navigator.languages ?? []).map((name) => name.split("-")[0])];
    return wished.find((code) => facts.texts[code]) ?? "en";
}

later.add(marked);
