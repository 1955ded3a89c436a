/**
 * @module The service worker of a device's origin. It sends every request of the device's pages to the
 * console, through the page that the console frames, each on its own channel; it keeps no state that matters,
 * so the browser may stop it any time.
 */

const SHELL_PATH = '/.longwire/page.html';
const OWN_PREFIX = '/.longwire/';

/**
 * Time for the page to reach the console, in milliseconds. Reason: a page that the browser has frozen never
 * responds.
 */
const ACCEPT_MS = 5_000;

/** Most documents whose page is remembered. */
const MAX_REMEMBERED = 256;

/**
 * Only the console frames a device's pages, and only pages of the same device link to them; they open no
 * dialogs and no tabs and save nothing (docs/adr/0037-a-devices-own-page.md).
 */
const POLICY =
  "frame-ancestors 'self' %CONSOLE_ORIGINS%; sandbox allow-scripts allow-same-origin allow-forms";

const INSIDE = 'This page is shown inside the console.';

/** Headers that a device may not set, or that have no meaning here. */
const DROPPED = new Set(['set-cookie', 'x-frame-options', 'service-worker-allowed', 'clear-site-data']);

/** @type {Map<string, string>} Page client id by document client id, while the worker runs. */
const shellIds = new Map();

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));
self.addEventListener('fetch', (event) => {
  const { origin, pathname } = new URL(event.request.url);
  if (origin === self.location.origin && !pathname.startsWith(OWN_PREFIX)) event.respondWith(answer(event));
});

/**
 * @param {FetchEvent} event
 * @returns {Promise<Response>}
 */
async function answer(event) {
  const { request } = event;
  const isNavigation = request.mode === 'navigate';
  // Reason: outside the console's frame a page may do more, such as ask for the camera, without showing whose
  // it is.
  if (isNavigation && request.destination === 'document') return note(403, INSIDE);
  if (isNavigation && !isOwn(request.referrer)) return repeatPage(request.method);
  for (const shell of await shellsFor(event.clientId)) {
    const response = await ask(shell, event);
    if (response === undefined) continue;
    if (isNavigation) remember(event.resultingClientId, shell.id);
    return response;
  }
  return note(503, `${INSIDE} It is not open.`);
}

/** @param {string} referrer */
function isOwn(referrer) {
  return URL.parse(referrer)?.origin === self.location.origin;
}

/** Rejects requests from other origins; a document request without a referrer is repeated by door.js.
 * @param {string} method
 */
function repeatPage(method) {
  if (method !== 'GET') return note(403, 'A page of another origin may not send this here.');
  return page(200, '<!doctype html><meta charset="utf-8"><script src="/.longwire/door.js"></script>');
}

/** Returns the pages that may reach the console: first the one that the document came through, then visible
 * /** ones.
 * @param {string} clientId
 */
async function shellsFor(clientId) {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const shells = windows.filter(({ url }) => new URL(url).pathname === SHELL_PATH);
  /** @param {WindowClient} shell */
  const rank = ({ id, focused, visibilityState }) =>
    (shellIds.get(clientId) === id ? 4 : 0) + (focused ? 2 : 0) + (visibilityState === 'visible' ? 1 : 0);
  return shells.sort((one, other) => rank(other) - rank(one));
}

/**
 * @param {string} clientId
 * @param {string} shellId
 */
function remember(clientId, shellId) {
  shellIds.set(clientId, shellId);
  const [oldest] = shellIds.keys();
  if (shellIds.size > MAX_REMEMBERED && oldest !== undefined) shellIds.delete(oldest);
}

/** Resolves with the response, or undefined if no console is connected to the page.
 * @param {WindowClient} shell
 * @param {FetchEvent} event
 * @returns {Promise<Response | undefined>}
 */
function ask(shell, event) {
  const { request } = event;
  const { port1: port, port2 } = new MessageChannel();
  const url = new URL(request.url);
  const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : bodyOf(request);
  return new Promise((resolve) => {
    const timer = setTimeout(() => finish(undefined), ACCEPT_MS);
    /** @param {Response | undefined} response */
    const finish = (response) => {
      clearTimeout(timer);
      if (response === undefined) port.close();
      resolve(response);
    };
    request.signal.addEventListener('abort', () => port.postMessage({ type: 'cancel' }));
    event.waitUntil(
      new Promise((settle) => {
        const incoming = new Incoming(port, finish, () => settle(undefined));
        port.onmessage = ({ data }) => {
          if (data.type === 'accepted') clearTimeout(timer);
          else if (data.type === 'refused') finish(undefined);
          else if (data.type === 'more') void sendBody(port, body);
          else incoming.handle(data);
        };
      }),
    );
    const asked = {
      type: 'fetch',
      method: request.method,
      target: url.pathname + url.search,
      fields: [...request.headers],
      referrer:
        isOwn(request.referrer) && new URL(request.referrer).pathname !== SHELL_PATH ? request.referrer : '',
      userAgent: navigator.userAgent,
      isNavigation: request.mode === 'navigate',
      hasBody: body !== undefined,
    };
    shell.postMessage(asked, [port2]);
  });
}

