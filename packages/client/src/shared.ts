/**
 * @module Code shared by the initial bundle and the parts that are loaded later. The parts import this file instead of its
 * modules, so that a bundler that splits by file makes one chunk of them instead of one per set of parts (docs/adr/0033).
 */
export {
  EdgeError,
  specError,
  StatusError,
  throwIfAborted,
  waitFor,
  withLimits,
} from '@longwire/protocol/base';
export { listen } from './events/listen.ts';
export { Scope } from './events/scope.ts';
export { Part } from './load/part.ts';
export { TrackError } from './peer/track-error.ts';
export { checkTimeLimit } from './request/check-time-limit.ts';
export { diagnosticOf } from './request/diagnostic.ts';
export { RequestLostError } from './request/request-lost-error.ts';
export { StreamResetError } from './streams/stream-reset-error.ts';
