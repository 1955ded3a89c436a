/** @module Perfect negotiation (W3C webrtc-pc section 10.7), the client's side: polite, one operation at a time. */
import type { IceCandidate, Listenable, Logger, RelayedMessage } from '@longwire/protocol';
import { assertNever, EdgeError, Emitter, TaskQueue } from '@longwire/protocol/base';
import { decideDescription } from '@longwire/protocol/peer';
import { listen } from '../events/listen.ts';
import { Scope } from '../events/scope.ts';
import { EarlyCandidates } from './early-candidates.ts';
import { fitAnswer } from './fit-answer.ts';
import { candidateKnown, gatheringComplete, isInside } from './gathering.ts';
import type { FeatureBook } from './feature-book.ts';
import { abortable } from '../time/abort.ts';
import type { Clock } from '../time/clock.ts';
import type { TrackBook } from './track-book.ts';

type DescriptionMessage = Extract<RelayedMessage, { kind: 'description' }>;
type CandidateMessage = Extract<RelayedMessage, { kind: 'candidate' }>;

interface NegotiatorEvents {
  outgoing: [message: RelayedMessage];
  /** A description was applied, here or there. */
  described: [];
  /** An operation failed; the connection may still live. */
  failed: [error: EdgeError];
}

/** What a negotiator works on. */
export interface NegotiatorOptions {
  readonly pc: RTCPeerConnection;
  readonly tracks: TrackBook;
  readonly features: FeatureBook;
  readonly logger: Logger;
  readonly clock: Clock;
  /** No offer leaves before. */
  readonly released: Promise<void>;
  /** Refuses a remote description by throwing. */
  readonly checkDescription: (sdp: string) => Promise<void>;
}

/** Most messages of the other side that wait for their turn. Reason: they wait as long as an offer is held back, and the other side chooses how many it sends. */
export const MAX_WAITING_MESSAGES = 256;

/** Makes and takes offers, answers and candidates. */
export class Negotiator implements Listenable<NegotiatorEvents> {
  readonly #options: NegotiatorOptions;
  readonly #emitter: Emitter<NegotiatorEvents>;
  readonly #scope: Scope;
  readonly #queue = new TaskQueue();
  readonly #early = new EarlyCandidates();
  readonly #abort = new AbortController();
  /** Messages of the other side that wait for their turn. */
  #waiting = 0;
  /** Candidates of a description that is not sent yet; undefined when there is none. */
  #held: IceCandidate[] | undefined;
  #isIgnoringOffer = false;
  #isRemoteWithoutTrickle = false;
  /** Candidates sent one by one were lost on the other side, and no description had them inside yet. */
  #owesCandidates = false;

