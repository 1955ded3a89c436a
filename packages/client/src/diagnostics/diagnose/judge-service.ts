/** @module Translates the service's answers for people. */
import type { SignalingCloseError } from '@longwire/protocol';
import { CloseCode } from '@longwire/protocol/base';
import { bad, good, type DiagnosisStep, type FindingCode, type Verdict } from './finding.ts';

interface Meaning {
  /** The failed step: an answer from the device means that the service accepted the login. */
  readonly step: 'login' | 'device';
  readonly code: FindingCode;
  readonly text: string;
  readonly todo: string;
}

const RETRY = 'try again in a moment';

const MEANINGS: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [
    CloseCode.deviceClosed,
    {
      step: 'device',
      code: 'device-closed',
      text: 'the device ended the connection',
      todo: 'connect again; it may be restarting',
    },
  ],
  [
    CloseCode.serviceRestart,
    { step: 'login', code: 'service-restarting', text: 'the service is restarting', todo: RETRY },
  ],
  [
    CloseCode.signalingDenied,
    {
      step: 'device',
      code: 'device-refuses',
      text: 'the device refused this connection',
      todo: 'ask its owner, or try another user; a full device accepts no connections for a while',
    },
  ],
  [
    CloseCode.tokenRejected,
    {
      step: 'login',
      code: 'token-rejected',
      text: 'this link is no longer valid',
      todo: 'ask for a new link and paste it',
    },
  ],
  [
    CloseCode.deviceOffline,
    {
      step: 'device',
      code: 'device-offline',
      text: 'the device is not connected to the service',
      todo: "check the device's power and network; 'longwire-device doctor' on the device says more",
    },
  ],
  [
    CloseCode.unknownProduct,
    {
      step: 'login',
      code: 'unknown-product',
      text: 'no such device: the service does not know the product id',
      todo: "compare the product id with the device's label",
    },
  ],
  [
    CloseCode.unknownDevice,
    {
      step: 'login',
      code: 'unknown-device',
      text: 'no such device: the product has no device of this id',
      todo: "compare the device id with the device's label",
    },
  ],
  [
    CloseCode.connectionTimeout,
    {
      step: 'login',
      code: 'no-answer',
      text: 'the service did not answer in time',
      todo: 'the network may be slow: try again',
    },
  ],
  [
    CloseCode.deviceInternalError,
    {
      step: 'device',
      code: 'device-fault',
      text: 'the device reported a fault',
      todo: 'try again; if it keeps failing, restart the device and read its log',
    },
  ],
]);

/** Longest part of the service's reason that is shown. */
const MAX_REASON_LENGTH = 120;

/** The verdict on a close code, for the step that it concerns. */
export function judgeClose(error: SignalingCloseError): Verdict {
  const { closeCode, message, reason } = error;
  const own = reason === '' || reason === message ? '' : `: ${reason.slice(0, MAX_REASON_LENGTH)}`;
  const meaning = MEANINGS.get(closeCode) ?? {
    step: 'login' as const,
    code: 'service-closed' as const,
    text: 'the service closed the connection',
    todo: 'try again; if it keeps failing, the log of the service says why',
  };
  const { step, ...problem } = meaning;
  return bad(step, {
    ...problem,
    text: `${meaning.text} (${closeCode} ${message}${own})`,
    facts: { closeCode },
  });
}

/** The verdict on a socket step that ended without a close code, or timed out. */
export function judgeSilence(step: DiagnosisStep, isLost: boolean): Verdict {
  if (!isLost)
    return bad(step, {
      code: 'no-answer',
      text: 'the service did not answer in time',
      todo: 'the network may be slow: try again; a proxy may hold messages back',
    });
  return bad(step, {
    code: 'service-closed',
    text: 'the connection to the service broke',
    todo: 'check the network, and the proxies between; then try again',
  });
}

/** Reachability of the service. */
export interface Reach {
  readonly host: string;
  readonly isSecure: boolean;
  readonly isOnline: boolean;
  readonly isPageSecure: boolean;
  readonly answers: boolean;
  readonly opens: boolean;
  /** The permission to reach local addresses; set only for a service with a local address that does not answer. */
  readonly permission: PermissionState | undefined;
}

/** The verdict on the service's HTTP side. */
export function judgeService(reach: Reach): Verdict {
  const { host, isSecure, isOnline, isPageSecure, answers, opens, permission } = reach;
  if (answers || opens) return good('service', isSecure ? `${host} answers over TLS` : `${host} answers`);
  if (!isOnline)
    return bad('service', {
      code: 'offline-here',
      text: 'you are offline',
      todo: 'connect this browser to a network, then try again',
    });
  if (permission === 'denied')
    return bad('service', {
      code: 'local-network-denied',
      text: `this browser does not let the page reach devices of the local network, and ${host} is one`,
      todo: "allow the local network in the page's settings (beside the address), then load the page again",
    });
  if (isPageSecure && !isSecure)
    return bad('service', {
      code: 'mixed-content',
      text: 'this page came over https, and the address of the service is ws://, which browsers do not open from there',
      todo: 'use the wss:// address of the service',
    });
  return bad('service', {
    code: 'unreachable',
    text: `the service cannot be reached: ${host} does not answer`,
    todo: isSecure
      ? "check the network and the address; open the service's page in this browser to see whether its certificate is trusted"
      : 'check the network, the address and the port, and that the service runs',
  });
}

/** The verdict on the socket of a service that answers. */
export function judgeSocket({ host, opens }: Reach): Verdict {
  if (opens) return good('websocket', 'the service accepts WebSockets');
  return bad('websocket', {
    code: 'no-websocket',
    text: `${host} answers but refuses the WebSocket`,
    todo: 'check that this is the address of a signaling service, that a proxy in front of it forwards WebSockets, and that this page may use it (Content-Security-Policy, allowed origins)',
  });
}
