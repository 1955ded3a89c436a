/** @module Whether the service is reached under its public address, as a browser and a device would. */
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import {
  bad,
  good,
  SIGNALING_PATH,
  SIGNALING_SUBPROTOCOL,
  skipped,
  warning,
  type Verdict,
} from '@longwire/protocol';
import { WebSocket } from 'ws';
import { faultOf } from './fault-of.ts';

/** What was found, and the time there. */
export interface PublicFinding {
  readonly verdicts: readonly Verdict[];
  /** What its Date header said, in milliseconds since the epoch. */
  readonly timeMs?: number;
}

const DAY_MS = 86_400_000;

/** Of its lifetime; a certificate that has less left is worth a word: proxies renew them when a third is left. */
const LITTLE_LEFT = 0.2;

/** Longest answer of a health check that is read, in characters. */
const MAX_ANSWER_LENGTH = 1_024;

/** Asks the public address for its health, and opens a WebSocket there. */
export async function checkPublic(publicUrl: string | undefined, timeoutMs: number): Promise<PublicFinding> {
  if (publicUrl === undefined) return { verdicts: [skipped('public', 'there is no public URL')] };
  const base = publicUrl.replace(/^ws/iu, 'http');
  let answer: Answer;
  try {
    answer = await askHealth(new URL('/healthz', base), timeoutMs);
  } catch (error) {
    return {
      verdicts: [unreachable(base, error), skipped('websocket', 'the public address does not answer')],
    };
  }
  const verdicts = [judgeHealth(base, answer), ...judgeCertificate(answer)];
  const isOurs = verdicts[0]?.kind === 'good';
  verdicts.push(
    isOurs ? await checkWebSocket(base, timeoutMs) : skipped('websocket', 'another program answers'),
  );
  return { verdicts, ...(answer.timeMs === undefined ? {} : { timeMs: answer.timeMs }) };
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly timeMs: number | undefined;
  /** From when to when the certificate is good, in milliseconds since the epoch. */
  readonly certificate: { readonly fromMs: number; readonly endsAtMs: number } | undefined;
}

async function askHealth(url: URL, timeoutMs: number): Promise<Answer> {
  const ask = url.protocol === 'https:' ? httpsRequest : httpRequest;
  const request = ask(url, { signal: AbortSignal.timeout(timeoutMs), agent: false });
  const responded = once(request, 'response');
  request.end();
  const [response]: IncomingMessage[] = await responded;
  if (response === undefined) throw new Error('no answer');
  const certificate = certificateOf(response);
  const timeMs = Date.parse(response.headers.date ?? '');
  const body = (await text(response)).slice(0, MAX_ANSWER_LENGTH);
  return {
    status: response.statusCode ?? 0,
    body,
    timeMs: Number.isNaN(timeMs) ? undefined : timeMs,
    certificate,
  };
}

function certificateOf({ socket }: IncomingMessage): Answer['certificate'] {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { valid_from: from, valid_to: to } = socket.getPeerCertificate();
  return { fromMs: Date.parse(from), endsAtMs: Date.parse(to) };
}

function unreachable(base: string, error: unknown): Verdict {
  const fault = faultOf(error);
  if (/CERT|SELF_SIGNED|ALTNAME|UNABLE_TO_VERIFY/u.test(fault)) {
    return bad(
      'public',
      `the certificate of ${base} is not trusted (${fault})`,
      'use one of a public authority for this name; for one of your own, NODE_EXTRA_CA_CERTS=/path/to/ca.pem makes this check trust it',
    );
  }
  return bad(
    'public',
    `${base} does not answer (${fault})`,
    "check that the service and the proxy before it run, the name's DNS entry, and that the firewall lets TCP 443 in",
  );
}

function judgeHealth(base: string, { status, body }: Answer): Verdict {
  if (status === 200 && body.replaceAll(/\s/gu, '') === '{"status":"ok"}') {
    return good('public', `${base} leads to the service`);
  }
  const todo =
    status >= 502 && status <= 504
      ? 'the proxy reaches no node: check that they run, and the addresses that it has of them'
      : 'check that the proxy passes all paths on to the service';
  return bad('public', `${base} answers, but not as the service does (status ${status})`, todo);
}

function judgeCertificate({ certificate }: Answer): Verdict[] {
  if (certificate === undefined) return [];
  const { fromMs, endsAtMs } = certificate;
  const leftMs = endsAtMs - Date.now();
  const days = Math.floor(leftMs / DAY_MS);
  if (leftMs > LITTLE_LEFT * (endsAtMs - fromMs)) {
    return [good('certificate', `it is good for ${days} days, and not due for renewal`)];
  }
  return [
    warning('certificate', `it ends in ${days} days`, 'see why it is not renewed (the log of the proxy)'),
  ];
}

async function checkWebSocket(base: string, timeoutMs: number): Promise<Verdict> {
  const socket = new WebSocket(new URL(SIGNALING_PATH, base), SIGNALING_SUBPROTOCOL, {
    handshakeTimeout: timeoutMs,
    origin: new URL(base).origin,
  });
  try {
    await once(socket, 'open');
    return good('websocket', 'clients and devices can connect');
  } catch (error) {
    const said = error instanceof Error ? /\d{3}$/u.exec(error.message)?.[0] : undefined;
    return bad(
      'websocket',
      `a WebSocket is refused (${said ?? faultOf(error)})`,
      'check that the proxy passes WebSockets on (Upgrade and Connection), and Host as it is',
    );
  } finally {
    socket.terminate();
  }
}
