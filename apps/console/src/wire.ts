/** @module The one door to the client: what the console uses of a connection and of what is said on the wire. */

export {
  CONNECT_STEPS,
  ContentFormat,
  createConnection,
  EdgeError,
  parseFingerprint,
  parsePairingLink,
  SignalingCloseError,
  StatusError,
  type CborValue,
  type Connection,
  type Credentials,
  type DeviceResponse,
  type PairingLink,
  type TrackStatus,
} from '@longwire/client';
export { decodeCbor, encodeCbor } from '@longwire/client/cbor';
