/** @module One media line of a peer connection: packets in and out, as they are on the wire but for SRTP. */
import type { Emitter, Logger } from '@longwire/protocol';
import { createEmitter } from '../events/create-emitter.ts';
import type { MediaLineDescription } from '../sdp/media-section.ts';
import type { MediaDirection } from '../sdp/sdp-media.ts';
import type { Carrier } from './carrier.ts';

/** What a line tells. */
export interface MediaLineEvents {
  /** The line has been negotiated and DTLS is up: media can flow. */
  open: [];
  /** One RTP packet of the client on this line, or one RTCP packet, on whichever. */
  packet: [packet: Uint8Array];
  closed: [];
}

/** One media line. */
export class MediaLine {
  /** What the device says on this line. */
  readonly description: MediaLineDescription;
  /** Which way media flows, or is to flow, seen from the device. */
  direction: MediaDirection = 'inactive';
  readonly #carrier: Pick<Carrier, 'send'>;
  readonly #events: Emitter<MediaLineEvents>;
  #state: 'new' | 'open' | 'closed' = 'new';

  constructor(description: MediaLineDescription, carrier: Pick<Carrier, 'send'>, logger: Logger) {
    this.description = description;
    this.#carrier = carrier;
    this.#events = createEmitter(logger);
  }

  get mid(): string {
    return this.description.mid;
  }

  /** Whether media can flow. */
  get isOpen(): boolean {
    return this.#state === 'open';
  }

  /** Listens to an event; returns what takes the listener off again. */
  on<K extends keyof MediaLineEvents>(name: K, listener: (...args: MediaLineEvents[K]) => void): () => void {
    return this.#events.on(name, listener);
  }

  /** Media can flow from now on; again does nothing. */
  open(): void {
    if (this.#state !== 'new') return;
    this.#state = 'open';
    this.#events.emit('open');
  }

  /** Takes one packet of the client. */
  handlePacket(packet: Uint8Array): void {
    this.#events.emit('packet', packet);
  }

  /** Sends one RTP or RTCP packet; false when it could not be sent. */
  send(packet: Uint8Array): boolean {
    return this.isOpen && this.#carrier.send(packet);
  }

  /** Closes the line; again does nothing. */
  close(): void {
    if (this.#state === 'closed') return;
    this.#state = 'closed';
    this.#events.emit('closed');
    this.#events.clear();
  }
}
