/** @module `@longwire/protocol/pairing`: pairing links. */
export { linkReach, type LinkReach } from './link-reach.ts';
export { formatPairingLink, parsePairingLink, queryLinkOf } from './pairing-link.ts';
