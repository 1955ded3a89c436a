/** @module The fakes behave like a browser's peer connection where clients depend on it. */
import { describe, expect, test } from 'vitest';
import { asTrack } from '../as-dom.ts';
import type { FakePeerConnection } from './fake-peer-connection.ts';
import { FakeRtcNetwork } from './fake-rtc-network.ts';
import { FakeTrack } from './fake-transceiver.ts';

const listener = (): void => undefined;

async function settled(): Promise<void> {
  for (let turn = 0; turn < 200; turn += 1) await Promise.resolve();
}

async function hand(from: FakePeerConnection, to: FakePeerConnection): Promise<void> {
  await from.setLocalDescription();
  const description = from.localDescription;
  if (description !== null) await to.setRemoteDescription(description);
}

async function connect(one: FakePeerConnection, other: FakePeerConnection): Promise<void> {
  await hand(one, other);
  await hand(other, one);
  await settled();
}

test('two peers that exchanged descriptions connect, and channels open at both ends', async () => {
  const network = new FakeRtcNetwork();
  const [one, other] = [network.create(), network.create()];
  const channel = one.createDataChannel('x');
  await connect(one, other);
  expect([one.dtls.state, other.dtls.state, channel.readyState]).toEqual(['connected', 'connected', 'open']);
  expect(other.channels.map(({ label, readyState }) => [label, readyState])).toEqual([['x', 'open']]);
});

test('DTLS fails when a description has another certificate than the peer', async () => {
  const network = new FakeRtcNetwork();
  const [one, other] = [network.create(), network.create()];
  one.createDataChannel('x');
  await hand(one, other);
  await other.setLocalDescription();
  const sdp = other.localDescription?.sdp.replaceAll(/sha-256 \S+/gu, `sha-256 ${'AA:'.repeat(31)}AA`);
  await one.setRemoteDescription({ type: 'answer', sdp: sdp ?? '' });
  await settled();
  expect(one.dtls.state).toBe('failed');
});

describe('signaling states', () => {
  test('an offer that collides with a local one rolls it back, its mid included', async () => {
    const network = new FakeRtcNetwork();
    const [one, other] = [network.create(), network.create()];
    const mine = one.addTransceiver('audio');
    await one.setLocalDescription();
    expect(mine.mid).toBe('0');
    other.addTransceiver('video');
    await hand(other, one);
    expect([one.signalingState, mine.mid]).toEqual(['have-remote-offer', null]);
  });

  test('an answer without an offer is refused', async () => {
    const network = new FakeRtcNetwork();
    const [one, other] = [network.create(), network.create()];
    one.createDataChannel('x');
    await connect(one, other);
    const answer = { type: 'answer', sdp: other.localDescription?.sdp ?? '' } as const;
    await expect(one.setRemoteDescription(answer)).rejects.toThrow(
      'signaling state must be have-local-offer',
    );
  });

  test('a candidate before any remote description is refused', async () => {
    const candidate = { candidate: 'candidate:1' };
    await expect(new FakeRtcNetwork().create().addIceCandidate(candidate)).rejects.toThrow('no remote');
  });

  test('calls on a closed connection throw', async () => {
    const pc = new FakeRtcNetwork().create();
    pc.close();
    await expect(pc.setLocalDescription()).rejects.toThrow('closed');
    expect(() => pc.createDataChannel('x')).toThrow('closed');
  });
});

test('the network counts open peer connections and their listeners', () => {
  const network = new FakeRtcNetwork();
  const pc = network.create();
  pc.addEventListener('track', listener);
  expect([network.open, network.listeners]).toEqual([1, 1]);
  pc.removeEventListener('track', listener);
  pc.close();
  expect([network.open, network.listeners]).toEqual([0, 0]);
});

test('a track of the browser arrives unchanged; without one, a track without media arrives', async () => {
  const network = new FakeRtcNetwork();
  const [one, other] = [network.create(), network.create()];
  const camera = asTrack(new FakeTrack('video', 'camera'));
  one.addTransceiver('video', { direction: 'sendonly' }).media = camera;
  one.addTransceiver('audio', { direction: 'sendonly' });
  await connect(one, other);
  const received = other.getTransceivers().map(({ receiver }) => receiver.track);
  expect(received[0]).toBe(camera);
  expect(received[1]).toBeInstanceOf(FakeTrack);
});

test('getStats returns the entries that a test added', async () => {
  const peer = new FakeRtcNetwork().create();
  peer.stats.set('P1', { id: 'P1', type: 'candidate-pair' });
  expect(await peer.getStats()).toEqual(new Map([['P1', { id: 'P1', type: 'candidate-pair' }]]));
});
