/** @module One media line of a session with what flows on it. */
import { randomInt } from 'node:crypto';
import { RtpReceiver } from '../media/rtp-receiver.ts';
import { RtpSender } from '../media/rtp-sender.ts';
import type { MediaLine } from '../peer/media-line.ts';
import type { MediaLineDescription } from '../peer/native-media.ts';
import type { SdpCodec } from '../peer/sdp-media.ts';
import { directionOf } from './plan-line.ts';
import type { CatalogEntry } from './track-catalog.ts';

/** The media line of a mid: the one there is, else a new one. */
export type FindLine = (description: MediaLineDescription) => MediaLine;

/** What a {@link TrackBinding} needs. */
export interface TrackBindingOptions {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  readonly trackId: string;
  readonly entry: CatalogEntry;
  /** Stays for the life of the line. */
  readonly codec: SdpCodec;
  /** The same for all tracks of a session, so that sound and picture are played in step. */
  readonly cname: string;
  readonly findLine: FindLine;
}

/** Which ways media flows, seen from the device. */
export interface Flow {
  readonly sends: boolean;
  readonly receives: boolean;
}

/** Neither way. */
export const NO_FLOW: Flow = { sends: false, receives: false };

const MAX_SSRC = 2 ** 32 - 1;

/** Ties a track to a line: says what may flow, and runs what the two sides have agreed on. */
export class TrackBinding {
  readonly trackId: string;
  readonly #entry: CatalogEntry;
  readonly #line: MediaLine;
  #allowed: Flow = NO_FLOW;
  #sender: RtpSender | undefined;
  #receiver: RtpReceiver | undefined;

  constructor({ trackId, entry, findLine, ...line }: TrackBindingOptions) {
    this.trackId = trackId;
    this.#entry = entry;
    this.#line = findLine({ ...line, trackId, ssrc: randomInt(1, MAX_SSRC) });
  }

  get mid(): string {
    return this.#line.mid;
  }

  /** The codec of the line. */
  get codec(): SdpCodec {
    return this.#line.description.codec;
  }

  /** What the device says of the line in its next description. */
  get allowed(): Flow {
    return this.#allowed;
  }

  /** Whether the source is sent here. */
  get isSending(): boolean {
    return this.#sender?.isStarted ?? false;
  }

  /** Says what may flow; what runs and no longer may stops at once. */
  allow(flow: Flow): void {
    this.#allowed = { sends: flow.sends, receives: flow.receives };
    this.#line.direction = directionOf(flow);
    if (!flow.sends) this.#sender?.stop();
    if (!flow.receives) this.#stopReceiving();
  }

  /** Runs what has been agreed on, as far as it is allowed. */
  run({ sends, receives }: Flow): void {
    const { source, sink } = this.#entry;
    const line = this.#line;
    const { ssrc, cname, codec } = line.description;
    const { payloadType } = codec;
    if (sends && this.#allowed.sends && source !== undefined) {
      this.#sender ??= new RtpSender({ line, source, payloadType, ssrc, cname });
      this.#sender.start();
    } else this.#sender?.stop();
    if (receives && this.#allowed.receives && sink !== undefined)
      this.#receiver ??= new RtpReceiver({ line, sink, payloadType, isSending: this.isSending });
    else this.#stopReceiving();
  }

  /** Stops what flows; the line stays. */
  stop(): void {
    this.allow(NO_FLOW);
  }

  /** Stops what flows and gives the line up. */
  close(): void {
    this.stop();
    this.#sender?.close();
    this.#line.close();
  }

  #stopReceiving(): void {
    this.#receiver?.close();
    this.#receiver = undefined;
  }
}
