/** @module Pairing modes, settings and the name of the deployed-like device. */
import { BAD_REQUEST, body, cbor, NO_CONTENT } from './cbor-body.ts';
import { text, type Answer, type Request } from './coap-framing.ts';
import type { DeviceState } from './device-state.ts';

const MAX_NAME_BYTES = 64;

/** GET /iam/pairing. Local pairing is never possible over these connections, and not listed. */
export function pairingInfo({ pairing, productId, deviceId, friendlyName, quirks }: DeviceState): Answer {
  const modes = [
    ...(pairing.get('password-open-pairing') === true ? ['PasswordOpen'] : []),
    ...(pairing.get('password-invite-pairing') === true ? ['PasswordInvite'] : []),
  ];
  return cbor(205, {
    Modes: modes,
    NabtoVersion: `${quirks.version}.0`,
    ProductId: productId,
    DeviceId: deviceId,
    FriendlyName: friendlyName,
  });
}

/** GET /iam/settings: with the open password in clear, also while open pairing is off. */
export function settings({ pairing, openPassword }: DeviceState): Answer {
  return cbor(205, {
    PasswordOpenPairing: pairing.get('password-open-pairing') ?? false,
    PasswordInvitePairing: pairing.get('password-invite-pairing') ?? false,
    LocalOpenPairing: pairing.get('local-open-pairing') ?? false,
    PasswordOpenSct: 'open-sct',
    PasswordOpenPassword: openPassword,
  });
}

/** PUT /iam/settings/:key. */
export function setSetting({ pairing }: DeviceState, key: string, request: Request): Answer {
  if (!pairing.has(key)) return text(404, 'No such key');
  const value = body(request);
  if (typeof value !== 'boolean') return BAD_REQUEST;
  pairing.set(key, value);
  return NO_CONTENT;
}

/** PUT /iam/device-info/:key. */
export function setDeviceInfo(state: DeviceState, key: string, request: Request): Answer {
  if (key !== 'friendly-name') return text(404, 'No such key');
  const value = body(request);
  if (typeof value !== 'string')
    return value === undefined ? BAD_REQUEST : text(400, 'Friendly name missing');
  if (Buffer.byteLength(value) > MAX_NAME_BYTES) return text(400, 'Friendly name length exceeded');
  state.friendlyName = value;
  return NO_CONTENT;
}
