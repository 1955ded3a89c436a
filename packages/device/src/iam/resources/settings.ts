/** @module /iam/settings and /iam/device-info. The right is checked before the payload. */
import { checkFriendlyName, type CborValue } from '@longwire/protocol';
import { cborResponse } from '../../coap/coap-response.ts';
import { HandlerError } from '../../coap/handler-error.ts';
import type { IamCall, IamResource } from '../iam-resource.ts';
import type { IamState } from '../iam-state.ts';
import { isOpenPairingOn, withOpenPairing } from '../open-pairing.ts';
import { cborBody, checkedText, pathParam, requireAction } from './call-checks.ts';

const CHANGED = { statusCode: 204 } as const;
const noSuchKey = (): HandlerError => new HandlerError(404, 'No such key');

/** GET /iam/settings: includes the open-pairing password, for callers with the right. */
export const getSettings: IamResource = (call) => {
  requireAction(call, 'IAM:GetSettings');
  const { state, config, nowMs } = call;
  const { openPairing, isInvitePairingEnabled, isLocalOpenPairingEnabled } = state;
  const body: Record<string, CborValue> = {
    PasswordOpenPairing: isOpenPairingOn(state, config, nowMs),
    PasswordInvitePairing: isInvitePairingEnabled,
    LocalOpenPairing: isLocalOpenPairingEnabled,
    ...(openPairing.sct === null ? {} : { PasswordOpenSct: openPairing.sct }),
    ...(openPairing.password === null ? {} : { PasswordOpenPassword: openPairing.password }),
  };
  return { response: cborResponse(205, body) };
};

function withSetting({ state, config, nowMs }: IamCall, key: string, isEnabled: boolean): IamState {
  switch (key) {
    case 'password-open-pairing':
      return withOpenPairing(state, isEnabled, config, nowMs);
    case 'password-invite-pairing':
      return { ...state, isInvitePairingEnabled: isEnabled };
    case 'local-open-pairing':
      return { ...state, isLocalOpenPairingEnabled: isEnabled };
    default:
      throw noSuchKey();
  }
}

/** PUT /iam/settings/:key: a boolean. */
export const putSetting: IamResource = (call) => {
  requireAction(call, 'IAM:SetSettings');
  const value = cborBody(call);
  if (typeof value !== 'boolean') throw HandlerError.badRequest();
  return { response: CHANGED, state: withSetting(call, pathParam(call, 'key'), value) };
};

/** PUT /iam/device-info/:key: the friendly name, which is shown to everyone who may pair. */
export const putDeviceInfo: IamResource = (call) => {
  requireAction(call, 'IAM:SetDeviceInfo');
  if (pathParam(call, 'key') !== 'friendly-name') throw noSuchKey();
  const friendlyName = checkedText(
    cborBody(call),
    checkFriendlyName,
    'Friendly name missing',
    'Friendly name length exceeded',
  );
  return { response: CHANGED, state: { ...call.state, friendlyName } };
};
