/** @module A client may choose any mids and any order of lines; its packets still reach the right sink. */
import { parseSignalingMessage, type IceCandidate } from '@longwire/protocol';
import { Audio, type Track } from 'node-datachannel';
import { afterEach, expect, test } from 'vitest';
import type { AudioSink } from '../media/audio-sink.ts';
import { writeRtpPacket } from '../media/rtp/rtp-packet.ts';
import { createNativePeer } from '../peer/create-native-peer.ts';
import type { CreateNativePeer } from '../peer/native-peer.ts';
import { parseSdp } from '../sdp/sdp-media.ts';
import { sessionOptions } from './session-options.fixture.ts';
import { Session } from './session.ts';
import { TestClient } from './test-client.fixture.ts';
import { TrackCatalog } from './track-catalog.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

function setUp(names: readonly string[], createNative: CreateNativePeer = createNativePeer) {
  const received: string[] = [];
  const catalog = new TrackCatalog();
  let client: TestClient | undefined;
  for (const name of names) {
    const record = ({ payload }: { readonly payload: Uint8Array }): void => {
      received.push(`${name} ${payload.join()}`);
      client?.touch();
    };
    const sink: AudioSink = { open: () => ({ write: record, close: () => undefined }) };
    catalog.addSink(`to ${name}`, sink);
  }
  const session: Session = new Session(sessionOptions({ catalog, createNative }));
  client = new TestClient(session);
  session.on('connected', () => client?.touch());
  const tracks = names.map((name, index) => addTrack(client, name, index));
  cleanUps.push(() => {
    session.close(1000, 'test over');
    for (const track of tracks) track.close();
    client.close();
  });
  return { client, tracks, received, session };
}

function addTrack(client: TestClient, mid: string, index: number): Track {
  const audio = new Audio(mid, 'SendOnly');
  audio.addOpusCodec(111);
  audio.addSSRC(1000 + index, 'client');
  const track = client.native.addTrack(audio);
  track.onClosed(() => undefined);
  track.onOpen(() => client.touch());
  return track;
}

const sendRtp = (track: Track | undefined, ssrc: number): unknown =>
  track?.sendMessageBinary(
    Buffer.from(
      writeRtpPacket(
        { marker: false, payloadType: 111, sequenceNumber: 1, timestamp: 0, ssrc },
        { header: new Uint8Array(0), body: Uint8Array.of(ssrc % 256) },
      ),
    ),
  );

test('routes packets of lines whose mids collide with internal ones and that precede the data channels', async () => {
  const names = ['rtp', 'd0'];
  const { client, tracks, received, session } = setUp(names);
  // The lines have no track ids yet, so nothing reaches a sink.
  client.offer();
  await client.until(() => client.isOpen && tracks.every((track) => track.isOpen()));
  // Either side may connect first, and the device grants no rights before it has.
  await client.until(() => session.identity !== undefined);
  client.offer({ tracks: names.map((mid) => ({ mid, trackId: `to ${mid}` })) });
  await client.until(() => client.answers.length === 2);
  const lines = parseSdp(client.answers[1] ?? '').media;
  expect(lines.map(({ mid, direction, isRejected }) => [mid, direction, isRejected])).toEqual([
    ['rtp', 'recvonly', false],
    ['d0', 'recvonly', false],
    ['0', 'sendrecv', false],
  ]);
  sendRtp(tracks[1], 1001);
  sendRtp(tracks[0], 1000);
  // An unknown SSRC: dropped.
  sendRtp(tracks[0], 7);
  await client.until(() => received.length === 2);
  expect(received.toSorted()).toEqual(['d0 233', 'rtp 232']);
});

test('a trickled candidate carries the mid of the client’s first line in use', () => {
  const listeners: ((line: string, mid: string) => void)[] = [];
  const { client, session } = setUp(['front'], (options) => {
    const native = createNativePeer(options);
    Object.defineProperty(native, 'onLocalCandidate', { value: listeners.push.bind(listeners) });
    return native;
  });
  const candidates: IceCandidate[] = [];
  session.on('outgoing', (text) => {
    const parsed = parseSignalingMessage(text);
    if (parsed.ok && parsed.value.kind === 'candidate') candidates.push(parsed.value.candidate);
  });
  client.offer();
  const candidate = 'candidate:9 1 UDP 1 127.0.0.1 9 typ host';
  listeners[0]?.(`a=${candidate}`, '0');
  expect(candidates).toEqual([{ candidate, sdpMid: 'front' }]);
});
