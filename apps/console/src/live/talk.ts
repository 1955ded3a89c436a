/** @module Talking: the microphone on its way to the device, and everything that can go wrong with it. */

import { EdgeError } from '../wire.ts';
import type { SessionConnection } from '../session/session-connection.ts';

/** Where talking stands. */
export type TalkState =
  | { readonly kind: 'silent' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'talking' }
  | { readonly kind: 'failed'; readonly why: 'denied' | 'missing' | 'refused' };

/** The part of the browser that gives a microphone; absent on a page that came over plain http. */
export interface Microphones {
  getUserMedia(constraints: MediaStreamConstraints): Promise<Pick<MediaStream, 'getAudioTracks'>>;
}

/** Sends the microphone to a device while a person talks, and lets go of it in between. */
export class Talk {
  readonly #connection: Pick<SessionConnection, 'addTrack'>;
  readonly #trackId: string;
  readonly #microphones: Microphones | undefined;
  readonly #listeners = new Set<() => void>();
  #state: TalkState = { kind: 'silent' };
  #transceiver: RTCRtpTransceiver | undefined;
  #track: MediaStreamTrack | undefined;

  constructor(
    connection: Pick<SessionConnection, 'addTrack'>,
    trackId: string,
    microphones: Microphones | undefined,
  ) {
    this.#connection = connection;
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

  /** Stops talking and lets go of the microphone. */
  stop(): void {
    this.#track?.stop();
    this.#track = undefined;
    this.#move({ kind: 'silent' });
  }

  async #start(): Promise<void> {
    if (this.#microphones === undefined) {
      this.#move({ kind: 'failed', why: 'missing' });
      return;
    }
    this.#move({ kind: 'starting' });
    const track = await this.#microphone(this.#microphones);
    if (track === undefined) return;
    try {
      await this.#send(track);
      this.#move({ kind: 'talking' });
    } catch (error) {
      if (!(error instanceof EdgeError || error instanceof DOMException)) throw error;
      track.stop();
      this.#move({ kind: 'failed', why: 'refused' });
    }
  }

  /** The first time, the track is offered to the device; later ones take its place, without negotiating again. */
  async #send(track: MediaStreamTrack): Promise<void> {
    if (this.#transceiver === undefined) {
      this.#transceiver = this.#connection.addTrack(track, this.#trackId, { direction: 'sendonly' });
    } else {
      await this.#transceiver.sender.replaceTrack(track);
    }
    this.#track = track;
  }

  async #microphone(microphones: Microphones): Promise<MediaStreamTrack | undefined> {
    try {
      const stream = await microphones.getUserMedia({
        audio: { echoCancellation: true, noiseSuppression: true },
      });
      const [track] = stream.getAudioTracks();
      if (track === undefined) this.#move({ kind: 'failed', why: 'missing' });
      else if (this.#isStarting()) return track;
      track?.stop();
    } catch (error) {
      const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
      this.#move({ kind: 'failed', why: isDenied ? 'denied' : 'missing' });
    }
    return undefined;
  }

  #isStarting(): boolean {
    return this.#state.kind === 'starting';
  }

  #move(to: TalkState): void {
    this.#state = to;
    for (const listener of this.#listeners) listener();
  }
}
