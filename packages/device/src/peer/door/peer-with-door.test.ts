/** @module What a library hears and says when there is a door beside it. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { silentLogger, type Description } from '@longwire/protocol';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { NativePeer } from '../native-peer.ts';
import { needsDoor, PeerWithDoor } from './peer-with-door.ts';

const HOST = 'candidate:1 1 UDP 2114977791 203.0.113.10 48813 typ host';
const TWIN = /^candidate:d1 1 UDP 2114973695 203\.0\.113\.10 \d+ typ host$/u;
const BY_UDP = 'candidate:1 1 udp 58662911 203.0.113.1 51667 typ relay raddr 0.0.0.0 rport 0';
const BY_TCP = 'candidate:2 1 udp 25108479 203.0.113.1 51668 typ relay raddr 0.0.0.0 rport 0';

const sdp = (...candidates: readonly string[]): string =>
  ['v=0', 'm=application 9 UDP/DTLS/SCTP webrtc-datachannel', 'a=mid:0', 'a=ice-pwd:VOkJxbRl1RmTxUk/WvJxBt']
    .concat(
      candidates.map((line) => `a=${line}`),
      '',
    )
    .join('\r\n');

/** A library that only keeps what it is told. */
class FakeNative {
  local: Description | null = null;
  readonly told: string[] = [];
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
    this.told.push(line);
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

const by = (...urls: string[]): boolean => needsDoor([{ urls: ['stun:a'] }, { urls }]);

let server: Socket;
let native: FakeNative;
let peer: PeerWithDoor;
let said: string[];

beforeEach(async () => {
  server = createSocket('udp4').bind(0, '127.0.0.1');
  await once(server, 'listening');
  native = new FakeNative();
  peer = new PeerWithDoor({
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the rest of the library is handed through
    native: native as unknown as NativePeer,
    iceServers: [{ hostname: '127.0.0.1', port: server.address().port }],
    bindAddress: undefined,
    logger: silentLogger,
  });
  said = [];
  peer.onLocalCandidate((line) => said.push(line));
});

afterEach(() => {
  peer.close();
  server.close();
});

test('a door is there where a browser may come by TCP or TLS, and only there', () => {
  expect([by('turn:a?transport=tcp'), by('turns:a'), by('turns:a:5349?transport=tcp')]).toEqual([
    true,
    true,
    true,
  ]);
  expect([by('turn:a'), by('turn:a?transport=udp'), by('stun:a'), needsDoor([])]).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

test('the device’s addresses are said with the door beside them, in descriptions and one by one', async () => {
  await once(server, 'message');
  peer.setRemoteDescription(sdp(), 'offer');
  peer.setLocalDescription('answer');
  expect(said).toEqual([HOST, expect.stringMatching(TWIN)]);
  expect(peer.localDescription()?.sdp).toContain(`\r\na=${said[1]}\r\n`);
});

test('a relay by TCP is the door’s: the library is told an address of this machine instead', async () => {
  peer.setRemoteDescription(sdp(BY_UDP, BY_TCP), 'offer');
  expect(native.remote).toBe(sdp(BY_UDP));
  await expect.poll(() => native.told).toEqual([expect.stringMatching(/ UDP 1 127\.0\.0\.1 \d+ typ host$/u)]);
  peer.addRemoteCandidate(BY_UDP, '0');
  peer.addRemoteCandidate(BY_TCP.replace('51668', '51669'), '0');
  await expect
    .poll(() => native.told)
    .toEqual([expect.any(String), BY_UDP, expect.stringMatching(/ 127\.0\.0\.1 /u)]);
});

test('where the device offered first the library is told the better way before any relay comes', async () => {
  peer.setLocalDescription('offer');
  peer.setRemoteDescription(sdp(BY_TCP), 'answer');
  await expect.poll(() => native.told).toEqual([expect.stringMatching(/ UDP 2147483647 127\.0\.0\.1 /u)]);
});

test('what a STUN server sees of the door is said when it is known', async () => {
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
  await vi.waitFor(() => expect(said.at(-1)).toBe(reflexive));
  expect(peer.localDescription()?.sdp).toContain(`a=${reflexive}\r\n`);
  native.handleState('connected');
  expect(states).toEqual(['connected']);
});
