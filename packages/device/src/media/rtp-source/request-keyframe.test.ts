/** @module Keyframe requests to an RTP sender, on real ports: when a keyframe is missing, to its RTCP address, at a limited rate. */
import type { Socket } from 'node:dgram';
import { afterEach, expect, test } from 'vitest';
import { ManualClock } from '@longwire/testing/clock';
import type { MediaCodec, MediaFrame, Subscription } from '../media-source.ts';
import { readFeedback } from '../rtp/feedback.ts';
import { wholePayload } from '../rtp/payload.ts';
import { RtcpType, rtcpBlocks } from '../rtp/rtcp-blocks.ts';
import { writeRtpPacket } from '../rtp/rtp-packet.ts';
import { writeSenderReport } from '../rtp/sender-report.ts';
import { bound, closeSocket, closeSockets, freePort } from './bound-sockets.fixture.ts';
import { openRtpSource, type RtpSourceOptions } from './open-rtp-source.ts';

const H264: MediaCodec = { kind: 'video', name: 'H264', clockRate: 90_000, parameters: '' };
const SSRC = 7;
const KEY = 0x67;
const DELTA = 0x41;

const subscriptions: Subscription[] = [];
afterEach(() => {
  for (const subscription of subscriptions.splice(0)) subscription.close();
  closeSockets();
});

/** Two consecutive ports, for RTP and RTCP. */
async function portPair(): Promise<readonly [Socket, Socket]> {
  for (;;) {
    const media = await bound();
    try {
      return [media, await bound(media.address().port + 1)];
    } catch {
      await closeSocket(media);
    }
  }
}

/** Repeats an action every few milliseconds until a condition is true. */
async function until(isDone: () => boolean, act: () => void): Promise<void> {
  while (!isDone()) {
    act();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

/** A source with a viewer, and a sender that counts keyframe requests. */
async function setUp(options: Partial<RtpSourceOptions> = {}) {
  const clock = new ManualClock(0);
  const [ports, reports] = [await portPair(), await bound()];
  const [media, beside] = ports;
  const port = await freePort();
  const reportPort = await freePort();
  const asked = { beside: 0, reports: 0 };
  const requests: Uint8Array[] = [];
  const count = (socket: Socket, name: keyof typeof asked): void => {
    socket.on('message', (bytes) => {
      if (!readFeedback(bytes, SSRC).asksForPicture) return;
      asked[name] += 1;
      requests.push(bytes);
    });
  };
  count(beside, 'beside');
  count(reports, 'reports');
  const source = openRtpSource({ port, reportPort, codec: H264, clock, ...options });
  const frames: MediaFrame[] = [];
  const watch = (): Subscription => {
    const subscription = source.subscribe((frame) => frames.push(frame), H264);
    subscriptions.push(subscription);
    return subscription;
  };
  let sequenceNumber = 0;
  const send = (type: number): void => {
    sequenceNumber += 1;
    const timestamp = sequenceNumber * 3_600;
    const header = { marker: true, payloadType: 96, sequenceNumber, timestamp, ssrc: SSRC };
    media.send(writeRtpPacket(header, wholePayload(Uint8Array.of(type, 0))), port, '127.0.0.1');
  };
  const report = (): void => {
    const bytes = writeSenderReport({
      ssrc: SSRC,
      cname: 'camera',
      timestamp: 1,
      wallMs: 1,
      packets: 1,
      bytes: 1,
    });
    reports.send(bytes, reportPort, '127.0.0.1');
  };
  const lose = (): void => void (sequenceNumber += 5_000);
  return { clock, asked, requests, frames, watch, send, report, lose };
}

test('requests a keyframe of a stream joined in the middle after half a second, once a second, at the port after its RTP port', async () => {
  const { clock, asked, requests, watch, send } = await setUp();
  watch();
  const step = (): void => {
    send(DELTA);
    clock.advance(10);
  };
  await until(() => asked.beside > 0, step);
  expect(clock.monotonic()).toBeGreaterThanOrEqual(500);
  expect(rtcpBlocks(requests[0] ?? new Uint8Array(0)).map(({ type }) => type)).toEqual([
    RtcpType.receiverReport,
    RtcpType.sourceDescription,
    RtcpType.payloadFeedback,
  ]);
  await until(() => asked.beside > 2, step);
  expect(clock.monotonic()).toBeGreaterThanOrEqual(2_500);
  expect(asked.reports).toBe(0);
});

test('requests no keyframe of a stream that starts with one until packets are lost', async () => {
  const { clock, asked, frames, watch, send, lose } = await setUp();
  watch();
  await until(
    () => frames.length > 0,
    () => send(KEY),
  );
  clock.advance(2_000);
  const count = frames.length + 20;
  await until(
    () => frames.length > count,
    () => send(DELTA),
  );
  expect(asked.beside).toBe(0);
  lose();
  await until(
    () => asked.beside > 0,
    () => send(DELTA),
  );
  // The clock does not advance, so one request is sent.
  await until(
    () => frames.length > count + 20,
    () => send(KEY),
  );
  expect(asked.beside).toBe(1);
});

test('sends a viewer’s keyframe request to the source address of the sender’s reports', async () => {
  const { clock, asked, frames, watch, send, report } = await setUp();
  const viewer = watch();
  const step = (): void => {
    send(KEY);
    report();
    if (frames.length > 0) viewer.refresh();
    clock.advance(10);
  };
  await until(() => asked.reports > 0, step);
  const { beside } = asked;
  await until(() => asked.reports > 2, step);
  expect(asked.beside).toBe(beside);
});

test('sends nothing to a sender that is not allowed', async () => {
  const { clock, asked, watch, send, report } = await setUp({ from: ['192.0.2.1'] });
  const viewer = watch();
  let steps = 0;
  await until(
    () => (steps += 1) > 200,
    () => {
      send(DELTA);
      report();
      viewer.refresh();
      clock.advance(10);
    },
  );
  expect(asked).toEqual({ beside: 0, reports: 0 });
});
