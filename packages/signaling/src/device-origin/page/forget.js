/**
 * @module Page through which the console clears everything that the device's pages stored on this origin. It
 * does so on a message from the framing console and replies on the message's port once everything is cleared.
 */

/** Endpoint that responds with `Clear-Site-Data`. */
const FORGET_PATH = '/.longwire/forget';

const meta = document.querySelector('meta[name="longwire-console"]');
const consoleOrigins = (meta?.getAttribute('content') ?? '').split(' ');

/** @param {MessageEvent} event */
function handleMessage(event) {
  const [port, ...others] = event.ports;
  const isConsole = event.source === window.parent && consoleOrigins.includes(event.origin);
  if (!isConsole || event.data?.type !== 'longwire-forget' || port === undefined || others.length > 0) return;
  window.removeEventListener('message', handleMessage);
  void forget().then(
    (isEmpty) => port.postMessage({ type: isEmpty ? 'emptied' : 'left' }),
    () => port.postMessage({ type: 'left' }),
  );
}

/**
 * Resolves with whether the storage is empty: a page that is still open in another tab may have stored data
 * again.
 */
async function forget() {
  const { ok } = await fetch(FORGET_PATH, { method: 'POST' });
  // Reason: session storage belongs to the tab, and not every browser includes it in Clear-Site-Data.
  sessionStorage.clear();
  await forgetCookies();
  return ok && (await isEmpty());
}

/**
 * Cookies that a page set without the console; the service sets none. Cookies with another path are invisible
 * to this page.
 */
async function forgetCookies() {
  if (!('cookieStore' in window)) return;
  /** @type {{ name?: string, domain?: string | null, path?: string }[]} Not every browser reports the domain and path. */
  const cookies = await window.cookieStore.getAll();
  for (const { name = '', domain = null, path = '/' } of cookies)
    for (const partitioned of [true, false])
      await window.cookieStore.delete({ name, domain, path, partitioned });
}

/** If the browser cannot list cookies, some may be left. */
async function isEmpty() {
  if (!('cookieStore' in window)) return false;
  const left = await Promise.all([
    window.cookieStore.getAll(),
    indexedDB.databases(),
    caches.keys(),
    navigator.serviceWorker.getRegistrations(),
  ]);
  return localStorage.length === 0 && left.every(({ length }) => length === 0);
}

if (window.parent !== window) window.addEventListener('message', handleMessage);
