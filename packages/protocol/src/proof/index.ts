/** @module `@longwire/protocol/proof`: how a client checks that a device holds its key. */
export { challengeKeyOf, verifyChallengeToken } from '../auth/challenge-token.ts';
export { base64urlEncode } from '../bytes/base64url.ts';
