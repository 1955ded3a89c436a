/** @module What one of several attempts tells: kept until it is the one that connected, then told in order. */
import type { EdgeError } from '@longwire/protocol';
import type { TrackArrival } from '../peer/peer.ts';
import type { TrackStatus } from '../peer/track-registry.ts';
import type { Loss } from './close-policy.ts';
import type { PeerObserver } from './link.ts';

type Tell = (observer: PeerObserver) => void;

/** Keeps what an attempt tells; what would end a connection ends the attempt meanwhile. */
export class AttemptObserver implements PeerObserver {
  readonly #handleLoss: (loss: Loss) => void;
  #told: Tell[] = [];
  #observer: PeerObserver | undefined;

  /** `handleLoss` is told of losses until the attempt has won. */
  constructor(handleLoss: (loss: Loss) => void) {
    this.#handleLoss = handleLoss;
  }

  /** The attempt has won: from here on the outside is told, first of what was kept. */
  open(observer: PeerObserver): void {
    this.#observer = observer;
    const told = this.#told;
    this.#told = [];
    for (const tell of told) tell(observer);
  }

  onLoss(loss: Loss): void {
    this.#tell((observer) => observer.onLoss(loss));
    if (this.#observer === undefined) this.#handleLoss(loss);
  }

  onTrack(arrival: TrackArrival): void {
    this.#tell((observer) => observer.onTrack(arrival));
  }

  onTrackStatus(status: TrackStatus): void {
    this.#tell((observer) => observer.onTrackStatus(status));
  }

  onTrackMoved(from: RTCRtpTransceiver, to: RTCRtpTransceiver): void {
    this.#tell((observer) => observer.onTrackMoved(from, to));
  }

  onChannel(channel: RTCDataChannel): void {
    this.#tell((observer) => observer.onChannel(channel));
  }

  onWarning(error: EdgeError): void {
    this.#tell((observer) => observer.onWarning(error));
  }

  #tell(tell: Tell): void {
    if (this.#observer === undefined) this.#told.push(tell);
    else tell(this.#observer);
  }
}
