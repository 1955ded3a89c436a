/** @module The state of a device that has just been set up: one administrator, no open pairing. */
import { passwordVerifier } from '@longwire/protocol';
import { ADMINISTRATOR_ROLE } from './default-config.ts';
import { EMPTY_IAM_STATE, newUser, withUser, type IamState } from './iam-state.ts';

/** What a first state is made from. */
export interface FirstStateOptions {
  readonly username: string;
  readonly password: string;
  /** The connection token that the administrator's record shows; null when there is none yet. */
  readonly sct: string | null;
  /** The password for open pairing, should an administrator switch that on. */
  readonly openPairingPassword: string;
}

/** The role of users who pair by the open-pairing password. */
const OPEN_PAIRING_ROLE = 'Guest';

/** Makes the first state. */
export function createFirstState({
  username,
  password,
  sct,
  openPairingPassword,
}: FirstStateOptions): IamState {
  const base: IamState = {
    ...EMPTY_IAM_STATE,
    openPairing: { ...EMPTY_IAM_STATE.openPairing, password: openPairingPassword, role: OPEN_PAIRING_ROLE },
  };
  return withUser(base, {
    ...newUser(base, username, sct ?? ''),
    sct,
    role: ADMINISTRATOR_ROLE,
    passwordVerifier: passwordVerifier(password),
  });
}
