/** @module Time to first frame: from connect() to the first rendered frame. */
import { createConnection, type ConnectionOptions } from '@longwire/client';
import { openBareConnection } from './bare-connection.ts';
import { repeat, timed } from './repeat.ts';

/** Resolves when a track's first frame has been rendered. */
async function rendered(track: MediaStreamTrack): Promise<void> {
  const video = document.createElement('video');
  Object.assign(video, { muted: true, playsInline: true, srcObject: new MediaStream([track]) });
  document.body.append(video);
  await new Promise((resolve) => {
    video.requestVideoFrameCallback(resolve);
    void video.play();
  });
  video.remove();
}

/** Milliseconds from connect() to the first frame of the device's camera. */
export async function firstFrameTimes(options: ConnectionOptions, times: number): Promise<number[]> {
  return await repeat(times, async () => {
    const connection = createConnection(options);
    const arrived = new Promise<MediaStreamTrack>((resolve) => {
      connection.on('track', ({ track }) => resolve(track));
    });
    const elapsed = await timed(async () => {
      await connection.connect();
      await connection.request('POST', '/webrtc/tracks', {
        contentFormat: 50,
        payload: new TextEncoder().encode('{"tracks":["camera"]}'),
      });
      await rendered(await arrived);
    });
    await connection.close();
    return elapsed;
  });
}

/** Milliseconds until the first frame of a bare peer that sends the same clip, requested in the only offer. */
export async function firstFrameFloor(times: number): Promise<number[]> {
  return await repeat(times, async () => {
    const started = performance.now();
    const seen = Promise.withResolvers<void>();
    const { peer } = await openBareConnection((bare) => {
      bare.addEventListener('track', ({ track }) => void rendered(track).then(seen.resolve, seen.reject));
      bare.addTransceiver('video', { direction: 'recvonly' });
    });
    await seen.promise;
    const elapsed = performance.now() - started;
    peer.close();
    return elapsed;
  });
}
