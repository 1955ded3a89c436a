/** @module Notes for the next connection that outlast the page: what contains no credentials. */
import {
  createIceServerCache,
  MAX_NOTES,
  type ConnectNote,
  type IceServerCache,
} from './ice-server-cache.ts';

/** The part of `localStorage` that is used. */
export type NoteStorage = Pick<Storage, 'getItem' | 'setItem'>;

/** The key in `localStorage` under which a page keeps notes for its next connections; remove it to forget them. */
export const CONNECT_NOTES_KEY = 'longwire-connect';

/** A cache in memory that also keeps in a storage what may be kept there. */
export function createStoredIceServerCache(storage: NoteStorage): IceServerCache {
  const memory = createIceServerCache();
  return {
    get: (key) => memory.get(key) ?? read(storage).get(key),
    set(key, note) {
      memory.set(key, note);
      const notes = read(storage);
      notes.delete(key);
      const lasting = withoutSecrets(note);
      if (lasting !== undefined) notes.set(key, lasting);
      storage.setItem(CONNECT_NOTES_KEY, JSON.stringify([...notes].slice(-MAX_NOTES)));
    },
  };
}

/** The stored notes, oldest first; whatever else is stored under the key counts as none. */
function read(storage: NoteStorage): Map<unknown, unknown> {
  try {
    return new Map(JSON.parse(storage.getItem(CONNECT_NOTES_KEY) ?? '[]'));
  } catch {
    return new Map();
  }
}

/**
 * Undefined if nothing is left. A list of servers is kept only as a whole: without its relays it would not be tried for long enough. A
 * service that needs the sequential handshake may be another one by the next page load.
 */
function withoutSecrets({ iceServers, untilMs, needsServers, isEarly }: ConnectNote = {}):
  | ConnectNote
  | undefined {
  const isOpen = iceServers?.every(({ credential }) => credential === undefined) !== false;
  const lasting = {
    ...(isOpen && untilMs !== undefined && { iceServers, untilMs }),
    ...(needsServers && { needsServers }),
    ...(isEarly !== undefined && { isEarly }),
  };
  return Object.keys(lasting).length === 0 ? undefined : lasting;
}
