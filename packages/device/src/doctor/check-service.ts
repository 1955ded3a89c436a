/** @module Checks the connection to the signaling service step by step, and names the first step that fails. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { bad, CloseCode, good, silentLogger, skipped, waitFor, type Verdict } from '@longwire/protocol';
import { Attachment, type AttachmentOptions } from '../agent/attachment.ts';
import { connectionOptions, webSocketOpener, type ServiceRoute } from '../agent/attachment-socket.ts';
import { DATABASE_HINT, registrationCommands } from '../cli/registration.ts';
import type { DevicePlace } from '../config/device-config.ts';
import type { AttachmentReport } from '../control/status-report.ts';
import type { Identity } from '../identity/identity.ts';
import { systemClock } from '../time/system-clock.ts';
import { checkClock } from './check-clock.ts';
import { connectionError } from './connection-error.ts';
import { resolveName, type ResolveName } from './resolve-name.ts';

/** Options of {@link checkService}. */
export interface ServiceCheck {
  readonly place: DevicePlace;
  readonly route?: ServiceRoute | undefined;
  readonly identity: Identity | undefined;
  /** The status of the running device, which is used instead of a test attachment; `silent` if it does not answer. */
  readonly running: AttachmentReport | 'silent' | undefined;
  readonly nowMs?: () => number;
  readonly timeoutMs?: number;
  readonly resolve?: ResolveName;
}

/** Longest wait in one step, in milliseconds. Reason: a slower service is not usable. */
const DEFAULT_TIMEOUT_MS = 10_000;

interface Target {
  readonly url: URL;
  readonly host: string;
  readonly port: number;
  readonly isTls: boolean;
}

function targetOf(service: string): Target {
  const url = new URL(service.replace(/^ws/iu, 'http'));
  const isTls = url.protocol === 'https:';
  const host = url.hostname.replaceAll(/^\[|\]$/gu, '');
  return { url, host, isTls, port: url.port === '' ? (isTls ? 443 : 80) : Number(url.port) };
}

function codeOf(error: unknown): string {
  if (error instanceof Error && 'code' in error && typeof error.code === 'string') return error.code;
  return error instanceof Error ? error.name : 'unknown error';
}

/** Checks the name, the port, TLS, the clock, the socket and the attachment; stops at the first that fails. */
export async function checkService(check: ServiceCheck): Promise<readonly Verdict[]> {
  const { place, route = {}, timeoutMs = DEFAULT_TIMEOUT_MS, nowMs = Date.now } = check;
  const target = targetOf(place.service);
  const verdicts = [await checkName(target.host, check, timeoutMs)];
  const add = (verdict: Verdict): boolean => {
    verdicts.push(verdict);
    return verdict.kind !== 'bad';
  };
  const isReached = verdicts.every(({ kind }) => kind === 'good') && add(await checkPort(target, timeoutMs));
  const answer = isReached ? await askDate(target, route, timeoutMs) : { kind: 'failed' as const };
  add(checkClock(nowMs(), answer.kind === 'answered' ? answer.dateMs : undefined));
  const isAnswered = isReached && add(judgeAnswer(target, answer));
  const isOpen = isAnswered && add(await checkWebSocket(place.service, route, timeoutMs));
  if (isOpen) add(await checkAttachment(check, timeoutMs));
  else add(skipped('attachment', 'the service is not reached'));
  return verdicts;
}

async function checkName(host: string, { resolve }: ServiceCheck, timeoutMs: number): Promise<Verdict> {
  try {
    const addresses = await resolveName(host, { timeoutMs, resolve });
    return good('name', `${host} is ${addresses.join(', ')}`);
  } catch (error) {
    return bad(
      'name',
      `${host} is not found (${codeOf(error)})`,
      "check 'service' in device.toml, the network, and the name server (resolvectl status)",
    );
  }
}

async function checkPort({ host, port }: Target, timeoutMs: number): Promise<Verdict> {
  const error = await connectionError({ host, port }, timeoutMs);
  if (error === undefined) return good('port', `${host}:${port} takes connections`);
  return bad(
    'port',
    `${host}:${port} does not accept connections (${codeOf(error)})`,
    'check that the service runs, its port, and the firewalls between',
  );
}

type Answer =
  | { readonly kind: 'failed'; readonly code?: string }
  | {
      readonly kind: 'answered';
      readonly dateMs: number | undefined;
      readonly tlsProblem: string | undefined;
    };

/** Asks the service for its time. An untrusted certificate does not end the check: the clock may be its cause. */
async function askDate({ url, isTls }: Target, route: ServiceRoute, timeoutMs: number): Promise<Answer> {
  try {
    const options = { ...connectionOptions(route), method: 'HEAD', signal: AbortSignal.timeout(timeoutMs) };
    const request = isTls
      ? httpsRequest(url, { ...options, rejectUnauthorized: false })
      : httpRequest(url, options);
    let tlsProblem: string | undefined;
    request.once('socket', (socket) => {
      socket.once('secureConnect', () => {
        if ('authorized' in socket && socket.authorized === false && 'authorizationError' in socket)
          tlsProblem = String(socket.authorizationError);
      });
    });
    const responded = once(request, 'response');
    request.end();
    const [response]: IncomingMessage[] = await responded;
    response?.resume();
    const dateMs = Date.parse(response?.headers.date ?? '');
    return { kind: 'answered', dateMs: Number.isNaN(dateMs) ? undefined : dateMs, tlsProblem };
  } catch (error) {
    return { kind: 'failed', code: codeOf(error) };
  }
}

