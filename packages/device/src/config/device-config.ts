/** @module The settings of a device, as in device.toml. */
import type { SessionLimits } from '../agent/session-limits.ts';
import type { LoginRates } from '../auth/login-limits.ts';
import type { CameraConfig } from './camera-section.ts';
import type { PairingConfig } from './limits-section.ts';
import type { NetworkConfig } from './network-section.ts';
import type { OauthConfig } from './oauth-section.ts';
import type { ResourceConfig } from './resource-section.ts';
import type { StreamConfig } from './stream-section.ts';

/** The log levels; each includes those after it. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;

/** One of {@link LOG_LEVELS}. */
export type LogLevel = (typeof LOG_LEVELS)[number];

/** The device's ids and its service. */
export interface DevicePlace {
  readonly productId: string;
  readonly deviceId: string;
  /** `ws://` or `wss://`. */
  readonly service: string;
  /** The page that pairing links open; the service's own unless given. */
  readonly console?: string;
}

/** Everything in device.toml. */
export interface DeviceConfig extends DevicePlace {
  readonly logLevel: LogLevel;
  readonly network: NetworkConfig;
  readonly limits: SessionLimits;
  readonly logins: LoginRates;
  readonly pairing: PairingConfig;
  readonly oauth: OauthConfig | undefined;
  readonly cameras: readonly CameraConfig[];
  readonly streams: readonly StreamConfig[];
  readonly resources: readonly ResourceConfig[];
}
