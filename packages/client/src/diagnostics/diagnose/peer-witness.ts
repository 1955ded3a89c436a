/** @module Watches the peer connections that a connection makes, and keeps what they looked like while they lived. */
import { listen } from '../../events/listen.ts';
import { candidateType, pathOf, relayProtocolOf, selectedPair } from '../stats/path-of.ts';
import type { ConnectionPath } from '../stats/connection-stats.ts';
import { StatsEntries, type StatsEntry } from '../stats/stats-entry.ts';
import { waitFor } from '../../time/abort.ts';
import type { Clock } from '../../time/clock.ts';

/** How often it is looked at what becomes of the pairs, in milliseconds. */
const LOOK_INTERVAL_MS = 500;

/** Chromium gives a report again that is not older than half of this, in milliseconds. */
const REPORT_MS = 100;

/** Most pairs that are told. */
const MAX_PAIRS = 50;

/** One pair of candidates and what became of it. */
export interface PairFate {
  readonly local: string;
  readonly remote: string;
  readonly state: string;
  readonly isNominated: boolean;
  readonly requestsSent: number;
  readonly responsesReceived: number;
}

/** What one peer connection has come to. */
export interface PeerStory {
  readonly wasIceConnected: boolean;
  readonly dtlsState: string | undefined;
  readonly path: ConnectionPath | undefined;
  readonly pairs: readonly PairFate[];
}

/** One peer connection. */
class PeerWitness {
  readonly #pc: RTCPeerConnection;
  readonly #clock: Clock;
  readonly #showsAddresses: boolean;
  readonly #off: () => void;
  #stopTimer: () => void = () => undefined;
  #isOver = false;
  #wasIceConnected = false;
  #dtlsState: string | undefined;
  #path: ConnectionPath | undefined;
  #pairs: readonly PairFate[] = [];
  #isBehind = false;

  constructor(pc: RTCPeerConnection, clock: Clock, showsAddresses: boolean) {
    this.#pc = pc;
    this.#clock = clock;
    this.#showsAddresses = showsAddresses;
    const offIce = listen(pc, 'iceconnectionstatechange', () => void this.look());
    const offPeer = listen(pc, 'connectionstatechange', () => void this.look());
    this.#off = () => {
      offIce();
      offPeer();
    };
    this.#lookLater();
  }

  get story(): PeerStory {
    return {
      wasIceConnected: this.#wasIceConnected,
      dtlsState: this.#dtlsState,
      path: this.#path,
      pairs: this.#pairs,
    };
  }

  /** Whether the report was one of before there was a way: who tells of transports tells of their ways. */
  get isBehind(): boolean {
    return this.#isBehind;
  }

  /** Keeps what can be seen now; a connection that is closed shows nothing any more. */
  async look(): Promise<void> {
    const { iceConnectionState, sctp } = this.#pc;
    this.#wasIceConnected ||= iceConnectionState === 'connected' || iceConnectionState === 'completed';
    const dtlsState = sctp?.transport.state;
    if (dtlsState !== undefined && dtlsState !== 'closed') this.#dtlsState = dtlsState;
    const report = await this.#pc.getStats().catch(() => undefined);
    if (report === undefined) return;
    const entries = new StatsEntries(report);
    const selected = selectedPair(entries);
    this.#isBehind =
      selected === undefined &&
      entries.ofType('transport').some((transport) => transport.text('dtlsState') !== undefined);
    const pairs = entries.ofType('candidate-pair');
    if (pairs.length === 0) return;
    this.#pairs = pairs.slice(0, MAX_PAIRS).map((pair) => this.#fateOf(entries, pair));
    if (selected !== undefined) this.#path = pathOf(entries, selected);
  }

  async negotiated(signal: AbortSignal): Promise<void> {
    const pc = this.#pc;
    const isOffered = (): boolean =>
      pc.signalingState === 'have-local-offer' || pc.signalingState === 'have-remote-offer';
    await waitFor<void>(signal, ({ resolve }) => {
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

  #lookLater(): void {
    this.#stopTimer = this.#clock.schedule(LOOK_INTERVAL_MS, () => {
      void this.look();
      if (!this.#isOver && this.#pc.connectionState !== 'closed') this.#lookLater();
    });
  }

  #fateOf(entries: StatsEntries, pair: StatsEntry): PairFate {
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

/** All that were made. */
export class PeerWitnesses {
  /** To be given to a connection in the browser's place. */
  readonly RTCPeerConnection: typeof RTCPeerConnection;
  readonly #all: PeerWitness[] = [];
  readonly #clock: Clock;

  constructor(Real: typeof RTCPeerConnection, clock: Clock, showsAddresses: boolean) {
    this.#clock = clock;
    const all = this.#all;
    this.RTCPeerConnection = new Proxy(Real, {
      construct(target, args, newTarget) {
        const pc: RTCPeerConnection = Reflect.construct(target, args, newTarget);
        all.push(new PeerWitness(pc, clock, showsAddresses));
        return pc;
      },
    });
  }

  /** Looks at a connection that stands; on a fast network a second time. */
  async lookAtWay(signal: AbortSignal): Promise<void> {
    await this.#look();
    if (!this.#all.some(({ isBehind }) => isBehind)) return;
    await waitFor<void>(signal, ({ resolve }) => this.#clock.schedule(REPORT_MS, resolve));
    await this.#look();
  }

  async #look(): Promise<void> {
    await Promise.all(this.#all.map(async (witness) => await witness.look()));
  }

  /** Resolves when no offer is on its way on any of them. */
  async negotiated(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#all.map(async (witness) => await witness.negotiated(signal)));
  }

  /** The one that came furthest. */
  get story(): PeerStory | undefined {
    const stories = this.#all.map(({ story }) => story);
    const rank = (story: PeerStory): number =>
      (story.wasIceConnected ? 2 : 0) +
      (story.dtlsState === 'connected' ? 2 : 0) +
      (story.pairs.length > 0 ? 1 : 0);
    return stories.toSorted((one, other) => rank(other) - rank(one))[0];
  }

  close(): void {
    for (const witness of this.#all) witness.close();
  }
}
