/**
 * @module The page by which the console has everything removed that the device's pages stored on this origin. It does so when the console that
 * frames it says so, and answers on the port that comes with it once there is nothing left.
 */

/** Where the service answers with `Clear-Site-Data`. */
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

/** Resolves with whether nothing is left: a page that is still open elsewhere may have stored something anew. */
async function forget() {
  const { ok } = await fetch(FORGET_PATH, { method: 'POST' });
  // Reason: these are the tab's and the document's, and not every browser counts them among what it is told to remove.
  sessionStorage.clear();
  await forgetCookies();
  return ok && (await isEmpty());
}

/** Cookies that a page set past the console; the service itself sets none. One that is for another path is not told to this page. */
async function forgetCookies() {
  if (!('cookieStore' in window)) return;
  /** @type {{ name?: string, domain?: string | null, path?: string }[]} Not every browser tells where a cookie belongs. */
  const cookies = await window.cookieStore.getAll();
  for (const { name = '', domain = null, path = '/' } of cookies)
    for (const partitioned of [true, false])
      await window.cookieStore.delete({ name, domain, path, partitioned });
}

/** Where the browser does not tell of cookies there may be some. */
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
