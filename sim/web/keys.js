// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
//
// Which key of a keyboard was pressed, by the names that sim/handhelds.py gives keys.

const NAMED = { ArrowUp: "up", ArrowDown: "down", ArrowLeft: "left", ArrowRight: "right", Enter: "return",
    NumpadEnter: "return", " ": "space", Space: "space", Backspace: "backspace", Escape: "backspace" };

// What a key event may mean, best first. A letter goes by its place on the keyboard, which has a letter
// of its own there in Thai, Korean or Russian, or none while an input method composes; then by the
// letter itself, which on a French or German keyboard may be at another place.
export function names(event) {
    const found = [NAMED[event.key], NAMED[event.code]];
    if (/^Key[A-Z]$/.test(event.code)) found.push(event.code[3].toLowerCase());
    if (event.key?.length === 1) found.push(event.key.toLowerCase());
    return found.filter((name) => name);
}

// Whether the browser or the system is meant: Ctrl+R, Alt+Left and the like.
export function modified(event) {
    return event.altKey || event.ctrlKey || event.metaKey || Boolean(event.getModifierState?.("AltGraph"));
}
