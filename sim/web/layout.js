// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
//
// Where the panel and the buttons go in a window of any size. No DOM here: numbers in, numbers out.

const LEAST = 44; // width of a button, in CSS pixels
const UNITS = [62, 54, 48]; // from one button of a pad to the next
const SPACE = 4; // between the buttons of a pad
const EDGE = 8;
const GAP = 12; // between panel and pads
const READABLE = 0.7; // CSS pixels for a pixel of the panel; with less, rather scroll

// Whole screen pixels for a panel pixel, where that costs little.
function whole(scale, ratio) {
    const dots = scale * ratio;
    return Math.floor(dots) / dots > 0.85 ? Math.floor(dots) / ratio : scale;
}

function apart(a, b) {
    const x = Math.abs(a.x - b.x);
    const y = Math.abs(a.y - b.y);
    const least = (a.d + b.d) / 2;
    return (a.round && b.round ? Math.hypot(x, y) : Math.max(x, y)) >= least - 0.5;
}

function clear(keys, glass) {
    return keys.every((a, i) => keys.slice(i + 1).every((b) => apart(a, b))
        && (Math.abs(a.x - glass.x - glass.w / 2) >= glass.w / 2 + a.d / 2
            || Math.abs(a.y - glass.y - glass.h / 2) >= glass.h / 2 + a.d / 2));
}

// The handheld as it is; null where its buttons would be in each other's way.
function asItIs(handheld, width, height, ratio) {
    const [left, top, right, bottom] = handheld.body;
    const w = left + handheld.width + right;
    const h = top + handheld.height + bottom;
    const scale = whole(Math.min((width - 2 * EDGE) / w, (height - EDGE) / h, 8), ratio);
    const glass = { x: left * scale, y: top * scale, w: handheld.width * scale, h: handheld.height * scale };
    const keys = handheld.buttons.map((button) => ({
        x: (left + button.x) * scale, y: (top + button.y) * scale, round: button.shape === "round",
        d: Math.max((button.shape === "round" ? 34 : 30) * scale, LEAST),
    }));
    const inside = keys.every(({ x, y, d }) => x >= d / 2 && y >= d / 2 && x + d / 2 <= w * scale
        && y + d / 2 <= h * scale);
    if (!(scale > 0) || !inside || !clear(keys, glass)) return null;
    return { mode: "whole", scale, w: w * scale, h: h * scale, glass, keys };
}

// A pad: cells [number of the button, column, row].
const CROSS = { up: [1, 0], left: [0, 1], middle: [1, 1], right: [2, 1], down: [1, 2] };

function crossPad(buttons) {
    return buttons.flatMap(({ shape }, i) => (shape === "round" ? [] : [[i, ...CROSS[shape]]]));
}

function gridPad(numbers, columns) {
    return numbers.map((number, i) => [number, i % columns, Math.floor(i / columns)]);
}

// Four buttons in a diamond, or null.
function diamondPad(buttons, numbers) {
    const [top, left, right, bottom] = [...numbers].sort((a, b) => buttons[a].y - buttons[b].y
        || buttons[a].x - buttons[b].x);
    if (numbers.length !== 4 || buttons[left].y !== buttons[right].y || buttons[top].y === buttons[left].y
        || buttons[top].x !== buttons[bottom].x) return null;
    return [[top, 1, 0], [left, 0, 1], [right, 2, 1], [bottom, 1, 2]];
}

const columns = (pad) => 1 + Math.max(...pad.map((cell) => cell[1]));
const rows = (pad) => 1 + Math.max(...pad.map((cell) => cell[2]));

// All ways to put the buttons onto pads: [left, right], or one pad for a row below the panel.
function* pads(handheld) {
    const { buttons } = handheld;
    const rounds = buttons.flatMap(({ shape }, i) => (shape === "round" ? [i] : []));
    const byPlace = (first, second) => [...rounds].sort((a, b) => buttons[a][first] - buttons[b][first]
        || buttons[a][second] - buttons[b][second]);
    if (rounds.length < buttons.length) {
        const square = byPlace("y", "x");
        for (let i = 0; i + 1 < square.length; i += 2) {
            if (buttons[square[i]].x > buttons[square[i + 1]].x) square.splice(i, 2, square[i + 1], square[i]);
        }
        const cross = crossPad(buttons);
        const diamond = diamondPad(buttons, rounds);
        if (diamond) yield [cross, diamond];
        yield [cross, gridPad(square, 2)];
        yield [cross, gridPad(byPlace("y", "x"), 1)];
        return;
    }
    const sorted = byPlace("x", "y");
    for (let n = sorted.length; n > 0; n--) yield [gridPad(sorted, n)];
    const left = sorted.filter((i) => buttons[i].x < 0);
    const right = byPlace("y", "x").filter((i) => !left.includes(i));
    if (left.length) yield [gridPad(left, 1), gridPad(right, 1)];
}

function placed(keys, pad, unit, x, y, handheld) {
    for (const [number, column, row] of pad) {
        keys[number] = { x: x + (column + 0.5) * unit, y: y + (row + 0.5) * unit, d: unit - SPACE,
            round: handheld.buttons[number].shape === "round" };
    }
}

