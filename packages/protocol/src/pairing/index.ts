/** @module `@longwire/protocol/pairing`: pairing links. */
export { formatPairingLink, parsePairingLink, queryLinkOf } from './pairing-link.ts';
