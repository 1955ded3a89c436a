/** @module Checks that browsers and devices can reach the service at its public address. */
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { TLSSocket } from 'node:tls';
import {
  bad,
  given,
  good,
  SIGNALING_PATH,
  SIGNALING_SUBPROTOCOL,
  skipped,
  warning,
  type Verdict,
} from '@longwire/protocol';
import { WebSocket } from 'ws';
import { faultOf } from '../../log/fault-of.ts';
import { sendRequest } from '../../request/send-request.ts';

/** The verdicts, and the server's time. */
export interface PublicFinding {
  readonly verdicts: readonly Verdict[];
  /** The response's Date header, in milliseconds since the epoch. */
  readonly timeMs?: number;
}

const DAY_MS = 86_400_000;

/** Share of its lifetime below which a certificate gets a warning: proxies renew when a third is left. */
const LITTLE_LEFT = 0.2;

/** Longest health response that is read, in characters. */
const MAX_ANSWER_LENGTH = 1_024;

/** Requests the health endpoint at the public address and opens a WebSocket there. */
export async function checkPublic(publicUrl: string | undefined, timeoutMs: number): Promise<PublicFinding> {
  if (publicUrl === undefined) return { verdicts: [skipped('public', 'no public URL')] };
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
  return { verdicts, ...given({ timeMs: answer.timeMs }) };
}

interface Answer {
  readonly status: number;
  readonly body: string;
  readonly timeMs: number | undefined;
  /** Validity of the certificate, in milliseconds since the epoch. */
  readonly certificate: { readonly fromMs: number; readonly endsAtMs: number } | undefined;
}

async function askHealth(url: URL, timeoutMs: number): Promise<Answer> {
  const response = await sendRequest(url, { timeoutMs });
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
      'use a certificate of a public authority for this name; for a private one, set NODE_EXTRA_CA_CERTS=/path/to/ca.pem so that this check trusts it',
    );
  }
  return bad(
    'public',
    `${base} does not answer (${fault})`,
    "check that the service and its proxy run, the name's DNS entry, and that the firewall allows TCP 443",
  );
}

function judgeHealth(base: string, { status, body }: Answer): Verdict {
  if (status === 200 && body.replaceAll(/\s/gu, '') === '{"status":"ok"}') {
    return good('public', `${base} leads to the service`);
  }
  const todo =
    status >= 502 && status <= 504
      ? "the proxy reaches no node: check that the nodes run, and the addresses in the proxy's configuration"
      : 'check that the proxy forwards all paths to the service';
  return bad('public', `${base} is not this service: status ${status}`, todo);
}

function judgeCertificate({ certificate }: Answer): Verdict[] {
  if (certificate === undefined) return [];
  const { fromMs, endsAtMs } = certificate;
  const leftMs = endsAtMs - Date.now();
  const days = Math.floor(leftMs / DAY_MS);
  if (leftMs > LITTLE_LEFT * (endsAtMs - fromMs)) {
    return [good('certificate', `valid for ${days} more days, renewal not due`)];
  }
  return [
    warning('certificate', `expires in ${days} days`, 'check in the log of the proxy why it is not renewed'),
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
    const status = error instanceof Error ? /\d{3}$/u.exec(error.message)?.[0] : undefined;
    return bad(
      'websocket',
      `WebSocket refused (${status ?? faultOf(error)})`,
      'check that the proxy forwards WebSocket upgrades (Upgrade and Connection headers) and leaves Host unchanged',
    );
  } finally {
    socket.terminate();
  }
}
