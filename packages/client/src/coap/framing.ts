/** @module The common interface of both framings of the request channel. */
import type { Clock, Logger, Method } from '@longwire/protocol';
import type { DeviceResponse } from '../request/device-response.ts';
import type { RequestOptions, RequestProgress } from '../request/request-options.ts';
import type { StartObserving } from './observation.ts';
import type { ObserveOptions } from './observe-options.ts';

/** Options of a framing. */
export interface FramingOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly requestTimeoutMs: number;
  /** The largest message that the other side accepts, in bytes. */
  readonly maxMessageBytes: () => number;
  /** Sends one message on the channel. @throws RequestLostError when the channel does not accept it. */
  readonly send: (message: string | Uint8Array<ArrayBuffer>) => void;
  /** Called once when no answer can arrive any more although the channel is open. */
  readonly onLost: () => void;
}

/** Encodes requests and parses responses on the channel. */
export interface Framing {
  /** Sends a validated request. */
  request(method: Method, path: string, options: RequestOptions): Promise<DeviceResponse>;
  /** Observes a resource. */
  observe(path: string, options: ObserveOptions): StartObserving;
  /** Makes the device send something, unless a probe is pending. */
  probe(): void;
  /** Handles one message of the channel, whatever its content. */
  handleMessage(data: unknown): void;
  /** Rejects everything open with `cause`. */
  close(cause: Error): void;
}

/** Reports progress; errors of the listener are logged. */
export function reportProgress(
  { onProgress }: RequestOptions,
  progress: RequestProgress,
  logger: Logger,
): void {
  try {
    onProgress?.(progress);
  } catch (error) {
    logger.error('coap.listener-failed', { event: 'progress', error });
  }
}
