/**
 * @module `@longwire/protocol/login`: the password login of both sides, separate from the root because it loads the
 * curve and CBOR.
 */
export { encodeLoginRequest, parseLoginRequest, type LoginRequest } from '../auth/login-request.ts';
export { startClientLogin, type ClientConfirmation, type ClientLogin } from '../auth/spake2-client.ts';
export { startDeviceLogin, type DeviceLogin } from '../auth/spake2-device.ts';
export type { Multiply, Point } from '../auth/spake2-group.ts';
export { P256 } from '../auth/p256.ts';
