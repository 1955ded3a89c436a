/** @module What serves the streams of a port. */
import type { User } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import type { OncePer } from '../log/once-per.ts';
import type { DeviceStream } from './device-stream.ts';

/** Whose stream it is. */
export interface StreamContext {
  readonly port: number;
  readonly session: SessionIdentity;
  /** The user behind the connection when the stream was opened, if it is one. */
  readonly user: User | undefined;
  /** Logs why the service cannot do its work; at most once a minute for each service, however many streams learn of it. */
  readonly warn: (reason: string) => void;
}

/**
 * Serves one stream. What it throws, or rejects with, resets the stream. It reads the stream to its end, or destroys it; what is
 * written waits while the client is slow.
 */
export interface StreamHandler {
  (stream: DeviceStream, context: StreamContext): void | Promise<void>;
  /** What the streams are, for clients: `tcp`, `shell`, `files` or a word of the application's own. */
  readonly service?: string;
}

/** How a stream service is registered. */
export interface StreamOptions {
  /** What people and rights call it: letters, digits, `.`, `_` and `-`. */
  readonly name: string;
  /** The action that a caller needs; `Stream:<name>` unless given. */
  readonly action?: string;
}

/** A stream service under its port. */
export interface StreamService {
  readonly port: number;
  readonly name: string;
  readonly action: string;
  readonly handler: StreamHandler;
  /** How often the log says that it cannot do its work. */
  readonly warnings: OncePer;
}
