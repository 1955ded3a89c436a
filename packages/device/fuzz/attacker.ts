/** @module One hostile client: a real peer connection, and everything that it hears caught, so that only the device can fail. */
import type { Metadata } from '@longwire/protocol';
import { Audio, Video, type DataChannel, type Track } from 'node-datachannel';
import type { LocalService, ServiceSession } from '../src/agent/local-service.fixture.ts';
import { TestClient } from '../src/session/test-client.fixture.ts';

/** How long something that may never come is waited for, in milliseconds. */
const PATIENCE_MS = 4000;

/** Whether a promise is kept in time; a broken one is not. */
export async function inTime(promise: Promise<unknown>, patienceMs: number = PATIENCE_MS): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<false>();
  const timer = setTimeout(() => resolve(false), patienceMs);
  const kept = promise.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([kept, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Does what may throw here because of what was sent before; only the device's end counts. */
export function attempt(run: () => unknown): void {
  try {
    run();
  } catch {
    // The library at this end refuses what the other end is meant to see.
  }
}

/** A client that may say anything. */
export class Attacker {
  readonly session: ServiceSession;
  readonly client: TestClient;
  readonly #channels: DataChannel[] = [];
  readonly #tracks: Track[] = [];

  constructor(service: LocalService, label?: string) {
    this.session = service.open();
    const { session } = this;
    const careful = {
      handleMessage: (text: string): void => session.handleMessage(text),
      on: (event: 'outgoing', listener: (text: string) => void) =>
        session.on(event, (text) => attempt(() => listener(text))),
    };
    this.client = new TestClient(careful, label);
  }

  /** Any text as signaling. */
  signal(text: string): void {
    this.session.handleMessage(text);
  }

  /** Connects; false where that does not work in time. */
  async connect(metadata: Metadata = {}, patienceMs: number = PATIENCE_MS): Promise<boolean> {
    attempt(() => this.client.offer(metadata));
    return inTime(
      this.client.until(() => this.client.isOpen),
      patienceMs,
    );
  }

  /** Lines for picture and sound both ways, in the next offer. */
  addMedia(): readonly Track[] {
    const [video, audio] = [new Video('v', 'SendRecv'), new Audio('a', 'SendRecv')];
    video.addH264Codec(96);
    video.addVP8Codec(97);
    audio.addOpusCodec(111);
    for (const [index, media] of [video, audio].entries()) {
      media.addSSRC(1000 + index, 'attacker');
      const track = this.client.native.addTrack(media);
      track.onClosed(() => undefined);
      this.#tracks.push(track);
    }
    return this.#tracks;
  }

  /** One more channel. */
  open(label: string): DataChannel {
    const channel = this.client.native.createDataChannel(label);
    channel.onClosed(() => undefined);
    channel.onError(() => undefined);
    this.#channels.push(channel);
    return channel;
  }

  leave(): void {
    for (const channel of [...this.#channels, ...this.#tracks]) attempt(() => channel.close());
    attempt(() => this.client.close());
    this.session.leave(1001);
  }
}
