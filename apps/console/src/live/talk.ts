/** @module Talking: the microphone on its way to the device, and everything that can go wrong with it. */

import { assertNever } from '../assert-never.ts';
import { EdgeError, type Session, type SessionTrack, type TrackStatus } from '../wire.ts';

/** Where talking stands. */
export type TalkState =
  | { readonly kind: 'silent' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'talking' }
  | { readonly kind: 'failed'; readonly why: TalkProblem };

/** Why nobody can talk: the browser or its microphone, or what the device said to the track. */
export type TalkProblem =
  | 'denied'
  | 'missing'
  | 'gone'
  | 'refused'
  | 'noLoudspeaker'
  | 'codecs'
  | 'forbidden';

/** The part of the browser that gives a microphone; absent on a page that came over plain http. */
export interface Microphones {
  getUserMedia(constraints: MediaStreamConstraints): Promise<Pick<MediaStream, 'getTracks'>>;
}

/** The part of a session that talking needs. */
export type TalkSession = Pick<Session, 'addTrack' | 'on'>;

/** Sends the microphone to a device while a person talks, and lets go of it in between. */
export class Talk {
  readonly #session: TalkSession;
  readonly #trackId: string;
  readonly #microphones: Microphones | undefined;
  readonly #listeners = new Set<() => void>();
  #state: TalkState = { kind: 'silent' };
  /** The line that the voice goes on, over whichever connection. */
  #line: SessionTrack | undefined;
  #track: MediaStreamTrack | undefined;
  /** Counts what was begun and ended: whatever comes of an earlier try is let go of. */
  #turn = 0;
  #stopListening: (() => void) | undefined;
  /** What the device last said to the microphone's track. */
  #refusal: TalkProblem | undefined;

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
    if (this.#state.kind === 'talking' || this.#state.kind === 'starting') this.stop();
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

  async #start(): Promise<void> {
    if (this.#refusal !== undefined || this.#microphones === undefined) {
      this.#end({ kind: 'failed', why: this.#refusal ?? 'missing' });
      return;
    }
    this.#turn += 1;
    const turn = this.#turn;
    this.#move({ kind: 'starting' });
    const given = await ask(this.#microphones);
    if (turn !== this.#turn) {
      if (typeof given !== 'string') given.stop();
    } else if (typeof given === 'string') this.#end({ kind: 'failed', why: given });
    else await this.#talk(given, turn);
  }

  async #talk(track: MediaStreamTrack, turn: number): Promise<void> {
    this.#track = track;
    track.addEventListener('ended', () => {
      if (turn === this.#turn) this.#end({ kind: 'failed', why: 'gone' });
    });
    try {
      await this.#send(track);
      if (turn === this.#turn) this.#move({ kind: 'talking' });
    } catch (error) {
      if (!(error instanceof EdgeError || error instanceof DOMException)) throw error;
      if (turn === this.#turn) this.#end({ kind: 'failed', why: 'refused' });
    }
  }

  /** The first time, the track is offered to the device; later ones take its place, without negotiating again. */
  async #send(track: MediaStreamTrack): Promise<void> {
    this.#stopListening ??= this.#session.on('trackstatus', (status) => this.#handleStatus(status));
    const transceiver = this.#line?.transceiver;
    if (this.#line === undefined || transceiver === undefined) {
      this.#line = this.#session.addTrack(track, this.#trackId, { direction: 'sendonly' });
    } else {
      await this.#line.replaceTrack(track);
      transceiver.direction = 'sendonly';
    }
  }

  /** A refusal ends talking. The line is taken back, so that the device is asked anew when a person tries again. */
  #handleStatus({ mid, error }: TrackStatus): void {
    const transceiver = this.#line?.transceiver;
    if (transceiver === undefined || mid !== transceiver.mid) return;
    this.#refusal = problemOf(error);
    if (this.#refusal === undefined) return;
    transceiver.direction = 'inactive';
    if (this.#state.kind === 'silent' || this.#state.kind === 'failed') return;
    this.#end({ kind: 'failed', why: this.#refusal });
  }

  #end(to: TalkState): void {
    this.#turn += 1;
    this.#track?.stop();
    this.#track = undefined;
    this.#move(to);
  }

  #move(to: TalkState): void {
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
