/** @module `@longwire/protocol/requests`: what requests have in common, however they are framed. */
export { ContentFormat } from '../coap/content-format.ts';
export { METHODS } from '../coap/method.ts';
export { isContentFormat, MAX_CONTENT_FORMAT } from '../coap/payload.ts';
export { StatusError } from '../errors/status-error.ts';
