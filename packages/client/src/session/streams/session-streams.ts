/** @module Byte streams of a session: those that the device lists, and opening one over the session's current link. */
import type { Clock } from '@longwire/protocol';
import { EdgeError, withLimits } from '@longwire/protocol/base';
import { checkTimeLimit } from '../../request/check-time-limit.ts';
import type { CallOptions, Requester } from '../../request/request-options.ts';
import type { DataStream, OpenStreamOptions } from '../../streams/data-stream.ts';
import { fieldOf, listOf, readResource, textOf } from '../../request/read-resource.ts';
import type { ReadyGate } from '../ready-gate.ts';
import type { SessionLink } from '../session-link.ts';

/** A stream that a device lists. */
export interface ListedStream {
  /** For {@link SessionStreams.open}. */
  readonly port: number;
  readonly name: string;
  /** `tcp`, `shell`, `files`, or a name chosen by the device. */
  readonly service?: string;
}

/** The byte streams of a session. */
export interface SessionStreams {
  /**
   * Asks the device for its streams; undefined if it lists none. Rejects with a `StatusError` of ERR_REQUEST_REFUSED if it refuses, and
   * like `request`.
   */
  list(options?: CallOptions): Promise<readonly ListedStream[] | undefined>;
  /** Opens a byte stream as soon as the session is ready; it ends with its connection. */
  open(port: number, options?: OpenStreamOptions): Promise<DataStream>;
}

/** Options of {@link LiveStreams}. */
export interface LiveStreamsOptions {
  readonly gate: ReadyGate<SessionLink>;
  readonly clock: Clock;
  readonly requestTimeoutMs: number;
  readonly request: Requester;
}

/** Most streams that are read. Reason: the most that a device can configure. */
const MAX_STREAMS = 64;
/** The largest port of a stream: 32 bits on the wire. */
const MAX_PORT = 0xffff_ffff;

/** Implements {@link SessionStreams} over a session's consecutive links. */
export class LiveStreams implements SessionStreams {
  readonly #options: LiveStreamsOptions;

  constructor(options: LiveStreamsOptions) {
    this.#options = options;
  }

  async list(options?: CallOptions): Promise<readonly ListedStream[] | undefined> {
    const list = await readResource((path) => this.#options.request('GET', path, options), '/streams');
    return list === undefined ? undefined : listOf(list, MAX_STREAMS).flatMap(readStream);
  }

  async open(port: number, options: OpenStreamOptions = {}): Promise<DataStream> {
    const { gate, clock, requestTimeoutMs } = this.#options;
    const { timeoutMs = requestTimeoutMs } = options;
    checkTimeLimit('timeoutMs', timeoutMs);
    const limits = { signal: options.signal, time: { clock, limitMs: timeoutMs, error: notOpened } };
    return withLimits(limits, async (signal) => {
      const link = await gate.pass({ owner: signal });
      return openHeld(link, port, { ...options, timeoutMs, signal });
    });
  }
}

function readStream(row: unknown): readonly ListedStream[] {
  const [port, name, service] = [fieldOf(row, 'port'), textOf(row, 'name'), textOf(row, 'service')];
  if (typeof port !== 'number' || !Number.isInteger(port) || port < 0 || port > MAX_PORT) return [];
  return name === undefined ? [] : [{ port, name, ...(service !== undefined && { service }) }];
}

/** Opens a stream and holds its link open until the stream has ended. */
async function openHeld(
  link: SessionLink,
  port: number,
  options: OpenStreamOptions & { readonly signal: AbortSignal },
): Promise<DataStream> {
  const release = link.hold();
  try {
    const stream = await link.connection.openStream(port, options);
    stream.closed.then(release, release);
    // The limit was reached while the stream opened: its caller no longer waits for it.
    if (options.signal.aborted) await stream.writable.abort(options.signal.reason);
    return stream;
  } catch (error) {
    release();
    throw error;
  }
}

function notOpened(limitMs: number): EdgeError {
  return new EdgeError('ERR_STREAM_TIMEOUT', `stream did not open within ${limitMs} ms`);
}
