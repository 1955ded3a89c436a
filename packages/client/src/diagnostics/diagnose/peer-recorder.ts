/** @module Records the peer connections that a connection makes, so that they can be examined after they have closed. */
import { waitFor } from '@longwire/protocol/base';
import { listen } from '../../events/listen.ts';
import { candidateType, pathOf, relayProtocolOf, selectedPair } from '../stats/path-of.ts';
import type { ConnectionPath } from '../stats/connection-stats.ts';
import { StatsEntries, type StatsEntry } from '../stats/stats-entry.ts';
import type { Clock } from '@longwire/protocol';

/** Interval between two readings of the candidate pairs, in milliseconds. */
const RECORD_INTERVAL_MS = 500;

/** Chromium returns a cached report that is not older than half of this, in milliseconds. */
const REPORT_CACHE_MS = 100;

/** Maximum number of reported pairs. */
const MAX_PAIRS = 50;

/** A candidate pair and its result. */
export interface PairOutcome {
  readonly local: string;
  readonly remote: string;
  readonly state: string;
  readonly isNominated: boolean;
  readonly requestsSent: number;
  readonly responsesReceived: number;
}

/** The recorded state of one peer connection. */
export interface PeerResult {
  readonly wasIceConnected: boolean;
  readonly dtlsState: string | undefined;
  readonly path: ConnectionPath | undefined;
  readonly pairs: readonly PairOutcome[];
}

/** Records one peer connection. */
class PeerRecorder {
  readonly #pc: RTCPeerConnection;
  readonly #clock: Clock;
  readonly #showsAddresses: boolean;
  readonly #off: () => void;
  #stopTimer: () => void = () => undefined;
  #isOver = false;
  #wasIceConnected = false;
  #dtlsState: string | undefined;
  #path: ConnectionPath | undefined;
  #pairs: readonly PairOutcome[] = [];
  #isStale = false;

  constructor(pc: RTCPeerConnection, clock: Clock, showsAddresses: boolean) {
    this.#pc = pc;
    this.#clock = clock;
    this.#showsAddresses = showsAddresses;
    const offIce = listen(pc, 'iceconnectionstatechange', () => void this.record());
    const offPeer = listen(pc, 'connectionstatechange', () => void this.record());
    this.#off = () => {
      offIce();
      offPeer();
    };
    this.#recordLater();
  }

  get result(): PeerResult {
    return {
      wasIceConnected: this.#wasIceConnected,
      dtlsState: this.#dtlsState,
      path: this.#path,
      pairs: this.#pairs,
    };
  }

  /** Whether the last report was from before a pair was selected: browsers that report transports also report the selected pair. */
  get isStale(): boolean {
    return this.#isStale;
  }

  /** Records the current state; a closed connection reports none. */
  async record(): Promise<void> {
    const { iceConnectionState, sctp } = this.#pc;
    this.#wasIceConnected ||= iceConnectionState === 'connected' || iceConnectionState === 'completed';
    const dtlsState = sctp?.transport.state;
    if (dtlsState !== undefined && dtlsState !== 'closed') this.#dtlsState = dtlsState;
    const report = await this.#pc.getStats().catch(() => undefined);
    if (report === undefined) return;
    const entries = new StatsEntries(report);
    const selected = selectedPair(entries);
    this.#isStale =
      selected === undefined &&
      entries.ofType('transport').some((transport) => transport.text('dtlsState') !== undefined);
    const pairs = entries.ofType('candidate-pair');
    if (pairs.length === 0) return;
    this.#pairs = pairs.slice(0, MAX_PAIRS).map((pair) => this.#outcomeOf(entries, pair));
    if (selected !== undefined) this.#path = pathOf(entries, selected);
  }

  async negotiated(signal: AbortSignal): Promise<void> {
    const pc = this.#pc;
    const isOffered = (): boolean =>
      pc.signalingState === 'have-local-offer' || pc.signalingState === 'have-remote-offer';
    await waitFor<void>({ owner: signal }, ({ resolve }) => {
      if (!isOffered()) resolve();
      return listen(pc, 'signalingstatechange', () => {
        if (!isOffered()) resolve();
      });
    });
  }

  close(): void {
    this.#isOver = true;
    this.#stopTimer();
    this.#off();
  }

  #recordLater(): void {
    this.#stopTimer = this.#clock.schedule(RECORD_INTERVAL_MS, () => {
      void this.record();
      if (!this.#isOver && this.#pc.connectionState !== 'closed') this.#recordLater();
    });
  }

  #outcomeOf(entries: StatsEntries, pair: StatsEntry): PairOutcome {
    return {
      local: this.#nameOf(entries.get(pair.text('localCandidateId'))),
      remote: this.#nameOf(entries.get(pair.text('remoteCandidateId'))),
      state: pair.text('state') ?? 'unknown',
      isNominated: pair.isTrue('nominated'),
      requestsSent: pair.count('requestsSent') ?? 0,
      responsesReceived: pair.count('responsesReceived') ?? 0,
    };
  }

  #nameOf(candidate: StatsEntry | undefined): string {
    const relay = relayProtocolOf(candidate);
    const parts = [
      candidateType(candidate) ?? 'unknown',
      candidate?.text('protocol'),
      relay === undefined ? undefined : `relay over ${relay}`,
      this.#showsAddresses ? candidate?.text('address') : undefined,
    ];
    return parts.filter((part) => part !== undefined).join(' ');
  }
}

/** Records all peer connections of a connection. */
export class PeerRecorders {
  /** The class to pass to a connection instead of the browser's. */
  readonly RTCPeerConnection: typeof RTCPeerConnection;
  readonly #all: PeerRecorder[] = [];
  readonly #clock: Clock;

  constructor(Real: typeof RTCPeerConnection, clock: Clock, showsAddresses: boolean) {
    this.#clock = clock;
    const all = this.#all;
    this.RTCPeerConnection = new Proxy(Real, {
      construct(target, args, newTarget) {
        const pc: RTCPeerConnection = Reflect.construct(target, args, newTarget);
        all.push(new PeerRecorder(pc, clock, showsAddresses));
        return pc;
      },
    });
  }

  /** Records an established connection; a second time if the first report was too early, as on a fast network. */
  async recordPath(signal: AbortSignal): Promise<void> {
    await this.#recordAll();
    if (!this.#all.some(({ isStale }) => isStale)) return;
    await waitFor<void>({ owner: signal }, ({ resolve }) => this.#clock.schedule(REPORT_CACHE_MS, resolve));
    await this.#recordAll();
  }

  async #recordAll(): Promise<void> {
    await Promise.all(this.#all.map(async (recorder) => await recorder.record()));
  }

  /** Resolves when none of them has a pending offer. */
  async negotiated(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#all.map(async (recorder) => await recorder.negotiated(signal)));
  }

  /** The record of the peer connection that got furthest. */
  get result(): PeerResult | undefined {
    const results = this.#all.map(({ result }) => result);
    const rank = (result: PeerResult): number =>
      (result.wasIceConnected ? 2 : 0) +
      (result.dtlsState === 'connected' ? 2 : 0) +
      (result.pairs.length > 0 ? 1 : 0);
    return results.toSorted((one, other) => rank(other) - rank(one))[0];
  }

  close(): void {
    for (const recorder of this.#all) recorder.close();
  }
}
