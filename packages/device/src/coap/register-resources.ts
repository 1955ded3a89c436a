/** @module Registers the built-in resources: users and pairing, login, challenge, info. */
import type { OauthLogins } from '../auth/oauth/oauth-logins.ts';
import type { PasswordLogins } from '../auth/password-logins.ts';
import { answerChallenge } from '../auth/challenge-resource.ts';
import type { Identity } from '../identity/identity.ts';
import type { Iam } from '../iam/iam.ts';
import type { DeviceInfo } from '../iam/iam-resource.ts';
import { IAM_RESOURCES } from '../iam/resources/resource-table.ts';
import { jsonResponse } from './coap-response.ts';
import type { Router } from './router.ts';

/** Options of {@link registerResources}. */
export interface DeviceResources {
  readonly iam: Iam;
  readonly identity: Identity;
  readonly logins: PasswordLogins;
  readonly oauth: OauthLogins;
  readonly info: DeviceInfo;
}

/** This device gets its clients from the service and not from a stream of its own. */
const NO_SIGNALING_STREAM_PORT = 0;

/** Registers everything but tracks, streams and the application's own routes. */
export function registerDeviceResources(
  router: Router,
  { iam, identity, logins, oauth, info }: DeviceResources,
): void {
  const own = { action: null };
  for (const { method, pattern, resource } of IAM_RESOURCES)
    router.add(method, pattern, (request) => iam.answer(resource, request, info), own);

  router.post('/p2p/pwd-auth/1', (request) => logins.handleRound1(request), own);
  router.post('/p2p/pwd-auth/2', (request) => logins.handleRound2(request), own);
  router.post('/webrtc/challenge', (request) => answerChallenge(request, identity.key), own);
  router.post('/webrtc/oauth', (request) => oauth.handle(request), own);
  router.get('/p2p/webrtc-info', () => jsonResponse(205, { SignalingStreamPort: NO_SIGNALING_STREAM_PORT }), {
    action: 'Webrtc:GetInfo',
  });
}
