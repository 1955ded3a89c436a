/** @module Time from the request for a track to the track, with its offer over the connection itself and by signaling. */
import { createConnection, type ConnectionOptions } from '@longwire/client';

const TRACK = 'camera';
const JSON_FORMAT = 50;

/** Milliseconds from the request to the first `track` event. */
export interface TrackRequests {
  readonly inside: number[];
  readonly signaling: number[];
}

/** One connection, and one track on it. */
async function trackMs(options: ConnectionOptions, isInside: boolean): Promise<number> {
  await using connection = createConnection(options);
  await connection.connect();
  // The device signs that it negotiates over the connection; the client does so from now on.
  if (isInside) await connection.readFingerprint();
  const arrived = Promise.withResolvers<number>();
  connection.on('track', () => arrived.resolve(performance.now()));
  const startMs = performance.now();
  const payload = JSON.stringify({ tracks: [TRACK] });
  const { statusCode } = await connection.request('POST', '/webrtc/tracks', {
    payload,
    contentFormat: JSON_FORMAT,
  });
  if (statusCode !== 201) throw new Error(`track request failed: want status 201, got ${statusCode}`);
  const elapsedMs = (await arrived.promise) - startMs;
  if (connection.negotiatesInside !== isInside) throw new Error('the offer of the track took the other path');
  return elapsedMs;
}

/** Both alternate, so that a slow moment of the machine affects both. */
export async function trackRequestTimes(options: ConnectionOptions, times: number): Promise<TrackRequests> {
  const samples: TrackRequests = { inside: [], signaling: [] };
  // The first of each loads code and is not counted.
  for (const isInside of [false, true]) await trackMs(options, isInside);
  for (let round = 0; round < times; round += 1) {
    samples.signaling.push(await trackMs(options, false));
    samples.inside.push(await trackMs(options, true));
  }
  return samples;
}
