/** @module The service worker of a device's own origin: the newest takes over at once. It answers no request itself yet. */

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
