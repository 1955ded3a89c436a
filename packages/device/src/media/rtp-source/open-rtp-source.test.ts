/** @module RTP on a real port: accepted from allowed senders, reported when it stops, received only while the source has viewers. */
import { afterEach, expect, test } from 'vitest';
import { PCMU_CODEC } from '../audio-codecs.ts';
import { ManualClock } from '@longwire/testing/clock';
import type { MediaFrame, MediaSource } from '../media-source.ts';
import { wholePayload } from '../rtp/payload.ts';
import { writeRtpPacket } from '../rtp/rtp-packet.ts';
import { bound, closeSocket, closeSockets, freePort } from './bound-sockets.fixture.ts';
import { openRtpSource } from './open-rtp-source.ts';

afterEach(closeSockets);

/** Sends a packet every few milliseconds until a condition is true, because the port may not be open yet. */
async function sendUntil(port: number, isDone: () => boolean): Promise<void> {
  const socket = await bound();
  let sequenceNumber = 0;
  while (!isDone()) {
    sequenceNumber += 1;
    const header = {
      marker: false,
      payloadType: 0,
      sequenceNumber,
      timestamp: sequenceNumber * 160,
      ssrc: 1,
    };
    socket.send(writeRtpPacket(header, wholePayload(new Uint8Array(160))), port, '127.0.0.1');
    await new Promise((resolve) => setImmediate(resolve));
  }
}

const change = async (source: MediaSource): Promise<void> =>
  await new Promise((resolve) => {
    const off = source.on('change', () => {
      off();
      resolve();
    });
  });

test('turns a packet into a frame, and is failing during silence until the next frame', async () => {
  const clock = new ManualClock(0);
  const port = await freePort();
  const source = openRtpSource({ port, reportPort: 0, codec: PCMU_CODEC, clock });
  const frames: MediaFrame[] = [];
  const subscription = source.subscribe((frame) => frames.push(frame), PCMU_CODEC);
  await sendUntil(port, () => frames.length > 0);
  expect(source.health).toEqual({ kind: 'ok' });
  clock.advance(8_000);
  expect(source.health).toEqual({ kind: 'failing', message: `No sound arrives on UDP port ${port}.` });
  await sendUntil(port, () => source.health.kind === 'ok');
  subscription.close();
  expect(clock.pending).toBe(0);
  // The port is closed again.
  await bound(port);
});

test('is failing while its port is in use, and retries', async () => {
  const clock = new ManualClock(0);
  const taken = await bound();
  const { port } = taken.address();
  const source = openRtpSource({ port, reportPort: 0, codec: PCMU_CODEC, clock });
  const frames: MediaFrame[] = [];
  const failed = change(source);
  const subscription = source.subscribe((frame) => frames.push(frame), PCMU_CODEC);
  await failed;
  expect(source.health).toEqual({
    kind: 'failing',
    message: `UDP port ${port}, on which the sound is received, cannot be opened.`,
  });
  await closeSocket(taken);
  clock.advance(5_000);
  await sendUntil(port, () => frames.length > 0);
  expect(source.health).toEqual({ kind: 'ok' });
  subscription.close();
});

test('accepts packets only from the allowed sender', async () => {
  const clock = new ManualClock(0);
  const ports = [await freePort(), await freePort()];
  const [strict, open] = ports.map((port, index) =>
    openRtpSource({
      port,
      reportPort: 0,
      codec: PCMU_CODEC,
      clock,
      ...(index === 0 ? { from: ['192.0.2.1'] } : { from: ['127.0.0.1'] }),
    }),
  );
  const frameCounts = [0, 0];
  const offs = [strict, open].map((source, index) =>
    source?.subscribe(() => (frameCounts[index] = (frameCounts[index] ?? 0) + 1), PCMU_CODEC),
  );
  let sent = 0;
  await sendUntil(ports[0] ?? 0, () => (sent += 1) > 20);
  await sendUntil(ports[1] ?? 0, () => (frameCounts[1] ?? 0) > 0);
  expect(frameCounts[0]).toBe(0);
  offs.forEach((off) => off?.close());
});

test.each([0, 65_535, 1.5, 70_000])('rejects port %s', (port) => {
  expect(() => openRtpSource({ port, codec: PCMU_CODEC })).toThrow(
    expect.objectContaining({ code: 'ERR_DEVICE_OPTIONS' }),
  );
});
