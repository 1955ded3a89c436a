/** @module The public surface of @longwire/signaling. */
export type { Clock } from './clock/clock.ts';
export { DEFAULT_LIMITS, type Limits } from './config/limits.ts';
export { createService, type Service, type ServiceOptions } from './create-service.ts';
export type { LogOutput } from './http/create-http.ts';
export type { Admission, Credential, FoundDevice, Verdict } from './ports/admission.ts';
export type { IceProvider, IceRequest } from './ports/ice.ts';
export type { JwtIssuer } from './ports/jwt-issuer.ts';
export type {
  Attachment,
  DeviceKey,
  DeviceSession,
  OpenedSession,
  Presence,
  SessionClient,
  SessionOpening,
} from './ports/presence.ts';
export type { Devices, NewDevice } from './registry/devices.ts';
export type { Products } from './registry/products.ts';
export { openRegistry, type Registry } from './registry/registry.ts';
export type { StoredToken, TokenRequest, Tokens } from './registry/tokens.ts';
