/** @module `negotiation/1`: offers and answers over the connection that they change (docs/protocol/negotiation.md). */

/** The extension that renegotiates a connection over itself; a device signs that it supports it. */
export const NEGOTIATION_FEATURE = 'negotiation/1';

/** Its data channel: reliable, ordered, opened by the client. */
export const NEGOTIATION_LABEL = 'negotiation';
