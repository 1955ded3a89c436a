/** @module What servers and candidates say about the networks in between. */
import type { IceServer } from '@longwire/protocol';
import { bad, good, skipped, warning, type Verdict } from './finding.ts';
import type { ProbeResult } from './probe-server.ts';

/** The ways to a server that are tried one by one. */
export const SERVER_KINDS = ['stun', 'turn-udp', 'turn-tcp', 'turn-tls'] as const;

/** One of {@link SERVER_KINDS}. */
export type ServerKind = (typeof SERVER_KINDS)[number];

/** Most servers of a kind that are tried. Reason: the service chooses how many it names, and each is a peer connection. */
export const MAX_PROBES = 3;

const UNAUTHORIZED = 401;
/** STUN's own code for a server that answered nothing (W3C webrtc-pc section 5.7.3). */
const NO_ANSWER = 701;

/** Which kind a URL is of (RFC 7064, RFC 7065). */
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

/** What the service offers as ways around. */
export function judgeServers(servers: readonly IceServer[]): Verdict {
  const counts = SERVER_KINDS.map((kind) => ({ kind, count: serversOf(kind, servers).length }));
  const named = counts.filter(({ count }) => count > 0).map(({ kind }) => kind);
  if (named.some((kind) => kind !== 'stun'))
    return good('servers', `the service offers ${named.join(', ')}`, { named });
  return warning('servers', {
    code: 'no-relay-offered',
    text: 'the service offers no relay: where networks let nothing through, there is no way',
    todo: 'give the service a TURN server (docs/guides/operate.md)',
    facts: { named },
  });
}

const LABEL: Readonly<Record<ServerKind, string>> = {
  stun: 'the STUN server',
  'turn-udp': 'the relay over UDP',
  'turn-tcp': 'the relay over TCP',
  'turn-tls': 'the relay over TLS',
};

/** What to do about a server that says nothing. */
const WHERE_SILENT: Readonly<Record<ServerKind, string>> = {
  stun: 'the network may block UDP; a relay over TCP or TLS gets through where the service has one',
  'turn-udp': 'check that the server runs, and whether a firewall blocks UDP to it',
  'turn-tcp': 'check that the server listens on TCP, and whether a firewall blocks its port',
  'turn-tls':
    'check that the server listens on TLS, that its certificate is trusted and for this name, and whether a firewall blocks its port; 443 is let through most often',
};

/** The verdict on one kind of server, by the tries of all of them: one that works is enough. */
export function judgeProbes(kind: ServerKind, results: readonly ProbeResult[]): Verdict {
  if (results.length === 0) return skipped(kind, 'the service names none', 'not-needed');
  const errorCodes = [...new Set(results.flatMap((result) => result.errorCodes))];
  const facts = { errorCodes, tried: results.length };
  if (results.some(({ hasCandidate }) => hasCandidate))
    return good(kind, kind === 'stun' ? 'it tells the address that the internet sees' : 'it relays', facts);
  if (kind === 'stun' && hasAnswered(results))
    return good(kind, "this browser's own address is the one that the internet sees", facts);
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
    text: `${LABEL[kind]} ${isSilent ? 'does not answer' : `gives no address (${errorCodes.join(', ')})`}`,
    todo: WHERE_SILENT[kind],
    facts,
  });
}

/** Nothing was said against it: the browser shows no address of the server's where it is one of its own. */
function hasAnswered(results: readonly ProbeResult[]): boolean {
  return results.some(({ isComplete, errorCodes }) => isComplete && errorCodes.length === 0);
}

/** A refusal came over the network as well. */
function hasHeard({ hasCandidate, errorCodes }: ProbeResult): boolean {
  return hasCandidate || errorCodes.includes(UNAUTHORIZED);
}

/** What the tries say about UDP. */
export interface UdpEvidence {
  /** Addresses of this machine. */
  readonly own: ProbeResult;
  readonly probes: Readonly<Record<ServerKind, readonly ProbeResult[]>>;
}

/** Whether UDP gets out of this network. */
export function judgeUdp({ own, probes }: UdpEvidence): Verdict {
  const overUdp = [...probes.stun, ...probes['turn-udp']];
  if (overUdp.some(hasHeard) || hasAnswered(probes.stun)) return good('udp', 'UDP gets through');
  if (!own.hasCandidate && overUdp.length === 0)
    return bad('udp', {
      code: 'no-address',
      text: 'this browser gives no address to connect from',
      todo: 'check the network, and whether the browser, an extension or a policy keeps WebRTC from its addresses',
    });
  if (overUdp.length === 0) return skipped('udp', 'there is no server to try it with', 'not-needed');
  const isRelayed = [...probes['turn-tcp'], ...probes['turn-tls']].some(({ hasCandidate }) => hasCandidate);
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
