/**
 * @module The service worker of a device's own origin. Every request of a page of the device goes to the console, through the page that the
 * console frames, on a channel of its own; nothing is kept here, so that the browser may stop the worker whenever it likes.
 */

const SHELL_PATH = '/.longwire/page.html';
const OWN_PREFIX = '/.longwire/';

/** How long the page may take to find the console, in milliseconds. Reason: one that the browser has frozen never answers. */
const ACCEPT_MS = 5_000;

/** Most documents whose page is remembered. */
const MAX_REMEMBERED = 256;

/**
 * Only the console shows a device's pages, and only a page of the same device leads to one; wherever they are shown, they open no dialog, save
 * nothing and open no tab (docs/adr/0037-a-devices-own-page.md).
 */
const POLICY =
  "frame-ancestors 'self' %CONSOLE_ORIGINS%; sandbox allow-scripts allow-same-origin allow-forms";

const INSIDE = 'This page is shown inside the console.';

/** Headers that are not for a device to set, or mean nothing here. */
const DROPPED = new Set(['set-cookie', 'x-frame-options', 'service-worker-allowed', 'clear-site-data']);

/** @type {Map<string, string>} Which page a document came through, by the ids of both, for as long as the worker runs. */
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
  // Reason: outside the console's frame a page may do more, as ask for the camera, and nothing says whose it is.
  if (isNavigation && request.destination === 'document') return note(403, INSIDE);
  if (isNavigation && !isOwn(request.referrer)) return doorstep(request.method);
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

/**
 * Whoever comes from elsewhere asks nothing of the device; what came from here without saying so is sent on by the door's script.
 * @param {string} method
 */
function doorstep(method) {
  if (method !== 'GET') return note(403, 'A page of another origin may not send this here.');
  return page(200, '<!doctype html><meta charset="utf-8"><script src="/.longwire/door.js"></script>');
}

/**
 * The pages that may lead to the console: the one that the document came through first, then those that somebody looks at.
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

/**
 * Resolves with the answer, or with undefined when nobody is behind the page.
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

/** The answer as it comes: a head, then as many bytes as the page takes. */
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
      // What came makes no answer, as a status or a field that the browser does not take.
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
    // One that has its answer keeps it, and finds out where it breaks off.
    this.onResponse(Response.error());
    this.#end(() => this.controller?.error(new TypeError('the device did not send the rest')));
  }
}

/** @param {[string, string][]} fields */
function headersOf(fields) {
  const headers = new Headers();
  for (const [name, value] of fields) if (!DROPPED.has(name.toLowerCase())) headers.append(name, value);
  headers.append('content-security-policy', POLICY);
  // Reason: it is by the referrer that the next request is known to come from here.
  headers.set('referrer-policy', 'same-origin');
  headers.set('origin-agent-cluster', '?1');
  return headers;
}

/**
 * A reader of what is sent; of a copy where the browser does not give it piece by piece.
 * @param {Request} request
 */
function bodyOf(request) {
  if (request.body === null) return undefined;
  /** @type {Promise<ReadableStreamDefaultReader<Uint8Array>>} */
  const reader = (async () => (request.body ?? (await request.blob()).stream()).getReader())();
  return reader;
}

/**
 * Sends the next piece.
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
