/** @module Connecting: with what is at hand at once, and beside it, where that does not do, with what the service names. */
import type { IceServer } from '@longwire/protocol';
import { EdgeError, takesNoSecond } from '@longwire/protocol/base';
import type { Handshake } from '../signaling/signaling-line.ts';
import { abortable } from '../time/abort.ts';
import { Lane, LINK, type LaneOptions } from './lane.ts';
import type { Attempt, LinkObserver, OpenLink } from './link.ts';
import type { ResolvedOptions } from './options.ts';
import { StepLadder } from './step-ladder.ts';

/**
 * How long the first peer connection has for itself, in milliseconds. Reason: checks between two that reach each other end within a
 * second on a bad line, and a second login costs the device a session.
 */
export const SECOND_PEER_AFTER_MS = 2_500;

/** What a race is made from. */
export interface ConnectRaceOptions {
  readonly options: ResolvedOptions;
  readonly certificate: Promise<RTCCertificate>;
  readonly attempt: Attempt;
  readonly observer: LinkObserver;
  /** A lane that `prepare()` has brought as far as the offer. */
  readonly warm: WarmLane | undefined;
}

/** A lane that stands before its offer. */
export interface WarmLane {
  readonly lane: Lane;
  readonly ladder: StepLadder;
}

/** Makes the lane that a connection begins with, or prepares. */
export function firstLane(
  given: Pick<LaneOptions, 'options' | 'certificate' | 'trace' | 'ladder'>,
  isPrepared: boolean,
): Lane {
  const { handshake, book } = given.options;
  return new Lane({
    ...given,
    number: 1,
    handshake: book.isClassic ? 'sequential' : handshake,
    servers: serversAtHand(given.options, isPrepared),
  });
}

/** A lane that is prepared has time to learn what the service names; one that may use relays alone, or needs them, has no other way. */
function serversAtHand(
  { book, handshake, iceTransportPolicy, ownIceServers }: ResolvedOptions,
  isPrepared: boolean,
): readonly IceServer[] | undefined {
  if (handshake === 'sequential') return undefined;
  if (book.freshServers !== undefined) return book.freshServers;
  return isPrepared || iceTransportPolicy === 'relay' || book.needsServers ? undefined : ownIceServers;
}

/** Exactly one of at most two lanes becomes the connection; the other is closed and leaves nothing. */
export class ConnectRace {
  readonly #given: ConnectRaceOptions;
  readonly #common: Pick<LaneOptions, 'options' | 'certificate' | 'trace' | 'ladder'>;
  readonly #outcome = Promise.withResolvers<OpenLink>();
  /** The first one, the one beside it, and the one that took the place of both where there was room for one only. */
  readonly #lanes: Lane[] = [];
  /** Those that were closed for another one: their end says nothing. */
  readonly #dropped = new Set<Lane>();
  /** What the service named on the first login. */
  #servers: readonly IceServer[] | undefined;
  #isDue = false;
  #isDecided = false;

  constructor(given: ConnectRaceOptions) {
    const { options, certificate, attempt, warm } = given;
    this.#given = given;
    this.#common = { options, certificate, trace: attempt.trace, ladder: warm?.ladder ?? new StepLadder() };
  }

  /** Connects; ends with the attempt, whose scope takes everything with it. */
  async run(): Promise<OpenLink> {
    const { options, attempt, observer, warm } = this.#given;
    const { signal } = attempt.abort;
    let stopTimer: (() => void) | undefined;
    const startTimer = (): void => {
      if (this.#isDecided || signal.aborted) return;
      stopTimer = options.clock.schedule(SECOND_PEER_AFTER_MS, () => {
        this.#isDue = true;
        this.#startBeside();
      });
    };
    try {
      this.#common.ladder.start((step) => observer.onStep(step));
      signal.throwIfAborted();
      this.#follow(warm?.lane ?? firstLane(this.#common, false));
      // Where the code for it is still to come, the first peer connection has not begun.
      LINK.load().then(startTimer, toldByOpened);
      return await abortable(signal, this.#outcome.promise);
    } finally {
      stopTimer?.();
    }
  }

  #follow(lane: Lane): void {
    const { attempt } = this.#given;
    this.#lanes.push(lane);
    attempt.scope.add(() => lane.close(attempt.abort.signal.reason));
    lane.opened.then(
      (link) => this.#handleOpened(lane, link),
      (error: unknown) => this.#handleFailed(lane, error),
    );
    lane.servers.then((servers) => this.#startBeside(servers), toldByOpened);
    lane.release();
  }

  /** A second lane once it is due, where it has a chance that the first one has not. */
  #startBeside(named?: readonly IceServer[]): void {
    this.#servers ??= named;
    const [first, second] = this.#lanes;
    if (!this.#isDue || this.#isDecided || this.#servers === undefined) return;
    if (first === undefined || second !== undefined || first.isEnded) return;
    const isOfferLost = first.handshake === 'pipelined' && !first.hasHeard;
    if (isOfferLost || this.#hasOtherServers()) this.#start(isOfferLost ? 'sequential' : first.handshake);
  }

  /** Whether the service named other servers than the first lane began with. */
  #hasOtherServers(): boolean {
    const used = this.#lanes[0]?.serversAtHand;
    const named = this.#servers ?? [];
    return used !== undefined && named.length > 0 && JSON.stringify(used) !== JSON.stringify(named);
  }

  /** One more, with what the service has named by now. */
  #start(handshake: Handshake): void {
    this.#follow(
      new Lane({
        ...this.#common,
        number: this.#lanes.length + 1,
        handshake,
        servers: this.#servers,
      }),
    );
  }

  #handleOpened(lane: Lane, link: OpenLink): void {
    const { observer, attempt } = this.#given;
    if (this.#isDecided || attempt.abort.signal.aborted) return;
    this.#isDecided = true;
    for (const other of this.#lanes) if (other !== lane) this.#drop(other);
    this.#note(lane);
    lane.adopt(observer);
    this.#outcome.resolve(link);
  }

  /** What is remembered for the next time. */
  #note(lane: Lane): void {
    const { book } = this.#given.options;
    const [first] = this.#lanes;
    if (first?.handshake === 'pipelined' && lane.handshake === 'sequential') book.noteClassic();
    const needsServers = (lane !== first && this.#hasOtherServers()) || undefined;
    lane.servers.then(
      (servers) => LINK.loaded && book.noteServers(servers, LINK.loaded.expiryOf, needsServers),
      toldByOpened,
    );
  }

  #handleFailed(lane: Lane, error: unknown): void {
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

  #drop(lane: Lane): void {
    this.#dropped.add(lane);
    lane.close(new EdgeError('ERR_CONNECTION_CLOSED', 'another attempt took its place'));
  }

  /** Servers at hand that led nowhere are no reason to give up: the service may name others. */
  #canDoWithout(first: Lane, error: unknown): boolean {
    const isPath = error instanceof EdgeError && error.code === 'ERR_PEER_FAILED';
    if (!isPath || first.serversAtHand === undefined) return false;
    this.#given.options.book.forgetServers();
    return this.#servers === undefined || this.#hasOtherServers();
  }
}

/** A login that fails ends its lane, which has the same reason. */
function toldByOpened(): void {}
