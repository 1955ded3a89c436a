/** @module The state of a device that has just been set up: one administrator, no open pairing. */
import { passwordVerifier } from '@longwire/protocol';
import { ADMINISTRATOR_ROLE, GUEST_ROLE } from './default-config.ts';
import { EMPTY_IAM_STATE, newUser, withUser, type IamState } from './iam-state.ts';

/** What a first state is made from. */
export interface FirstStateOptions {
  readonly username: string;
  readonly password: string;
  /** The connection token that the administrator's record shows; null when there is none yet. */
  readonly sct: string | null;
  /** The password for open pairing, should an administrator switch that on. */
  readonly openPairingPassword: string;
  /** The first epoch that no login has; a device that is set up anew has old ones. */
  readonly nextEpoch?: number;
}

/** Makes the first state. */
export function createFirstState({
  username,
  password,
  sct,
  openPairingPassword,
  nextEpoch = EMPTY_IAM_STATE.nextPasswordEpoch,
}: FirstStateOptions): IamState {
  const base: IamState = {
    ...EMPTY_IAM_STATE,
    nextPasswordEpoch: nextEpoch + 1,
    openPairing: {
      ...EMPTY_IAM_STATE.openPairing,
      password: openPairingPassword,
      passwordEpoch: nextEpoch,
      role: GUEST_ROLE,
    },
  };
  return withUser(base, {
    ...newUser(base, username, sct ?? ''),
    sct,
    role: ADMINISTRATOR_ROLE,
    passwordVerifier: passwordVerifier(password),
  });
}
