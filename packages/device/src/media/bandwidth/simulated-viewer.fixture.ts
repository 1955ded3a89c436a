/** @module A camera with two quality levels and sound, its senders, a simulated line and a viewer that reports, on one manual clock. */
import { silentLogger } from '@longwire/protocol';
import { ManualClock } from '@longwire/testing/clock';
import { PCMU_CODEC } from '../audio-codecs.ts';
import type { ProducerOutput } from '../frame-producer.ts';
import type { MediaCodec } from '../media-source.ts';
import { parseRtpPacket } from '../rtp/rtp-packet.ts';
import type { RtpLine, RtpLineEvents } from '../rtp/rtp-line.ts';
import { RtpSender } from '../rtp/rtp-sender.ts';
import { SharedSource } from '../shared-source.ts';
import { MediaTransport } from './media-transport.ts';
import {
  NarrowLine,
  seededRandom,
  TcpFlow,
  type LineQuality,
  type TcpControl,
} from './narrow-line.fixture.ts';

/** Options of {@link SimulatedViewer}. */
export interface SimulatedViewerOptions {
  readonly quality: LineQuality;
  /** Whether the camera has a second level of {@link LOW}; otherwise it always sends the full one. */
  readonly hasLevels?: boolean;
  /** Whether there is a picture beside the sound; by default there is. */
  readonly hasPicture?: boolean;
  /** Whether there was another picture, which was stopped after its first frame. What is still sent of it is lost: the viewer drops it unreported. */
  readonly hasStoppedPicture?: boolean;
  /** The rate of the full level, in bit/s; by default {@link FULL}. */
  readonly full?: number;
  /** A download beside the media. */
  readonly download?: TcpControl;
  readonly ceiling?: number;
  readonly seed?: number;
}

/** The usual rates of the camera's levels, in bit/s. */
export const FULL = 4_000_000;
const LOW = 400_000;

const FRAME_MS = 1_000 / 30;
const SOUND_MS = 20;
const SOUND_BYTES = 160;
/** The SSRC of its pictures. */
export const PICTURE_SSRC = 1;
/** The SSRC of its sound. */
export const SOUND_SSRC = 2;
/** The SSRC of the picture that was stopped. */
export const STOPPED_SSRC = 3;
/** Where a source's frames go while it runs, and who sends them. */
interface Output {
  frame: ProducerOutput['frame'] | undefined;
  sender: RtpSender | undefined;
}

const FRAMES_OF_GROUP = 60;
/** A keyframe has the size of this many other frames. */
const KEYFRAME_SIZE = 8;
/** In the first byte of a packet (RFC 3550 section 5.1). */
const PADDING_BIT = 0x20;
/** The fewest packets of a keyframe of the low level. */
const KEYFRAME_PACKETS = 6;
/** The estimate above which the camera changes to the full level, as a multiple of that, and after this time in milliseconds. */
const UP_AT = 1.2;
const UP_AFTER_MS = 1_000;

/** One viewer. */
export class SimulatedViewer {
  readonly clock: ManualClock = new ManualClock(0);
  readonly line: NarrowLine;
  readonly transport: MediaTransport;
  readonly download: TcpFlow | undefined;
  /** The id of the header extension on all lines. */
  transportSequenceId: number | undefined = 3;
  /** The level that is sent, at the end of each millisecond. */
  isFull: boolean;
  readonly #options: SimulatedViewerOptions;
  readonly #random: () => number;
  readonly #picture: Output;
  readonly #sound: Output;
  readonly #full: number;
  readonly #listeners: ((packet: Uint8Array) => void)[] = [];
  #frame = 0;
  #nextFrameMs = 0;
  #nextSoundMs = 0;
  #upSinceMs: number | undefined;

