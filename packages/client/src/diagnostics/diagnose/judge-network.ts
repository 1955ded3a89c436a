/** @module Judges the networks in between from servers and candidates. */
import type { IceServer } from '@longwire/protocol';
import { bad, good, skipped, warning, type Verdict } from './finding.ts';
import type { ProbeResult } from './probe-server.ts';

/** The kinds of servers, each tried separately. */
export const SERVER_KINDS = ['stun', 'turn-udp', 'turn-tcp', 'turn-tls'] as const;

/** One of {@link SERVER_KINDS}. */
export type ServerKind = (typeof SERVER_KINDS)[number];

/** Maximum number of servers tried per kind. Reason: the service chooses how many it lists, and each needs a peer connection. */
export const MAX_PROBES = 3;

const UNAUTHORIZED = 401;
/** The code for a server that did not answer (W3C webrtc-pc section 5.7.3). */
const NO_ANSWER = 701;

/** The kind of a server URL (RFC 7064, RFC 7065). */
export function serverKind(url: string): ServerKind {
  if (/^stuns?:/iu.test(url)) return 'stun';
  if (/^turns:/iu.test(url)) return 'turn-tls';
  return /[?&]transport=tcp\b/iu.test(url) ? 'turn-tcp' : 'turn-udp';
}

/** The servers of a kind, one URL each. */
export function serversOf(kind: ServerKind, servers: readonly IceServer[]): IceServer[] {
  return servers
    .flatMap((server) => server.urls.map((url) => ({ ...server, urls: [url] })))
    .filter(({ urls: [url = ''] }) => serverKind(url) === kind)
    .slice(0, MAX_PROBES);
}

/** The verdict on the servers that the service offers. */
export function judgeServers(servers: readonly IceServer[]): Verdict {
  const counts = SERVER_KINDS.map((kind) => ({ kind, count: serversOf(kind, servers).length }));
  const kinds = counts.filter(({ count }) => count > 0).map(({ kind }) => kind);
  if (kinds.some((kind) => kind !== 'stun'))
    return good('servers', `the service offers ${kinds.join(', ')}`, { kinds });
  return warning('servers', {
    code: 'no-relay-offered',
    text: 'the service offers no relay: strict networks will block every connection',
    todo: 'give the service a TURN server (docs/guides/operate.md)',
    facts: { kinds },
  });
}

const LABEL: Readonly<Record<ServerKind, string>> = {
  stun: 'the STUN server',
  'turn-udp': 'the relay over UDP',
  'turn-tcp': 'the relay over TCP',
  'turn-tls': 'the relay over TLS',
};

/** What to do about a server that does not answer. */
const WHERE_SILENT: Readonly<Record<ServerKind, string>> = {
  stun: 'the network may block UDP; a relay over TCP or TLS gets through where the service has one',
  'turn-udp': 'check that the server runs, and whether a firewall blocks UDP to it',
  'turn-tcp': 'check that the server listens on TCP, and whether a firewall blocks its port',
  'turn-tls':
    'check that the server listens on TLS, that its certificate is trusted and for this name, and whether a firewall blocks its port; 443 is let through most often',
};

const NO_ADDRESS = 'this browser provides no address to connect from';

/** The verdict on one kind of server: one working server is enough. */
export function judgeProbes(kind: ServerKind, results: readonly ProbeResult[]): Verdict {
  if (results.length === 0) return skipped(kind, 'the service lists none', 'not-needed');
  const errorCodes = [...new Set(results.flatMap((result) => result.errorCodes))];
  const facts = { errorCodes, tried: results.length };
  if (results.some(({ hasCandidate }) => hasCandidate))
    return good(kind, kind === 'stun' ? 'it reports the public address' : 'it relays', facts);
  if (kind === 'stun') {
    if (hasAnswered(results)) return good(kind, "this browser's own address is the public one", facts);
    if (!isAnyAsked(results)) return skipped(kind, NO_ADDRESS);
  }
  if (errorCodes.includes(UNAUTHORIZED))
    return bad(kind, {
      code: 'credentials-refused',
      text: `${LABEL[kind]} refuses the credentials of the service (401)`,
      todo: 'compare the secret of the service with that of the TURN server, and the clocks of both',
      facts,
    });
  const isSilent = errorCodes.length === 0 || errorCodes.includes(NO_ANSWER);
  return bad(kind, {
    code: isSilent ? 'server-silent' : 'server-error',
    text: `${LABEL[kind]} ${isSilent ? 'does not answer' : `provides no address (${errorCodes.join(', ')})`}`,
    todo: WHERE_SILENT[kind],
    facts,
  });
}

/** Gathering ended without an error: the server returned an address that the browser already has. */
function hasAnswered(results: readonly ProbeResult[]): boolean {
  return results.some(
    ({ isComplete, isAsked, errorCodes }) => isComplete && isAsked && errorCodes.length === 0,
  );
}

function isAnyAsked(results: readonly ProbeResult[]): boolean {
  return results.some(({ isAsked }) => isAsked);
}

/** Whether the server answered; a refusal is an answer too. */
function hasResponded({ hasCandidate, errorCodes }: ProbeResult): boolean {
  return hasCandidate || errorCodes.includes(UNAUTHORIZED);
}

/** Probe results that concern UDP. */
export interface UdpEvidence {
  /** Addresses of this machine. */
  readonly own: ProbeResult;
  readonly probes: Readonly<Record<ServerKind, readonly ProbeResult[]>>;
}

/** Whether UDP gets out of this network. */
export function judgeUdp({ own, probes }: UdpEvidence): Verdict {
  const overUdp = [...probes.stun, ...probes['turn-udp']];
  if (overUdp.some(hasResponded) || hasAnswered(probes.stun)) return good('udp', 'UDP gets through');
  const isRelayed = [...probes['turn-tcp'], ...probes['turn-tls']].some(({ hasCandidate }) => hasCandidate);
  if (!own.hasCandidate && !isAnyAsked(overUdp))
    return (isRelayed ? warning : bad)('udp', {
      code: 'no-address',
      text: NO_ADDRESS,
      todo: 'check the network, and whether the browser, an extension or a policy hides addresses from WebRTC',
    });
  if (overUdp.length === 0) return skipped('udp', 'there is no server to test with', 'not-needed');
  const text = 'no server answers over UDP: the network blocks it';
  if (isRelayed)
    return warning('udp', {
      code: 'udp-blocked',
      text: `${text}; connections go through the relay over TCP, which is slower`,
      todo: 'allow UDP to the STUN and TURN servers, or try another network',
    });
  return bad('udp', {
    code: 'udp-blocked',
    text,
    todo: 'try another network; if it never works, the service needs a relay over TLS on port 443',
  });
}
