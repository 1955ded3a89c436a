/** @module `@longwire/protocol/iam`: users, pairing and settings of a device, and the limits of their texts. */
export { checkFriendlyName, checkOauthSubject, checkRoleName, checkSct } from './iam-field-limit.ts';
export { parseIamSettings, parsePairingInfo, parseStringList, parseUser } from './parse-iam-record.ts';
