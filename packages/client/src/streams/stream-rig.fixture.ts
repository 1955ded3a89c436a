/** @module Two ends of a stream in one test, without a connection around them. */
import { silentLogger } from '@longwire/protocol';
import { asDataChannel, FakeDataChannel, FakeStream, ManualClock } from '@longwire/testing';
import type { DataStream } from './data-stream.ts';
import { OpenStreams } from './open-streams.ts';

/** A stream, its owner, and the other end of its channel. */
export interface StreamRig {
  readonly stream: DataStream;
  readonly streams: OpenStreams;
  /** This end of the channel. */
  readonly channel: FakeDataChannel;
  /** The device's end. */
  readonly device: FakeStream;
  readonly clock: ManualClock;
}

/** The owner of streams whose channel is the one given. */
export function streamsOver(
  channel: FakeDataChannel,
  isFramed: boolean,
  clock: ManualClock = new ManualClock(),
): OpenStreams {
  return new OpenStreams({
    clock,
    logger: silentLogger,
    timeoutMs: 10_000,
    createChannel: () => asDataChannel(channel),
    maxMessageBytes: () => 262_144,
    isFramed: () => isFramed,
  });
}

/** Opens one stream to port 22. */
export async function openRig(isFramed: boolean): Promise<StreamRig> {
  const channel = new FakeDataChannel('stream-22');
  const other = new FakeDataChannel('stream-22');
  const device = new FakeStream(22, other);
  const clock = new ManualClock();
  const streams = streamsOver(channel, isFramed, clock);
  const opening = streams.open(22);
  FakeDataChannel.pair(channel, other);
  return { stream: await opening, streams, channel, device, clock };
}

/** Resolves when everything that is under way in microtasks has happened. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 500; turn += 1) await Promise.resolve();
}

/** The current state of a promise. */
export async function standing(promise: Promise<unknown>): Promise<string> {
  let now = 'pending';
  void promise.then(
    () => (now = 'fulfilled'),
    (error: unknown) => (now = String(Reflect.get(Object(error), 'code') ?? error)),
  );
  await settled();
  return now;
}
