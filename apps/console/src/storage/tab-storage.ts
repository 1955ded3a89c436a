/** @module The session storage of this tab: its content survives a reload and is not shared with other tabs. */

/** Uses the storage; returns undefined if the browser has none for this page, or no room. */
export function inTabStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch (error) {
    // Blocked or full: the value is lost with the page.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
