/** @module `@longwire/protocol/pairing`: what an application shows and reads around pairing: links, fingerprints, names, passwords. */
export { parseFingerprint } from '../auth/fingerprint.ts';
export { checkDisplayName, checkPassword, checkUsername } from '../iam/iam-limit.ts';
export { formatPairingLink, parsePairingLink } from './pairing-link.ts';
export { generatePassword } from './password.ts';
