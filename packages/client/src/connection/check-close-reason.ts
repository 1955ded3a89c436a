/** @module Validates the reason of a close. */
import { EdgeError, utf8Encode } from '@longwire/protocol/base';

/** RFC 6455 section 5.5: a close frame carries 125 bytes, two of them the code. */
const MAX_REASON_BYTES = 123;

/** @throws EdgeError ERR_REQUEST_INVALID for a reason that does not fit into a close frame */
export function checkCloseReason(reason = ''): void {
  const { length } = utf8Encode(reason);
  if (length > MAX_REASON_BYTES)
    throw new EdgeError(
      'ERR_REQUEST_INVALID',
      `reason must have at most ${MAX_REASON_BYTES} bytes, got ${length}`,
    );
}
