/** @module Perfect negotiation (W3C webrtc-pc section 10.7), the client's side: polite, one operation at a time. */
import type { Clock, IceCandidate, Listenable, Logger, Metadata, RelayedMessage } from '@longwire/protocol';
import { assertNever, EdgeError, Emitter, TaskQueue, withLimits } from '@longwire/protocol/base';
import { decideDescription, withoutCandidates } from '@longwire/protocol/peer';
import { listen } from '../events/listen.ts';
import { Scope } from '../events/scope.ts';
import { CandidateExchange } from './candidate-exchange.ts';
import { candidateKnown, candidatesAhead, gatheringComplete } from './gathering.ts';
import { offerBeforeServers, type LateServers } from './late-servers.ts';
import type { NegotiatedFeatures } from './negotiated-features.ts';
import { oneRole } from './one-role.ts';
import { RefusedAnswer, RemoteDescriptions } from './remote-descriptions.ts';
import type { SentTracks } from './sent-tracks.ts';
import type { TrackRegistry } from './track-registry.ts';

type DescriptionMessage = Extract<RelayedMessage, { kind: 'description' }>;
type CandidateMessage = Pick<Extract<RelayedMessage, { kind: 'candidate' }>, 'candidate'> & {
  readonly metadata?: Metadata | undefined;
};

interface NegotiatorEvents {
  outgoing: [message: RelayedMessage];
  /** A description was applied on either side. */
  described: [];
  /** An operation failed; unless it is final the connection may survive. */
  failed: [error: EdgeError, isFinal: boolean];
}

/**
 * Where descriptions are accepted. From `unconfirmed` or `unused` on only over the connection: `unconfirmed` if
 * signaling brought descriptions that its service could have changed, `unused` if it brought none; `confirmed` after
 * the first description over the connection.
 */
type Stage = 'signaling' | 'unconfirmed' | 'unused' | 'confirmed';

/** Whether a message arrived over the connection itself, or by signaling. */
export type Origin = 'inside' | 'signaling';

/** Options of {@link Negotiator}. */
export interface NegotiatorOptions {
  readonly pc: RTCPeerConnection;
  readonly tracks: TrackRegistry;
  readonly sent: SentTracks;
  readonly features: NegotiatedFeatures;
  readonly logger: Logger;
  readonly clock: Clock;
  /** No offer leaves before. */
  readonly released: Promise<void>;
  /** Set if the peer connection was created without its ICE servers. */
  readonly servers: LateServers | undefined;
  /** Throws to refuse a remote description. */
  readonly checkDescription: (sdp: string) => Promise<void>;
  /** Throws to refuse the result of a description of either side. */
  readonly checkTransports: () => void;
}

/**
 * Most messages of the other side that may wait. Reason: they wait as long as an offer is held back, and the other
 * side controls their number.
 */
export const MAX_WAITING_MESSAGES = 256;

/** Sends and receives offers, answers and candidates. */
export class Negotiator implements Listenable<NegotiatorEvents> {
  readonly #options: NegotiatorOptions;
  readonly #emitter: Emitter<NegotiatorEvents>;
  readonly #scope: Scope;
  readonly #queue = new TaskQueue();
  readonly #candidates: CandidateExchange;
  readonly #remote: RemoteDescriptions;
  readonly #abort = new AbortController();
  /** The number of waiting messages of the other side. */
  #waiting = 0;
  #stage: Stage = 'signaling';

