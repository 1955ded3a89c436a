/** @module The options of a device. */
import type { IceServer, Logger } from '@longwire/protocol';
import type { SessionLimits } from './agent/session-limits.ts';
import type { ServiceRoute } from './agent/attachment-socket.ts';
import type { BackOffPolicy } from './agent/back-off.ts';
import type { LoginRates } from './auth/login-limits.ts';
import type { OauthOptions } from './auth/oauth/oauth-options.ts';
import type { IamConfig } from './iam/iam-config.ts';
import type { StateStore } from './iam/state-store.ts';
import type { Identity } from './identity/identity.ts';

/** The options of a device. */
export interface DeviceOptions extends ServiceRoute {
  /** The service, `ws://` or `wss://` and a host. */
  readonly signalingServerUrl: string;
  /** The registered product id: 1 to 64 of A-Z a-z 0-9 . _ -, beginning with a letter or digit. */
  readonly productId: string;
  /** The registered device id, in the same format. */
  readonly deviceId: string;
  /** The device's key; `loadOrCreateIdentity(file)` reads or creates it. */
  readonly identity: Identity;
  /** The store of users and settings, or the path of its file (`createStateFile` creates it), which one device at a time can use. */
  readonly store: StateStore | string;
  /** The file of the list of events (default: none, and the list is empty after each start). */
  readonly events?: string;
  /** Roles and policies (default `defaultIamConfig`: Unpaired, Guest, Standard, Administrator). */
  readonly iamConfig?: IamConfig;
  /** The program's name, shown to clients that pair (default: none). */
  readonly appName?: string;
  /** The program's version, shown with its name (default: none). */
  readonly appVersion?: string;
  /** Receives log events (default: silent). They never contain a secret. */
  readonly logger?: Logger;
  /** STUN and TURN servers besides those that the service names for a session (default: none). */
  readonly iceServers?: readonly IceServer[];
  /** The IP address that peer connections use (default: all interfaces, or loopback without any other). */
  readonly bindAddress?: string;
  /** The highest rate of pictures and sound to one client, in bit/s (default 100 Mbit/s). */
  readonly maxBitsPerSecond?: number;
  /** The limits of sessions and how places are shared (default `DEFAULT_SESSION_LIMITS`: 16 in total). */
  readonly sessionLimits?: Partial<SessionLimits>;
  /** The rates at which passwords may be tried (default, for each missing one, `DEFAULT_LOGIN_RATES`). */
  readonly loginRates?: Partial<LoginRates>;
  /** The issuer whose tokens log users in, by their `OauthSubject`; none by default. */
  readonly oauth?: OauthOptions;
  /** The delays between attempts to attach (default `DEFAULT_BACK_OFF`: half a second, doubling to half a minute). */
  readonly backOff?: BackOffPolicy;
}
