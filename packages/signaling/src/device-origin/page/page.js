/**
 * @module The page that the console frames on a device's origin. It accepts exactly one MessagePort, from the
 * framing console, and all data of the device arrives through that port: this origin's server has only this
 * page, its worker and their scripts. The device's pages are shown in an inner frame, so that the port
 * survives navigation.
 */

/** Version of the message protocol on the port. */
const VERSION = 1;

const WORKER_PATH = '/.longwire/worker.js';
const OWN_PREFIX = '/.longwire/';

const meta = document.querySelector('meta[name="longwire-console"]');
const consoleOrigins = (meta?.getAttribute('content') ?? '').split(' ');

/** @type {MessagePort | undefined} */
let consolePort;

/** @type {HTMLIFrameElement | undefined} */
let frame;

/** @type {readonly { name: string, value: string, path: string }[]} */
let cookies = [];

/** Accepts the port if it comes from the console, this page's parent; ignores all later messages.
 * @param {MessageEvent} event
 */
function takePort(event) {
  const [port, ...others] = event.ports;
  const isConsole = event.source === window.parent && consoleOrigins.includes(event.origin);
  if (!isConsole || event.data?.type !== 'longwire-port' || port === undefined || others.length > 0) return;
  window.removeEventListener('message', takePort);
  consolePort = port;
  const worker = startWorker();
  port.addEventListener('message', ({ data }) => {
    if (data?.type === 'hello')
      void worker.then((state) =>
        port.postMessage({ type: 'hello', id: data.id, version: VERSION, worker: state }),
      );
    else handleConsole(data);
  });
  port.start();
}

/** Registers the worker for all paths of this origin.
 * @returns {Promise<'active' | 'refused'>}
 */
async function startWorker() {
  try {
    navigator.serviceWorker.addEventListener('message', handleWorker);
    navigator.serviceWorker.startMessages();
    await navigator.serviceWorker.register(WORKER_PATH, { scope: '/', updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
    return 'active';
  } catch {
    // Some browsers have no workers in a cross-site frame; the console informs the user.
    return 'refused';
  }
}

/** Forwards a request of the device's page to the console; the response arrives on the channel in the
 * /** message.
 * @param {MessageEvent} event
 */
function handleWorker({ data, ports: [port] }) {
  if (data?.type !== 'fetch' || port === undefined) return;
  if (consolePort === undefined) port.postMessage({ type: 'refused' });
  else consolePort.postMessage(data, [port]);
}

/** @param {{ type?: string, path?: string, cookies?: typeof cookies }} data */
function handleConsole(data) {
  if (data.type === 'go' && data.path !== undefined) go(data.path);
  else if (data.type === 'cookies' && data.cookies !== undefined) cookies = data.cookies;
  else if (data.type === 'back') navigationOf()?.back();
  else if (data.type === 'forward') navigationOf()?.forward();
  else if (data.type === 'reload') frame?.contentWindow?.location.reload();
}

/** @param {string} path */
function go(path) {
  const url = new URL(path, location.origin);
  if (url.origin !== location.origin || url.pathname.startsWith(OWN_PREFIX)) return;
  if (frame === undefined) showFrame(url.href);
  else if (frame.contentWindow) frame.contentWindow.location.href = url.href;
}

/** @param {string} src */
function showFrame(src) {
  frame = document.createElement('iframe');
  frame.title = 'Device';
  frame.src = src;
  for (const { style } of [document.documentElement, document.body, frame]) {
    style.cssText = 'display: block; margin: 0; border: 0; width: 100%; height: 100%';
  }
  frame.addEventListener('load', watchDocument);
  document.body.append(frame);
}

/** Reports the location, now and whenever the document changes it. */
function watchDocument() {
  navigationOf()?.addEventListener('currententrychange', reportLocation);
  reportLocation();
}

function reportLocation() {
  const shown = shownDocument();
  if (shown === undefined) return consolePort?.postMessage({ type: 'left' });
  const { pathname, search, hash } = shown.location;
  if (shown.location.protocol === 'about:') return undefined;
  const navigation = navigationOf();
  return consolePort?.postMessage({
    type: 'location',
    path: pathname + search + hash,
    title: shown.document.title,
    canGoBack: navigation?.canGoBack ?? false,
    canGoForward: navigation?.canGoForward ?? false,
  });
}

/** The window of the device's document; undefined while the browser shows something else. */
function shownDocument() {
  try {
    const shown = frame?.contentWindow;
    return shown?.document === undefined ? undefined : shown;
  } catch {
    return undefined;
  }
}

function navigationOf() {
  return shownDocument()?.navigation;
}

/** The API for the script in the device's documents (shim.js). */
window.longwire = {
  cookieText: (path) => {
    const matching = cookies.filter((cookie) => isBelow(path, cookie.path));
    return matching.map(({ name, value }) => (name === '' ? value : `${name}=${value}`)).join('; ');
  },
  setCookie: (text, path) => consolePort?.postMessage({ type: 'cookie', text, path }),
  replaceCookie: (cookie, isGone) => {
    const others = cookies.filter(({ name, path }) => name !== cookie.name || path !== cookie.path);
    cookies = isGone ? others : [...others, cookie];
  },
  openSocket: (target, protocols) => {
    const { port1, port2 } = new MessageChannel();
    if (consolePort === undefined)
      port2.postMessage({ type: 'close', code: 1006, reason: '', wasClean: false });
    else consolePort.postMessage({ type: 'socket', target, protocols }, [port2]);
    return port1;
  },
  saveAddress: (target, name) => {
    const { port1, port2 } = new MessageChannel();
    // The port stays open until the console has responded, which happens elsewhere.
    port1.onmessage = ({ data }) => {
      if (data?.type === 'head' || data?.type === 'error') port1.close();
    };
    const asked = { type: 'fetch', method: 'GET', target, fields: [], isNavigation: false, hasBody: false };
    consolePort?.postMessage({ ...asked, userAgent: navigator.userAgent, saveAs: name }, [port2]);
  },
  saveBlob: (blob, name) => consolePort?.postMessage({ type: 'file', blob, name }),
  openLink: (url) => consolePort?.postMessage({ type: 'link', url }),
};

/**
 * RFC 6265 section 5.1.4.
 * @param {string} asked
 * @param {string} path
 */
function isBelow(asked, path) {
  if (asked === path) return true;
  return asked.startsWith(path) && (path.endsWith('/') || asked.charAt(path.length) === '/');
}

if (window.parent !== window) window.addEventListener('message', takePort);
