/** @module What the console leaves for its service worker, which cannot read the page's preferences and devices. */

/** The parts of `CacheStorage` used here. */
export interface WorkerStores {
  open(name: string): Promise<{
    put(url: string, response: Response): Promise<void>;
    match(url: string): Promise<Response | undefined>;
  }>;
}

/** The language of the console when it was last open, and the devices that may notify this browser. */
type Name = 'language' | 'push-senders';

const cacheOf = (name: Name): string => `longwire-${name}`;

/** Stores a text; its URL is relative to the folder of the page, which is that of the worker, and never loaded. A browser that stores nothing for the page leaves the worker without. */
export async function storeForWorker(caches: WorkerStores, name: Name, text: string): Promise<void> {
  try {
    await (await caches.open(cacheOf(name))).put(name, new Response(text));
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
  }
}

/** Reads a stored text; undefined if there is none, or none can be read. */
export async function readForWorker(caches: WorkerStores, name: Name): Promise<string | undefined> {
  try {
    const stored = await (await caches.open(cacheOf(name))).match(name);
    return await stored?.text();
  } catch (error) {
    if (!(error instanceof DOMException)) throw error;
    return undefined;
  }
}
