/** @module `@longwire/protocol/coap`: requests and answers as JSON. */
export { encodeRequest } from './encode-coap.ts';
export { parseResponse } from './parse-response.ts';
