/** @module Checks the signaling service: its address, socket, login, and whether the device is connected to it. */
import type { IceServer } from '@longwire/protocol';
import { iceServersFromTurnReply } from '@longwire/protocol/signaling';
import type { DiagnosisTerms } from './diagnose-options.ts';
import { bad, good, skipped, warning, type DiagnosisStep, type Verdict } from './finding.ts';
import { localScopeOf } from './local-network.ts';
import { judgeServers } from './judge-network.ts';
import { judgeClose, judgeService, judgeSilence, judgeSocket, type Reach } from './judge-service.ts';
import { askHttp, ServiceSocket, type HttpAnswer, type SocketAnswer } from './reach-service.ts';
import { withTimeout, type Limits } from './with-timeout.ts';

/** Results that later steps need. */
export interface ServiceReport {
  /** The device is connected to the service and has not refused. */
  readonly isDeviceThere: boolean;
  /** The ICE servers of the service or of the application; undefined if neither gave any. */
  readonly servers: readonly IceServer[] | undefined;
  readonly serviceMs: number | undefined;
}

/** Checks the browser's features. */
export function checkBrowser({ resolved, isOnline }: DiagnosisTerms): Verdict {
  const { RTCPeerConnection, WebSocket, subtle } = resolved;
  if (typeof RTCPeerConnection !== 'function' || typeof WebSocket !== 'function')
    return bad('browser', {
      code: 'no-webrtc',
      text: 'this browser has no WebRTC, or it is switched off',
      todo: 'use a current browser, and look for extensions and policies that switch WebRTC off',
    });
  if (!isOnline())
    return warning('browser', {
      code: 'offline-here',
      text: 'this browser reports that you are offline',
      todo: 'connect this browser to a network, then try again',
    });
  if (subtle === undefined)
    return warning('browser', {
      code: 'insecure-page',
      text: 'this page cannot verify a device: browsers check keys only in pages that came over https',
      todo: 'open this page over https',
    });
  return good('browser', 'the browser has everything that is needed');
}

/** Checks the service; yields the verdict of each step and closes the socket. */
export async function* checkService(
  terms: DiagnosisTerms,
  limits: Limits,
): AsyncGenerator<Verdict, ServiceReport, undefined> {
  const socket = openSocket(terms);
  try {
    const [answer, opens] = await Promise.all([
      withTimeout(limits, async (signal) => await askService(terms, signal)),
      withTimeout(limits, async (signal) => (await socket?.opened(signal)) ?? false),
    ]);
    const serviceMs = answer?.kind === 'answered' ? answer.dateMs : undefined;
    const isThere = answer?.kind === 'answered' || opens === true;
    const permission = isThere ? undefined : await withTimeout(limits, () => askPermission(terms));
    const reach = reachOf(terms, { answers: answer?.kind === 'answered', opens: opens === true, permission });
    const service = judgeService(reach);
    yield service;
    yield service.kind === 'bad' ? skipped('websocket', 'the service is not reached') : judgeSocket(reach);
    if (opens !== true || socket === undefined) {
      yield* skipAll(['login', 'device', 'servers'], 'there is no connection to the service');
      return { isDeviceThere: false, servers: givenServers(terms), serviceMs };
    }
    return { ...(yield* checkLogin(socket, terms, limits)), serviceMs };
  } finally {
    socket?.close();
  }
}

type LoginReport = Omit<ServiceReport, 'serviceMs'>;

async function* checkLogin(
  socket: ServiceSocket,
  terms: DiagnosisTerms,
  limits: Limits,
): AsyncGenerator<Verdict, LoginReport, undefined> {
  const login = await withTimeout(limits, async (signal) => await socket.logIn(terms.resolved.login, signal));
  const servers = givenServers(terms);
  if (login?.kind !== 'answered') {
    const verdict = judgeEnd('login', login);
    if (verdict.step === 'device') yield good('login', 'the service accepts the token');
    yield verdict;
    if (verdict.step === 'login') yield skipped('device', 'the login failed');
    yield skipped('servers', 'the login failed');
    return { isDeviceThere: false, servers };
  }
  yield good('login', 'the service accepts the token');
  const reply = await withTimeout(limits, async (signal) => await socket.askServers(signal));
  if (reply?.kind !== 'answered') {
    yield { ...judgeEnd('device', reply), step: 'device' };
    yield skipped('servers', 'the session ended before the service listed them');
    return { isDeviceThere: false, servers };
  }
  yield good('device', 'the device is connected to the service');
  const listed = iceServersFromTurnReply(reply.value, [...terms.resolved.iceServers]);
  yield judgeServers(listed);
  return { isDeviceThere: true, servers: listed };
}

function judgeEnd(step: 'login' | 'device', answer: SocketAnswer<unknown> | undefined): Verdict {
  if (answer?.kind === 'closed' && answer.error !== undefined) return judgeClose(answer.error);
  return judgeSilence(step, answer !== undefined);
}

/** One skipped verdict for each of these steps. */
export function* skipAll(steps: readonly DiagnosisStep[], why: string): Generator<Verdict, void, undefined> {
  for (const step of steps) yield skipped(step, why);
}

/** The servers set by the application; default servers are not contacted without the service's answer. */
function givenServers({ given, resolved }: DiagnosisTerms): readonly IceServer[] | undefined {
  return given.iceServers === undefined ? undefined : resolved.iceServers;
}

function openSocket({ resolved: { url, WebSocket, logger } }: DiagnosisTerms): ServiceSocket | undefined {
  try {
    return new ServiceSocket({ url, WebSocket, logger });
  } catch {
    // Browsers refuse some addresses outright: ws:// from a page over https, a port on their list.
    return undefined;
  }
}

async function askService(
  { fetch: ask, given }: DiagnosisTerms,
  signal: AbortSignal,
): Promise<HttpAnswer | undefined> {
  if (ask === undefined) return undefined;
  return await askHttp(ask, given.signalingServerUrl.replace(/^ws/iu, 'http'), signal);
}

/** Queried only if a missing permission may be the cause. */
async function askPermission({
  resolved,
  localNetwork,
}: DiagnosisTerms): Promise<PermissionState | undefined> {
  const scope = localScopeOf(new URL(resolved.url).hostname);
  return scope === undefined ? undefined : await localNetwork(scope);
}

type Tried = Pick<Reach, 'answers' | 'opens' | 'permission'>;

function reachOf({ resolved, isOnline }: DiagnosisTerms, tried: Tried): Reach {
  const { host, protocol } = new URL(resolved.url);
  return {
    host,
    ...tried,
    isSecure: protocol === 'wss:',
    isOnline: isOnline(),
    isPageSecure: globalThis.location?.protocol === 'https:',
  };
}
