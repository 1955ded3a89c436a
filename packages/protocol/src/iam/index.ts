/** @module `@longwire/protocol/iam`: users, pairing and settings of a device, and the limits of their texts. */
export { parseFingerprint } from '../auth/fingerprint.ts';
export { generatePassword } from '../pairing/password.ts';
export {
  checkDisplayName,
  checkFriendlyName,
  checkOauthSubject,
  checkPassword,
  checkRoleName,
  checkSct,
  checkUsername,
} from './iam-limit.ts';
export { parseIamSettings, parsePairingInfo, parseStringList, parseUser } from './parse-iam-record.ts';
