// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
//
// The handheld's flash: kept in this browser, each file under its own name, for each board, as text in
// base64. Nothing that the browser refuses stops the game.
//
// The page that was opened last keeps; all others of the same board stop at once and say so, as they
// would write an older game over a newer one. Whose turn it is stands in the storage itself, and is
// looked up before each write. Locks, where there are any, let a new page wait until the one before
// has written its last.

const HANDING_OVER = 150; // ms that another page gets to see that it isn't its turn any more
const AT_MOST = 1000; // ms to wait for its lock: a page that is frozen keeps it

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export class Flash {
    // `tell` is called with each new `state`: "kept"; "off" if the browser refuses, "full" if it has no
    // room, "taken" if another page keeps.
    constructor(board, tell) {
        this.prefix = `tavolino/${board}`;
        this.turn = `${this.prefix}#turn`;
        this.id = Math.random().toString(36).slice(2, 12).padEnd(10, "0");
        this.tell = tell;
        this.state = null;
        this.files = new Map();
        this.waiting = new Set(); // paths that have to be written yet
        this.release = null;
    }

    get kept() {
        return this.state === "kept";
    }

    // Take the turn and read all files.
    async open() {
        let state = "kept";
        let before = null;
        try {
            before = localStorage.getItem(this.turn);
            this.put(this.turn, this.id + "+");
            const over = this.handedOver();
            if (before?.endsWith("+")) await Promise.race([over, pause(AT_MOST)]);
        } catch (error) {
            state = error?.name === "QuotaExceededError" ? "full" : "off";
        }
        try {
            this.read();
        } catch {
            state = "off";
        }
        this.mine = state === "kept";
        this.become(state);
        this.look();
        window.addEventListener("storage", (event) => {
            if (event.key === this.turn || event.key === null) this.look();
        });
        window.addEventListener("pageshow", () => this.look());
        document.addEventListener("visibilitychange", () => this.look());
        window.addEventListener("pagehide", () => this.leave());
    }

    // Resolves when the page before has let go.
    handedOver() {
        return new Promise((done) => {
            const without = () => setTimeout(done, HANDING_OVER);
            try {
                navigator.locks.request(this.turn, () => {
                    done();
                    return this.state === "taken" ? null : new Promise((free) => { this.release = free; });
                }).catch(without);
            } catch {
                without();
            }
        });
    }

    read() {
        for (let i = 0; i < localStorage.length; i++) {
            const name = localStorage.key(i);
            if (!name.startsWith(this.prefix + "/")) continue;
            let text;
            try {
                text = atob(localStorage.getItem(name));
            } catch {
                continue; // not written by this page: left alone
            }
            this.files.set(name.slice(this.prefix.length), Uint8Array.from(text, (c) => c.charCodeAt(0)));
        }
    }

    put(name, text) {
        localStorage.setItem(name, text);
        if (localStorage.getItem(name) !== text) throw new Error("nothing was kept");
    }

    become(state) {
        if (state === this.state) return;
        this.state = state;
        this.tell(state);
    }

    // Whether it is still this page's turn. Storage that was emptied is nobody's.
    look() {
        if (!this.mine) return false;
        let turn;
        try {
            turn = localStorage.getItem(this.turn);
        } catch {
            return true;
        }
        if (turn !== null && turn.slice(0, -1) !== this.id) {
            this.mine = false;
            this.release?.();
            this.become("taken");
        }
        return this.mine;
    }

    // A file has changed: `data` is an Uint8Array, or null if there is none any more.
    write(path, data) {
        if (data) this.files.set(path, data);
        else this.files.delete(path);
        if (!this.look()) return;
        this.waiting.add(path);
        try {
            const turn = localStorage.getItem(this.turn);
            if (turn === null) for (const name of this.files.keys()) this.waiting.add(name);
            if (turn !== this.id + "+") this.put(this.turn, this.id + "+");
            for (const name of this.waiting) {
                const bytes = this.files.get(name);
                if (!bytes) this.remove(name);
                else this.put(this.prefix + name, btoa(String.fromCharCode(...bytes)));
                this.waiting.delete(name);
            }
            this.become("kept");
        } catch (error) {
            // what waits is tried again with the next change
            this.become(error?.name === "QuotaExceededError" ? "full" : "off");
        }
    }

    // A file too many does no harm: the firmware knows by their numbers which is the newest.
    remove(name) {
        try {
            localStorage.removeItem(this.prefix + name);
        } catch {
            // it stays
        }
    }

    // The page is left: the next one needn't wait for it.
    leave() {
        if (!this.look()) return;
        try {
            localStorage.setItem(this.turn, this.id + "-");
        } catch {
            // it waits then
        }
    }
}
