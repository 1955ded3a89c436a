/** @module `@longwire/protocol/coap`: requests and responses as JSON. */
export { encodeRequest } from './encode-coap.ts';
export { parseResponse } from './parse-response.ts';
