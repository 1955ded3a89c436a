/** @module The candidates and descriptions that pass between the library and the client when the TURN-TCP proxy is in use. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { silentLogger, type Description } from '@longwire/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NativePeer } from '../native-peer.ts';
import { needsTurnTcpProxy, ProxiedPeer } from './proxied-peer.ts';

const HOST = 'candidate:1 1 UDP 2114977791 203.0.113.10 48813 typ host';
const PROXIED = /^candidate:d1 1 UDP 2114973695 203\.0\.113\.10 \d+ typ host$/u;
const BY_UDP = 'candidate:1 1 udp 58662911 203.0.113.1 51667 typ relay raddr 0.0.0.0 rport 0';
const BY_TCP = 'candidate:2 1 udp 25108479 203.0.113.1 51668 typ relay raddr 0.0.0.0 rport 0';

const sdp = (...candidates: readonly string[]): string =>
  ['v=0', 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:0', 'a=ice-pwd:VOkJxbRl1RmTxUk/WvJxBt']
    .concat(
      candidates.map((line) => `a=${line}`),
      '',
    )
    .join('\r\n');

/** A fake library that records the descriptions and candidates it is given. */
class FakeNative {
  local: Description | null = null;
  readonly candidates: string[] = [];
  remote = '';
  handleCandidate: (candidate: string, mid: string) => void = () => undefined;
  handleState: (state: string) => void = () => undefined;

  setLocalDescription(type: 'offer' | 'answer'): void {
    this.local = { type, sdp: sdp(HOST) };
    this.handleCandidate(HOST, '0');
  }
  setRemoteDescription(text: string): void {
    this.remote = text;
  }
  localDescription(): Description | null {
    return this.local;
  }
  addRemoteCandidate(line: string): void {
    this.candidates.push(line);
  }
  onLocalCandidate(handle: (candidate: string, mid: string) => void): void {
    this.handleCandidate = handle;
  }
  onStateChange(handle: (state: string) => void): void {
    this.handleState = handle;
  }
  close(): void {
    this.handleState('closed');
  }
}

const by = (...urls: string[]): boolean => needsTurnTcpProxy([{ urls: ['stun:a'] }, { urls }]);

let server: Socket;
let native: FakeNative;
let peer: ProxiedPeer;
let signaled: string[];

beforeEach(async () => {
  server = createSocket('udp4').bind(0, '127.0.0.1');
  await once(server, 'listening');
  native = new FakeNative();
  peer = new ProxiedPeer({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of the library is passed through
    native: native as unknown as NativePeer,
    iceServers: [{ hostname: '127.0.0.1', port: server.address().port }],
    bindAddress: undefined,
    logger: silentLogger,
  });
  signaled = [];
  peer.onLocalCandidate((line) => signaled.push(line));
});

afterEach(() => {
  peer.close();
  server.close();
});

test('uses the proxy only if an ICE server can be reached over TCP or TLS', () => {
  expect([by('turn:a?transport=tcp'), by('turns:a'), by('turns:a:5349?transport=tcp')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([by('turn:a'), by('turn:a?transport=udp'), by('stun:a'), needsTurnTcpProxy([])]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('adds the proxy’s candidates both to descriptions and to trickled candidates', async () => {
  await once(server, 'message');
  peer.setRemoteDescription(sdp(), 'offer');
  peer.setLocalDescription('answer');
  expect(signaled).toEqual([HOST, expect.stringMatching(PROXIED)]);
  expect(peer.localDescription()?.sdp).toContain(`\r\na=${signaled[1]}\r\n`);
});

test('replaces a relay over TCP by a local address before the library sees it', async () => {
  peer.setRemoteDescription(sdp(BY_UDP, BY_TCP), 'offer');
  expect(native.remote).toBe(sdp(BY_UDP));
  await expect
    .poll(() => native.candidates)
    .toEqual([expect.stringMatching(/ UDP 1 127\.0\.0\.1 \d+ typ host$/u)]);
  peer.addRemoteCandidate(BY_UDP, '0');
  peer.addRemoteCandidate(BY_TCP.replace('51668', '51669'), '0');
  await expect
    .poll(() => native.candidates)
    .toEqual([expect.any(String), BY_UDP, expect.stringMatching(/ 127\.0\.0\.1 /u)]);
});

test('gives the library a preferred local candidate before any relay arrives if the device offered first', async () => {
  peer.setLocalDescription('offer');
  peer.setRemoteDescription(sdp(BY_TCP), 'answer');
  await expect
    .poll(() => native.candidates)
    .toEqual([expect.stringMatching(/ UDP 2147483647 127\.0\.0\.1 /u)]);
});

test('sends the proxy’s server-reflexive candidate once the STUN server has answered', async () => {
  const states: string[] = [];
  peer.onStateChange((state) => states.push(state));
  peer.setRemoteDescription(sdp(), 'offer');
  peer.setLocalDescription('answer');
  const [request, from] = await once(server, 'message');
  // 192.0.2.1:32853 as in RFC 5769 section 2.2.
  const body = Buffer.from('002000080001a147e112a643', 'hex');
  const head = Buffer.concat([Buffer.from('0101000c', 'hex'), request.subarray(4, 20)]);
  server.send(Buffer.concat([head, body]), from.port, from.address);
  const reflexive = 'candidate:ds 1 UDP 1686106111 192.0.2.1 32853 typ srflx raddr 0.0.0.0 rport 0';
  await vi.waitFor(() => expect(signaled.at(-1)).toBe(reflexive));
  expect(peer.localDescription()?.sdp).toContain(`a=${reflexive}\r\n`);
  native.handleState('connected');
  expect(states).toEqual(['connected']);
});