  constructor(options: NegotiatorOptions) {
    const { pc, logger } = options;
    this.#options = options;
    this.#emitter = new Emitter((event, error) => logger.error('negotiation.listener', { event, error }));
    this.#scope = new Scope((error) => logger.warn('negotiation.release', { error }));
    this.#scope.add(listen(pc, 'negotiationneeded', () => this.#enqueue(() => this.#offer())));
    this.#scope.add(
      listen(pc, 'icecandidate', ({ candidate }: RTCPeerConnectionIceEvent) =>
        this.#handleLocalCandidate(candidate),
      ),
    );
  }

  on<K extends keyof NegotiatorEvents>(
    event: K,
    listener: (...args: NegotiatorEvents[K]) => void,
  ): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Takes a message of the other peer; handled after all that came before it, unless too many wait. */
  handleMessage(message: RelayedMessage): void {
    if (this.#waiting >= MAX_WAITING_MESSAGES) {
      this.#options.logger.warn('negotiation.ignored', { reason: 'too many messages wait' });
      return;
    }
    this.#waiting += 1;
    this.#enqueue(() => {
      this.#waiting -= 1;
      return this.#handle(message);
    });
  }

  close(): void {
    this.#abort.abort();
    this.#scope.disposeAll();
    this.#emitter.clear();
  }

  #enqueue(task: () => Promise<void>): void {
    const guarded = async (): Promise<void> => {
      if (this.#abort.signal.aborted) return;
      try {
        await task();
      } catch (cause) {
        if (!this.#abort.signal.aborted) this.#emitter.emit('failed', asNegotiationError(cause));
      }
    };
    void this.#queue.run(guarded);
  }

  #handle(message: RelayedMessage): Promise<void> {
    switch (message.kind) {
      case 'description':
        return this.#handleDescription(message);
      case 'candidate':
        return this.#handleCandidate(message);
      case 'requestOffer':
        return this.#offer();
      default:
        return assertNever(message);
    }
  }

  async #offer(): Promise<void> {
    const { pc } = this.#options;
    // Not stable: an offer is already under way, and the browser asks again when there is more to negotiate.
    if (pc.signalingState !== 'stable') return;
    await this.#describe();
  }

  async #handleDescription({ description, metadata }: DescriptionMessage): Promise<void> {
    const { pc, logger, tracks, features, checkDescription } = this.#options;
    // Operations run one at a time, so none is half done here; a glare shows in signalingState alone.
    const decision = decideDescription(
      {
        isPolite: true,
        isMakingOffer: false,
        isSettingRemoteAnswerPending: false,
        signalingState: pc.signalingState,
      },
      description.type,
    );
    this.#isIgnoringOffer = decision === 'ignore' && description.type === 'offer';
    if (decision === 'ignore') {
      logger.info('negotiation.ignored', { type: description.type, signalingState: pc.signalingState });
      return;
    }
    await checkDescription(description.sdp);
    tracks.handleMetadata(metadata);
    features.handleDescription(description.type, metadata);
    // An offer that meets our own is applied with an implicit rollback of ours.
    await pc.setRemoteDescription(this.#fitting(description));
    for (const candidate of this.#early.take()) await this.#addCandidate(candidate);
    this.#noteTrickle(metadata.noTrickle);
    if (description.type === 'offer') await this.#describe();
    else this.#payCandidates();
    this.#emitter.emit('described');
  }

  #fitting({ type, sdp }: RTCSessionDescriptionInit & { readonly sdp: string }): RTCSessionDescriptionInit {
    const offer = this.#options.pc.localDescription?.sdp;
    return { type, sdp: type === 'answer' && offer !== undefined ? fitAnswer(offer, sdp) : sdp };
  }

  /** Makes the offer or answer that is due and sends it; candidates that are not inside follow it. */
  async #describe(): Promise<void> {
    const held: IceCandidate[] = [];
    this.#held = held;
    let inside = '';
    try {
      await this.#options.pc.setLocalDescription();
      inside = await this.#sendLocalDescription();
    } finally {
      this.#held = undefined;
      for (const candidate of held) if (!isInside(inside, candidate)) this.#sendCandidate(candidate);
    }
  }

  /** What was lost follows inside one more offer, as soon as one can be made. */
  #payCandidates(): void {
    if (!this.#owesCandidates || this.#options.pc.signalingState !== 'stable') return;
    this.#owesCandidates = false;
    this.#enqueue(() => this.#offerWithCandidates());
  }

  async #offerWithCandidates(): Promise<void> {
    await gatheringComplete(this.#options.pc, this.#abort.signal);
    await this.#offer();
  }

  async #handleCandidate({ candidate, metadata }: CandidateMessage): Promise<void> {
    const { pc, logger, tracks } = this.#options;
    if (metadata !== undefined) {
      tracks.handleMetadata(metadata);
      this.#noteTrickle(metadata.noTrickle);
      this.#payCandidates();
    }
    if (pc.remoteDescription !== null) {
      await this.#addCandidate(candidate);
    } else if (!this.#early.keep(candidate)) {
      logger.warn('negotiation.ignored', { reason: 'too many early candidates' });
    }
  }

  async #addCandidate(candidate: RTCIceCandidateInit): Promise<void> {
    const { pc, logger } = this.#options;
    try {
      await pc.addIceCandidate(candidate);
    } catch (error) {
      // One candidate that does not fit is no reason to give up the others.
      if (!this.#isIgnoringOffer) logger.warn('negotiation.candidate', { error });
    }
  }

  /** Notes that the other side takes no single candidates; what was described before that has to come again. */
  #noteTrickle(noTrickle: boolean | undefined): void {
    if (noTrickle !== true || this.#isRemoteWithoutTrickle) return;
    this.#isRemoteWithoutTrickle = true;
    this.#owesCandidates = this.#options.pc.localDescription !== null;
  }

  /** @returns the SDP that was sent */
  async #sendLocalDescription(): Promise<string> {
    const { pc, tracks, features, clock, released } = this.#options;
    const { signal } = this.#abort;
    if (this.#isRemoteWithoutTrickle) {
      await gatheringComplete(pc, signal);
      this.#owesCandidates = false;
    } else if (pc.localDescription?.type === 'offer') {
      await abortable(signal, released);
      await candidateKnown(pc, clock, signal);
    }
    const description = pc.localDescription;
    if (description === null || (description.type !== 'offer' && description.type !== 'answer')) {
      throw new EdgeError('ERR_STATE', 'local description expected an offer or an answer');
    }
    const { type, sdp } = description;
    this.#emitter.emit('outgoing', {
      kind: 'description',
      description: { type, sdp },
      metadata: { ...tracks.outgoing(), ...features.outgoing() },
    });
    this.#emitter.emit('described');
    return sdp;
  }

  #handleLocalCandidate(candidate: RTCIceCandidate | null): void {
    if (candidate === null || candidate.candidate === '') return;
    const { sdpMid, sdpMLineIndex, usernameFragment } = candidate;
    this.#sendCandidate({ candidate: candidate.candidate, sdpMid, sdpMLineIndex, usernameFragment });
  }

  #sendCandidate(candidate: IceCandidate): void {
    if (this.#isRemoteWithoutTrickle) return;
    if (this.#held === undefined) this.#emitter.emit('outgoing', { kind: 'candidate', candidate });
    else this.#held.push(candidate);
  }
}

function asNegotiationError(cause: unknown): EdgeError {
  if (cause instanceof EdgeError) return cause;
  return new EdgeError('ERR_NEGOTIATION', 'offer or answer expected to apply, got an error', { cause });
}
