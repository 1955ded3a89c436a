/** @module One media line of a session with what flows on it. */
import { randomInt } from 'node:crypto';
import type { MediaLine } from '../peer/media-line.ts';
import type { MediaLineDescription } from '../peer/native-media.ts';
import type { SdpCodec } from '../peer/sdp-media.ts';
import { RtpReceiver } from '../media/rtp-receiver.ts';
import { RtpSender } from '../media/rtp-sender.ts';
import { directionOf } from './plan-line.ts';
import type { CatalogEntry } from './track-catalog.ts';

/** Says on the peer connection what a line is. */
export type DescribeLine = (description: MediaLineDescription) => MediaLine;

/** What a {@link TrackBinding} needs. */
export interface TrackBindingOptions {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  readonly trackId: string;
  readonly entry: CatalogEntry;
  /** The same for all tracks of a session, so that sound and picture are played in step. */
  readonly cname: string;
  readonly describe: DescribeLine;
}

/** What is to flow on a line. */
export interface Flow {
  readonly codec: SdpCodec;
  readonly sends: boolean;
  readonly receives: boolean;
}

const MAX_SSRC = 2 ** 32 - 1;

/** Ties a track to a line: describes the line, and runs what the two sides have agreed on. */
export class TrackBinding {
  readonly mid: string;
  readonly trackId: string;
  readonly #options: TrackBindingOptions;
  readonly #ssrc: number = randomInt(1, MAX_SSRC);
  #line: MediaLine | undefined;
  #described: Flow | undefined;
  #sender: RtpSender | undefined;
  #receiver: RtpReceiver | undefined;

  constructor(options: TrackBindingOptions) {
    this.#options = options;
    this.mid = options.mid;
    this.trackId = options.trackId;
  }

  /** What the device says of the line. */
  get described(): Flow | undefined {
    return this.#described;
  }

  /** Whether the source is sent here. */
  get isSending(): boolean {
    return this.#sender !== undefined;
  }

  /** Whether the client is heard here. */
  get isReceiving(): boolean {
    return this.#receiver !== undefined;
  }

  /** Says what the line is; what has run and no longer may stops at once. */
  describe(flow: Flow): void {
    const { mid, kind, trackId, cname, describe } = this.#options;
    if (!flow.sends) this.#stopSending();
    if (!flow.receives) this.#stopReceiving();
    const was = this.#described;
    this.#described = flow;
    const isSame =
      was?.sends === flow.sends &&
      was.receives === flow.receives &&
      was.codec.payloadType === flow.codec.payloadType;
    if (isSame) return;
    this.#line = describe({
      mid,
      kind,
      direction: directionOf(flow),
      codec: flow.codec,
      ...(flow.sends ? { sender: { ssrc: this.#ssrc, cname, streamId: cname, trackId } } : {}),
    });
  }

  /** Runs what has been agreed on, as far as the device has said it would. */
  run({ sends, receives }: { readonly sends: boolean; readonly receives: boolean }): void {
    const { source, sink } = this.#options.entry;
    const [line, flow] = [this.#line, this.#described];
    if (line === undefined || flow === undefined) return;
    const { payloadType } = flow.codec;
    if (sends && flow.sends && source !== undefined)
      this.#sender ??= new RtpSender({
        line,
        source,
        payloadType,
        ssrc: this.#ssrc,
        cname: this.#options.cname,
      });
    else this.#stopSending();
    if (receives && flow.receives && sink !== undefined)
      this.#receiver ??= new RtpReceiver({ line, sink, payloadType, isSending: this.#sender !== undefined });
    else this.#stopReceiving();
  }

  /** Stops what flows; the line stays. */
  stop(): void {
    this.#stopSending();
    this.#stopReceiving();
  }

  /** Stops what flows and gives the line up. */
  close(): void {
    this.stop();
    this.#line?.close();
    this.#line = undefined;
  }

  #stopSending(): void {
    this.#sender?.close();
    this.#sender = undefined;
  }

  #stopReceiving(): void {
    this.#receiver?.close();
    this.#receiver = undefined;
  }
}
