/**
 * @module `@longwire/protocol/base`: what a page needs from its first line: errors, events, logging, and the checks
 * made before a device is asked. All of it is small, because bundlers that work by file load an entry as a whole.
 */
export { assertNever } from '../assert-never.ts';
export { parseFingerprint } from '../auth/fingerprint.ts';
export { foldId } from '../device-id/fold-id.ts';
export { equalBytes } from '../bytes/equal-bytes.ts';
export { utf8Decode, utf8Encode } from '../bytes/utf8.ts';
export { ContentFormat } from '../coap/content-format.ts';
export { METHODS } from '../coap/method.ts';
export { isContentFormat, MAX_CONTENT_FORMAT } from '../coap/payload.ts';
export { EdgeError } from '../errors/edge-error.ts';
export { hasErrorCode } from '../errors/has-error-code.ts';
export { wasEvicted, isDeviceFull, allowsOneConnection } from '../errors/session-limit.ts';
export { SignalingCloseError } from '../errors/signaling-close-error.ts';
export { specError } from '../errors/spec-message.ts';
export { StatusError } from '../errors/status-error.ts';
export { isTokenUnchecked } from '../errors/token-unchecked.ts';
export { Emitter } from '../events/emitter.ts';
export { Store } from '../events/store.ts';
export { TaskQueue } from '../events/task-queue.ts';
export { checkDisplayName, checkPassword, checkUsername } from '../iam/iam-limit.ts';
export { flag, integerUpTo, listOf, maybe, objectOf, parseShape } from '../json/shape.ts';
export { backOffMs } from '../limits/back-off.ts';
export { silentLogger } from '../log/logger.ts';
export { redactingLogger } from '../log/redacting-logger.ts';
export { generatePassword } from '../pairing/password.ts';
export { CloseCode } from '../signaling/close-code.ts';
export { StreamResetCode, streamResetName } from '../stream/reset-code.ts';
export { clockOf, type Clock } from '../time/clock.ts';
export {
  abortedByCaller,
  onAbort,
  onLimit,
  throwIfAborted,
  waitFor,
  withLimits,
  type AbortOptions,
  type Settle,
  type TimeLimit,
  type WaitLimits,
} from '../time/wait.ts';
