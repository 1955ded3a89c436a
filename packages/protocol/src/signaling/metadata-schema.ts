/** @module The shape of metadata: strict about types, deaf to unknown keys and unknown words. */
import * as v from 'valibot';
import { TRACK_ERROR_CODES, type Metadata, type OverallStatus, type TrackErrorCode } from './metadata.ts';
import type { TrackMetadata } from './metadata.ts';

const trackError = v.pipe(
  v.string(),
  v.transform((word): TrackErrorCode => TRACK_ERROR_CODES.find((code) => code === word) ?? 'UNKNOWN_ERROR'),
);

const status = v.pipe(
  v.string(),
  v.transform((word): OverallStatus => (word === 'OK' ? 'OK' : 'FAILED')),
);

const track = v.pipe(
  v.object({ mid: v.string(), trackId: v.string(), error: v.nullish(trackError) }),
  v.transform(({ mid, trackId, error }): TrackMetadata => ({
    mid,
    trackId,
    ...(error == null ? {} : { error }),
  })),
);

/** Metadata from outside; a key that is null counts as missing. */
export const metadataSchema: v.GenericSchema<unknown, Metadata> = v.pipe(
  v.custom<object>((value) => !Array.isArray(value)),
  v.object({
    tracks: v.nullish(v.array(track)),
    status: v.nullish(status),
    noTrickle: v.nullish(v.boolean()),
    features: v.nullish(v.array(v.string())),
    featuresTaken: v.nullish(v.array(v.string())),
  }),
  v.transform(({ tracks, status, noTrickle, features, featuresTaken }): Metadata => ({
    ...(tracks == null ? {} : { tracks }),
    ...(status == null ? {} : { status }),
    ...(noTrickle == null ? {} : { noTrickle }),
    ...(features == null ? {} : { features }),
    ...(featuresTaken == null ? {} : { featuresTaken }),
  })),
);
