/** @module The codecs that a device lists for its tracks; older devices list none. */
import { EdgeError } from '@longwire/protocol/base';
import type { Connection } from '../../connection/connection.ts';

const TRACKS_PATH = '/webrtc/tracks';
const CONTENT = 205;
/** Limits of the list and of its names. Reason: the device chooses them, and they are shown in sentences. */
const MAX_CODECS = 8;
const NAME = /^[\w.-]{1,32}$/u;

/** The codecs of a track. */
export interface OfferedTrack {
  /** Such as `H265`. */
  readonly codecs: readonly string[];
  readonly kind?: 'video' | 'audio';
}

/** The codecs of each track; empty if the device does not list them. */
export async function offeredCodecs(
  connection: Pick<Connection, 'request'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, OfferedTrack>> {
  try {
    const response = await connection.request('GET', TRACKS_PATH, { signal });
    return new Map(response.statusCode === CONTENT ? listed(response.json()) : []);
  } catch (error) {
    // The failure is already reported: these are only its details.
    if (error instanceof EdgeError) return new Map();
    throw error;
  }
}

function listed(body: unknown): (readonly [string, OfferedTrack])[] {
  const tracks = field(body, 'tracks');
  if (!Array.isArray(tracks)) return [];
  return tracks.flatMap((track: unknown) => {
    const [trackId, list, kind] = ['trackId', 'codecs', 'kind'].map((name) => field(track, name));
    if (typeof trackId !== 'string' || !Array.isArray(list)) return [];
    const codecs = list.slice(0, MAX_CODECS).filter((each) => isName(each));
    return [[trackId, { codecs, ...(isKind(kind) ? { kind } : {}) }] as const];
  });
}

function isKind(value: unknown): value is 'video' | 'audio' {
  return value === 'video' || value === 'audio';
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function isName(value: unknown): value is string {
  return typeof value === 'string' && NAME.test(value);
}
