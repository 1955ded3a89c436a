/** @module The way to the service: its address, its socket, the login, and what it knows of the device. */
import type { IceServer } from '@longwire/protocol';
import { iceServersFromTurnReply } from '@longwire/protocol/signaling';
import { abortable } from '../../time/abort.ts';
import type { DiagnosisTerms } from './diagnose-options.ts';
import { bad, good, skipped, warning, type DiagnosisStep, type Verdict } from './finding.ts';
import { localScopeOf } from './local-network.ts';
import { judgeServers } from './judge-network.ts';
import { judgeClose, judgeService, judgeSilence, judgeSocket, type Reach } from './judge-service.ts';
import { askHttp, ServiceSocket, type HttpAnswer, type SocketAnswer } from './reach-service.ts';
import { within, type Limits } from './within.ts';

/** What the steps after it need. */
export interface ServiceReport {
  /** The device is there and has not refused. */
  readonly isDeviceThere: boolean;
  /** Those that the service named, or that the application set; undefined where nobody did. */
  readonly servers: readonly IceServer[] | undefined;
  readonly serviceMs: number | undefined;
}

/** Whether the browser has what is needed. */
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
      text: 'you are offline, as this browser has it',
      todo: 'connect this browser to a network, then try again',
    });
  if (subtle === undefined)
    return warning('browser', {
      code: 'insecure-page',
      text: 'this page cannot verify a device: browsers check keys only in pages that came over https',
      todo: 'open this page over https',
    });
  return good('browser', 'it has all that is needed');
}

/** Tries the service; tells each step as it is done, and closes the socket. */
export async function* checkService(
  terms: DiagnosisTerms,
  limits: Limits,
): AsyncGenerator<Verdict, ServiceReport, undefined> {
  const socket = openSocket(terms);
  try {
    const [answer, opens] = await Promise.all([
      within(limits, async (signal) => await askService(terms, signal)),
      within(limits, async (signal) => (await socket?.opened(signal)) ?? false),
    ]);
    const serviceMs = answer?.kind === 'answered' ? answer.dateMs : undefined;
    const isThere = answer?.kind === 'answered' || opens === true;
    const permission = isThere
      ? undefined
      : await within(limits, async (signal) => await abortable(signal, askPermission(terms)));
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
  const login = await within(limits, async (signal) => await socket.logIn(terms.resolved.login, signal));
  const servers = givenServers(terms);
  if (login?.kind !== 'answered') {
    const verdict = judgeEnd('login', login);
    if (verdict.step === 'device') yield good('login', 'the service takes the token');
    yield verdict;
    if (verdict.step === 'login') yield skipped('device', 'there is no login');
    yield skipped('servers', 'there is no session to ask for them in');
    return { isDeviceThere: false, servers };
  }
  yield good('login', 'the service takes the token');
  const reply = await within(limits, async (signal) => await socket.askServers(signal));
  if (reply?.kind !== 'answered') {
    yield { ...judgeEnd('device', reply), step: 'device' };
    yield skipped('servers', 'the session ended before they were told');
    return { isDeviceThere: false, servers };
  }
  yield good('device', 'the device is connected to the service');
  const named = iceServersFromTurnReply(reply.value, [...terms.resolved.iceServers]);
  yield judgeServers(named);
  return { isDeviceThere: true, servers: named };
}

function judgeEnd(step: 'login' | 'device', answer: SocketAnswer<unknown> | undefined): Verdict {
  if (answer?.kind === 'closed' && answer.error !== undefined) return judgeClose(answer.error);
  return judgeSilence(step, answer !== undefined);
}

/** One skipped verdict for each of these steps. */
export function* skipAll(steps: readonly DiagnosisStep[], why: string): Generator<Verdict, void, undefined> {
  for (const step of steps) yield skipped(step, why);
}

/** Only what the application itself has set: nobody else is asked for an address without the service's word. */
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

/** Asked only where it may be the reason. */
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
