/** @module Changes of a description's metadata: names, errors and messages of tracks, extensions. */
import { HOSTILE_WORDS, type Rewrite } from './rewrite.ts';

/** The names of these changes. */
export type MetadataRewrite =
  | 'names exchanged'
  | 'names invented'
  | 'track errors invented'
  | 'words invented'
  | 'tracks hidden'
  | 'tracks invented'
  | 'everything failed'
  | 'no features'
  | 'features invented'
  | 'no binary requests'
  | 'no framed streams'
  | 'no negotiation channel'
  | 'no trickle'
  | 'metadata of another shape'
  | 'prototype names';

interface Track {
  readonly mid: string;
  readonly trackId: string;
}

interface Metadata {
  readonly tracks?: readonly Track[];
  readonly [key: string]: unknown;
}

function isMetadata(value: unknown): value is Metadata {
  return typeof value === 'object' && value !== null;
}

/** A change of the metadata beside the SDP. */
function ofMetadata(words: string, change: (metadata: Metadata) => unknown): Rewrite {
  return {
    words,
    rewrite: (message) => ({
      ...message,
      metadata: change(isMetadata(message.metadata) ? message.metadata : {}),
    }),
  };
}

/** A change of every track in the metadata. */
function ofTracks(words: string, change: (tracks: readonly Track[]) => readonly object[]): Rewrite {
  return ofMetadata(words, (metadata) => ({ ...metadata, tracks: change(metadata.tracks ?? []) }));
}

function withoutFeature(name: string): Rewrite {
  const without = (list: unknown): unknown =>
    Array.isArray(list) ? list.filter((each) => each !== name) : list;
  return ofMetadata(`strips ${name}`, (metadata) => ({
    ...metadata,
    features: without(metadata['features']),
    featuresTaken: without(metadata['featuresTaken']),
  }));
}

/** The changes, by name. */
export const METADATA_REWRITES: Readonly<Record<MetadataRewrite, Rewrite>> = {
  'names exchanged': ofTracks('exchanges the names of two tracks', (tracks) =>
    tracks.map((track, index) => ({
      ...track,
      trackId: tracks[(index + 1) % tracks.length]?.trackId ?? track.trackId,
    })),
  ),
  'names invented': ofTracks('calls every track "vault"', (tracks) =>
    tracks.map((track) => ({ ...track, trackId: 'vault' })),
  ),
  'track errors invented': ofTracks('says of every track that access is denied', (tracks) =>
    tracks.map((track) => ({ ...track, error: 'ACCESS_DENIED' })),
  ),
  'words invented': ofTracks('puts words for people beside every track', (tracks) =>
    tracks.map((track) => ({ ...track, error: 'UNKNOWN_ERROR', message: HOSTILE_WORDS })),
  ),
  'tracks hidden': ofMetadata('names no tracks', ({ tracks: _hidden, ...metadata }) => ({
    ...metadata,
    status: 'OK',
  })),
  'tracks invented': ofTracks('names tracks that no one sends', (tracks) => [
    ...tracks,
    { mid: '7', trackId: 'vault', error: 'ACCESS_DENIED', message: HOSTILE_WORDS },
  ]),
  'everything failed': ofMetadata('says that everything failed', (metadata) => ({
    ...metadata,
    status: 'FAILED',
  })),
  'no features': ofMetadata(
    'strips the extensions',
    ({ features: _f, featuresTaken: _t, ...metadata }) => metadata,
  ),
  'features invented': ofMetadata('says that the device takes every extension', (metadata) => ({
    ...metadata,
    features: ['coap-ws/1', 'stream/1', 'negotiation/1'],
    featuresTaken: ['coap-ws/1', 'stream/1', 'negotiation/1'],
  })),
  'no binary requests': withoutFeature('coap-ws/1'),
  'no framed streams': withoutFeature('stream/1'),
  'no negotiation channel': withoutFeature('negotiation/1'),
  'no trickle': ofMetadata('says that the other side takes no single candidates', (metadata) => ({
    ...metadata,
    noTrickle: true,
  })),
  'metadata of another shape': ofMetadata('carries metadata of another shape', () => 'tracks'),
  'prototype names': {
    words: 'names a track "__proto__"',
    rewrite: (message) => ({
      ...message,
      metadata: {
        tracks: [
          { mid: '__proto__', trackId: '__proto__' },
          { mid: '0', trackId: 'constructor' },
        ],
      },
    }),
  },
};
