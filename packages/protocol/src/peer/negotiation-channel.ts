/** @module `negotiation/1`: offers and answers over the connection that they change (docs/protocol/negotiation.md). */

/** The extension by which a connection is negotiated over itself; a device signs that it has it. */
export const NEGOTIATION_FEATURE = 'negotiation/1';

/** The data channel of it: reliable, ordered, opened by the client. */
export const NEGOTIATION_LABEL = 'negotiation';