  constructor(options: SimulatedViewerOptions) {
    const { clock } = this;
    this.#options = options;
    this.isFull = options.hasLevels !== true;
    this.#full = options.full ?? FULL;
    this.#random = seededRandom(options.seed ?? 3);
    this.line = new NarrowLine(clock, options.quality, options.seed);
    this.transport = new MediaTransport({
      send: (packet) => this.line.send(packet),
      clock,
      logger: silentLogger,
      ceiling: options.ceiling,
    });
    this.line.handleReport = (packet) => this.transport.handleRtcp(packet);
    this.download = options.download && new TcpFlow(clock, this.line, options.download);
    const codec = { kind: 'video', name: 'VP8', clockRate: 90_000, parameters: '' } as const;
    if (options.hasStoppedPicture === true) this.#stopAfterFrame(this.#startSending(codec, STOPPED_SSRC));
    this.#picture = this.#startSending(codec, PICTURE_SSRC);
    this.#sound = this.#startSending(PCMU_CODEC, SOUND_SSRC);
  }

  /** Asks for packets of a stream again (RFC 4585 section 6.2.1). */
  nack(ssrc: number, sequenceNumbers: readonly number[]): void {
    const packet = Buffer.alloc(12 + 4 * sequenceNumbers.length);
    packet.set([0x81, 205, 0, 2 + sequenceNumbers.length]);
    packet.writeUInt32BE(ssrc, 8);
    for (const [index, number] of sequenceNumbers.entries()) packet.writeUInt16BE(number, 12 + 4 * index);
    for (const listener of this.#listeners) listener(packet);
  }

  /** Runs for a time. */
  run(durationMs: number): void {
    const endMs = this.clock.monotonic() + durationMs;
    while (this.clock.monotonic() < endMs) {
      if (this.clock.monotonic() >= this.#nextSoundMs) this.#emitSound();
      if (this.clock.monotonic() >= this.#nextFrameMs && this.#options.hasPicture !== false)
        this.#emitFrame();
      this.download?.send();
      this.line.step();
    }
  }

  /** What was sent since a time, in bit/s. */
  offeredSince(sinceMs: number): number {
    const bytes = this.line.offered.reduce((sum, each) => sum + (each.atMs >= sinceMs ? each.bytes : 0), 0);
    return (bytes * 8_000) / (this.clock.monotonic() - sinceMs);
  }

  /** The times at which the last packets of frames arrived since a time. */
  framesSince(sinceMs: number): readonly number[] {
    return this.line.arrived.flatMap(({ atMs, packet }) =>
      atMs >= sinceMs && parseRtpPacket(packet)?.marker === true ? [atMs] : [],
    );
  }

  /** How many whole keyframes arrived since a time: only they have this many packets. */
  keyframesSince(sinceMs: number): number {
    const numbers = new Map<number, Set<number>>();
    for (const { atMs, packet } of this.line.arrived) {
      const { ssrc, timestamp = 0, sequenceNumber = 0 } = parseRtpPacket(packet) ?? {};
      const isPadding = ((packet[0] ?? 0) & PADDING_BIT) !== 0;
      if (atMs < sinceMs || ssrc !== PICTURE_SSRC || isPadding) continue;
      numbers.set(timestamp, (numbers.get(timestamp) ?? new Set()).add(sequenceNumber));
    }
    return [...numbers.values()].filter(({ size }) => size >= KEYFRAME_PACKETS).length;
  }

  /** How long each packet of sound that was sent in a time has taken, in milliseconds; `Infinity` for one that was lost. */
  soundDelays(fromMs: number, toMs: number): readonly number[] {
    const arrived = new Map<number, number>();
    for (const { atMs, packet } of this.line.arrived) {
      const { ssrc, timestamp = 0 } = parseRtpPacket(packet) ?? {};
      if (ssrc === SOUND_SSRC && !arrived.has(timestamp)) arrived.set(timestamp, atMs);
    }
    const first = arrived.keys().next().value ?? 0;
    const count = Math.ceil(toMs / SOUND_MS);
    return Array.from({ length: count }, (_, index) => index * SOUND_MS).flatMap((sentMs) =>
      sentMs < fromMs
        ? []
        : [
            (arrived.get((first + (sentMs * PCMU_CODEC.clockRate) / 1_000) % 2 ** 32) ??
              Number.POSITIVE_INFINITY) - sentMs,
          ],
    );
  }

  /** The share of the packets of pictures up to the newest one that have not arrived. */
  get missingShare(): number {
    const numbers = this.line.arrived.flatMap(({ packet }) => {
      const { ssrc, sequenceNumber = 0 } = parseRtpPacket(packet) ?? {};
      return ssrc === PICTURE_SSRC ? [sequenceNumber] : [];
    });
    const arrived = new Set(numbers);
    return 1 - arrived.size / (Math.max(...arrived) - Math.min(...arrived) + 1);
  }

  #startSending(codec: MediaCodec, ssrc: number): Output {
    const { clock, transport, line } = this;
    const transportSequenceId = (): number | undefined => this.transportSequenceId;
    const output: Output = { frame: undefined, sender: undefined };
    const start = (to: ProducerOutput): (() => void) => {
      output.frame = (frame) => to.frame(frame);
      return () => (output.frame = undefined);
    };
    const source = new SharedSource({ codec, start }, { clock });
    const rtpLine: RtpLine = {
      isOpen: true,
      bandwidth: transport.bandwidth,
      transport,
      get transportSequenceId() {
        return transportSequenceId();
      },
      on: <K extends keyof RtpLineEvents>(name: K, listener: (...args: RtpLineEvents[K]) => void) => {
        if (name === 'packet') this.#listeners.push((packet) => Reflect.apply(listener, undefined, [packet]));
        return () => undefined;
      },
      send: (packet) => line.send(packet),
    };
    output.sender = new RtpSender({
      line: rtpLine,
      source,
      codec,
      payloadType: 96,
      ssrc,
      cname: 'c',
      clock,
    });
    output.sender.start();
    return output;
  }

  #stopAfterFrame({ frame, sender }: Output): void {
    frame?.({ data: new Uint8Array(1_000).fill(1), timeMs: this.clock.monotonic(), isKeyframe: true });
    sender?.stop();
    this.line.isDropped = (packet) => parseRtpPacket(packet)?.ssrc === STOPPED_SSRC;
  }

  #emitSound(): void {
    this.#nextSoundMs += SOUND_MS;
    const timeMs = this.clock.monotonic();
    this.#sound.frame?.({ data: new Uint8Array(SOUND_BYTES).fill(1), timeMs, isKeyframe: true });
  }

