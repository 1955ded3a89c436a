/** @module Scanning a QR code with the camera: from asking for it to a device's link. Outside React. */

import { Store } from '../store.ts';
import { EdgeError, parsePairingLink } from '../wire.ts';
import { cameraProblemOf, type CameraProblem } from './camera-problem.ts';

/** A picture as a decoder takes it. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** What a person may be told while the camera looks. */
export type ScanHint =
  | 'aim'
  /** A code was read, and it holds no device's link. */
  | 'other'
  /** Nothing was read for a while. */
  | 'hard';

/** Where scanning stands. */
export type ScanState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'looking'; readonly stream: MediaStream; readonly hint: ScanHint }
  | { readonly kind: 'found'; readonly link: string }
  | { readonly kind: 'failed'; readonly problem: CameraProblem };

/** What a scanner works with. */
export interface QrScannerOptions {
  /** Asks for the camera; `undefined` where the page may not have one at all. */
  readonly openCamera: (() => Promise<MediaStream>) | undefined;
  /** The text of the code in a picture, if there is one that can be read. */
  readonly decode: (picture: Picture) => string | undefined;
  /** The time in milliseconds, from any beginning. */
  readonly now: () => number;
}

/** After so long without a code a person is told how to hold it, in milliseconds. */
export const HARD_AFTER_MS = 5_000;

/** Looks for a device's link. */
export class QrScanner {
  readonly #options: QrScannerOptions;
  #turn = 0;
  /** Since when no code was read. */
  #blankSinceMs: number | undefined;
  readonly #state = new Store<ScanState>({ kind: 'starting' });

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#state.subscribe;

  /** Where it stands. */
  readonly snapshot = this.#state.snapshot;

  constructor(options: QrScannerOptions) {
    this.#options = options;
  }

  /** Asks for the camera; again after it failed. */
  async start(): Promise<void> {
    this.stop();
    const turn = this.#turn;
    this.#state.put({ kind: 'starting' });
    const { openCamera } = this.#options;
    if (openCamera === undefined) {
      this.#state.put({ kind: 'failed', problem: 'insecure' });
      return;
    }
    try {
      const stream = await openCamera();
      if (turn === this.#turn) this.#state.put({ kind: 'looking', stream, hint: 'aim' });
      else close(stream);
    } catch (error) {
      if (turn === this.#turn) this.#state.put({ kind: 'failed', problem: cameraProblemOf(error) });
    }
  }

  /** Lets the camera go. */
  stop(): void {
    this.#turn += 1;
    this.#blankSinceMs = undefined;
    const state = this.#state.value;
    if (state.kind === 'looking') close(state.stream);
  }

  /** Looks at a picture of the camera. */
  handlePicture(picture: Picture): void {
    if (this.#state.value.kind !== 'looking') return;
    const text = this.#options.decode(picture);
    if (text !== undefined) this.#handleText(text);
    else this.#handleBlank();
  }

  #handleText(text: string): void {
    this.#blankSinceMs = undefined;
    if (isPairingLink(text)) {
      this.stop();
      this.#state.put({ kind: 'found', link: text });
    } else {
      this.#hint('other');
    }
  }

  #handleBlank(): void {
    const nowMs = this.#options.now();
    this.#blankSinceMs ??= nowMs;
    if (nowMs - this.#blankSinceMs >= HARD_AFTER_MS) this.#hint('hard');
  }

  #hint(hint: ScanHint): void {
    const state = this.#state.value;
    if (state.kind === 'looking' && state.hint !== hint) this.#state.put({ ...state, hint });
  }
}

/** Whether a text is the link of a device. */
export function isPairingLink(text: string): boolean {
  try {
    parsePairingLink(text);
    return true;
  } catch (error) {
    if (error instanceof EdgeError) return false;
    throw error;
  }
}

function close(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}
