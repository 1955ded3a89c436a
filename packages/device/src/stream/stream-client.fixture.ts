/** @module For tests: the client's side of one stream over a fake channel, framed or plain. */
import { createHash } from 'node:crypto';
import { decodeStreamFrame, encodeStreamFrame, silentLogger, type StreamFrame } from '@longwire/protocol';
import { FakeNativeChannel } from '../peer/native-channel.fixture.ts';
import { PeerChannels } from '../peer/peer-channels.ts';
import { DeviceStream, type StreamChannel } from './device-stream.ts';
import { PlainBacklog } from './plain-backlog.ts';
import { PlainFraming, Stream1Framing } from './stream-framing.ts';
import { ResetLinger } from './reset-linger.ts';
import { StreamOutput } from './stream-output.ts';

/** Shorter than in production, so that no test waits for it. */
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

/** Options of {@link StreamClient}. */
export interface StreamClientOptions {
  readonly isFramed?: boolean;
  readonly channels?: PeerChannels;
  readonly maxMessageBytes?: number;
}

/** Options of {@link openStream}. */
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

/** Sends data and frames for a test and records what it receives. */
export class StreamClient {
  readonly native: FakeNativeChannel;
  readonly channel: StreamChannel;
  readonly isFramed: boolean;
  /** Received data. */
  readonly received: Uint8Array[] = [];
  /** Received frames other than data, in order. */
  readonly controlFrames: Exclude<StreamFrame, { kind: 'data' }>[] = [];
  /** The remaining credit, in bytes. */
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

  /** All received data, concatenated. */
  get bytes(): Buffer {
    return Buffer.concat(this.received);
  }

  get kinds(): readonly string[] {
    return this.controlFrames.map(({ kind }) => kind);
  }

  send(data: Uint8Array): void {
    this.credit -= data.length;
    if (this.isFramed) this.frame({ kind: 'data', data });
    else this.native.receive(data);
  }

  frame(frame: StreamFrame): void {
    this.native.receive(encodeStreamFrame(frame));
  }

  /** Ends the client's direction. */
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
    else this.controlFrames.push(frame.value);
    // A client closes the channel after it has read a reset.
    if (frame.value.kind === 'reset') this.native.closeRemotely();
    if (frame.value.kind === 'credit') this.credit += frame.value.bytes;
  }
}

/** Opens a stream and its client. */
export function openStream({
  isFramed = true,
  output = new StreamOutput(),
  backlog = new PlainBacklog(),
  closedGraceMs = 1000,
  ...limits
}: StreamSetup = {}): StreamPair {
  const channels = fakeChannels();
  const client = new StreamClient({ isFramed, channels, ...limits });
  const framing = isFramed ? new Stream1Framing() : new PlainFraming(backlog);
  const resets = new ResetLinger(RESET_GRACE_MS);
  const stream = new DeviceStream({ channel: client.channel, framing, output, resets, closedGraceMs });
  return { client, stream, channels };
}

/** Resolves when a stream has closed, with its error or null. */
export async function closedOf(stream: DeviceStream): Promise<Error | null> {
  stream.on('error', () => undefined);
  if (!stream.closed) await new Promise((resolve) => stream.once('close', resolve));
  return stream.errored;
}

/** SHA-256 in hex. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
