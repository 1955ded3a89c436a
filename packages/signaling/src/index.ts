/** @module The public surface of @longwire/signaling. */
export type { Clock, DeviceKey } from '@longwire/protocol';
export { DEFAULT_LIMITS, type Limits } from './config/limits.ts';
export { createService, type Service } from './create-service.ts';
export type { LogOutput } from './http/create-http.ts';
export type { CertificatePaths } from './http2/certificate-files.ts';
export type { MetricsAccess } from './http/routes/health-routes.ts';
export type { SessionLifetime } from './operators/operator-session-extender.ts';
export type { Admission, Credential, FoundDevice, AdmissionVerdict } from './ports/admission.ts';
export type { TurnOptions } from './ice/turn-servers.ts';
export type { Devices, NewDevice } from './ports/devices.ts';
export type { IceProvider, IceRequest } from './ports/ice.ts';
export type { JwtIssuer } from './ports/jwt-issuer.ts';
export type {
  Attachment,
  SessionDevice,
  OpenedSession,
  Presence,
  SessionClient,
  SessionOpening,
} from '@longwire/cluster';
export type { Products } from './ports/products.ts';
export type { Registry } from './ports/registry.ts';
export type { StoredToken, TokenRequest, Tokens } from './ports/tokens.ts';
export { openRegistry } from './registry/registry.ts';
export type { RedisOptions, ServiceOptions } from './service-options.ts';
export type { AuthorityFile } from './tls/certificate-source.ts';
export type { HttpsEntry } from './tls/https-entry.ts';
export { defaultLocalName, localHostName } from './tls/local/local-names.ts';
export type { DomainTls, LocalTls, TlsOptions } from './tls/tls-options.ts';
