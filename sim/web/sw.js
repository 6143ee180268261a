// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
//
// Keeps the page for use without a network, and gives its files the headers that let the page and its
// worker share memory, which plain hosting has no place for. Where the browser gives it no room, or
// doesn't let it keep anything, it still does the latter.

const VERSION = "tavolino-@VERSION@";
const FILES = ["@FILES@"];

// The store of this version, or null.
async function store() {
    try {
        return await caches.open(VERSION);
    } catch {
        return null;
    }
}

self.addEventListener("install", (event) => {
    event.waitUntil((async () => {
        const cache = await store();
        const answers = await Promise.all(FILES.map((name) => fetch(name, { cache: "no-cache" })));
        if (!answers.every(({ ok }) => ok)) throw new Error("a file is missing");
        try {
            await Promise.all(answers.map((answer, i) => cache.put(FILES[i], answer)));
        } catch {
            // all of them or none
            if (cache) await Promise.all(FILES.map((name) => cache.delete(name))).catch(() => null);
        }
        await self.skipWaiting();
    })());
});

self.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
        try {
            for (const name of await caches.keys()) {
                if (name.startsWith("tavolino-") && name !== VERSION) await caches.delete(name);
            }
        } catch {
            // there are none
        }
        await self.clients.claim();
    })());
});

function isolated(answer) {
    const headers = new Headers(answer.headers);
    headers.set("Cross-Origin-Opener-Policy", "same-origin");
    headers.set("Cross-Origin-Embedder-Policy", "require-corp");
    headers.set("Cross-Origin-Resource-Policy", "same-origin");
    return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}

async function answer(request) {
    const cache = await store();
    const url = new URL(request.url);
    if (url.pathname.endsWith("/")) url.pathname += "index.html";
    url.search = "";
    const kept = await cache?.match(url.href).catch(() => null);
    if (kept) return isolated(kept);
    const fetched = await fetch(request);
    // the packs of other boards are kept once they have been used
    if (fetched.ok && url.pathname.endsWith(".gz")) await cache?.put(url.href, fetched.clone()).catch(() => null);
    return isolated(fetched);
}

self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method === "GET" && new URL(request.url).origin === self.location.origin) {
        event.respondWith(answer(request));
    }
});
