/** @module Talking: the microphone on its way to the device, and everything that can go wrong with it. */

import { assertNever } from '../assert-never.ts';
import type { ConnectionStats } from '../diagnostics-wire.ts';
import { EdgeError, type Session, type SessionTrack, type TrackStatus } from '../wire.ts';

/** Where talking stands. */
export type TalkState =
  | { readonly kind: 'silent' }
  /** Until the first audio packets are sent, and while none are. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'talking' }
  | { readonly kind: 'failed'; readonly why: TalkProblem };

/** Why talking fails: the browser or its microphone, the device's refusal of the track, or that no packets are sent. */
export type TalkProblem =
  | 'denied'
  | 'missing'
  | 'gone'
  | 'refused'
  | 'noLoudspeaker'
  | 'codecs'
  | 'forbidden'
  | 'notSent';

/**
 * How long no audio packet may be sent before talking ends, in milliseconds. Reason: statistics come once a second, and a new line is
 * negotiated in a round trip.
 */
export const NOTHING_SENT_MS = 5_000;

/** How long no audio packet may be sent before that is shown, in milliseconds. Reason: two reports of the statistics without a new packet. */
const STILL_MS = 1_500;

/** The part of the browser that gives a microphone; absent on a page that came over plain http. */
export interface Microphones {
  getUserMedia(constraints: MediaStreamConstraints): Promise<Pick<MediaStream, 'getTracks'>>;
}

/** The part of a session that talking needs. */
export type TalkSession = Pick<Session, 'addTrack' | 'on'>;

/** The sent packets of the line in the last statistics. */
interface Packets {
  readonly count: number;
  /** When `count` last grew, by the timestamps of the statistics. */
  readonly grewAtMs: number;
}

/** Sends the microphone to a device while a person talks, and releases it and its media line in between. */
export class Talk {
  readonly #session: TalkSession;
  readonly #trackId: string;
  readonly #microphones: Microphones | undefined;
  readonly #listeners = new Set<() => void>();
  #state: TalkState = { kind: 'silent' };
  /** The microphone's track in the session, whichever connection it is sent over. */
  #line: SessionTrack | undefined;
  #track: MediaStreamTrack | undefined;
  #packets: Packets | undefined;
  /** Counts what was begun and ended: whatever comes of an earlier try is let go of. */
  #turn = 0;
  #stopListening: (() => void) | undefined;
  #stopCounting: (() => void) | undefined;
  /** The device's last refusal of the microphone's track, and the media line that it was about. */
  #refusal: { readonly mid: string; readonly why: TalkProblem } | undefined;

