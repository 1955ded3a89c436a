/** @module Connects with the initial ICE servers at once and, if that does not succeed, in parallel with those that the service names. */
import type { Emitter, IceServer } from '@longwire/protocol';
import { EdgeError, allowsOneConnection, withLimits } from '@longwire/protocol/base';
import type { PeerReports } from '../peer/peer-reports.ts';
import type { Handshake } from '../signaling/peer-signaling.ts';
import { ConnectAttempt, LINK, type ConnectAttemptOptions } from './connect-attempt.ts';
import type { AttemptScope, LinkObserver, OpenLink } from './link.ts';
import type { ResolvedOptions } from './options.ts';
import { ConnectSteps } from './connect-steps.ts';

/**
 * When the fallback attempt starts, in milliseconds. Reason: between two sides that reach each other ICE checks end within a second
 * even on a bad line, and a second login costs the device a session.
 */
export const FALLBACK_AFTER_MS = 2_500;

/** Options of {@link ConnectAttempts}. */
export interface ConnectAttemptsOptions {
  readonly options: ResolvedOptions;
  readonly certificate: Promise<RTCCertificate>;
  /** The connection's emitter. */
  readonly reports: Pick<Emitter<PeerReports>, 'emit'>;
  readonly connecting: AttemptScope;
  readonly observer: LinkObserver;
  /** An attempt that `prepare()` has brought as far as the offer. */
  readonly prepared: PreparedAttempt | undefined;
}

/** An attempt whose offer has not left yet. */
export interface PreparedAttempt {
  readonly attempt: ConnectAttempt;
  readonly certificate: Promise<RTCCertificate>;
  readonly steps: ConnectSteps;
}

/** What all attempts of a connection have in common. */
type CommonOptions = Omit<ConnectAttemptOptions, 'number' | 'handshake' | 'servers' | 'waitsForServers'>;

/** Creates the attempt that a connection starts with, or prepares. */
export function primaryAttempt(given: CommonOptions, isPrepared: boolean): ConnectAttempt {
  const { options } = given;
  const handshake = options.cache.isSequential ? 'sequential' : options.handshake;
  const servers = initialServers(options, isPrepared);
  // A prepared offer has time, and is to contain every candidate.
  const waitsForServers =
    servers === undefined && (isPrepared || handshake === 'sequential' || !canSetServers(options));
  return new ConnectAttempt({ ...given, number: 1, handshake, servers, waitsForServers });
}

/** Older browsers take ICE servers only when a peer connection is made. */
function canSetServers({ RTCPeerConnection }: ResolvedOptions): boolean {
  return 'setConfiguration' in RTCPeerConnection.prototype;
}

/** A prepared attempt has time to ask the service for its servers; one that needs relays has no other choice. */
function initialServers(
  { cache, handshake, iceTransportPolicy, ownIceServers }: ResolvedOptions,
  isPrepared: boolean,
): readonly IceServer[] | undefined {
  if (handshake === 'sequential') return undefined;
  if (cache.freshServers !== undefined) return cache.freshServers;
  return isPrepared || iceTransportPolicy === 'relay' || cache.needsServers ? undefined : ownIceServers;
}

/** Of at most two concurrent attempts exactly one becomes the connection; the other is closed and leaves nothing behind. */
export class ConnectAttempts {
  readonly #given: ConnectAttemptsOptions;
  readonly #common: CommonOptions;
  readonly #outcome = Promise.withResolvers<OpenLink>();
  /** The primary attempt, the fallback, and a replacement for both if the device has room for only one. */
  readonly #attempts: ConnectAttempt[] = [];
  /** Attempts closed in favour of another one: their errors are ignored. */
  readonly #dropped = new Set<ConnectAttempt>();
  /** The servers that the service named on the first login. */
  #servers: readonly IceServer[] | undefined;
  #isFallbackDue = false;
  #isDecided = false;

