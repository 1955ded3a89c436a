/** @module The state of a new device: one administrator, no open pairing. */
import { passwordVerifier } from '@longwire/protocol';
import { ADMINISTRATOR_ROLE, GUEST_ROLE } from './default-config.ts';
import { EMPTY_IAM_STATE, newUser, withUser, type IamState } from './iam-state.ts';

/** Options of {@link createInitialState}. */
export interface InitialStateOptions {
  readonly username: string;
  readonly password: string;
  /** The administrator's connection token; null without one. */
  readonly sct: string | null;
  /** The password for open pairing, in case an administrator switches that on. */
  readonly openPairingPassword: string;
  /** What the device is called; null without a name. */
  readonly friendlyName?: string | null;
  /** The first epoch that no login has; a device that is set up again has used earlier ones. */
  readonly nextEpoch?: number;
}

/** Creates the initial state. */
export function createInitialState({
  username,
  password,
  sct,
  openPairingPassword,
  friendlyName = EMPTY_IAM_STATE.friendlyName,
  nextEpoch = EMPTY_IAM_STATE.nextPasswordEpoch,
}: InitialStateOptions): IamState {
  const base: IamState = {
    ...EMPTY_IAM_STATE,
    friendlyName,
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