/** The remedy for a certificate's problem, by Node's error code. */
export function tlsTodo(code: string): string {
  if (/NOT_YET_VALID/u.test(code))
    return "the certificate is not valid yet by this machine's clock: set the clock, or wait";
  if (/EXPIRED/u.test(code))
    return "renew the service's certificate; if it is valid, set this machine's clock";
  if (/SELF_SIGNED|UNABLE_TO|ISSUER/u.test(code))
    return 'use a certificate of a public authority, or name your own with NODE_EXTRA_CA_CERTS=/path/to/ca.pem for the device';
  if (/ALTNAME/u.test(code)) return "use the name that the certificate is for in 'service' of device.toml";
  return "check the service's certificate";
}

function judgeAnswer({ isTls, url }: Target, answer: Answer): Verdict {
  if (answer.kind === 'failed') {
    const todo = isTls
      ? 'check that the service speaks TLS on this port (wss://), and that no proxy is between'
      : 'check that this is the port of the service, and that no proxy is between';
    return bad(isTls ? 'tls' : 'http', `${url.host} does not answer (${answer.code ?? 'unknown'})`, todo);
  }
  if (answer.tlsProblem !== undefined)
    return bad(
      'tls',
      `the certificate of ${url.host} is not trusted (${answer.tlsProblem})`,
      tlsTodo(answer.tlsProblem),
    );
  return isTls ? good('tls', 'the certificate is trusted') : good('http', 'the service answers');
}

/** Resolves with `undefined` once open, else with the reason of its end. */
function tryWebSocket(service: string, route: ServiceRoute, timeoutMs: number): Promise<string | undefined> {
  return waitFor({}, ({ resolve }) => {
    const stopTimer = systemClock.schedule(timeoutMs, () => resolve('no answer in time'));
    const socket = webSocketOpener(route)(service, {
      open: () => resolve(undefined),
      text: () => undefined,
      ping: () => undefined,
      closed: (code, reason) => resolve(reason === '' ? String(code) : reason),
    });
    return () => {
      stopTimer();
      socket.terminate();
    };
  });
}

async function checkWebSocket(service: string, route: ServiceRoute, timeoutMs: number): Promise<Verdict> {
  const end = await tryWebSocket(service, route, timeoutMs);
  if (end === undefined) return good('websocket', 'the service accepts WebSockets');
  return bad(
    'websocket',
    `the service does not accept a WebSocket (${end})`,
    'check that this is the address of a signaling service, and that a proxy before it passes WebSockets on',
  );
}

async function checkAttachment(
  { place, route, identity, running }: ServiceCheck,
  timeoutMs: number,
): Promise<Verdict> {
  if (running === 'silent') return skipped('attachment', 'only the running device knows');
  if (running !== undefined) {
    if (running.state === 'attached')
      return good('attachment', `the running device is attached since ${running.since}`);
    return bad(
      'attachment',
      `the running device is not attached: ${running.reason ?? 'unknown'}`,
      todoOf(running.reason ?? '', place, identity),
    );
  }
  if (identity === undefined) return skipped('attachment', 'there is no key to prove');
  const end = await tryAttachment(
    { ...place, key: identity.key, openSocket: webSocketOpener(route) },
    timeoutMs,
  );
  if (end === undefined) return good('attachment', 'the service knows this device');
  return bad('attachment', `the service refuses this device: ${end}`, todoOf(end, place, identity));
}

/** The remedy for the end of an attachment, by its close code. */
function todoOf(end: string, place: DevicePlace, identity: Identity | undefined): string {
  const fingerprint = identity?.fingerprint ?? 'HEX';
  const { product, device, rekey } = registrationCommands({ ...place, fingerprint });
  if (end.startsWith(String(CloseCode.unknownProduct)))
    return `register the product at the service: ${product}; then ${device} (${DATABASE_HINT})`;
  if (end.startsWith(String(CloseCode.unknownDevice)))
    return `register the device at the service: ${device} (${DATABASE_HINT})`;
  if (end.startsWith(String(CloseCode.tokenRejected)))
    return `the service knows another fingerprint for this device: ${rekey} (${DATABASE_HINT}), or restore the old identity.pem`;
  return 'read the log of the service';
}

/** Attaches for a moment; resolves with `undefined` once attached, else with code and reason. */
function tryAttachment(
  options: Omit<AttachmentOptions, 'logger'>,
  timeoutMs: number,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const attachment = new Attachment({ ...options, logger: silentLogger, silenceTimeoutMs: timeoutMs });
    attachment.on('attached', () => {
      resolve(undefined);
      attachment.close(CloseCode.goingAway);
    });
    attachment.on('closed', ({ code, reason }) => resolve(`${code} ${reason}`.trim()));
  });
}
