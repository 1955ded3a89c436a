/** @module One hostile client: a real peer connection whose own errors are caught, so that only the device can fail. */
import type { Metadata } from '@longwire/protocol';
import { Audio, Video, type DataChannel, type Track } from 'node-datachannel';
import type { LocalService, ServiceSession } from '../src/agent/local-service.fixture.ts';
import { TestClient } from '../src/session/test-client.fixture.ts';

/** How long to wait for something that may never happen, in milliseconds. */
const PATIENCE_MS = 4000;

/** Whether a promise resolves in time; false if it rejects. */
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

/** Runs a step that may throw here because of earlier messages; only failures of the device count. */
export function attempt(run: () => unknown): void {
  try {
    run();
  } catch {
    // The library of this client refuses what the device is meant to receive.
  }
}

/** A client that can send anything. */
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

  /** Sends any text through signaling. */
  signal(text: string): void {
    this.session.handleMessage(text);
  }

  /** Connects; returns false if that does not work in time. */
  async connect(metadata: Metadata = {}, patienceMs: number = PATIENCE_MS): Promise<boolean> {
    attempt(() => this.client.offer(metadata));
    return inTime(
      this.client.until(() => this.client.isOpen),
      patienceMs,
    );
  }

  /** Adds lines for picture and sound, both ways, to the next offer. */
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

  /** Opens another channel. */
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
