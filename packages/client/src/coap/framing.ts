/** @module What both framings of the request channel can do. */
import type { Logger, Method } from '@longwire/protocol';
import type { DeviceResponse } from '../request/device-response.ts';
import type { RequestOptions, RequestProgress } from '../request/request-options.ts';
import type { Clock } from '../time/clock.ts';
import type { StartObserving } from './observation.ts';
import type { ObserveOptions } from './observe-options.ts';

/** What a framing works with. */
export interface FramingOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly requestTimeoutMs: number;
  /** The largest message that the other side takes, in bytes. */
  readonly maxMessageBytes: () => number;
  /** Gives one message to the channel. @throws RequestLostError when it does not take it. */
  readonly send: (message: string | Uint8Array<ArrayBuffer>) => void;
  /** Told once, when no answer can come any more though the channel is open. */
  readonly onLost: () => void;
}

/** How messages on the channel are written and read. */
export interface Framing {
  /** Sends a request that was checked. */
  request(method: Method, path: string, options: RequestOptions): Promise<DeviceResponse>;
  /** Follows a resource. */
  observe(path: string, options: ObserveOptions): StartObserving;
  /** Has the device say something, unless it was asked already. */
  probe(): void;
  /** Takes one message of the channel, whatever it is. */
  handleMessage(data: unknown): void;
  /** Rejects what is open with `cause`. */
  close(cause: Error): void;
}

/** Tells progress; a listener that throws breaks nothing. */
export function tellProgress(
  { onProgress }: RequestOptions,
  progress: RequestProgress,
  logger: Logger,
): void {
  try {
    onProgress?.(progress);
  } catch (error) {
    logger.error('coap.listener', { event: 'progress', error });
  }
}
