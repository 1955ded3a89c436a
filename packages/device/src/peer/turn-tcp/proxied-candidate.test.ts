/** @module Candidate lines as Chromium and libjuice write them. */
import { expect, test } from 'vitest';
import {
  hostPortOf,
  relaySocketCandidate,
  reflexiveCandidate,
  streamRelayOf,
  proxiedHostCandidate,
  withProxiedCandidates,
} from './proxied-candidate.ts';

const HOST = 'a=candidate:1 1 UDP 2114977791 203.0.113.10 48813 typ host';
const IPV6 = 'a=candidate:2 1 UDP 2115028735 2001:db8::1 48813 typ host';
const REFLEXIVE = 'a=candidate:3 1 UDP 1678769919 198.51.100.7 50967 typ srflx raddr 0.0.0.0 rport 0';
/** As recorded from Chromium 156 over UDP, TCP and TLS. */
const RELAY = (priority: number): string =>
  `candidate:2904671303 1 udp ${priority} 203.0.113.1 51667 typ relay raddr 0.0.0.0 rport 0 generation 0 ufrag Dk+4 network-id 1`;
const [BY_UDP, BY_TCP, BY_TLS] = [RELAY(58_662_911), RELAY(25_108_479), RELAY(8_331_263)];

test('adds a proxy candidate of lower priority for each IPv4 host candidate of the library', () => {
  expect(proxiedHostCandidate(HOST, 4711)).toBe('a=candidate:d1 1 UDP 2114973695 203.0.113.10 4711 typ host');
  expect(proxiedHostCandidate(HOST.slice(2), 4711)).toBe(
    'candidate:d1 1 UDP 2114973695 203.0.113.10 4711 typ host',
  );
  for (const line of [IPV6, REFLEXIVE, BY_UDP, 'a=end-of-candidates', ''])
    expect(proxiedHostCandidate(line, 4711)).toBeUndefined();
});

test('writes each proxy candidate of a description after the host candidate it belongs to', () => {
  const reflexive = reflexiveCandidate({ address: '198.51.100.7', port: 99 });
  const sdp = ['v=0', HOST, IPV6, REFLEXIVE, 'a=end-of-candidates', ''].join('\r\n');
  const proxied = 'a=candidate:d1 1 UDP 2114973695 203.0.113.10 4711 typ host';
  expect(withProxiedCandidates(sdp, 4711, reflexive).split('\r\n')).toEqual([
    'v=0',
    HOST,
    proxied,
    IPV6,
    REFLEXIVE,
    'a=candidate:ds 1 UDP 1686106111 198.51.100.7 99 typ srflx raddr 0.0.0.0 rport 0',
    'a=end-of-candidates',
    '',
  ]);
  expect(withProxiedCandidates('v=0\r\n', 4711, reflexive)).toBe('v=0\r\n');
});

test('the proxy handles Chromium’s relays over TCP and TLS, the library those over UDP', () => {
  const relay = { address: '203.0.113.1', port: 51_667 };
  expect([BY_TCP, BY_TLS, `a=${BY_TCP}`].map((line) => streamRelayOf(line))).toEqual([relay, relay, relay]);
  for (const line of [BY_UDP, HOST, REFLEXIVE, BY_TCP.replace('203.0.113.1', '2001:db8::1'), 'v=0'])
    expect(streamRelayOf(line)).toBeUndefined();
});

test('a relay socket’s candidate has the highest or the lowest priority', () => {
  const endpoint = { address: '127.0.0.1', port: 4711 };
  expect(relaySocketCandidate(endpoint, true)).toBe('candidate:d 1 UDP 2147483647 127.0.0.1 4711 typ host');
  expect(relaySocketCandidate(endpoint, false)).toBe('candidate:d 1 UDP 1 127.0.0.1 4711 typ host');
});

test('reads the library’s port from its host candidates', () => {
  expect(hostPortOf(['v=0', REFLEXIVE, HOST].join('\r\n'))).toBe(48_813);
  expect(hostPortOf('v=0\r\n')).toBeUndefined();
});
