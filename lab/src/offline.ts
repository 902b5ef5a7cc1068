// The service worker: keeps the files of this build, so that the lab works without a network.
/// <reference lib="webworker" />
declare const FILES: string[];
declare const BUILD: string;

const scope = self as unknown as ServiceWorkerGlobalScope;
const cacheName = `setwise-lab-${BUILD}`;

scope.addEventListener("install", (event) => {
  const keep = async () => {
    const cache = await caches.open(cacheName);
    await cache.addAll(FILES);
    await scope.skipWaiting();
  };
  event.waitUntil(keep());
});

scope.addEventListener("activate", (event) => {
  const clean = async () => {
    const names = await caches.keys();
    const old = names.filter((name) => name.startsWith("setwise-lab-") && name !== cacheName);
    await Promise.all(old.map((name) => caches.delete(name)));
    await scope.clients.claim();
  };
  event.waitUntil(clean());
});

scope.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== scope.location.origin) {
    return;
  }
  const answer = async () => {
    const cache = await caches.open(cacheName);
    return (await cache.match(request, { ignoreSearch: true })) ?? fetch(request);
  };
  event.respondWith(answer());
});