  constructor(session: TalkSession, trackId: string, microphones: Microphones | undefined) {
    this.#session = session;
    this.#trackId = trackId;
    this.#microphones = microphones;
  }

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  };

  /** The state as it stands. */
  readonly snapshot = (): TalkState => this.#state;

  /** Starts talking, or stops. */
  async toggle(): Promise<void> {
    if (this.#isOn) this.stop();
    else await this.#start();
  }

  /** The button goes away: stops talking, and hears no more of the device until somebody talks again, and asks it anew. */
  close(): void {
    this.stop();
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#refusal = undefined;
  }

  /** Stops talking and lets go of the microphone. */
  stop(): void {
    this.#end({ kind: 'silent' });
  }

  get #isOn(): boolean {
    return this.#state.kind === 'talking' || this.#state.kind === 'starting';
  }

  async #start(): Promise<void> {
    if (this.#refusal !== undefined || this.#microphones === undefined) {
      this.#end({ kind: 'failed', why: this.#refusal?.why ?? 'missing' });
      return;
    }
    this.#turn += 1;
    const turn = this.#turn;
    this.#move({ kind: 'starting' });
    const given = await ask(this.#microphones);
    if (turn !== this.#turn) {
      if (typeof given !== 'string') given.stop();
    } else if (typeof given === 'string') this.#end({ kind: 'failed', why: given });
    else this.#send(given, turn);
  }

  #send(track: MediaStreamTrack, turn: number): void {
    this.#track = track;
    track.addEventListener('ended', () => {
      if (turn === this.#turn) this.#end({ kind: 'failed', why: 'gone' });
    });
    this.#listen();
    try {
      this.#line = this.#session.addTrack(track, this.#trackId, { direction: 'sendonly' });
    } catch (error) {
      if (!(error instanceof EdgeError)) throw error;
      this.#end({ kind: 'failed', why: 'refused' });
    }
  }

  #listen(): void {
    const session = this.#session;
    this.#stopCounting = session.on('stats', (stats) => this.#count(stats));
    if (this.#stopListening !== undefined) return;
    const stops = [
      session.on('trackstatus', (status) => this.#handleStatus(status)),
      session.on('statechange', ({ kind }) => {
        if (kind !== 'ready') this.#handleLoss();
      }),
    ];
    this.#stopListening = () => stops.forEach((stop) => stop());
  }

  /** Counts as talking only while packets are sent, which the statistics show. */
  #count({ timestampMs, tracks }: ConnectionStats): void {
    const mid = this.#line?.transceiver?.mid;
    const sent = tracks.filter(({ direction, kind }) => direction === 'send' && kind === 'audio');
    const own = sent.find((each) => each.mid === mid);
    const count = own?.packets ?? 0;
    const before = this.#packets;
    if (before === undefined || count > before.count) {
      this.#packets = { count, grewAtMs: timestampMs };
      if (before !== undefined) this.#move({ kind: 'talking' });
      return;
    }
    // A line that was negotiated again counts from zero.
    this.#packets = { ...before, count };
    const stillMs = timestampMs - before.grewAtMs;
    if (stillMs >= NOTHING_SENT_MS) this.#end({ kind: 'failed', why: 'notSent' });
    else if (stillMs > STILL_MS) this.#move({ kind: 'starting' });
  }

  /** The connection is interrupted: nothing is sent, and over the next one the device is asked again. */
  #handleLoss(): void {
    this.#refusal = undefined;
    this.#packets = undefined;
    if (this.#isOn) this.#move({ kind: 'starting' });
  }

  /** A refusal ends talking. The line is released, so that the next try asks the device again. */
  #handleStatus({ mid, trackId, error, isOwn }: TrackStatus): void {
    if (mid === '' && isOwn === true && trackId === this.#trackId) {
      if (this.#isOn) this.#end({ kind: 'failed', why: 'refused' });
      return;
    }
    const line = this.#line?.transceiver?.mid ?? this.#refusal?.mid;
    if (mid === '' || mid !== line) return;
    // On the device's own line this error is about what the device sends.
    const why = error === 'UNKNOWN_ERROR' && isOwn !== true ? undefined : problemOf(error);
    this.#refusal = why === undefined ? undefined : { mid, why };
    if (why !== undefined && this.#isOn) this.#end({ kind: 'failed', why });
  }

  #end(to: TalkState): void {
    this.#turn += 1;
    this.#stopCounting?.();
    this.#stopCounting = undefined;
    this.#packets = undefined;
    void this.#line?.remove();
    this.#line = undefined;
    this.#track?.stop();
    this.#track = undefined;
    this.#move(to);
  }

  #move(to: TalkState): void {
    if (to.kind === this.#state.kind && to.kind !== 'failed') return;
    this.#state = to;
    for (const listener of this.#listeners) listener();
  }
}

/** Asks for a microphone: its track, or why there is none. */
async function ask(microphones: Microphones): Promise<MediaStreamTrack | TalkProblem> {
  try {
    const stream = await microphones.getUserMedia({
      audio: { echoCancellation: true, noiseSuppression: true },
    });
    return stream.getTracks()[0] ?? 'missing';
  } catch (error) {
    const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
    return isDenied ? 'denied' : 'missing';
  }
}

function problemOf(error: TrackStatus['error']): TalkProblem | undefined {
  switch (error) {
    case undefined:
    case 'OK':
      return undefined;
    case 'UNKNOWN_TRACK_ID':
      return 'noLoudspeaker';
    case 'INVALID_CODECS':
      return 'codecs';
    case 'ACCESS_DENIED':
      return 'forbidden';
    case 'UNKNOWN_ERROR':
      return 'refused';
    default:
      return assertNever(error);
  }
}
