/** @module What is told of a connection's traffic; whatever a browser does not say is left out, never made up. */

/** The kinds of candidates (RFC 8839 section 5.1). */
export const CANDIDATE_TYPES = ['host', 'srflx', 'prflx', 'relay'] as const;

/** One of {@link CANDIDATE_TYPES}. */
export type CandidateType = (typeof CANDIDATE_TYPES)[number];

/** How this browser reaches its relay. */
export const RELAY_PROTOCOLS = ['udp', 'tcp', 'tls'] as const;

/** One of {@link RELAY_PROTOCOLS}. */
export type RelayProtocol = (typeof RELAY_PROTOCOLS)[number];

/** The way that packets take. */
export interface ConnectionPath {
  readonly kind: 'same-network' | 'direct' | 'relayed';
  readonly protocol?: 'udp' | 'tcp';
  /** Where this browser has the relay; a relay of the device's own is seen in `remoteType` alone. */
  readonly relayProtocol?: RelayProtocol;
  readonly localType?: CandidateType;
  readonly remoteType?: CandidateType;
}

/** How one medium arrives here or goes out from here. Rates and shares are of the time since the report before. */
export interface TrackStats {
  /** The browser's name of the entry, the same in each report. */
  readonly id: string;
  readonly direction: 'receive' | 'send';
  readonly kind: 'audio' | 'video';
  /** The line of the session description; `transceiver.mid` of the track's arrival. */
  readonly mid?: string;
  /** The browser's `id` of the track that is played. */
  readonly mediaTrackId?: string;
  /** Such as `H264` or `opus`. */
  readonly codec?: string;
  readonly bitsPerSecond?: number;
  /** Pixels. */
  readonly width?: number;
  readonly height?: number;
  readonly framesPerSecond?: number;
  /** How often and how long the picture stood still, since it began. */
  readonly freezes?: number;
  readonly frozenMs?: number;
  readonly framesDropped?: number;
  /** Variation of the packets' ways, in milliseconds; of what is sent, as the other side measured it. */
  readonly jitterMs?: number;
  /** How long media wait here to even that out, in milliseconds. */
  readonly bufferMs?: number;
  /** Share of the packets that did not arrive, from 0 to 1. */
  readonly lossShare?: number;
  /** Counted since the beginning. */
  readonly bytes: number;
  readonly frames: number;
  readonly packets: number;
  readonly packetsLost: number;
  readonly bufferedSeconds: number;
  readonly bufferedItems: number;
}

/** A connection's traffic at one moment; the counters are what the next one is compared with. */
export interface ConnectionStats {
  /** Milliseconds of the report's own clock. */
  readonly timestampMs: number;
  /** Absent until a way is chosen. */
  readonly path?: ConnectionPath;
  readonly roundTripMs?: number;
  readonly sendBitsPerSecond?: number;
  readonly receiveBitsPerSecond?: number;
  /** Share of the media packets that did not arrive here, from 0 to 1, since the report before. */
  readonly lossShare?: number;
  readonly tracks: readonly TrackStats[];
  /** Counted since the beginning. */
  readonly bytesSent: number;
  readonly bytesReceived: number;
}
