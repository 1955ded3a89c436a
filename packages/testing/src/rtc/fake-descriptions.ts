/** @module The current and pending descriptions of a fake peer connection. */
import { readFakeSdp } from './fake-sdp.ts';

/** A description as browsers expose it. */
export interface Described {
  readonly type: 'offer' | 'answer';
  readonly sdp: string;
}

/** The current descriptions and the pending offer. */
export class FakeDescriptions {
  #local: Described | undefined;
  #remote: Described | undefined;
  #pending: { readonly local?: Described; readonly remote?: Described } = {};

  get local(): Described | undefined {
    return this.#pending.local ?? this.#local;
  }

  get remote(): Described | undefined {
    return this.#pending.remote ?? this.#remote;
  }

  get settledRemote(): Described | undefined {
    return this.#remote;
  }

  get isComplete(): boolean {
    return this.#local !== undefined && this.#remote !== undefined;
  }

  /** The fake that made the current remote description. */
  get remotePeerId(): string | undefined {
    return this.#remote === undefined ? undefined : readFakeSdp(this.#remote.sdp).peerId;
  }

  /** The fingerprint in the current remote description. */
  get remoteFingerprint(): string | undefined {
    return this.#remote === undefined ? undefined : readFakeSdp(this.#remote.sdp).fingerprint;
  }

  offerLocal(offer: Described): void {
    this.#pending = { local: offer };
  }

  offerRemote(offer: Described): void {
    this.#pending = { remote: offer };
  }

  /** An answer to the pending offer makes both current. */
  answerLocal(answer: Described): void {
    this.#remote = this.#pending.remote;
    this.#local = answer;
    this.#pending = {};
  }

  answerRemote(answer: Described): void {
    this.#local = this.#pending.local;
    this.#remote = answer;
    this.#pending = {};
  }

  rollback(): void {
    this.#pending = {};
  }
}
