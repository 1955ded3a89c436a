/** @module For tests: a client's end of one stream, over a fake channel, in either way of the wire. */
import { createHash } from 'node:crypto';
import { decodeStreamFrame, encodeStreamFrame, silentLogger, type StreamFrame } from '@longwire/protocol';
import { FakeNativeChannel } from '../peer/native-channel.fixture.ts';
import { PeerChannels } from '../peer/peer-channels.ts';
import { DeviceStream, type StreamChannel } from './device-stream.ts';
import { FramedWire } from './framed-wire.ts';
import { PlainBacklog } from './plain-backlog.ts';
import { PlainWire } from './plain-wire.ts';
import { ResetLinger } from './reset-linger.ts';
import { StreamOutput } from './stream-output.ts';

/** Shorter than in the field, so that no test waits for it. */
const RESET_GRACE_MS = 20;

/** The channels of one fake client. */
export function fakeChannels(): PeerChannels {
  const channels: PeerChannels = new PeerChannels({
    native: { createDataChannel: () => new FakeNativeChannel('') },
    logger: silentLogger,
    handleOverflow: () => channels.abandonAll(),
  });
  return channels;
}

/** How a client speaks, and on whose channels. */
export interface StreamClientOptions {
  readonly isFramed?: boolean;
  readonly channels?: PeerChannels;
  readonly maxMessageBytes?: number;
}

/** What a test may choose of a stream. */
export interface StreamSetup {
  readonly isFramed?: boolean;
  readonly output?: StreamOutput;
  readonly backlog?: PlainBacklog;
  readonly closedGraceMs?: number;
  readonly maxMessageBytes?: number;
}

/** A stream of the device with its client. */
export interface StreamPair {
  readonly client: StreamClient;
  readonly stream: DeviceStream;
  readonly channels: PeerChannels;
}

/** Sends what a test tells it to, and keeps what it gets. */
export class StreamClient {
  readonly native: FakeNativeChannel;
  readonly channel: StreamChannel;
  readonly isFramed: boolean;
  /** The bytes that arrived. */
  readonly received: Uint8Array[] = [];
  /** Everything else that arrived, in order. */
  readonly told: Exclude<StreamFrame, { kind: 'data' }>[] = [];
  /** How much it may send: the credit that it was granted. */
  credit = 262_144;

  constructor({ isFramed = true, channels = fakeChannels(), maxMessageBytes }: StreamClientOptions = {}) {
    this.isFramed = isFramed;
    this.native = new FakeNativeChannel('stream-1');
    this.native.isHolding = false;
    if (maxMessageBytes !== undefined) this.native.maxMessageBytes = maxMessageBytes;
    this.native.onSent = (message) => this.#handle(message);
    const channel = channels.accept(this.native, true);
    if (channel === undefined) throw new Error('expected the channel to be accepted');
    this.channel = channel;
  }

  /** The bytes that arrived, together. */
  get bytes(): Buffer {
    return Buffer.concat(this.received);
  }

  get kinds(): readonly string[] {
    return this.told.map(({ kind }) => kind);
  }

  send(data: Uint8Array): void {
    this.credit -= data.length;
    if (this.isFramed) this.frame({ kind: 'data', data });
    else this.native.receive(data);
  }

  frame(frame: StreamFrame): void {
    this.native.receive(encodeStreamFrame(frame));
  }

  /** Says that no more comes from here. */
  end(): void {
    if (this.isFramed) this.frame({ kind: 'fin' });
    else this.native.closeRemotely();
  }

  #handle(message: string | Uint8Array): void {
    if (typeof message === 'string') throw new Error('expected binary messages');
    if (!this.isFramed) {
      this.received.push(message);
      return;
    }
    const frame = decodeStreamFrame(message);
    if (!frame.ok) throw new Error(frame.reason);
    if (frame.value.kind === 'data') this.received.push(frame.value.data);
    else this.told.push(frame.value);
    // As a client does that has read why.
    if (frame.value.kind === 'reset') this.native.closeRemotely();
    if (frame.value.kind === 'credit') this.credit += frame.value.bytes;
  }
}

/** Opens one. */
export function openStream({
  isFramed = true,
  output = new StreamOutput(),
  backlog = new PlainBacklog(),
  closedGraceMs = 1000,
  ...limits
}: StreamSetup = {}): StreamPair {
  const channels = fakeChannels();
  const client = new StreamClient({ isFramed, channels, ...limits });
  const wire = isFramed ? new FramedWire() : new PlainWire(backlog);
  const resets = new ResetLinger(RESET_GRACE_MS);
  const stream = new DeviceStream({ channel: client.channel, wire, output, resets, closedGraceMs });
  return { client, stream, channels };
}

/** Resolves when a stream has closed, with the error that ended it. */
export async function closedOf(stream: DeviceStream): Promise<Error | null> {
  stream.on('error', () => undefined);
  if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve));
  return stream.errored;
}

/** SHA-256 in hex. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
