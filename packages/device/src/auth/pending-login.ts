/** @module A password login between its two rounds. */
import type { Login } from './session-identity.ts';

/** What round 1 leaves for round 2. Used once. */
export interface PendingLogin {
  /** The login that a good round 2 makes; undefined when nobody can log in by this name. */
  readonly login: Login | undefined;
  /** The name that was given, whether it exists or not: its tries are counted. */
  readonly username: string;
  /** Checks the client's confirmation; the device's own confirmation, or undefined when it is wrong. */
  confirm(clientConfirmation: Uint8Array): Uint8Array | undefined;
}
