/** @module Connecting: with what is at hand at once, and beside it, where that does not do, with what the service names. */
import type { IceServer } from '@longwire/protocol';
import { EdgeError, takesNoSecond } from '@longwire/protocol/base';
import type { Handshake } from '../signaling/peer-signaling.ts';
import { abortable } from '../time/abort.ts';
import { ConnectAttempt, LINK, type ConnectAttemptOptions } from './connect-attempt.ts';
import type { Attempt, LinkObserver, OpenLink } from './link.ts';
import type { ResolvedOptions } from './options.ts';
import { ConnectSteps } from './connect-steps.ts';

/**
 * How long the first peer connection has for itself, in milliseconds. Reason: checks between two that reach each other end within a
 * second on a bad line, and a second login costs the device a session.
 */
export const FALLBACK_AFTER_MS = 2_500;

/** What a race is made from. */
export interface ConnectAttemptsOptions {
  readonly options: ResolvedOptions;
  readonly certificate: Promise<RTCCertificate>;
  readonly attempt: Attempt;
  readonly observer: LinkObserver;
  /** A lane that `prepare()` has brought as far as the offer. */
  readonly warm: PreparedAttempt | undefined;
}

/** A lane that stands before its offer. */
export interface PreparedAttempt {
  readonly lane: ConnectAttempt;
  readonly ladder: ConnectSteps;
}

/** Makes the lane that a connection begins with, or prepares. */
export function primaryAttempt(
  given: Pick<ConnectAttemptOptions, 'options' | 'certificate' | 'trace' | 'ladder'>,
  isPrepared: boolean,
): ConnectAttempt {
  const { handshake, book } = given.options;
  return new ConnectAttempt({
    ...given,
    number: 1,
    handshake: book.isClassic ? 'sequential' : handshake,
    servers: initialServers(given.options, isPrepared),
  });
}

/** A lane that is prepared has time to learn what the service names; one that may use relays alone, or needs them, has no other way. */
function initialServers(
  { book, handshake, iceTransportPolicy, ownIceServers }: ResolvedOptions,
  isPrepared: boolean,
): readonly IceServer[] | undefined {
  if (handshake === 'sequential') return undefined;
  if (book.freshServers !== undefined) return book.freshServers;
  return isPrepared || iceTransportPolicy === 'relay' || book.needsServers ? undefined : ownIceServers;
}

/** Exactly one of at most two lanes becomes the connection; the other is closed and leaves nothing. */
export class ConnectAttempts {
  readonly #given: ConnectAttemptsOptions;
  readonly #common: Pick<ConnectAttemptOptions, 'options' | 'certificate' | 'trace' | 'ladder'>;
  readonly #outcome = Promise.withResolvers<OpenLink>();
  /** The first one, the one beside it, and the one that took the place of both where there was room for one only. */
  readonly #lanes: ConnectAttempt[] = [];
  /** Those that were closed for another one: their end says nothing. */
  readonly #dropped = new Set<ConnectAttempt>();
  /** What the service named on the first login. */
  #servers: readonly IceServer[] | undefined;
  #isDue = false;
  #isDecided = false;

  constructor(given: ConnectAttemptsOptions) {
    const { options, certificate, attempt, warm } = given;
    this.#given = given;
    this.#common = { options, certificate, trace: attempt.trace, ladder: warm?.ladder ?? new ConnectSteps() };
  }

