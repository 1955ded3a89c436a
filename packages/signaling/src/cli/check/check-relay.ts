/** @module Checks that the STUN and TURN servers work with the credentials that clients would get. */
import { setTimeout as wait } from 'node:timers/promises';
import {
  bad,
  EdgeError,
  good,
  StunAttribute,
  StunType,
  warning,
  type IceServer,
  type Verdict,
} from '@longwire/protocol';
import { turnServers, type TurnOptions } from '../../ice/turn-servers.ts';
import { openStunLink, parseStunUrl, type StunLink, type StunTarget } from './stun-link.ts';
import { decodeStunAnswer, encodeStunRequest, type StunAnswer, type StunLogin } from './stun-request.ts';
import { faultOf } from '../../log/fault-of.ts';

/** The configured servers. */
export interface RelayOptions {
  readonly iceServers: readonly IceServer[];
  readonly turn: TurnOptions | undefined;
}

/** UDP (RFC 768) as the transport of a relayed address. */
const UDP = Buffer.from([17, 0, 0, 0]);

/** Time until a request is sent again, in milliseconds: UDP loses datagrams. */
const RESEND_MS = 500;

/** Checks every URL of every server. */
export async function checkRelay(options: RelayOptions, timeoutMs: number): Promise<Verdict[]> {
  let servers: IceServer[];
  try {
    servers = await serversOf(options);
  } catch (error) {
    if (!(error instanceof EdgeError)) throw error;
    return [bad('relay', error.message, 'set --turn-urls and --turn-secret-file together')];
  }
  if (servers.length === 0) {
    return [
      warning(
        'relay',
        'neither STUN nor TURN: browsers reach devices only in the same network',
        'run coturn (deploy/coturn) and set --turn-urls and --turn-secret-file',
      ),
    ];
  }
  // Sequentially: a coturn that has just started may refuse one of two simultaneous logins.
  const verdicts: Verdict[] = [];
  for (const server of servers)
    for (const url of server.urls) verdicts.push(await checkUrl(url, server, timeoutMs));
  return verdicts;
}

async function serversOf({ iceServers, turn }: RelayOptions): Promise<IceServer[]> {
  if (turn === undefined) return [...iceServers];
  const provider = turnServers({ ...turn, otherServers: iceServers, now: Date.now });
  return await provider.serversFor({
    productId: 'check',
    deviceId: 'check',
    tokenId: 'check',
    session: 'check',
    peer: 'client',
  });
}

async function checkUrl(url: string, server: IceServer, timeoutMs: number): Promise<Verdict> {
  const step = `relay ${url}`;
  const target = parseStunUrl(url);
  if (target === undefined) return bad(step, 'not a STUN or TURN URL', 'check --ice-servers');
  try {
    const error = await ask(target, server, AbortSignal.timeout(timeoutMs));
    if (error === 0) return good(step, target.kind === 'turn' ? 'allocates a relayed address' : 'answers');
    return bad(step, `refused with error ${error}`, todoOf(error));
  } catch (error) {
    const todo =
      'check that the server runs, its name and port, its certificate for turns:, and that the firewall allows UDP and TCP 3478 and TCP 5349';
    return bad(step, `no answer (${faultOf(error)})`, todo);
  }
}

function todoOf(error: number): string {
  if (error === 401)
    return "the secret differs from the server's, or the clocks differ: compare --turn-secret-file with coturn's static-auth-secret, and the times";
  if (error === 486)
    return 'a quota of the server is used up: see user-quota and total-quota in turnserver.conf';
  return "read the server's log";
}

/** 0, or the error code. */
async function ask(target: StunTarget, server: IceServer, signal: AbortSignal): Promise<number> {
  using link = await openStunLink(target, signal);
  const exchange = exchanger(link, target, signal);
  if (target.kind === 'stun') return (await exchange(StunType.bindingRequest, [])).error;
  const transport: (readonly [number, Uint8Array])[] = [[StunAttribute.requestedTransport, UDP]];
  const asked = await exchange(StunType.allocateRequest, transport);
  const login: StunLogin = {
    username: server.username ?? '',
    credential: server.credential ?? '',
    realm: asked.attributes.get(StunAttribute.realm) ?? new Uint8Array(),
    nonce: asked.attributes.get(StunAttribute.nonce) ?? new Uint8Array(),
  };
  if (asked.error !== 401) return asked.error;
  const { error } = await exchange(StunType.allocateRequest, transport, login);
  // Release the allocation.
  if (error === 0)
    await exchange(StunType.refreshRequest, [[StunAttribute.lifetime, Buffer.alloc(4)]], login);
  return error;
}

type Exchange = (...request: Parameters<typeof encodeStunRequest>) => Promise<StunAnswer>;

function exchanger(link: StunLink, { transport }: StunTarget, signal: AbortSignal): Exchange {
  const messages = link.messages()[Symbol.asyncIterator]();
  return async (...request) => {
    const { bytes, transaction } = encodeStunRequest(...request);
    const done = new AbortController();
    const resending =
      transport === 'udp' ? resend(link, bytes, AbortSignal.any([signal, done.signal])) : undefined;
    link.send(bytes);
    try {
      for (;;) {
        const { value } = await messages.next();
        const answer = value === undefined ? undefined : decodeStunAnswer(value, transaction);
        if (answer !== undefined) return answer;
      }
    } finally {
      done.abort();
      await resending;
    }
  };
}

async function resend(link: StunLink, bytes: Uint8Array, signal: AbortSignal): Promise<void> {
  for (;;) {
    await wait(RESEND_MS, undefined, { signal }).catch(() => undefined);
    if (signal.aborted) return;
    link.send(bytes);
  }
}
