/** @module The storage of this tab: what is kept in it outlives a reload, and no other tab reads it. */

/** Uses the storage; answers nothing where the browser has none for this page, or no room. */
export function inTabStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(sessionStorage);
  } catch (error) {
    // Blocked or full: what would be kept is gone with the page.
    if (error instanceof DOMException) return undefined;
    throw error;
  }
}
