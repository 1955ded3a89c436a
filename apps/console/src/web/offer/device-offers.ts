/**
 * @module Actions that a device's page may not do by itself and offers to the person: saving a file, opening a link to another site. One
 * offer at a time.
 */
import { Store, type Clock } from '@longwire/protocol/base';
import { offeredName } from './offered-name.ts';

/** Largest file, in bytes. Reason: it is held whole until it is saved, and not every browser holds it on disk. */
export const MAX_FILE_BYTES: number = 512 * 1024 * 1024;

/** Size of a part of the file, in bytes. Reason: browsers may keep `Blob` parts on disk, and script buffers only in memory. */
const PART_BYTES = 4 * 1024 * 1024;

/**
 * How long an offer is shown before it can be accepted, in milliseconds. Reason: a page may get a person to double-click where the offer
 * then appears.
 */
const READY_MS = 1_000;

/** A file that has not been read yet. */
export interface OfferedFile {
  /** The name from the device. */
  readonly suggestedName: string;
  /** Undefined if the device does not announce it. */
  readonly sizeBytes: number | undefined;
  readonly read: () => AsyncIterable<Uint8Array<ArrayBuffer>>;
  /** Discards the file; safe to call again. */
  readonly cancel: () => void;
}

/** The current offer. `id` differs for each offer; `isReady`: it can be accepted. */
export type OfferState =
  | { readonly kind: 'none' }
  | { readonly kind: 'link'; readonly id: number; readonly isReady: boolean; readonly url: string }
  | {
      readonly kind: 'file';
      readonly id: number;
      readonly isReady: boolean;
      readonly name: string;
      readonly file: OfferedFile;
    }
  | {
      readonly kind: 'saving';
      readonly id: number;
      readonly name: string;
      readonly file: OfferedFile;
      readonly receivedBytes: number;
    }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly name: string;
      readonly reason: 'tooLarge' | 'brokenOff';
    };

const NONE: OfferState = { kind: 'none' };

/** The offers of one page. A new one replaces an unanswered one; while a file is saved, others are refused. */
export class DeviceOffers {
  readonly #store = new Store<OfferState>(NONE);
  /** Adds a listener; returns the unsubscriber. */
  readonly subscribe: Store<OfferState>['subscribe'] = this.#store.subscribe;
  readonly snapshot: Store<OfferState>['snapshot'] = this.#store.snapshot;
  readonly #clock: Pick<Clock, 'schedule'>;
  #lastId = 0;
  #isClosed = false;
  #stopTimer: () => void = () => undefined;

  constructor(clock: Pick<Clock, 'schedule'>) {
    this.#clock = clock;
  }

  /** Offers a file; it is read only when the person saves it. */
  offerFile(file: OfferedFile): void {
    if (!this.#hasRoom) return file.cancel();
    const [id, name] = [this.#begin(), offeredName(file.suggestedName)];
    if ((file.sizeBytes ?? 0) <= MAX_FILE_BYTES)
      return this.#store.put({ kind: 'file', id, isReady: false, name, file });
    file.cancel();
    this.#store.put({ kind: 'failed', id, name, reason: 'tooLarge' });
  }

  /** Offers a link to another site. */
  offerLink(url: string): void {
    if (!this.#hasRoom) return;
    this.#store.put({ kind: 'link', id: this.#begin(), isReady: false, url });
  }

  /** Reads the offered file and passes it to `save`, unless the person cancels meanwhile. */
  async accept(save: (content: Blob, name: string) => void): Promise<void> {
    const offer = this.#store.value;
    if (offer.kind !== 'file' || !offer.isReady) return;
    const { id, name, file } = offer;
    const isCurrent = (): boolean => this.#store.value.kind === 'saving' && this.#store.value.id === id;
    const report = (receivedBytes: number): void => {
      if (isCurrent()) this.#store.put({ kind: 'saving', id, name, file, receivedBytes });
    };
    this.#store.put({ kind: 'saving', id, name, file, receivedBytes: 0 });
    try {
      const content = await contentOf(file, report);
      if (!isCurrent()) return;
      this.#store.put(content === undefined ? { kind: 'failed', id, name, reason: 'tooLarge' } : NONE);
      if (content === undefined) file.cancel();
      else save(content, name);
    } catch {
      file.cancel();
      // Whatever broke off, the only remedy is to request the file again on the page.
      if (isCurrent()) this.#store.put({ kind: 'failed', id, name, reason: 'brokenOff' });
    }
  }

  /** Discards the current offer, or cancels saving. */
  dismiss(): void {
    const offer = this.#store.value;
    this.#stopTimer();
    this.#store.put(NONE);
    if (offer.kind === 'file' || offer.kind === 'saving') offer.file.cancel();
  }

  /** Accepts no more offers; safe to call again. */
  close(): void {
    this.#isClosed = true;
    this.dismiss();
  }

  /** Removes the current offer; returns the id of the next. */
  #begin(): number {
    this.dismiss();
    this.#stopTimer = this.#clock.schedule(READY_MS, () => {
      const offer = this.#store.value;
      if (offer.kind === 'file' || offer.kind === 'link') this.#store.put({ ...offer, isReady: true });
    });
    this.#lastId += 1;
    return this.#lastId;
  }

  get #hasRoom(): boolean {
    return !this.#isClosed && this.#store.value.kind !== 'saving';
  }
}

/** The whole file; undefined if it is too large. Its type is one that browsers do not show, and that adds no extension to its name. */
async function contentOf(
  file: OfferedFile,
  report: (receivedBytes: number) => void,
): Promise<Blob | undefined> {
  const parts: Blob[] = [];
  let pieces: Uint8Array<ArrayBuffer>[] = [];
  let [pieceBytes, receivedBytes] = [0, 0];
  for await (const piece of file.read()) {
    pieces.push(piece);
    pieceBytes += piece.length;
    receivedBytes += piece.length;
    if (receivedBytes > MAX_FILE_BYTES) return undefined;
    if (pieceBytes < PART_BYTES) continue;
    parts.push(new Blob(pieces));
    [pieces, pieceBytes] = [[], 0];
    report(receivedBytes);
  }
  return new Blob([...parts, ...pieces], { type: 'application/octet-stream' });
}