// The panel above, the pads below it. With `scale` given it may be higher than the window.
function below(handheld, group, unit, width, height, ratio, scale) {
    const wide = group.map((pad) => columns(pad) * unit);
    const high = group.map((pad) => rows(pad) * unit);
    const beside = wide.reduce((a, b) => a + b) + GAP * (group.length - 1) <= width - 2 * EDGE;
    if (!beside && (!scale || Math.max(...wide) > width)) return null;
    const tall = beside ? Math.max(...high) : high.reduce((a, b) => a + b) + GAP * (group.length - 1);
    scale ??= whole(Math.min((width - 2 * EDGE) / handheld.width,
        (height - tall - 2 * GAP - EDGE) / handheld.height, 8), ratio);
    if (!(scale > 0)) return null;
    const w = Math.min(width, Math.max(handheld.width * scale, wide.reduce((a, b) => a + b) * 1.35) + 2 * EDGE);
    const glass = { x: (w - handheld.width * scale) / 2, y: EDGE, w: handheld.width * scale,
        h: handheld.height * scale };
    // low down, where the thumbs are, but not far below the panel
    const spare = Math.max(0, height - glass.h - tall - 2 * GAP - EDGE);
    let y = glass.y + glass.h + GAP + Math.min(spare / 2, 90);
    const keys = [];
    if (!beside || group.length === 1) {
        group.forEach((pad, i) => {
            placed(keys, pad, unit, (w - wide[i]) / 2, y, handheld);
            y += high[i] + GAP;
        });
        y -= GAP;
    } else {
        placed(keys, group[0], unit, EDGE, y + (tall - high[0]) / 2, handheld);
        placed(keys, group[1], unit, w - EDGE - wide[1], y + (tall - high[1]) / 2, handheld);
        y += tall;
    }
    return { mode: "below", scale, w, h: y + GAP, glass, keys, unit };
}

// The panel in the middle, the pads at its sides.
function beside(handheld, group, unit, width, height, ratio) {
    const wide = group.map((pad) => columns(pad) * unit);
    const high = group.map((pad) => rows(pad) * unit);
    if (Math.max(...high) > height - EDGE) return null;
    const sum = wide.reduce((a, b) => a + b) + GAP * group.length;
    const scale = whole(Math.min((width - sum - 2 * EDGE) / handheld.width,
        (height - 2 * EDGE) / handheld.height, 8), ratio);
    if (!(scale > 0)) return null;
    const least = handheld.width * scale + sum + 2 * EDGE;
    const w = Math.min(width, least + 120);
    const h = Math.max(handheld.height * scale + 2 * EDGE, ...high);
    const from = EDGE + (group.length > 1 ? wide[0] + GAP : 0);
    const to = w - EDGE - wide[wide.length - 1] - GAP;
    const glass = { x: (from + to - handheld.width * scale) / 2, y: (h - handheld.height * scale) / 2,
        w: handheld.width * scale, h: handheld.height * scale };
    const keys = [];
    group.forEach((pad, i) => {
        const x = group.length > 1 && i === 0 ? EDGE : w - EDGE - wide[i];
        placed(keys, pad, unit, x, (h - high[i]) / 2, handheld);
    });
    return { mode: "beside", scale, w, h, glass, keys, unit };
}

// The best way to show `handheld` in `width` x `height` CSS pixels, `ratio` screen pixels each:
// { mode, scale, w, h, glass: { x, y, w, h }, keys: [{ x, y, d, round }] } with the middles of the
// buttons in the order of the handheld's, all in CSS pixels. Where nothing fits, h is larger than
// `height`, and the page scrolls.
export function layout(handheld, width, height, ratio = 1) {
    const asBuilt = asItIs(handheld, width, height, ratio);
    let best = null;
    let most = 0;
    let worth = 1; // large pads rather than a few pixels more, and the first arrangement of them
    for (const group of pads(handheld)) {
        for (const unit of UNITS) {
            for (const place of [below, beside]) {
                const found = place(handheld, group, unit, width, height, ratio);
                const score = found ? found.scale * unit ** 0.4 * worth : 0;
                if (score > most) [best, most] = [found, score];
            }
        }
        worth *= 0.88;
    }
    if (asBuilt && (asBuilt.scale >= 1.1 || !best || asBuilt.scale >= 0.9 * best.scale)) return asBuilt;
    const widest = (width - 2 * EDGE) / handheld.width;
    if (best && best.scale >= Math.min(READABLE, 0.9 * widest)) return best;
    // so much of the panel that the tops of the buttons show where to go on
    const scale = whole(Math.max(Math.min(widest, (height - 48) / handheld.height), Math.min(READABLE, widest)), ratio);
    for (const group of pads(handheld)) {
        const unit = UNITS[UNITS.length - 1];
        const found = below(handheld, group, unit, width, height, ratio, scale);
        if (found && (!best || best.mode !== "scrolled" || found.h < best.h)) best = { ...found, mode: "scrolled" };
    }
    return best;
}
