/** @module User names in requests. */
import { checkUsername, IAM_LIMITS, type CborValue } from '@longwire/protocol';
import { checkedText } from './call-checks.ts';

/** A valid user name. @throws HandlerError 400 for any other value. */
export function newUsername(value: CborValue | undefined, missing: string): string {
  const isTooLong = typeof value === 'string' && value.length > IAM_LIMITS.username.max;
  return checkedText(value, checkUsername, missing, isTooLong ? 'Username too long' : 'Invalid username');
}
