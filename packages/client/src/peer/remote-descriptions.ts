/** @module Applies the other side's descriptions, and rolls back an offer whose answer the browser refuses. */
import type { Logger } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import { distinctSources } from './distinct-sources.ts';
import { fitAnswer } from './fit-answer.ts';
import type { SentTracks } from './sent-tracks.ts';
import type { TrackRegistry } from './track-registry.ts';

/**
 * The connection is closed after this many refused answers in a row. Reason: an offer that was rolled back is made
 * again if its changes are still needed, and a device that repeats its answer would make that endless.
 */
export const MAX_REFUSED_ANSWERS = 3;

/** The browser refused an answer. */
export class RefusedAnswer extends EdgeError {
  override readonly name = 'RefusedAnswer';
  /** Whether the connection can no longer negotiate. */
  readonly isFinal: boolean;

  constructor(isFinal: boolean, cause: unknown) {
    const outcome = isFinal ? 'the connection can no longer negotiate' : 'the offer is rolled back';
    super('ERR_NEGOTIATION', `browser refused the answer of the device: ${outcome}`, { cause });
    this.isFinal = isFinal;
  }
}

/** Options of {@link RemoteDescriptions}. */
export interface RemoteDescriptionsOptions {
  readonly pc: RTCPeerConnection;
  readonly tracks: TrackRegistry;
  readonly sent: SentTracks;
  readonly logger: Logger;
}

/** A description of the other side. */
export interface RemoteDescription {
  readonly type: 'offer' | 'answer';
  readonly sdp: string;
}

/** Applies offers and answers, adapted to what browsers accept. */
export class RemoteDescriptions {
  readonly #options: RemoteDescriptionsOptions;
  #refusedAnswers = 0;

  constructor(options: RemoteDescriptionsOptions) {
    this.#options = options;
  }

  /** @throws RefusedAnswer for an answer whose offer was rolled back; otherwise the browser's error */
  async apply({ type, sdp }: RemoteDescription): Promise<void> {
    const { pc, tracks, sent } = this.#options;
    const own = new Set(
      pc
        .getTransceivers()
        .filter((line) => tracks.isOwn(line))
        .map(({ mid }) => mid),
    );
    const distinct = distinctSources(sdp, (mid) => own.has(mid));
    if (type === 'answer') await this.#applyAnswer(distinct);
    else {
      // An offer that collides with ours is applied with an implicit rollback of ours.
      await pc.setRemoteDescription({ type, sdp: distinct });
      await sent.handleOffer(sdp);
    }
  }

  /** Rolls the offer back if the browser refuses its answer, so that the next negotiation starts from `stable`. */
  async #applyAnswer(answer: string): Promise<void> {
    const { pc, sent } = this.#options;
    const offer = pc.localDescription?.sdp;
    const isFirst = pc.currentRemoteDescription === null;
    try {
      await pc.setRemoteDescription({
        type: 'answer',
        sdp: offer === undefined ? answer : fitAnswer(offer, answer),
      });
      this.#refusedAnswers = 0;
    } catch (cause) {
      // Before the first negotiation, rolling back has no use: the browser would only request the same offer again.
      if (isFirst || pc.signalingState !== 'have-local-offer') throw cause;
      this.#refusedAnswers += 1;
      const unanswered = sent.unanswered();
      const isRolledBack = await this.#rollBack();
      sent.giveUp(unanswered);
      throw new RefusedAnswer(!isRolledBack || this.#refusedAnswers >= MAX_REFUSED_ANSWERS, cause);
    }
  }

  /** Returns false if the browser refuses the rollback as well, as Chromium does once it has applied part of an answer. */
  async #rollBack(): Promise<boolean> {
    try {
      await this.#options.pc.setLocalDescription({ type: 'rollback' });
      return true;
    } catch (error) {
      this.#options.logger.warn('negotiation.rollback', { error });
      return false;
    }
  }
}
