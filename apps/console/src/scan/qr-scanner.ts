/** @module Scans a QR code with the camera, from requesting the camera to a device's link. Independent of React. */

import { Store } from '@longwire/protocol/base';
import { parsePairingLink } from '@longwire/client';
import { unlessInvalid } from '../unless-invalid.ts';

/** A picture in the format a decoder takes. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** A hint shown while the camera searches. */
export type ScanHint =
  | 'aim'
  /** A code was read, but it is not a device's link. */
  | 'other'
  /** No code was read for a while. */
  | 'hard';

/** The scanner's state. */
export type ScanState =
  | { readonly kind: 'starting' }
  | { readonly kind: 'looking'; readonly stream: MediaStream; readonly hint: ScanHint }
  | { readonly kind: 'found'; readonly link: string }
  | { readonly kind: 'failed'; readonly problem: CameraProblem };

/** Dependencies of `QrScanner`. */
export interface QrScannerOptions {
  /** Requests the camera; `undefined` if the page can have none. */
  readonly openCamera: (() => Promise<MediaStream>) | undefined;
  /** The text of the QR code in a picture, if one is readable. */
  readonly decode: (picture: Picture) => string | undefined;
  /** A monotonic time in milliseconds. */
  readonly now: () => number;
}

/** Time without a code after which the person gets a hint, in milliseconds. */
export const HARD_AFTER_MS = 5_000;

/** Searches the camera's frames for a device's link. */
export class QrScanner {
  readonly #options: QrScannerOptions;
  #turn = 0;
  /** When the search without a code began. */
  #blankSinceMs: number | undefined;
  readonly #state = new Store<ScanState>({ kind: 'starting' });

  /** Calls `listener` after each change; returns the unsubscriber. */
  readonly subscribe = this.#state.subscribe;

  /** The current state. */
  readonly snapshot = this.#state.snapshot;

  constructor(options: QrScannerOptions) {
    this.#options = options;
  }

  /** Requests the camera; may be called again after a failure. */
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

  /** Releases the camera. */
  stop(): void {
    this.#turn += 1;
    this.#blankSinceMs = undefined;
    const state = this.#state.value;
    if (state.kind === 'looking') close(state.stream);
  }

  /** Searches one frame. */
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
  return unlessInvalid(() => parsePairingLink(text)) !== undefined;
}

function close(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop();
}

/** Why the camera could not be opened. */
type CameraProblem =
  /** The person or the browser's settings denied access. */
  | 'denied'
  /** This machine has no camera. */
  | 'none'
  /** Another program uses the camera. */
  | 'busy'
  /** The browser allows cameras only on https pages. */
  | 'insecure'
  | 'failed';

const BY_NAME: Readonly<Record<string, CameraProblem>> = {
  NotAllowedError: 'denied',
  SecurityError: 'denied',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
  NotReadableError: 'busy',
  AbortError: 'busy',
};

/** Maps an error of `getUserMedia` to a problem. */
export function cameraProblemOf(error: unknown): CameraProblem {
  return (error instanceof Error ? BY_NAME[error.name] : undefined) ?? 'failed';
}
