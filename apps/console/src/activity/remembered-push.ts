/** @module That a person has turned push messages of a device on in this browser, as it is remembered. */

import { textOf } from '../read-field.ts';

/** A switch that is on: what the next connection needs to register the browser again. */
export interface RememberedPush {
  /** The path of the device's list of events. */
  readonly path: string;
  /** Who turned it on: another user of this browser has not asked for messages. */
  readonly username: string;
  /** The public key of the device's service at that time. */
  readonly key: string;
  /** What the device shows in its messages, so that no other device can send in its name; empty if an earlier console stored none. */
  readonly sender: string;
}

/** Reads a stored one; undefined for what is none. */
export function readRememberedPush(value: unknown): RememberedPush | undefined {
  const [path, username, key] = [textOf(value, 'path'), textOf(value, 'username'), textOf(value, 'key')];
  return path === undefined || username === undefined || key === undefined
    ? undefined
    : { path, username, key, sender: textOf(value, 'sender') ?? '' };
}