  #emitFrame(): void {
    this.#nextFrameMs += FRAME_MS;
    const hasChanged = this.#options.hasLevels === true && this.#choose();
    if (hasChanged) this.#frame = 0;
    const isKeyframe = this.#frame % FRAMES_OF_GROUP === 0;
    this.#frame += 1;
    const average = (this.isFull ? this.#full : LOW) / 8 / 30;
    const usual = (average * FRAMES_OF_GROUP) / (FRAMES_OF_GROUP - 1 + KEYFRAME_SIZE);
    const bytes = Math.round(usual * (isKeyframe ? KEYFRAME_SIZE : 1) * (0.8 + 0.4 * this.#random()));
    const data = new Uint8Array(bytes).fill(1);
    const isRestart = hasChanged && !this.isFull;
    this.#picture.frame?.({ data, timeMs: this.clock.monotonic(), isKeyframe, isRestart });
  }

  /** Changes the level as the estimate says; returns whether it changed. */
  #choose(): boolean {
    const { bandwidth } = this.transport;
    const nowMs = this.clock.monotonic();
    bandwidth.want(this, this.isFull ? undefined : this.#full);
    const { videoBitsPerSecond } = bandwidth.current;
    const before = this.isFull;
    if (this.isFull) this.isFull = videoBitsPerSecond >= this.#full;
    else if (videoBitsPerSecond < this.#full * UP_AT) this.#upSinceMs = undefined;
    else {
      this.#upSinceMs ??= nowMs;
      this.isFull = nowMs - this.#upSinceMs >= UP_AFTER_MS;
    }
    if (this.isFull !== before) this.#upSinceMs = undefined;
    return this.isFull !== before;
  }
}
