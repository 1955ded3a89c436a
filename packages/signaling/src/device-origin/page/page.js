/**
 * @module The page that the console frames on a device's own origin. It takes exactly one MessagePort, from the console that frames it, and
 * everything of the device comes through that port: this origin's server has nothing but this page and its worker.
 */

/** The version of what is said through the port. */
const VERSION = 1;

const WORKER_PATH = '/.longwire/worker.js';

const meta = document.querySelector('meta[name="longwire-console"]');
const consoleOrigins = (meta?.getAttribute('content') ?? '').split(' ');

/**
 * Takes the port if it comes from the console, which is this page's parent; then no other message is listened to.
 * @param {MessageEvent} event
 */
function takePort(event) {
  const [port, ...others] = event.ports;
  const isConsole = event.source === window.parent && consoleOrigins.includes(event.origin);
  if (!isConsole || event.data?.type !== 'longwire-port' || port === undefined || others.length > 0) return;
  window.removeEventListener('message', takePort);
  const worker = startWorker();
  port.addEventListener('message', ({ data }) => {
    if (data?.type === 'hello')
      void worker.then((state) =>
        port.postMessage({ type: 'hello', id: data.id, version: VERSION, worker: state }),
      );
  });
  port.start();
}

/**
 * Puts the worker in charge of all paths of this origin.
 * @returns {Promise<'active' | 'refused'>}
 */
async function startWorker() {
  try {
    await navigator.serviceWorker.register(WORKER_PATH, { scope: '/', updateViaCache: 'none' });
    await navigator.serviceWorker.ready;
    return 'active';
  } catch {
    // Some browsers have no workers in a frame of another site: the console says so to the person.
    return 'refused';
  }
}

if (window.parent !== window) window.addEventListener('message', takePort);
