/** @module Reads a device's report on the quality of its pictures. */
import { fieldOf, listOf, readResource, textOf, type ReadResource } from '../../request/read-resource.ts';

/** Why an estimate is not higher: growing delay, loss, the device's ceiling, or nothing so far. */
const LIMITS = ['delay', 'loss', 'ceiling', 'probing'] as const;

/**
 * Why a track has its level: it is the best; it was asked for; the picture is shown small; the network carries no more; this browser
 * has reported nothing; the camera's better streams do not work.
 */
const REASONS = ['best', 'choice', 'size', 'line', 'no-reports', 'input'] as const;

/** One level of a track. */
export interface QualityLevel {
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly bitsPerSecond: number;
}

/** What the device sends of a track with several levels. */
export interface TrackQualityReport {
  readonly trackId: string;
  /** Best first. */
  readonly levels: readonly QualityLevel[];
  /** The index of the level that is sent. */
  readonly level: number;
  readonly reason: (typeof REASONS)[number];
  /** Whether the network does not even carry this level, so that only its keyframes are sent. */
  readonly isKeyframesOnly: boolean;
}

/** What the device reports about its network to this browser. */
export interface QualityReport {
  /** What the network carries, as far as the device knows. */
  readonly bitsPerSecond?: number;
  readonly limit?: (typeof LIMITS)[number];
  readonly tracks: readonly TrackQualityReport[];
}

/** The resource with the quality of the device's pictures (docs/protocol/quality.md). */
export const QUALITY_PATH = '/webrtc/tracks/quality';

/** Limits of a report. Reason: the device chooses it. */
const MAX_TRACKS = 32;
const MAX_LEVELS = 8;

/** The device's report; undefined for a device without one. Rejects as `readResource` does. */
export async function readQuality(request: ReadResource): Promise<QualityReport | undefined> {
  return parseQuality(await readResource(request, QUALITY_PATH));
}

/** The report; undefined for anything else. Tracks that are not understood are left out. */
export function parseQuality(answer: unknown): QualityReport | undefined {
  const tracks = fieldOf(answer, 'tracks');
  if (!Array.isArray(tracks)) return undefined;
  const bitsPerSecond = countOf(answer, 'bitsPerSecond');
  const limit = LIMITS.find((each) => each === fieldOf(answer, 'limit'));
  return {
    ...(bitsPerSecond !== undefined && { bitsPerSecond }),
    ...(limit !== undefined && { limit }),
    tracks: listOf(tracks, MAX_TRACKS).flatMap((track) => parseTrack(track)),
  };
}

function parseTrack(track: unknown): readonly TrackQualityReport[] {
  const trackId = textOf(track, 'trackId');
  const level = countOf(track, 'level');
  const reason = REASONS.find((each) => each === fieldOf(track, 'reason'));
  const levels = listOf(fieldOf(track, 'levels'), MAX_LEVELS).flatMap((each) => parseLevel(each));
  if (trackId === undefined || reason === undefined || level === undefined || levels[level] === undefined)
    return [];
  return [{ trackId, levels, level, reason, isKeyframesOnly: fieldOf(track, 'keyframesOnly') === true }];
}

function parseLevel(level: unknown): readonly QualityLevel[] {
  const bitsPerSecond = countOf(level, 'bitsPerSecond');
  if (bitsPerSecond === undefined) return [];
  const [width, height] = [countOf(level, 'width'), countOf(level, 'height')];
  return [{ ...(width !== undefined && height !== undefined && { width, height }), bitsPerSecond }];
}

function countOf(value: unknown, name: string): number | undefined {
  const count = fieldOf(value, name);
  return typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? count : undefined;
}
