/** @module The error of a request whose channel is gone: whether the device may have got it decides if it can be repeated. */
import { EdgeError } from '@longwire/protocol/base';

/** A request that can have no answer any more, because its channel closed or did not take it. */
export class RequestLostError extends EdgeError {
  override readonly name = 'RequestLostError';
  /** False: certainly not sent, so that it is safe to send it again. True: the device may have done what it says. */
  readonly wasSent: boolean;

  constructor(cause: Error, wasSent: boolean) {
    const known = cause instanceof EdgeError;
    super(known ? cause.code : 'ERR_CHANNEL_CLOSED', cause.message, { cause: known ? cause.cause : cause });
    this.wasSent = wasSent;
  }
}
