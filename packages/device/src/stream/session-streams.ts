/** @module The streams of one session: checks rights, limits their number, and ends them when rights are revoked. */
import { hasErrorCode, StreamResetCode, toError, type Logger, type User } from '@longwire/protocol';
import type { SessionIdentity } from '../auth/session-identity.ts';
import { reasonOf } from '../log/reason-of.ts';
import { DeviceStream, type StreamChannel } from './device-stream.ts';
import { PlainBacklog } from './plain-backlog.ts';
import type { StreamCatalog } from './stream-catalog.ts';
import { ResetLinger } from './reset-linger.ts';
import { StreamError } from './stream-error.ts';
import { PlainFraming, Stream1Framing, type StreamFraming } from './stream-framing.ts';
import type { StreamService } from './stream-handler.ts';
import { StreamOutput } from './stream-output.ts';

/** The stream services and the rights to them. */
export interface StreamAccess {
  readonly catalog: StreamCatalog;
  readonly userOf: (identity: SessionIdentity) => User | undefined;
  readonly isAllowed: (identity: SessionIdentity, action: string) => boolean;
}

/** Options of {@link SessionStreams}. */
export interface SessionStreamsOptions {
  readonly access: StreamAccess | undefined;
  readonly logger: Logger;
}

/** A channel that was opened for a stream. */
export interface OpenedStream {
  readonly channel: StreamChannel;
  readonly port: number;
  readonly identity: SessionIdentity;
  /** Whether `stream/1` is used on it. */
  readonly isFramed: boolean;
}

/**
 * Most concurrent streams of one session. Reason: room for a hundred tunnels and a few more. With received bytes (320 KiB),
 * write-ahead (128 KiB) and their channels, all framed streams together hold at most 57 MiB.
 */
export const MAX_STREAMS = 128;

interface RunningStream {
  readonly stream: DeviceStream;
  readonly service: StreamService;
  readonly identity: SessionIdentity;
}

/** Runs all streams of one session. */
export class SessionStreams {
  readonly #access: StreamAccess | undefined;
  readonly #logger: Logger;
  readonly #output = new StreamOutput();
  readonly #resets = new ResetLinger();
  readonly #backlog = new PlainBacklog();
  readonly #running = new Set<RunningStream>();

  constructor({ access, logger }: SessionStreamsOptions) {
    this.#access = access;
    this.#logger = logger;
  }

  /** Starts a stream on a channel that the client opened; resets and closes the channel if it is not allowed. */
  open({ channel, port, identity, isFramed }: OpenedStream): void {
    const framing = isFramed ? new Stream1Framing() : new PlainFraming(this.#backlog);
    const service = this.#access?.catalog.get(port);
    if (this.#access === undefined || service === undefined) {
      this.#refuse(channel, framing, StreamResetCode.noListener);
    } else if (!this.#access.isAllowed(identity, service.action)) {
      this.#refuse(channel, framing, StreamResetCode.denied);
    } else if (this.#running.size >= MAX_STREAMS) {
      this.#refuse(channel, framing, StreamResetCode.limit);
    } else {
      const [output, resets] = [this.#output, this.#resets];
      this.#run({ stream: new DeviceStream({ channel, framing, output, resets }), service, identity });
    }
  }

  /** Checks the rights again and immediately ends streams that are no longer allowed. */
  recheck(): void {
    for (const { stream, service, identity } of this.#running) {
      if (this.#access?.isAllowed(identity, service.action) !== true) stream.destroy(StreamError.denied());
    }
  }

  /** Ends every stream. */
  close(): void {
    for (const { stream } of this.#running)
      stream.destroy(StreamError.lost('stream aborted: the session has ended'));
    this.#resets.closeAll();
  }

  #run(running: RunningStream): void {
    const { stream, service, identity } = running;
    this.#running.add(running);
    stream.once('close', () => this.#running.delete(running));
    // Without a listener an error would end the process.
    stream.on('error', (error) => this.#handleError(service, error));
    void this.#serve(running, this.#access?.userOf(identity));
  }

  /** Most errors concern only the client. An overflow is a warning: it loses bytes, and a plain stream cannot report it to the client. */
  #handleError({ port, name, warnings }: StreamService, error: Error): void {
    const level = hasErrorCode(error, 'ERR_STREAM_OVERFLOW') && warnings.take() ? 'warn' : 'debug';
    const code = error instanceof StreamError ? { code: error.code } : {};
    this.#logger[level]('stream.ended', { port, name, ...code, reason: reasonOf(error) });
  }

  async #serve({ stream, service, identity }: RunningStream, user: User | undefined): Promise<void> {
    const { port, name, handler, warnings } = service;
    const warn = (reason: string): void => {
      if (warnings.take()) this.#logger.warn('stream.failed', { port, name, reason });
    };
    try {
      await handler(stream, { port, session: identity, user, warn });
    } catch (error) {
      if (!stream.destroyed && !(error instanceof StreamError))
        this.#logger.error('stream.handler-failed', { port, name, error });
      stream.destroy(toError(error));
    }
  }

  #refuse(channel: StreamChannel, framing: StreamFraming, code: number): void {
    this.#logger.debug('stream.refused', { code });
    const message = framing.reset(code);
    if (message === undefined) {
      channel.close();
      return;
    }
    try {
      channel.send(message);
    } catch (error) {
      this.#logger.debug('stream.refusal-unsent', { reason: reasonOf(error) });
    }
    this.#resets.close(channel);
  }
}