  constructor(given: ConnectAttemptsOptions) {
    const { options, certificate, reports, connecting, prepared } = given;
    this.#given = given;
    this.#common = {
      options,
      certificate,
      reports,
      trace: connecting.trace,
      steps: prepared?.steps ?? new ConnectSteps(),
    };
  }

  /** Connects; when `connecting` is aborted its scope releases everything. */
  async run(): Promise<OpenLink> {
    const { options, connecting, observer, prepared } = this.#given;
    const { signal } = connecting.abort;
    let stopTimer: (() => void) | undefined;
    const startTimer = (): void => {
      if (this.#isDecided || signal.aborted) return;
      stopTimer = options.clock.schedule(FALLBACK_AFTER_MS, () => {
        this.#isFallbackDue = true;
        this.#startFallback();
      });
    };
    try {
      this.#common.steps.start((step) => observer.onStep(step));
      signal.throwIfAborted();
      this.#follow(prepared?.attempt ?? primaryAttempt(this.#common, false));
      // Until its code is loaded, the primary attempt has not created a peer connection.
      LINK.load().then(startTimer, ignoreRejection);
      return await withLimits({ owner: signal }, () => this.#outcome.promise);
    } finally {
      stopTimer?.();
    }
  }

  #follow(attempt: ConnectAttempt): void {
    const { connecting } = this.#given;
    this.#attempts.push(attempt);
    connecting.scope.add(() => attempt.close(connecting.abort.signal.reason));
    attempt.opened.then(
      (link) => this.#handleOpened(attempt, link),
      (error: unknown) => this.#handleFailed(attempt, error),
    );
    attempt.servers.then((servers) => this.#startFallback(servers), ignoreRejection);
    attempt.release();
  }

  /** Starts the fallback once it is due, if it can succeed where the primary attempt does not. */
  #startFallback(named?: readonly IceServer[]): void {
    this.#servers ??= named;
    const [first, second] = this.#attempts;
    if (!this.#isFallbackDue || this.#isDecided || this.#servers === undefined) return;
    if (first === undefined || second !== undefined || first.isEnded) return;
    const isOfferLost = first.handshake === 'pipelined' && !first.hasReply;
    if (isOfferLost || this.#hasOtherServers()) this.#start(isOfferLost ? 'sequential' : first.handshake);
  }

  /** Whether the service named other servers than the primary attempt started with. */
  #hasOtherServers(): boolean {
    const used = this.#attempts[0]?.initialServers;
    const named = this.#servers ?? [];
    return used !== undefined && named.length > 0 && JSON.stringify(used) !== JSON.stringify(named);
  }

  /** Starts another attempt with the servers that the service named. */
  #start(handshake: Handshake): void {
    this.#follow(
      new ConnectAttempt({
        ...this.#common,
        number: this.#attempts.length + 1,
        handshake,
        servers: this.#servers,
        waitsForServers: true,
      }),
    );
  }

  #handleOpened(attempt: ConnectAttempt, link: OpenLink): void {
    const { observer, connecting } = this.#given;
    if (this.#isDecided || connecting.abort.signal.aborted) return;
    if (attempt.isEnded) {
      // It has ended since it opened: nothing would report that any more.
      this.#handleFailed(attempt, attempt.endedBy);
      return;
    }
    this.#isDecided = true;
    for (const other of this.#attempts) if (other !== attempt) this.#drop(other);
    this.#remember(attempt);
    attempt.adopt((loss) => observer.onLoss(loss));
    this.#outcome.resolve(link);
  }

  /** Stores what the next connection can use. */
  #remember(attempt: ConnectAttempt): void {
    const { cache } = this.#given.options;
    const [first] = this.#attempts;
    if (first?.handshake === 'pipelined' && attempt.handshake === 'sequential') cache.rememberSequential();
    const needsServers = (attempt !== first && this.#hasOtherServers()) || undefined;
    attempt.servers.then(
      (servers) => LINK.loaded && cache.rememberServers(servers, LINK.loaded.expiryOf, needsServers),
      ignoreRejection,
    );
  }

  #handleFailed(attempt: ConnectAttempt, error: unknown): void {
    if (this.#isDecided || this.#dropped.has(attempt)) return;
    const [first] = this.#attempts;
    const isAlone = this.#attempts.every(({ isEnded }) => isEnded);
    if (this.#attempts.length === 1 && this.#canRetry(attempt, error)) {
      this.#start(attempt.handshake);
    } else if (isAlone) {
      this.#isDecided = true;
      this.#outcome.reject(error);
    } else if (first !== undefined && attempt !== first && allowsOneConnection(error)) {
      void this.#replace(first, attempt.handshake);
    }
  }

  /** The device allows one session: it is free for another attempt once the service has seen the primary one end. */
  async #replace(first: ConnectAttempt, handshake: Handshake): Promise<void> {
    this.#drop(first);
    await first.left();
    if (!this.#given.connecting.abort.signal.aborted) this.#start(handshake);
  }

  #drop(attempt: ConnectAttempt): void {
    this.#dropped.add(attempt);
    attempt.close(new EdgeError('ERR_CONNECTION_CLOSED', 'replaced by another attempt'));
  }

  /** After initial servers failed, the service may still name others. */
  #canRetry(first: ConnectAttempt, error: unknown): boolean {
    const isPath = error instanceof EdgeError && error.code === 'ERR_PEER_FAILED';
    if (!isPath || first.initialServers === undefined) return false;
    this.#given.options.cache.forgetServers();
    return this.#servers === undefined || this.#hasOtherServers();
  }
}

/** Another handler reports the error: a failed login ends its attempt with the same cause. */
function ignoreRejection(): void {}
