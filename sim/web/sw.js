// SPDX-FileCopyrightText: 2026 Tavolino contributors
// SPDX-License-Identifier: MIT
//
// Keeps the page for use without a network, and gives its files the headers that let the page and its
// worker share memory, which plain hosting has no place for.

const VERSION = "tavolino-@VERSION@";
const FILES = ["@FILES@"];

self.addEventListener("install", (event) => {
    event.waitUntil((async () => {
        const cache = await caches.open(VERSION);
        await cache.addAll(FILES.map((name) => new Request(name, { cache: "no-cache" })));
        await self.skipWaiting();
    })());
});

self.addEventListener("activate", (event) => {
    event.waitUntil((async () => {
        for (const name of await caches.keys()) {
            if (name.startsWith("tavolino-") && name !== VERSION) await caches.delete(name);
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
    const cache = await caches.open(VERSION);
    const url = new URL(request.url);
    if (url.pathname.endsWith("/")) url.pathname += "index.html";
    url.search = "";
    const kept = await cache.match(url.href);
    if (kept) return isolated(kept);
    const fetched = await fetch(request);
    // the packs of other boards are kept once they have been used
    if (fetched.ok && url.pathname.endsWith(".gz")) await cache.put(url.href, fetched.clone());
    return isolated(fetched);
}

self.addEventListener("fetch", (event) => {
    const { request } = event;
    if (request.method === "GET" && new URL(request.url).origin === self.location.origin) {
        event.respondWith(answer(request));
    }
});
