/** @module The candidate pairs of a connection and the state of each, read from the browser's statistics. */

import { booleanOf, nonEmpty, numberOf, textOf } from '../read-field.ts';

/** The state of a pair. */
export type PairFate =
  /** The connection uses it. */
  | 'used'
  /** It works, and another one is used. */
  | 'works'
  | 'trying'
  /** Checks were sent, and no response came yet. */
  | 'silent'
  | 'failed'
  /** Not checked yet, or never. */
  | 'waiting';

/** One end of a pair. */
export interface PairEnd {
  /** `host`, `srflx`, `prflx` or `relay`. */
  readonly type: string;
  readonly protocol: string | undefined;
  /** How this browser reaches its relay. */
  readonly relayProtocol: string | undefined;
  /** The address as the browser reports it; undefined if it is hidden. */
  readonly address: string | undefined;
  readonly port: number | undefined;
}

/** One pair. */
export interface CandidatePair {
  readonly id: string;
  readonly fate: PairFate;
  readonly local: PairEnd;
  readonly remote: PairEnd;
  readonly roundTripMs: number | undefined;
  readonly requestsSent: number;
  readonly responsesReceived: number;
}

/** The iterable part of `RTCStatsReport`. */
export interface ReportSource {
  forEach(visit: (entry: unknown, id: string) => void): void;
}

/** Most pairs that are shown: the other side chooses how many there are. */
export const MAX_PAIRS = 40;

const RANK: { readonly [Fate in PairFate]: number } = {
  used: 0,
  works: 1,
  trying: 2,
  silent: 3,
  failed: 4,
  waiting: 5,
};

/** The pairs of a statistics report, the one in use first. */
export function candidatePairs(report: ReportSource): readonly CandidatePair[] {
  const entries = new Map<string, object>();
  report.forEach((entry, id) => {
    if (typeof entry === 'object' && entry !== null) entries.set(id, entry);
  });
  const ofType = (type: string): [string, object][] =>
    [...entries].filter(([, entry]) => text(entry, 'type') === type);
  const selected = new Set(
    ofType('transport').flatMap(([, entry]) => text(entry, 'selectedCandidatePairId') ?? []),
  );
  return ofType('candidate-pair')
    .map(([id, pair]): CandidatePair => {
      const seconds = numberOf(pair, 'currentRoundTripTime');
      return {
        id,
        fate: fateOf(pair, selected.has(id) || booleanOf(pair, 'selected') === true),
        local: endOf(entries.get(text(pair, 'localCandidateId') ?? '')),
        remote: endOf(entries.get(text(pair, 'remoteCandidateId') ?? '')),
        roundTripMs: seconds === undefined ? undefined : seconds * 1000,
        requestsSent: numberOf(pair, 'requestsSent') ?? 0,
        responsesReceived: numberOf(pair, 'responsesReceived') ?? 0,
      };
    })
    .toSorted((one, other) => RANK[one.fate] - RANK[other.fate])
    .slice(0, MAX_PAIRS);
}

const FATE_OF_STATE: ReadonlyMap<string, PairFate> = new Map([
  ['succeeded', 'works'],
  ['failed', 'failed'],
] as const);

function fateOf(pair: object, isSelected: boolean): PairFate {
  if (isSelected) return 'used';
  const hasAnswered = (numberOf(pair, 'responsesReceived') ?? 0) > 0;
  const state = text(pair, 'state') ?? '';
  if (state === 'in-progress')
    return hasAnswered || (numberOf(pair, 'requestsSent') ?? 0) < 2 ? 'trying' : 'silent';
  return FATE_OF_STATE.get(state) ?? 'waiting';
}

function endOf(candidate: object | undefined): PairEnd {
  return {
    type: text(candidate, 'candidateType') ?? 'unknown',
    protocol: text(candidate, 'protocol'),
    relayProtocol: text(candidate, 'relayProtocol'),
    address: text(candidate, 'address') ?? text(candidate, 'ip'),
    port: numberOf(candidate, 'port'),
  };
}

/** A text that is not empty. */
function text(entry: object | undefined, name: string): string | undefined {
  return nonEmpty(textOf(entry, name));
}
