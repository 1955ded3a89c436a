/** @module Checks whether the network carries the best picture of the device's tracks, by the device's estimate (docs/protocol/quality.md). */
import type { Clock } from '@longwire/protocol';
import { StatusError, waitFor } from '@longwire/protocol/base';
import type { Connection } from '../../connection/connection.ts';
import { readQuality, type QualityReport } from '../../session/tracks/parse-quality.ts';
import { good, skipped, warning, type Verdict } from './finding.ts';

const READ_INTERVAL_MS = 500;

/** How long the first report of a picture may take, in milliseconds. Reason: the device lists a picture when it starts to send it. */
const START_MS = 1000;

/** How long the best picture must be sent, in milliseconds. Reason: a network that is too slow for it shows within a second. */
const STABLE_MS = 2000;

/** Longest check, in milliseconds. Reason: a device starts with a smaller picture and tries higher rates for some seconds. */
const MAX_CHECK_MS = 8000;

/** Options of {@link checkLine}. */
export interface LineCheck {
  /** Its tracks are being sent. */
  readonly connection: Connection;
  readonly clock: Clock;
}

/** Follows the device's reports until the best picture is being sent steadily, or long enough for its estimate to be one. */
export async function checkLine({ connection, clock }: LineCheck, signal: AbortSignal): Promise<Verdict> {
  const startedMs = clock.monotonic();
  let bestSinceMs: number | undefined;
  for (;;) {
    const report = await read(connection, signal);
    if (report === undefined)
      return skipped('line', 'the device does not report what its network carries', 'not-needed');
    const nowMs = clock.monotonic();
    const elapsedMs = nowMs - startedMs;
    if (report.tracks.length === 0 && elapsedMs >= START_MS)
      return skipped('line', 'the device sends no picture that has several sizes', 'not-needed');
    const isBest = report.tracks.length > 0 && limited(report).length === 0;
    bestSinceMs = isBest ? (bestSinceMs ?? nowMs) : undefined;
    const isStable = bestSinceMs !== undefined && nowMs - bestSinceMs >= STABLE_MS;
    if (isStable || elapsedMs >= MAX_CHECK_MS) return judgeLine(report);
    await waitFor<void>({ owner: signal }, ({ resolve }) => clock.schedule(READ_INTERVAL_MS, resolve));
  }
}

/** The report; undefined for a device that has none for this user. */
async function read(connection: Connection, signal: AbortSignal): Promise<QualityReport | undefined> {
  try {
    return await readQuality((path) => connection.request('GET', path, { signal }));
  } catch (error) {
    if (error instanceof StatusError) return undefined;
    throw error;
  }
}

function limited({ tracks }: QualityReport): QualityReport['tracks'] {
  return tracks.filter(({ reason }) => reason === 'line');
}

/** The verdict on a report. The rates are those of all its pictures together, in bits a second. */
function judgeLine(report: QualityReport): Verdict {
  const { bitsPerSecond, limit } = report;
  const wanted = report.tracks.reduce((sum, { levels: [best] }) => sum + (best?.bitsPerSecond ?? 0), 0);
  const facts = {
    bitsPerSecondWanted: wanted,
    ...(bitsPerSecond !== undefined && { bitsPerSecond }),
    ...(limit !== undefined && { limit }),
  };
  const names = limited(report).map(({ trackId }) => trackId);
  if (names.length === 0 || bitsPerSecond === undefined || bitsPerSecond >= wanted)
    return good('line', 'the network carries the large picture', facts);
  return warning('line', {
    code: 'narrow-line',
    text: `your line carries about ${megabits(bitsPerSecond)} Mbit/s; the camera's large picture needs ${megabits(wanted)} (${names.join(', ')})`,
    todo: 'nothing, if the smaller picture is enough; otherwise look for downloads and weak radio at both ends',
    facts,
  });
}

/** With one decimal, unless it is 0. */
function megabits(bitsPerSecond: number): string {
  return String(Math.round(bitsPerSecond / 1e5) / 10);
}
