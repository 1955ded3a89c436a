/** @module Applies what the other side describes, and takes an offer back whose answer the browser refuses. */
import type { Logger } from '@longwire/protocol';
import { EdgeError } from '@longwire/protocol/base';
import { distinctSources } from './distinct-sources.ts';
import { fitAnswer } from './fit-answer.ts';
import type { SentTracks } from './sent-tracks.ts';
import type { TrackBook } from './track-book.ts';

/**
 * Most answers in a row that are refused before the connection is given up. Reason: an offer that is taken back is made again where what it
 * was for is still wanted, and a device that answers the same again would keep both sides at it.
 */
export const MAX_REFUSED_ANSWERS = 3;

/** The browser refuses an answer. */
export class RefusedAnswer extends EdgeError {
  override readonly name = 'RefusedAnswer';
  /** Nothing can be negotiated on the connection any more. */
  readonly isFinal: boolean;

  constructor(isFinal: boolean, cause: unknown) {
    const outcome = isFinal ? 'the connection cannot negotiate any more' : 'the offer is taken back';
    super('ERR_NEGOTIATION', `browser refuses the answer of the device: ${outcome}`, { cause });
    this.isFinal = isFinal;
  }
}

/** What descriptions are applied to. */
export interface RemoteDescriptionsOptions {
  readonly pc: RTCPeerConnection;
  readonly tracks: TrackBook;
  readonly sent: SentTracks;
  readonly logger: Logger;
}

/** A description that came. */
export interface RemoteDescription {
  readonly type: 'offer' | 'answer';
  readonly sdp: string;
}

/** Applies offers and answers, made to fit what browsers take. */
export class RemoteDescriptions {
  readonly #options: RemoteDescriptionsOptions;
  #refusedAnswers = 0;

  constructor(options: RemoteDescriptionsOptions) {
    this.#options = options;
  }

  /** @throws RefusedAnswer for an answer whose offer was taken back; what the browser throws for the rest */
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
      // An offer that meets our own is applied with an implicit rollback of ours.
      await pc.setRemoteDescription({ type, sdp: distinct });
      await sent.handleOffer(sdp);
    }
  }

  /** An answer that the browser refuses takes its offer back, so that the next negotiation finds none under way. */
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
      // Before a first negotiation there is nothing to go back to: the browser would only ask for the same offer again.
      if (isFirst || pc.signalingState !== 'have-local-offer') throw cause;
      this.#refusedAnswers += 1;
      const unanswered = sent.unanswered();
      const isTakenBack = await this.#rollBack();
      sent.giveUp(unanswered);
      throw new RefusedAnswer(!isTakenBack || this.#refusedAnswers >= MAX_REFUSED_ANSWERS, cause);
    }
  }

  /** False where the browser refuses that as well, as Chromium does once it has applied a part of an answer. */
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
