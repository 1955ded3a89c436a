/** @module `@longwire/protocol/pairing`: pairing links. */
export { formatPairingLink, parsePairingLink } from './pairing-link.ts';
