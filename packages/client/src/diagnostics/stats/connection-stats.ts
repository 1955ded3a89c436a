/** @module Statistics of a connection's traffic; values that a browser does not report are absent. */

import type { QualityReport } from '../../session/tracks/parse-quality.ts';

/** The kinds of candidates (RFC 8839 section 5.1). */
export const CANDIDATE_TYPES = ['host', 'srflx', 'prflx', 'relay'] as const;

/** One of {@link CANDIDATE_TYPES}. */
export type CandidateType = (typeof CANDIDATE_TYPES)[number];

/** How this browser reaches its relay. */
export const RELAY_PROTOCOLS = ['udp', 'tcp', 'tls'] as const;

/** One of {@link RELAY_PROTOCOLS}. */
export type RelayProtocol = (typeof RELAY_PROTOCOLS)[number];

/** The network path that packets take. */
export interface ConnectionPath {
  readonly kind: 'same-network' | 'direct' | 'relayed';
  readonly protocol?: 'udp' | 'tcp';
  /** Set if this browser uses a relay; a relay used by the device shows only in `remoteType`. */
  readonly relayProtocol?: RelayProtocol;
  readonly localType?: CandidateType;
  readonly remoteType?: CandidateType;
}

/** Statistics of one received or sent medium. Rates and shares cover the time since the previous report. */
export interface TrackStats {
  /** The browser's id of the entry, the same in each report. */
  readonly id: string;
  readonly direction: 'receive' | 'send';
  readonly kind: 'audio' | 'video';
  /** The media line of the session description: the `mid` of the track's transceiver. */
  readonly mid?: string;
  /** The browser's `id` of the played track. */
  readonly mediaTrackId?: string;
  /** Such as `H264` or `opus`. */
  readonly codec?: string;
  readonly bitsPerSecond?: number;
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly framesPerSecond?: number;
  /** Number and total duration of picture freezes since the start. */
  readonly freezes?: number;
  readonly frozenMs?: number;
  readonly framesDropped?: number;
  /** Packet jitter, in milliseconds; for sent media as measured by the other side. */
  readonly jitterMs?: number;
  /** Jitter buffer delay, in milliseconds. */
  readonly bufferMs?: number;
  /** Share of lost packets, from 0 to 1. */
  readonly lossShare?: number;
  /** Total since the start, like the counters below. */
  readonly bytes: number;
  readonly frames: number;
  readonly packets: number;
  readonly packetsLost: number;
  readonly bufferedSeconds: number;
  readonly bufferedItems: number;
}

/** A connection's traffic at one moment; the next report is compared with its counters. */
export interface ConnectionStats {
  /** Milliseconds on the report's clock. */
  readonly timestampMs: number;
  /** Absent until a candidate pair is selected. */
  readonly path?: ConnectionPath;
  readonly roundTripMs?: number;
  readonly sendBitsPerSecond?: number;
  readonly receiveBitsPerSecond?: number;
  /** Share of received media packets that were lost since the previous report, from 0 to 1. */
  readonly lossShare?: number;
  readonly tracks: readonly TrackStats[];
  /** What the device reports about the network and its pictures; only in a session's statistics, and absent for devices that report nothing. */
  readonly quality?: QualityReport;
  /** Totals since the start. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
}
