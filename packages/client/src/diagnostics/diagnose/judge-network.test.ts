/** @module Verdicts on the answers of servers. */
import { describe, expect, test } from 'vitest';
import {
  judgeProbes,
  judgeServers,
  judgeUdp,
  MAX_PROBES,
  serverKind,
  serversOf,
  type ServerKind,
} from './judge-network.ts';
import type { ProbeResult } from './probe-server.ts';

const works: ProbeResult = { isAsked: true, hasCandidate: true, errorCodes: [], isComplete: true };
const known: ProbeResult = { isAsked: true, hasCandidate: false, errorCodes: [], isComplete: true };
/** Asks no server, as a Chromium whose policy or extension switches UDP off (docs/platform.md). */
const empty: ProbeResult = { isAsked: false, hasCandidate: false, errorCodes: [], isComplete: true };
const silent: ProbeResult = { ...known, errorCodes: [701] };
const late: ProbeResult = { ...known, isComplete: false };
const refused: ProbeResult = { ...known, errorCodes: [401] };
const broken: ProbeResult = { ...known, errorCodes: [508] };

test.each([
  ['stun:a', 'stun'],
  ['stuns:a:5349', 'stun'],
  ['turn:a', 'turn-udp'],
  ['turn:a?transport=udp', 'turn-udp'],
  ['TURN:a:80?Transport=TCP', 'turn-tcp'],
  ['turns:a?transport=tcp', 'turn-tls'],
])('the URL %s has the server kind %s', (url, kind) => expect(serverKind(url)).toBe(kind));

test('splits servers by URL and limits their number per kind', () => {
  const urls = ['stun:a', 'turn:a', 'turn:b', 'turn:c', 'turn:d', 'turns:a'];
  const servers = [{ urls, username: 'u', credential: 'c' }];
  expect(serversOf('turn-tls', servers)).toEqual([{ urls: ['turns:a'], username: 'u', credential: 'c' }]);
  expect(serversOf('turn-udp', servers)).toHaveLength(MAX_PROBES);
  expect(judgeServers(servers).kind).toBe('good');
  expect(judgeServers([{ urls: ['stun:a'] }]).code).toBe('no-relay-offered');
});

const rows: readonly [ServerKind, readonly ProbeResult[], string][] = [
  ['stun', [works], 'good ok'],
  ['stun', [known], 'good ok'],
  ['stun', [empty], 'skipped needs-earlier-step'],
  ['stun', [empty, silent], 'bad server-silent'],
  ['stun', [silent], 'bad server-silent'],
  ['stun', [late], 'bad server-silent'],
  ['turn-udp', [empty], 'bad server-silent'],
  ['turn-udp', [refused], 'bad credentials-refused'],
  ['turn-tcp', [broken], 'bad server-error'],
  ['turn-tls', [silent, works], 'good ok'],
  ['turn-tls', [], 'skipped not-needed'],
];
test.each(rows)('the verdict on a %s server with the results %j', (kind, results, verdict) => {
  const { kind: found, code } = judgeProbes(kind, results);
  expect(`${found} ${code}`).toBe(verdict);
});

describe('UDP', () => {
  const none = { stun: [], 'turn-udp': [], 'turn-tcp': [], 'turn-tls': [] };
  test.each([
    ['STUN reports an address', works, { stun: [works] }, 'good ok'],
    ['STUN reports no new address', works, { stun: [known] }, 'good ok'],
    ['the browser has no address and asks no server', empty, { stun: [empty] }, 'bad no-address'],
    ['a relay by TCP is all it has', empty, { stun: [empty], 'turn-tcp': [works] }, 'warning no-address'],
    ['no address of its own, and silence', empty, { stun: [silent] }, 'bad udp-blocked'],
    [
      'a relay refuses over UDP, which came through',
      works,
      { stun: [silent], 'turn-udp': [refused] },
      'good ok',
    ],
    ['silence, and a relay by TLS', works, { stun: [silent], 'turn-tls': [works] }, 'warning udp-blocked'],
    ['silence', works, { stun: [silent], 'turn-udp': [late] }, 'bad udp-blocked'],
    ['no servers', works, {}, 'skipped not-needed'],
    ['no servers, and no address', empty, {}, 'bad no-address'],
  ])('%s', (_name, own, probes, verdict) => {
    const { kind, code } = judgeUdp({ own, probes: { ...none, ...probes } });
    expect(`${kind} ${code}`).toBe(verdict);
  });
});
