/** @module The handler interface of stream services. */
import type { User } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { OncePer } from '../log/once-per.ts';
import type { DeviceStream } from './device-stream.ts';

/** The origin of a stream. */
export interface StreamContext {
  readonly port: number;
  readonly session: SessionIdentity;
  /** The user at the time the stream was opened; undefined if not logged in. */
  readonly user: User | undefined;
  /** Logs why the service fails; at most once a minute for each service, however many streams fail. */
  readonly warn: (reason: string) => void;
}

/**
 * Serves one stream. An error that it throws, or rejects with, resets the stream. It must read the stream to its end or destroy
 * it. Writes wait while the client is slow.
 */
export interface StreamHandler {
  (stream: DeviceStream, context: StreamContext): void | Promise<void>;
  /** The kind of service, for clients: `tcp`, `shell`, `files` or an application-defined name. */
  readonly service?: string;
}

/** Options for registering a stream service. */
export interface StreamOptions {
  /** The name for users and rights: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  /** The action that a caller needs; by default `Stream:<name>`. */
  readonly action?: string;
}

/** A registered stream service. */
export interface StreamService {
  readonly port: number;
  readonly name: string;
  readonly action: string;
  readonly handler: StreamHandler;
  /** Limits how often failures are logged. */
  readonly warnings: OncePer;
}
