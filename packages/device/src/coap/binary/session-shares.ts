/** @module What the request channels of one session share, so that a client gets no more by opening several. */
import type { Download } from './download.ts';
import { WaitingShare } from '../waiting-share.ts';
import { TransferStore } from './transfer-store.ts';
import type { Upload } from './upload.ts';

/** Most observations of one session. Reason: a console shows some ten values; each costs a run of its handler at every change. */
export const MAX_OBSERVATIONS = 64;

/**
 * Most bytes of the payloads of one session's requests that wait or whose handlers have not ended. Reason: two of the largest; the number
 * of requests alone would let a client hold 64 of those on each of its channels.
 */
const MAX_OPEN_PAYLOAD_BYTES = 16 * 1024 * 1024;

/** Bounded once for all channels of a session. */
export class SessionShares {
  readonly uploads: TransferStore<Upload> = new TransferStore();
  readonly downloads: TransferStore<Download> = new TransferStore();
  readonly waiting: WaitingShare = new WaitingShare();
  #observations = 0;
  #openPayloadBytes = 0;

  /** Whether there is a place for one more observation, which is then taken. */
  takeObservation(): boolean {
    if (this.#observations >= MAX_OBSERVATIONS) return false;
    this.#observations += 1;
    return true;
  }

  /** An observation has ended. */
  giveObservationBack(): void {
    this.#observations -= 1;
  }

  /** Whether there is room for the payload of one more request, which is then taken. */
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