  constructor(options: NegotiatorOptions) {
    const { pc, logger } = options;
    this.#options = options;
    this.#emitter = new Emitter((event, error) =>
      logger.error('negotiation.listener-failed', { event, error }),
    );
    this.#scope = new Scope((error) => logger.warn('negotiation.release-failed', { error }));
    this.#scope.add(listen(pc, 'negotiationneeded', () => this.#enqueue(() => this.#offer())));
    const send = (candidate: IceCandidate): void =>
      this.#emitter.emit('outgoing', { kind: 'candidate', candidate });
    this.#remote = new RemoteDescriptions(options);
    this.#candidates = new CandidateExchange({ pc, logger, send });
    this.#scope.add(
      listen(pc, 'icecandidate', ({ candidate }: RTCPeerConnectionIceEvent) =>
        this.#candidates.handleLocal(candidate),
      ),
    );
  }

  on<K extends keyof NegotiatorEvents>(
    event: K,
    listener: (...args: NegotiatorEvents[K]) => void,
  ): () => void {
    return this.#emitter.on(event, listener);
  }

  /** Queues a message of the other peer behind earlier ones; dropped if too many wait. */
  handleMessage(message: RelayedMessage, origin: Origin = 'signaling'): void {
    if (this.#waiting >= MAX_WAITING_MESSAGES) {
      this.#options.logger.warn('negotiation.ignored', { reason: 'too many messages wait' });
      return;
    }
    this.#waiting += 1;
    this.#enqueue(() => {
      this.#waiting -= 1;
      return this.#handle(message, origin);
    });
  }

  /**
   * Accepts descriptions only over the connection, once all earlier messages are handled; `open` opens the channel
   * for them. Descriptions that signaling may have lost or changed are sent again.
   */
  moveInside(open: () => void): void {
    this.#enqueue(async () => {
      open();
      const { pc, tracks } = this.#options;
      tracks.moveInside();
      const hasOffer = pc.signalingState === 'have-local-offer';
      this.#stage = hasOffer || pc.getTransceivers().length > 0 ? 'unconfirmed' : 'unused';
      if (hasOffer) await this.#sendLocalDescription();
      else if (this.#stage === 'unconfirmed') await this.#offer();
    });
  }

  /** Whether descriptions use the connection, and nothing depends on what only signaling said. */
  get isInside(): boolean {
    return this.#stage === 'unused' || this.#stage === 'confirmed';
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
        if (!this.#abort.signal.aborted) this.#handleFailure(cause);
      }
    };
    void this.#queue.run(guarded);
  }

  #handleFailure(cause: unknown): void {
    const isFinal = cause instanceof RefusedAnswer && cause.isFinal;
    // The device has applied the offer whose answer was refused: an offer from the device contains the lines that
    // only it knows.
    if (cause instanceof RefusedAnswer && !isFinal) this.#emitter.emit('outgoing', { kind: 'requestOffer' });
    this.#emitter.emit('failed', asNegotiationError(cause), isFinal);
  }

  async #handle(message: RelayedMessage, origin: Origin): Promise<void> {
    const isOutdated = this.#stage !== 'signaling' && origin === 'signaling';
    if (isOutdated && message.kind !== 'candidate') {
      this.#options.logger.warn('negotiation.ignored', { reason: 'came by signaling', kind: message.kind });
      return;
    }
    switch (message.kind) {
      case 'description':
        return this.#stage === 'unconfirmed' || this.#stage === 'unused'
          ? this.#confirm(message)
          : this.#handleDescription(message);
      case 'candidate':
        // The origin of a candidate is irrelevant, that of its metadata is not.
        return this.#handleCandidate(isOutdated ? { ...message, metadata: undefined } : message);
      case 'requestOffer':
        return this.#offer();
      default:
        return assertNever(message);
    }
  }

  async #offer(): Promise<void> {
    const { pc } = this.#options;
    // Not stable: an offer is already pending, and the browser fires again when there is more to negotiate.
    if (pc.signalingState !== 'stable') return;
    await this.#describe();
  }

  /** Applies the first description over the connection: if it contradicts what signaling brought, the two sides can never agree. */
  async #confirm(message: DescriptionMessage): Promise<void> {
    try {
      await this.#handleDescription(message);
      this.#options.tracks.requireConfirmed();
      this.#stage = 'confirmed';
    } catch (cause) {
      const words = 'first description over the connection contradicts those that signaling brought';
      const error = cause instanceof EdgeError ? cause : new EdgeError('ERR_NEGOTIATION', words, { cause });
      this.#emitter.emit('failed', error, true);
    }
  }

  async #handleDescription({ description, metadata }: DescriptionMessage): Promise<void> {
    const { pc, logger, tracks, features, checkDescription, checkTransports } = this.#options;
    // Operations run one at a time, so none is half done here; glare shows only in signalingState.
    const decision = decideDescription(
      {
        isPolite: true,
        isMakingOffer: false,
        isSettingRemoteAnswerPending: false,
        signalingState: pc.signalingState,
      },
      description.type,
    );
    if (decision === 'ignore') {
      logger.info('negotiation.ignored', { type: description.type, signalingState: pc.signalingState });
      return;
    }
    await checkDescription(description.sdp);
    tracks.handleMetadata(metadata);
    features.handleDescription(description.type, metadata);
    await this.#remote.apply(description);
    checkTransports();
    await this.#candidates.addEarly();
    this.#candidates.noteTrickle(metadata.noTrickle);
    if (description.type === 'offer') await this.#describe();
    else this.#resendCandidates();
    this.#emitter.emit('described');
  }

  /** Creates and sends the pending offer or answer, followed by candidates that it does not contain. */
  async #describe(): Promise<void> {
    const { pc, clock, checkTransports } = this.#options;
    this.#candidates.hold();
    let sent = '';
    try {
      const first = await this.#prepareOffer();
      sent = first.sent;
      await pc.setLocalDescription(first.offer);
      checkTransports();
      if (sent === '') sent = await this.#sendLocalDescription();
      else {
        // Its answer is not handled, and no check begins, before candidates are on their way.
        this.#candidates.release(sent);
        await candidatesAhead(pc, clock, this.#abort.signal);
      }
    } finally {
      this.#candidates.release(sent);
    }
  }

  /** The first offer, where ICE servers are not known yet; the browser creates each later description itself. */
  async #prepareOffer(): Promise<{ readonly offer?: RTCSessionDescriptionInit; readonly sent: string }> {
    const { pc, servers, clock } = this.#options;
    if (servers === undefined || pc.localDescription !== null) return { sent: '' };
    const { signal } = this.#abort;
    if (pc.signalingState === 'stable')
      return offerBeforeServers({ pc, servers, clock, signal, send: (sdp) => this.#send('offer', sdp) });
    await withLimits({ owner: signal }, () => servers.arrived);
    return { sent: '' };
  }

  /** Sends lost candidates inside one more offer, as soon as one is possible. */
  #resendCandidates(): void {
    if (this.#candidates.takeResend()) this.#enqueue(() => this.#offerWithCandidates());
  }

  async #offerWithCandidates(): Promise<void> {
    await gatheringComplete(this.#options.pc, this.#abort.signal);
    await this.#offer();
  }

  async #handleCandidate({ candidate, metadata }: CandidateMessage): Promise<void> {
    if (metadata !== undefined) {
      this.#options.tracks.handleMetadata(metadata);
      this.#candidates.noteTrickle(metadata.noTrickle);
      this.#resendCandidates();
      this.#emitter.emit('described');
    }
    await this.#candidates.handleRemote(candidate);
  }

  /** @returns the SDP that was sent */
  async #sendLocalDescription(): Promise<string> {
    const { pc, clock, released } = this.#options;
    const { signal } = this.#abort;
    if (this.#candidates.isRemoteWithoutTrickle) await this.#candidates.allInside(signal);
    else if (pc.localDescription?.type === 'offer') {
      await withLimits({ owner: signal }, () => released);
      await candidateKnown(pc, clock, signal);
    }
    const description = pc.localDescription;
    if (description === null || (description.type !== 'offer' && description.type !== 'answer')) {
      throw new EdgeError('ERR_STATE', 'local description is neither an offer nor an answer');
    }
    const { type } = description;
    // Over the connection no candidates are inside: the initial ones, without which there would be no connection,
    // went by signaling.
    const fitted = type === 'answer' ? oneRole(description.sdp) : description.sdp;
    const sdp = this.#stage === 'signaling' ? fitted : withoutCandidates(fitted);
    this.#send(type, sdp);
    this.#emitter.emit('described');
    return sdp;
  }

  #send(type: 'offer' | 'answer', sdp: string): void {
    const { tracks, features } = this.#options;
    const metadata = { ...tracks.outgoing(), ...features.outgoing() };
    this.#emitter.emit('outgoing', { kind: 'description', description: { type, sdp }, metadata });
  }
}

function asNegotiationError(cause: unknown): EdgeError {
  if (cause instanceof EdgeError) return cause;
  return new EdgeError('ERR_NEGOTIATION', 'cannot apply the offer or answer', { cause });
}
