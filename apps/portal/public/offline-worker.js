// Installed when a person first keeps a document on the device. It answers only what the network does not: a page
// that cannot be loaded, and kept documents. Pages and data always come from the server.
const PAGE = 'offline-page-1';
const DOCUMENTS = 'kept-documents';
const FILES = ['/offline.html', '/offline.js', '/offline.css', '/first-paint.js', '/favicon.svg'];

self.addEventListener('install', (event) => {
  event.waitUntil(
    caches
      .open(PAGE)
      .then((cache) => cache.addAll(FILES))
      .then(() => self.skipWaiting()),
  );
});

self.addEventListener('activate', (event) => {
  const drop = async () => {
    for (const name of await caches.keys())
      if (name !== PAGE && name !== DOCUMENTS) await caches.delete(name);
    await self.clients.claim();
  };
  event.waitUntil(drop());
});

self.addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== 'GET' || url.origin !== self.location.origin) return;
  if (url.pathname.startsWith('/kept/')) event.respondWith(answerKept(request));
  else if (request.mode === 'navigate') event.respondWith(fetch(request).catch(() => answerOffline()));
  else if (FILES.includes(url.pathname))
    event.respondWith(fetch(request).catch(() => caches.match(url.pathname)));
});

async function answerKept(request) {
  const kept = await caches.open(DOCUMENTS).then((cache) => cache.match(new URL(request.url).pathname));
  return kept ?? answerOffline();
}

async function answerOffline() {
  return (await caches.match('/offline.html')) ?? Response.error();
}
