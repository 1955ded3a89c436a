/** @module The error of a request whose channel is gone; whether it was sent decides if it can be repeated. */
import { EdgeError } from '@longwire/protocol/base';

/** A request that can get no answer any more, because its channel closed or did not accept it. */
export class RequestLostError extends EdgeError {
  override readonly name = 'RequestLostError';
  /** False: certainly not sent, so safe to repeat. True: the device may have executed it. */
  readonly wasSent: boolean;

  constructor(cause: Error, wasSent: boolean) {
    const known = cause instanceof EdgeError;
    super(known ? cause.code : 'ERR_CHANNEL_CLOSED', cause.message, { cause: known ? cause.cause : cause });
    this.wasSent = wasSent;
  }
}
