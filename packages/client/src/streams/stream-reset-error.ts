/** @module A stream that one side ended at once, with its reason as a number. */
import { EdgeError, StreamResetCode, streamResetName } from '@longwire/protocol/base';

/** A stream was reset; as the reason of an abort or cancel it names the code to send. */
export class StreamResetError extends EdgeError {
  override readonly name = 'StreamResetError';
  /** One of `StreamResetCode`, or a code of the application: a uint32. */
  readonly resetCode: number;

  constructor(resetCode: number, options?: ErrorOptions) {
    const word = streamResetName(resetCode);
    const reason = word === undefined ? `code ${resetCode}` : `code ${resetCode} (${word})`;
    super('ERR_STREAM_RESET', `stream expected to end in order, got a reset with ${reason}`, options);
    this.resetCode = resetCode;
  }
}

/** The code to send for an application's reason to give up. */
export function resetCodeOf(reason: unknown): number {
  return reason instanceof StreamResetError ? reason.resetCode : StreamResetCode.cancelled;
}

/** What a stream ends with when one side of it was given up for a reason. */
export function streamError(reason: unknown): EdgeError {
  if (reason instanceof EdgeError) return reason;
  return new EdgeError('ERR_ABORTED', 'stream given up by its caller', { cause: reason });
}