/** A response in progress: its head, then chunks as the page consumes them. */
class Incoming {
  /**
   * @param {MessagePort} port
   * @param {(response: Response) => void} onResponse
   * @param {() => void} onDone
   */
  constructor(port, onResponse, onDone) {
    this.port = port;
    this.onResponse = onResponse;
    this.onDone = onDone;
    /** @type {ReadableStreamDefaultController | undefined} */
    this.controller = undefined;
  }

  /** @param {{ type: string, bytes?: Uint8Array, status?: number, statusText?: string, fields?: [string, string][], hasBody?: boolean }} data */
  handle(data) {
    try {
      if (data.type === 'head') this.#begin(data);
      else if (data.type === 'data') this.controller?.enqueue(data.bytes);
      else if (data.type === 'end') this.#end(() => this.controller?.close());
      else if (data.type === 'error') this.#fail();
    } catch {
      // The browser rejects the response, for example its status or a header.
      this.port.postMessage({ type: 'cancel' });
      this.#fail();
    }
  }

  /** @param {{ status?: number, statusText?: string, fields?: [string, string][], hasBody?: boolean }} head */
  #begin({ status = 502, statusText = '', fields = [], hasBody = false }) {
    const stream = hasBody ? this.#stream() : null;
    this.onResponse(new Response(stream, { status, statusText, headers: headersOf(fields) }));
    if (!hasBody) this.onDone();
  }

  #stream() {
    return new ReadableStream(
      {
        start: (controller) => {
          this.controller = controller;
        },
        pull: () => this.port.postMessage({ type: 'pull' }),
        cancel: () => {
          this.port.postMessage({ type: 'cancel' });
          this.onDone();
        },
      },
      { highWaterMark: 1 },
    );
  }

  /** @param {() => void} end */
  #end(end) {
    end();
    this.port.close();
    this.onDone();
  }

  #fail() {
    // A response that has begun stays; its reader sees where it breaks off.
    this.onResponse(Response.error());
    this.#end(() => this.controller?.error(new TypeError('the device did not send the rest')));
  }
}

/** @param {[string, string][]} fields */
function headersOf(fields) {
  const headers = new Headers();
  for (const [name, value] of fields) if (!DROPPED.has(name.toLowerCase())) headers.append(name, value);
  headers.append('content-security-policy', POLICY);
  // Reason: the referrer identifies the next request as coming from here.
  headers.set('referrer-policy', 'same-origin');
  headers.set('origin-agent-cluster', '?1');
  return headers;
}

/** Reads the request body; buffers it where the browser cannot stream it.
 * @param {Request} request
 */
function bodyOf(request) {
  if (request.body === null) return undefined;
  /** @type {Promise<ReadableStreamDefaultReader<Uint8Array>>} */
  const reader = (async () => (request.body ?? (await request.blob()).stream()).getReader())();
  return reader;
}

/** Sends the next chunk.
 * @param {MessagePort} port
 * @param {Promise<ReadableStreamDefaultReader<Uint8Array>> | undefined} body
 */
async function sendBody(port, body) {
  try {
    const next = await (await body)?.read();
    if (next?.value === undefined) port.postMessage({ type: 'bodyEnd' });
    else port.postMessage({ type: 'body', bytes: next.value });
  } catch {
    port.postMessage({ type: 'bodyFailed' });
  }
}

/**
 * @param {number} status
 * @param {string} html
 */
function page(status, html) {
  const headers = headersOf([['content-type', 'text/html; charset=utf-8']]);
  headers.append('content-security-policy', "default-src 'none'; script-src 'self'");
  return new Response(html, { status, headers });
}

/**
 * @param {number} status
 * @param {string} words
 */
function note(status, words) {
  return page(status, `<!doctype html><meta charset="utf-8"><p>${words}</p>`);
}
