/** @module The error of a reset stream, with its reason as a number. */
import { EdgeError, StreamResetCode, streamResetName } from '@longwire/protocol/base';

/** A stream was reset; passed as the reason of an abort or cancel it sets the code to send. */
export class StreamResetError extends EdgeError {
  override readonly name = 'StreamResetError';
  /** One of `StreamResetCode`, or a code of the application: a uint32. */
  readonly resetCode: number;

  constructor(resetCode: number, options?: ErrorOptions) {
    const word = streamResetName(resetCode);
    const reason = word === undefined ? `code ${resetCode}` : `code ${resetCode} (${word})`;
    super('ERR_STREAM_RESET', `stream was reset with ${reason}`, options);
    this.resetCode = resetCode;
  }
}

/** The code to send for an application's reason to abort. */
export function resetCodeOf(reason: unknown): number {
  return reason instanceof StreamResetError ? reason.resetCode : StreamResetCode.cancelled;
}

/** The error of a stream that was aborted or cancelled for a reason. */
export function streamError(reason: unknown): EdgeError {
  if (reason instanceof EdgeError) return reason;
  return new EdgeError('ERR_ABORTED', 'stream aborted by its caller', { cause: reason });
}
