/** @module What a device is made with. */
import type { IceServer, Logger } from '@longwire/protocol';
import type { SessionLimits } from './agent/session-limits.ts';
import type { BackOffPolicy } from './agent/back-off.ts';
import type { LoginRates } from './auth/login-limits.ts';
import type { OauthOptions } from './auth/oauth/oauth-options.ts';
import type { IamConfig } from './iam/iam-config.ts';
import type { StateStore } from './iam/state-store.ts';
import type { Identity } from './identity/identity.ts';

/** What a device is made with. */
export interface DeviceOptions {
  /** The service, `ws://` or `wss://` and a host. */
  readonly signalingServerUrl: string;
  /** As it is registered at the service: 1 to 64 of A-Z a-z 0-9 . _ -, beginning with a letter or digit. */
  readonly productId: string;
  /** As the product id. */
  readonly deviceId: string;
  /** The device's key; `loadOrCreateIdentity(file)` reads or makes it. */
  readonly identity: Identity;
  /** What keeps users and settings, or the file they are in (`createStateFile` makes it). */
  readonly store: StateStore | string;
  /** Roles and policies (default `defaultIamConfig`: Unpaired, Guest, Standard, Administrator). */
  readonly iamConfig?: IamConfig;
  /** What the device calls its program towards those who pair (default: nothing). */
  readonly appName?: string;
  /** The version of that program (default: nothing). */
  readonly appVersion?: string;
  /** Where log lines go (default: nowhere). They never hold a secret. */
  readonly logger?: Logger;
  /** STUN and TURN servers besides those that the service names for a session (default: none). */
  readonly iceServers?: readonly IceServer[];
  /** The IP address that peer connections use (default: all interfaces, or loopback where there is nothing else). */
  readonly bindAddress?: string;
  /** How many clients at once, and how the places are shared (default `DEFAULT_SESSION_LIMITS`: 16 in all). */
  readonly sessionLimits?: Partial<SessionLimits>;
  /** How often passwords may be tried (default, for each that is left out, `DEFAULT_LOGIN_RATES`). */
  readonly loginRates?: Partial<LoginRates>;
  /** Whose tokens log users in, by their `OauthSubject`; nobody's unless given. */
  readonly oauth?: OauthOptions;
  /** How long to wait before attaching again (default `DEFAULT_BACK_OFF`: half a second, doubling to half a minute). */
  readonly backOff?: BackOffPolicy;
}
