/** @module Track metadata as deployed devices handle it: the client's metadata is stored and echoed completely. */

export interface TrackEntry {
  readonly mid: string;
  readonly trackId: string;
  readonly error?: string;
}

/** A client's metadata, unknown keys included. */
export interface Metadata {
  readonly tracks?: readonly TrackEntry[];
  readonly [key: string]: unknown;
}

function isTrackEntry(value: unknown): value is TrackEntry {
  return (
    typeof value === 'object' &&
    value !== null &&
    'mid' in value &&
    'trackId' in value &&
    typeof value.mid === 'string' &&
    typeof value.trackId === 'string'
  );
}

/** Stores everything that a client sent. */
export function readMetadata(value: unknown): Metadata {
  if (typeof value !== 'object' || value === null) return {};
  const tracks: unknown = 'tracks' in value ? value.tracks : undefined;
  return { ...value, tracks: Array.isArray(tracks) ? tracks.filter(isTrackEntry) : [] };
}

/** The metadata of the device's next description: the client's echoed, its own tracks, and errors of lines. */
export function metadataFor(
  client: Metadata,
  own: readonly TrackEntry[],
  errors: ReadonlyMap<string, string>,
): Metadata {
  const theirs = (client.tracks ?? [])
    .filter(({ mid }) => !own.some((entry) => entry.mid === mid))
    .map((entry) => {
      const error = errors.get(entry.mid);
      return error === undefined ? entry : { ...entry, error };
    });
  const hasFailed = theirs.some(({ error }) => error !== undefined && error !== 'OK');
  return { ...client, tracks: [...theirs, ...own], status: hasFailed ? 'FAILED' : 'OK' };
}