  /** Connects; ends with the attempt, whose scope takes everything with it. */
  async run(): Promise<OpenLink> {
    const { options, attempt, observer, warm } = this.#given;
    const { signal } = attempt.abort;
    let stopTimer: (() => void) | undefined;
    const startTimer = (): void => {
      if (this.#isDecided || signal.aborted) return;
      stopTimer = options.clock.schedule(FALLBACK_AFTER_MS, () => {
        this.#isDue = true;
        this.#startFallback();
      });
    };
    try {
      this.#common.ladder.start((step) => observer.onStep(step));
      signal.throwIfAborted();
      this.#follow(warm?.lane ?? primaryAttempt(this.#common, false));
      // Where the code for it is still to come, the first peer connection has not begun.
      LINK.load().then(startTimer, ignoreRejection);
      return await abortable(signal, this.#outcome.promise);
    } finally {
      stopTimer?.();
    }
  }

  #follow(lane: ConnectAttempt): void {
    const { attempt } = this.#given;
    this.#lanes.push(lane);
    attempt.scope.add(() => lane.close(attempt.abort.signal.reason));
    lane.opened.then(
      (link) => this.#handleOpened(lane, link),
      (error: unknown) => this.#handleFailed(lane, error),
    );
    lane.servers.then((servers) => this.#startFallback(servers), ignoreRejection);
    lane.release();
  }

  /** A second lane once it is due, where it has a chance that the first one has not. */
  #startFallback(named?: readonly IceServer[]): void {
    this.#servers ??= named;
    const [first, second] = this.#lanes;
    if (!this.#isDue || this.#isDecided || this.#servers === undefined) return;
    if (first === undefined || second !== undefined || first.isEnded) return;
    const isOfferLost = first.handshake === 'pipelined' && !first.hasReply;
    if (isOfferLost || this.#hasOtherServers()) this.#start(isOfferLost ? 'sequential' : first.handshake);
  }

  /** Whether the service named other servers than the first lane began with. */
  #hasOtherServers(): boolean {
    const used = this.#lanes[0]?.initialServers;
    const named = this.#servers ?? [];
    return used !== undefined && named.length > 0 && JSON.stringify(used) !== JSON.stringify(named);
  }

  /** One more, with what the service has named by now. */
  #start(handshake: Handshake): void {
    this.#follow(
      new ConnectAttempt({
        ...this.#common,
        number: this.#lanes.length + 1,
        handshake,
        servers: this.#servers,
      }),
    );
  }

  #handleOpened(lane: ConnectAttempt, link: OpenLink): void {
    const { observer, attempt } = this.#given;
    if (this.#isDecided || attempt.abort.signal.aborted) return;
    this.#isDecided = true;
    for (const other of this.#lanes) if (other !== lane) this.#drop(other);
    this.#note(lane);
    lane.adopt(observer);
    this.#outcome.resolve(link);
  }

  /** What is remembered for the next time. */
  #note(lane: ConnectAttempt): void {
    const { book } = this.#given.options;
    const [first] = this.#lanes;
    if (first?.handshake === 'pipelined' && lane.handshake === 'sequential') book.rememberSequential();
    const needsServers = (lane !== first && this.#hasOtherServers()) || undefined;
    lane.servers.then(
      (servers) => LINK.loaded && book.rememberServers(servers, LINK.loaded.expiryOf, needsServers),
      ignoreRejection,
    );
  }

  #handleFailed(lane: ConnectAttempt, error: unknown): void {
    if (this.#isDecided || this.#dropped.has(lane)) return;
    const [first] = this.#lanes;
    const isAlone = this.#lanes.every(({ isEnded }) => isEnded);
    if (this.#lanes.length === 1 && this.#canDoWithout(lane, error)) {
      this.#start(lane.handshake);
    } else if (isAlone) {
      this.#isDecided = true;
      this.#outcome.reject(error);
    } else if (first !== undefined && lane !== first && takesNoSecond(error)) {
      // There is room for one: the first one's time is over.
      this.#drop(first);
      this.#start(lane.handshake);
    }
  }

  #drop(lane: ConnectAttempt): void {
    this.#dropped.add(lane);
    lane.close(new EdgeError('ERR_CONNECTION_CLOSED', 'another attempt took its place'));
  }

  /** Servers at hand that led nowhere are no reason to give up: the service may name others. */
  #canDoWithout(first: ConnectAttempt, error: unknown): boolean {
    const isPath = error instanceof EdgeError && error.code === 'ERR_PEER_FAILED';
    if (!isPath || first.initialServers === undefined) return false;
    this.#given.options.book.forgetServers();
    return this.#servers === undefined || this.#hasOtherServers();
  }
}

/** A login that fails ends its lane, which has the same reason. */
function ignoreRejection(): void {}
