/** @module The open-pairing mode: switched on for a limited time. */
import type { IamConfig } from './iam-config.ts';
import type { IamState } from './iam-state.ts';

/**
 * Whether the mode is on. If its end is further ahead than the longest duration, it was switched on with a wrong clock and counts
 * as closed.
 */
export function isOpenPairingOn({ openPairing }: IamState, config: IamConfig, nowMs: number): boolean {
  const { isEnabled, closesAtMs } = openPairing;
  if (!isEnabled || closesAtMs === null) return isEnabled;
  return nowMs < closesAtMs && closesAtMs - nowMs <= config.openPairingMs;
}

/** Whether a client with the open-pairing password can pair now. */
export function isOpenPairingPossible(state: IamState, config: IamConfig, nowMs: number): boolean {
  return isOpenPairingOn(state, config, nowMs) && state.openPairing.password !== null;
}

/** The state with the mode switched; on lasts from now for the configured time. */
export function withOpenPairing(
  state: IamState,
  isEnabled: boolean,
  { openPairingMs }: IamConfig,
  nowMs: number,
): IamState {
  const closesAtMs = isEnabled && openPairingMs > 0 ? nowMs + openPairingMs : null;
  return { ...state, openPairing: { ...state.openPairing, isEnabled, closesAtMs } };
}
