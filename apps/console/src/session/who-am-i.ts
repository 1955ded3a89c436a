/** @module Who this browser is on the device. */

import { EdgeError, StatusError } from '../wire.ts';
import type { SessionConnection } from './session-connection.ts';
import type { Me } from './session-state.ts';

/** Answers that leave the question open: the device has no such record, or one that cannot be read. */
const OPEN_QUESTION: ReadonlySet<string> = new Set([
  'ERR_GET_USER',
  'ERR_IAM_RECORD',
  'ERR_CBOR',
  'ERR_PAYLOAD_FORMAT',
]);

/**
 * Asks the device. Where it cannot say, it is whom the browser has just logged in as (`username`), or nobody:
 * that is no reason to refuse the video.
 */
export async function whoAmI(
  connection: Pick<SessionConnection, 'iam'>,
  username: string | undefined,
): Promise<Me | undefined> {
  try {
    const user = await connection.iam.getMe();
    return { username: user.Username, role: user.Role };
  } catch (error) {
    if (!(error instanceof EdgeError) || !OPEN_QUESTION.has(error.code)) throw error;
    return username === undefined || username === '' ? undefined : { username, role: undefined };
  }
}

/** The device knows nobody here. */
const NOBODY: ReadonlySet<number> = new Set([401, 404]);

/**
 * Asks the device again, who was `before`. It is nobody only where the device says so and could say before who it was;
 * one that has no record of roles has never been able to.
 */
export async function whoAmINow(
  connection: Pick<SessionConnection, 'iam'>,
  before: Me | undefined,
): Promise<Me | undefined> {
  try {
    const user = await connection.iam.getMe();
    return { username: user.Username, role: user.Role };
  } catch (error) {
    if (!(error instanceof EdgeError)) throw error;
    const isNobody = error instanceof StatusError && NOBODY.has(error.statusCode);
    return isNobody && before?.role !== undefined ? undefined : before;
  }
}
