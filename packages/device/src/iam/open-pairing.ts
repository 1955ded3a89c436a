/** @module The open-pairing mode: switched on for a while, and closed by itself. */
import type { IamConfig } from './iam-config.ts';
import type { IamState } from './iam-state.ts';

/**
 * Whether the mode is on. One that closes further ahead than it may ever stay open was switched on under a clock that was wrong: it counts
 * as closed.
 */
export function isOpenPairingOn({ openPairing }: IamState, config: IamConfig, nowMs: number): boolean {
  const { isEnabled, closesAtMs } = openPairing;
  if (!isEnabled || closesAtMs === null) return isEnabled;
  return nowMs < closesAtMs && closesAtMs - nowMs <= config.openPairingMs;
}

/** Whether somebody who knows the open-pairing password can pair now. */
export function isOpenPairingPossible(state: IamState, config: IamConfig, nowMs: number): boolean {
  return isOpenPairingOn(state, config, nowMs) && state.openPairing.password !== null;
}

/** The state with the mode switched; on is on from now for as long as the configuration says. */
export function withOpenPairing(
  state: IamState,
  isEnabled: boolean,
  { openPairingMs }: IamConfig,
  nowMs: number,
): IamState {
  const closesAtMs = isEnabled && openPairingMs > 0 ? nowMs + openPairingMs : null;
  return { ...state, openPairing: { ...state.openPairing, isEnabled, closesAtMs } };
}
