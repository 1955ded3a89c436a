/** @module A password login between its two rounds. */
import type { Login } from './session-identity.ts';

/** The state between round 1 and round 2. Used once. */
export interface PendingLogin {
  /** The login that a successful round 2 makes; undefined when this user name cannot log in. */
  readonly login: Login | undefined;
  /** The given user name, whether it exists or not, for counting its tries. */
  readonly username: string;
  /** Checks the client's confirmation; returns the device's own, or undefined when it is wrong. */
  confirm(clientConfirmation: Uint8Array): Uint8Array | undefined;
}
