/** @module Why a stream ended before its time, and what the other side is told of it. */
import { EdgeError, StreamResetCode, streamResetName, type ErrorCode } from '@longwire/protocol';

/** A stream that ended at once. */
export class StreamError extends EdgeError {
  override readonly name = 'StreamError';
  /** The code that the other side sent, or is sent. */
  readonly resetCode: number;

  constructor(code: ErrorCode, resetCode: number, message: string, options?: ErrorOptions) {
    super(code, message, options);
    this.resetCode = resetCode;
  }

  /** The client ended the stream. */
  static resetByClient(resetCode: number): StreamError {
    const name = streamResetName(resetCode);
    const reason = name === undefined ? `code ${resetCode}` : `${resetCode} ${name}`;
    return new StreamError('ERR_STREAM_RESET', resetCode, `stream reset by the client: ${reason}`);
  }

  /** The client broke the rules of the wire. */
  static protocol(reason: string): StreamError {
    return new StreamError('ERR_STREAM_PROTOCOL', StreamResetCode.protocol, reason);
  }

  /** The client, which cannot be held back, sent more than is kept for a reader. */
  static overflow(limit: number): StreamError {
    const message = `stream expected up to ${limit} bytes that are not read yet, got more`;
    return new StreamError('ERR_STREAM_OVERFLOW', StreamResetCode.limit, message);
  }

  /** There is no right to the stream, or no longer. */
  static denied(): StreamError {
    return new StreamError('ERR_STREAM_RESET', StreamResetCode.denied, 'stream reset: not permitted');
  }

  /** What the stream leads to cannot be reached, or broke off. */
  static unreachable(message: string, options?: ErrorOptions): StreamError {
    return new StreamError('ERR_STREAM_RESET', StreamResetCode.unreachable, message, options);
  }

  /** The channel or the whole connection is gone. */
  static lost(message: string): StreamError {
    return new StreamError('ERR_CHANNEL_CLOSED', StreamResetCode.none, message);
  }
}

/** What the other side is told of an error. */
export function resetCodeOf(error: Error | null): number {
  if (error === null) return StreamResetCode.cancelled;
  return error instanceof StreamError ? error.resetCode : StreamResetCode.internal;
}
