/**
 * @module The tracks that this side sends, and the media line of each. Deployed devices offer audio `sendrecv` on one
 * line and expect the microphone there (DEPLOYED.md): a track is sent on the line that the device offers under its
 * name, if the device can receive there.
 */
import type { Listenable, Logger } from '@longwire/protocol';
import { Emitter } from '@longwire/protocol/base';
import { flowOf, mediaSections, midOf } from './sdp-sections.ts';
import type { TrackRegistry } from './track-registry.ts';

/** Options of sending a track. */
export interface AddTrackOptions {
  /**
   * Default `sendrecv`: a device may answer with its own end of the same track. Ignored on a line of the device,
   * where receiving continues.
   */
  readonly direction?: 'sendrecv' | 'sendonly' | undefined;
  readonly streams?: readonly MediaStream[] | undefined;
}

interface SentTracksEvents {
  /** A track moved to another line: the device's, which it offered later. */
  moved: [from: RTCRtpTransceiver, to: RTCRtpTransceiver];
  /** A track was dropped, because the answer to its offer could not be applied. */
  failed: [trackId: string];
}

/** Options of {@link SentTracks}. */
export interface SentTracksOptions {
  readonly pc: RTCPeerConnection;
  readonly tracks: TrackRegistry;
  readonly logger: Logger;
}

/** A track and its current media line. */
export interface SentTrack {
  readonly trackId: string;
  readonly kind: string;
  transceiver: RTCRtpTransceiver;
}

/** Assigns tracks to media lines, and releases the lines. */
export class SentTracks implements Listenable<SentTracksEvents> {
  readonly #options: SentTracksOptions;
  readonly #emitter: Emitter<SentTracksEvents>;
  readonly #sent = new Set<SentTrack>();
  /** The lines on which the device can receive, from its last offer. */
  #receivable: ReadonlySet<string> = new Set();

  constructor(options: SentTracksOptions) {
    const { logger } = options;
    this.#options = options;
    this.#emitter = new Emitter((event, error) => logger.error('tracks.listener-failed', { event, error }));
  }

  on<K extends keyof SentTracksEvents>(
    event: K,
    listener: (...args: SentTracksEvents[K]) => void,
  ): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Sends a track on the device's line with its name, else on a released one, else on a new one. */
  add(track: MediaStreamTrack, trackId: string, options: AddTrackOptions): RTCRtpTransceiver {
    const { direction = 'sendrecv', streams = [] } = options;
    const { pc, tracks } = this.#options;
    const { kind } = track;
    const line =
      this.#deviceLine(trackId, kind) ?? this.#freeLines(trackId, kind).find((free) => tracks.isOwn(free));
    if (line === undefined) {
      const transceiver = pc.addTransceiver(track, { direction, streams: [...streams] });
      tracks.addOwn(transceiver, trackId);
      this.#sent.add({ trackId, kind, transceiver });
      return transceiver;
    }
    if (streams.length > 0) line.sender.setStreams(...streams);
    void this.#replace(line, track);
    startSending(line);
    this.#sent.add({ trackId, kind, transceiver: line });
    return line;
  }

  /** Stops sending on a line and releases it for another track; the device's media there continues. */
  remove(transceiver: RTCRtpTransceiver): void {
    const entry = [...this.#sent].find((sent) => sent.transceiver === transceiver);
    if (entry === undefined) return;
    this.#sent.delete(entry);
    void this.#replace(transceiver, null);
    stopSending(transceiver);
  }

  /** Moves tracks to the lines of an offer of the device; call it between applying and answering the offer. */
  async handleOffer(sdp: string): Promise<void> {
    const sections = mediaSections(sdp).filter((section) => flowOf(section).receives);
    this.#receivable = new Set(sections.map(midOf));
    for (const entry of this.#sent) await this.#moveToDevice(entry);
  }

  /** The tracks of an offer that is not answered yet. */
  unanswered(): readonly SentTrack[] {
    return [...this.#sent].filter(
      ({ transceiver: { mid, currentDirection } }) => mid !== null && !isSending(currentDirection),
    );
  }

  /** Drops tracks whose offer was rolled back. */
  giveUp(sent: readonly SentTrack[]): void {
    for (const entry of sent) {
      this.#sent.delete(entry);
      this.#leave(entry.transceiver);
      this.#emitter.emit('failed', entry.trackId);
    }
  }

  /** Removes all listeners. */
  close(): void {
    this.#emitter.clear();
  }

  async #moveToDevice(entry: SentTrack): Promise<void> {
    const from = entry.transceiver;
    const { track } = from.sender;
    if (track === null || !this.#options.tracks.isOwn(from)) return;
    const to = this.#deviceLine(entry.trackId, entry.kind);
    if (to === undefined) return;
    entry.transceiver = to;
    await this.#replace(to, track);
    startSending(to);
    this.#leave(from);
    this.#emitter.emit('moved', from, to);
  }

  /**
   * Removes a track from a line that is no longer needed. Even a line that was never negotiated is not stopped:
   * Chromium would then fire `negotiationneeded` after every negotiation (docs/platform.md).
   */
  #leave(transceiver: RTCRtpTransceiver): void {
    void this.#replace(transceiver, null);
    if (this.#options.tracks.isOwn(transceiver)) transceiver.direction = 'inactive';
    else stopSending(transceiver);
  }

  #deviceLine(trackId: string, kind: string): RTCRtpTransceiver | undefined {
    return this.#freeLines(trackId, kind).find(
      (line) => !this.#options.tracks.isOwn(line) && this.#receivable.has(line.mid ?? ''),
    );
  }

  /** Lines with this name that send nothing. */
  #freeLines(trackId: string, kind: string): RTCRtpTransceiver[] {
    const { pc, tracks } = this.#options;
    const taken = new Set([...this.#sent].map(({ transceiver }) => transceiver));
    return pc
      .getTransceivers()
      .filter(
        (line) =>
          line.mid !== null &&
          line.direction !== 'stopped' &&
          line.sender.track === null &&
          !taken.has(line) &&
          line.receiver.track.kind === kind &&
          tracks.factsOf(line.mid).trackId === trackId,
      );
  }

  async #replace({ sender }: RTCRtpTransceiver, track: MediaStreamTrack | null): Promise<void> {
    try {
      await sender.replaceTrack(track);
    } catch (error) {
      // A closed connection sends nothing anyway.
      this.#options.logger.warn('track.replace-failed', { error });
    }
  }
}

function isSending(direction: RTCRtpTransceiverDirection | null): boolean {
  return direction === 'sendrecv' || direction === 'sendonly';
}

function isReceiving(direction: RTCRtpTransceiverDirection): boolean {
  return direction === 'sendrecv' || direction === 'recvonly';
}

function startSending(line: RTCRtpTransceiver): void {
  line.direction = isReceiving(line.direction) ? 'sendrecv' : 'sendonly';
}

function stopSending(line: RTCRtpTransceiver): void {
  line.direction = isReceiving(line.direction) ? 'recvonly' : 'inactive';
}
