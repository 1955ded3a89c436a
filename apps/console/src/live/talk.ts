/** @module Talking: sends the microphone to the device, and handles everything that can go wrong with it. */

import {
  EdgeError,
  type ConnectionStats,
  type Session,
  type SentTrack,
  type TrackStatus,
} from '@longwire/client';
import { assertNever, Store } from '@longwire/protocol/base';

/** The state of talking. */
export type TalkState =
  | { readonly kind: 'silent' }
  /** Until the first audio packets are sent, and while none are sent. */
  | { readonly kind: 'starting' }
  | { readonly kind: 'talking' }
  | { readonly kind: 'failed'; readonly why: TalkProblem };

/** Why talking failed: the browser or its microphone, the device's refusal of the track, or no packets sent. */
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
 * Time without a sent audio packet after which talking ends, in milliseconds. Reason: statistics come once a second, and a new media line
 * is negotiated in one round trip.
 */
export const NOTHING_SENT_MS = 5_000;

/** Time without a sent audio packet after which that is shown, in milliseconds. Reason: two reports without a new packet. */
const STILL_MS = 1_500;

/** The part of the browser that opens a microphone; missing on a page loaded over plain HTTP. */
export interface Microphones {
  getUserMedia(constraints: MediaStreamConstraints): Promise<Pick<MediaStream, 'getTracks'>>;
}

/** The part of a session that talking needs. */
export interface TalkSession extends Pick<Session, 'on'> {
  readonly tracks: Pick<Session['tracks'], 'send'>;
}

/** The packets sent on the media line according to the last statistics. */
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
  readonly #state = new Store<TalkState>({ kind: 'silent' });
  /** The microphone's track in the session, over whichever connection it is sent. */
  #line: SentTrack | undefined;
  #track: MediaStreamTrack | undefined;
  #packets: Packets | undefined;
  /** Counts starts and stops: the results of earlier tries are discarded. */
  #turn = 0;
  #stopListening: (() => void) | undefined;
  #stopCounting: (() => void) | undefined;
  /** The device's last refusal of the microphone's track, with its media line. */
  #refusal: { readonly mid: string; readonly why: TalkProblem } | undefined;

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#state.subscribe;

  /** The current state. */
  readonly snapshot = this.#state.snapshot;

  constructor(session: TalkSession, trackId: string, microphones: Microphones | undefined) {
    this.#session = session;
    this.#trackId = trackId;
    this.#microphones = microphones;
  }

  /** Starts talking, or stops it. */
  async toggle(): Promise<void> {
    if (this.#isOn) this.stop();
    else await this.#start();
  }

  /** Called when the button unmounts: stops talking, and ignores the device until the next start, which asks it again. */
  close(): void {
    this.stop();
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#refusal = undefined;
  }

  /** Stops talking and releases the microphone. */
  stop(): void {
    this.#end({ kind: 'silent' });
  }

  get #isOn(): boolean {
    return this.#state.value.kind === 'talking' || this.#state.value.kind === 'starting';
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
      this.#line = this.#session.tracks.send(track, this.#trackId, { direction: 'sendonly' });
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

  /** Counts as talking only while packets are sent, according to the statistics. */
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
    // The counter of a renegotiated media line restarts from zero.
    this.#packets = { ...before, count };
    const stillMs = timestampMs - before.grewAtMs;
    if (stillMs >= NOTHING_SENT_MS) this.#end({ kind: 'failed', why: 'notSent' });
    else if (stillMs > STILL_MS) this.#move({ kind: 'starting' });
  }

  /** The connection is lost: nothing is sent, and the device is asked again over the next one. */
  #handleLoss(): void {
    this.#refusal = undefined;
    this.#packets = undefined;
    if (this.#isOn) this.#move({ kind: 'starting' });
  }

  /** A refusal ends talking. The media line is released, so that the next try asks the device again. */
  #handleStatus({ mid, trackId, error, isOwn }: TrackStatus): void {
    if (mid === '' && isOwn === true && trackId === this.#trackId) {
      if (this.#isOn) this.#end({ kind: 'failed', why: 'refused' });
      return;
    }
    const line = this.#line?.transceiver?.mid ?? this.#refusal?.mid;
    if (mid === '' || mid !== line) return;
    // On the device's own media line, this error is about what the device sends.
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
    if (to.kind === this.#state.value.kind && to.kind !== 'failed') return;
    this.#state.put(to);
  }
}

/** Asks for a microphone: returns its track, or why there is none. */
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

const TALKS = new WeakMap<TalkSession, Map<string, Talk>>();

/** The talk of a session for this track; always the same one. */
export function talkOf(session: TalkSession, trackId: string, microphones: Microphones | undefined): Talk {
  const talks = TALKS.get(session) ?? new Map<string, Talk>();
  TALKS.set(session, talks);
  const talk = talks.get(trackId) ?? new Talk(session, trackId, microphones);
  talks.set(trackId, talk);
  return talk;
}
