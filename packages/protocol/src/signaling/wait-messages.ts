/**
 * @module `wait/1`: a client whose device is offline keeps a socket on which the service reports that the device has
 * attached (docs/protocol/wait.md). It imports none of the other messages' code: a page loads it only while it waits.
 */
import type { LoginMessage } from './signaling-message.ts';

/** A login that announces this asks for reports about the device, and for no session. */
const WAIT_FEATURE = 'wait/1';

/** The type numbers of a login and its reply (PROTOCOL.md section 2). */
const LOGIN_TYPE = 20;
const LOGIN_REPLY_TYPE = 21;

/** The type number of a report; sent only to clients that announced the feature. */
const REPORT_TYPE = 22;

/** Longest message that is read, in characters. Reason: a login with a JWT of many claims has a few thousand. */
const MAX_TEXT_LENGTH = 64 * 1024;

/** Encodes a login that asks to wait for the device. */
export function encodeWaitLogin(login: LoginMessage): string {
  const { productId, deviceId, sct, jwt } = login;
  return JSON.stringify({ type: LOGIN_TYPE, productId, deviceId, sct, jwt, features: [WAIT_FEATURE] });
}

/** Whether a login, which has been parsed as one, asks to wait for the device. */
export function asksToWait(text: string): boolean {
  if (!text.includes(WAIT_FEATURE)) return false;
  const features = fieldsOf(text).get('features');
  return Array.isArray(features) && features.includes(WAIT_FEATURE);
}

/** Encodes the report whether the device is attached. */
export function encodeDeviceReport(isAttached: boolean): string {
  return JSON.stringify({ type: REPORT_TYPE, isAttached });
}

/**
 * Whether the device is attached, according to a message of the service; undefined if it says nothing about that. A
 * service that does not know the extension sends a login reply: it has opened a session, so the device is attached.
 */
export function attachedOf(text: string): boolean | undefined {
  const fields = fieldsOf(text);
  const [type, isAttached] = [fields.get('type'), fields.get('isAttached')];
  if (type === LOGIN_REPLY_TYPE) return true;
  return type === REPORT_TYPE && typeof isAttached === 'boolean' ? isAttached : undefined;
}

/** The fields of a JSON object; none if the text is none, or is longer than any message of the extension. */
function fieldsOf(text: string): ReadonlyMap<string, unknown> {
  if (text.length > MAX_TEXT_LENGTH) return new Map();
  try {
    return new Map(Object.entries(JSON.parse(text)));
  } catch {
    // Ignored, like every message that is not JSON: the service and the client go on without it.
    return new Map();
  }
}
