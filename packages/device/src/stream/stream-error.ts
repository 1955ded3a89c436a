/** @module Errors that abort a stream, with the reset code for the other side. */
import { EdgeError, StreamResetCode, streamResetName, type ErrorCode } from '@longwire/protocol';

/** The reason why a stream was aborted. */
export class StreamError extends EdgeError {
  override readonly name = 'StreamError';
  /** The reset code that the other side sent, or that is sent to it. */
  readonly resetCode: number;

  constructor(code: ErrorCode, resetCode: number, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.resetCode = resetCode;
  }

  /** The client reset the stream. */
  static resetByClient(resetCode: number): StreamError {
    const name = streamResetName(resetCode);
    const reason = name === undefined ? `code ${resetCode}` : `${resetCode} ${name}`;
    return new StreamError('ERR_STREAM_RESET', resetCode, `stream reset by the client: ${reason}`);
  }

  /** The client violated the wire protocol. */
  static protocol(reason: string): StreamError {
    return new StreamError('ERR_STREAM_PROTOCOL', StreamResetCode.protocol, reason);
  }

  /** A plain stream, which has no flow control, received more than may wait unread. */
  static overflow(limit: number): StreamError {
    const message = `stream aborted: more than ${limit} received bytes are unread`;
    return new StreamError('ERR_STREAM_OVERFLOW', StreamResetCode.limit, message);
  }

  /** The user has no right to the stream, or no longer. */
  static denied(): StreamError {
    return new StreamError('ERR_STREAM_RESET', StreamResetCode.denied, 'stream reset: not permitted');
  }

  /** The stream's target cannot be reached, or its connection was lost. */
  static unreachable(message: string, options?: ErrorOptions): StreamError {
    return new StreamError('ERR_STREAM_RESET', StreamResetCode.unreachable, message, options);
  }

  /** The channel or the whole connection was lost. */
  static lost(message: string): StreamError {
    return new StreamError('ERR_CHANNEL_CLOSED', StreamResetCode.none, message);
  }
}

/** The reset code that reports an error to the other side. */
export function resetCodeOf(error: Error | null): number {
  if (error === null) return StreamResetCode.cancelled;
  return error instanceof StreamError ? error.resetCode : StreamResetCode.internal;
}
