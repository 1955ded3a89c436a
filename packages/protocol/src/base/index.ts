/** @module `@longwire/protocol/base`: errors, events, log lines and text: what every part of a page needs from its first line on. */
export { assertNever } from '../assert-never.ts';
export { equalBytes } from '../bytes/equal-bytes.ts';
export { utf8Decode, utf8Encode } from '../bytes/utf8.ts';
export { EdgeError } from '../errors/edge-error.ts';
export { hasErrorCode } from '../errors/has-error-code.ts';
export { SignalingCloseError } from '../errors/signaling-close-error.ts';
export { specError } from '../errors/spec-message.ts';
export { Emitter } from '../events/emitter.ts';
export { TaskQueue } from '../events/task-queue.ts';
export { silentLogger } from '../log/logger.ts';
export { redactingLogger } from '../log/redacting-logger.ts';
export { StreamResetCode, streamResetName } from '../stream/reset-code.ts';
