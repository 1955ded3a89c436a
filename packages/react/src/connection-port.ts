/** @module What the hooks need from a connection. `Connection` of `@longwire/client` is one; so is any fake. */

/** The four states of a connection. */
export type ConnectionStateName = 'idle' | 'connecting' | 'connected' | 'closed';

/** One track that arrived, or that the device could not give. */
export interface TrackArrival {
  readonly track: MediaStreamTrack;
  readonly streams: readonly MediaStream[];
  /** The device's own name for the track, such as `frontdoor-video`. */
  readonly trackId?: string | undefined;
  /** Why the device could not give it. Absent, or `OK`, where it could. */
  readonly error?: string | undefined;
}

/** The answer to a request. */
export interface AnswerPort {
  readonly statusCode: number;
  readonly contentFormat?: number | undefined;
  readonly payload?: Uint8Array | undefined;
  text(): string;
  json(): unknown;
  cbor(): Promise<unknown>;
}

/** What a request carries besides its method and path. */
export interface RequestOptionsPort {
  readonly payload?: unknown;
  readonly contentFormat?: number;
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** The methods of a request. */
export type RequestMethod = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** The part of a connection that the hooks read and call. */
export interface ConnectionPort {
  readonly state: ConnectionStateName;
  on(event: 'statechange', listener: () => void): () => void;
  on(event: 'track', listener: (arrival: TrackArrival) => void): () => void;
  connect(options?: { readonly signal?: AbortSignal }): Promise<void>;
  close(): Promise<void>;
  request(method: RequestMethod, path: string, options?: RequestOptionsPort): Promise<AnswerPort>;
}
