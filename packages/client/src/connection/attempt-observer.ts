/** @module Queues the events of one of several attempts until it becomes the connection, then delivers them in order. */
import type { EdgeError } from '@longwire/protocol';
import type { TrackArrival } from '../peer/peer.ts';
import type { TrackStatus } from '../peer/track-registry.ts';
import type { Loss } from './close-policy.ts';
import type { PeerObserver } from './link.ts';

type Notification = (observer: PeerObserver) => void;

/** Queues the events of an attempt; meanwhile, what would end a connection ends the attempt. */
export class AttemptObserver implements PeerObserver {
  readonly #handleLoss: (loss: Loss) => void;
  #queue: Notification[] = [];
  #observer: PeerObserver | undefined;

  /** `handleLoss` gets the losses until the attempt becomes the connection. */
  constructor(handleLoss: (loss: Loss) => void) {
    this.#handleLoss = handleLoss;
  }

  /** The attempt became the connection: delivers the queued events, then every further one. */
  open(observer: PeerObserver): void {
    this.#observer = observer;
    const queue = this.#queue;
    this.#queue = [];
    for (const notification of queue) notification(observer);
  }

  onLoss(loss: Loss): void {
    this.#notify((observer) => observer.onLoss(loss));
    if (this.#observer === undefined) this.#handleLoss(loss);
  }

  onTrack(arrival: TrackArrival): void {
    this.#notify((observer) => observer.onTrack(arrival));
  }

  onTrackStatus(status: TrackStatus): void {
    this.#notify((observer) => observer.onTrackStatus(status));
  }

  onTrackMoved(from: RTCRtpTransceiver, to: RTCRtpTransceiver): void {
    this.#notify((observer) => observer.onTrackMoved(from, to));
  }

  onChannel(channel: RTCDataChannel): void {
    this.#notify((observer) => observer.onChannel(channel));
  }

  onWarning(error: EdgeError): void {
    this.#notify((observer) => observer.onWarning(error));
  }

  #notify(notification: Notification): void {
    if (this.#observer === undefined) this.#queue.push(notification);
    else notification(this.#observer);
  }
}
