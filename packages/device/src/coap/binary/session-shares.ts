/** @module The limits that all request channels of one session share, so that opening several gains a client nothing. */
import type { Download } from './download.ts';
import { WaitingShare } from '../waiting-share.ts';
import { TransferStore } from './transfer-store.ts';
import type { Upload } from './upload.ts';

/** Most observations of one session. Reason: a console shows some ten values; each costs a handler run at every change. */
export const MAX_OBSERVATIONS = 64;

/**
 * Most payload bytes of one session's requests that wait or whose handlers have not ended. Reason: two of the largest; the number
 * of requests alone would let a client hold 64 of those on each of its channels.
 */
const MAX_OPEN_PAYLOAD_BYTES = 16 * 1024 * 1024;

/** Limits over all channels of a session. */
export class SessionShares {
  readonly uploads: TransferStore<Upload> = new TransferStore();
  readonly downloads: TransferStore<Download> = new TransferStore();
  readonly waiting: WaitingShare = new WaitingShare();
  #observations = 0;
  #openPayloadBytes = 0;

  /** Reserves one more observation, if the limit allows it. */
  takeObservation(): boolean {
    if (this.#observations >= MAX_OBSERVATIONS) return false;
    this.#observations += 1;
    return true;
  }

  /** An observation has ended. */
  giveObservationBack(): void {
    this.#observations -= 1;
  }

  /** Reserves memory for the payload of one more request, if the limit allows it. */
  takePayload(bytes: number): boolean {
    if (this.#openPayloadBytes + bytes > MAX_OPEN_PAYLOAD_BYTES) return false;
    this.#openPayloadBytes += bytes;
    return true;
  }

  /** A handler has ended, which may be after its request was answered with 504. */
  givePayloadBack(bytes: number): void {
    this.#openPayloadBytes -= bytes;
  }

  /** A channel has ended. */
  dropOwned(owner: object): void {
    this.uploads.dropOwned(owner);
    this.downloads.dropOwned(owner);
  }
}
