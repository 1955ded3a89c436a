/** @module A client may call its lines what it likes, and put them in any order: what it says reaches the sink that it means. */
import { parseSignalingMessage, type IceCandidate } from '@longwire/protocol';
import { Audio, type Track } from 'node-datachannel';
import { afterEach, expect, test } from 'vitest';
import type { AudioSink } from '../media/audio-sink.ts';
import { writeRtpPacket } from '../media/rtp/rtp-packet.ts';
import { createNativePeer, type CreateNativePeer } from '../peer/native-peer.ts';
import { parseSdp } from '../sdp/sdp-media.ts';
import { sessionOptions } from './session-options.fixture.ts';
import { Session } from './session.ts';
import { TestClient } from './test-client.fixture.ts';
import { TrackCatalog } from './track-catalog.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

function setUp(names: readonly string[], createNative: CreateNativePeer = createNativePeer) {
  const heard: string[] = [];
  const catalog = new TrackCatalog();
  let client: TestClient | undefined;
  for (const name of names) {
    const hear = ({ payload }: { readonly payload: Uint8Array }): void => {
      heard.push(`${name} ${payload.join()}`);
      client?.touch();
    };
    const sink: AudioSink = { open: () => ({ write: hear, close: () => undefined }) };
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
  return { client, tracks, heard, session };
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

const say = (track: Track | undefined, ssrc: number): unknown =>
  track?.sendMessageBinary(
    Buffer.from(
      writeRtpPacket(
        { marker: false, payloadType: 111, sequenceNumber: 1, timestamp: 0, ssrc },
        { header: new Uint8Array(0), body: Uint8Array.of(ssrc % 256) },
      ),
    ),
  );

test('lines named as the one that carries them, in front of the data channels', async () => {
  const names = ['rtp', 'd0'];
  const { client, tracks, heard, session } = setUp(names);
  // Before there is anybody with a name nothing is heard.
  client.offer();
  await client.until(() => client.isOpen && tracks.every((track) => track.isOpen()));
  // Either end may hear of it first, and before the device has nobody may talk.
  await client.until(() => session.identity !== undefined);
  client.offer({ tracks: names.map((mid) => ({ mid, trackId: `to ${mid}` })) });
  await client.until(() => client.answers.length === 2);
  const lines = parseSdp(client.answers[1] ?? '').media;
  expect(lines.map(({ mid, direction, isRejected }) => [mid, direction, isRejected])).toEqual([
    ['rtp', 'recvonly', false],
    ['d0', 'recvonly', false],
    ['0', 'sendrecv', false],
  ]);
  say(tracks[1], 1001);
  say(tracks[0], 1000);
  // Of nobody: dropped.
  say(tracks[0], 7);
  await client.until(() => heard.length === 2);
  expect(heard.toSorted()).toEqual(['rtp 232', 'd0 233']);
});

test('a candidate that comes later is told for the first line in use, as the client calls it', () => {
  const tellers: ((line: string, mid: string) => void)[] = [];
  const { client, session } = setUp(['front'], (options) => {
    const native = createNativePeer(options);
    Object.defineProperty(native, 'onLocalCandidate', { value: tellers.push.bind(tellers) });
    return native;
  });
  const told: IceCandidate[] = [];
  session.on('outgoing', (text) => {
    const parsed = parseSignalingMessage(text);
    if (parsed.ok && parsed.value.kind === 'candidate') told.push(parsed.value.candidate);
  });
  client.offer();
  const candidate = 'candidate:9 1 UDP 1 127.0.0.1 9 typ host';
  tellers[0]?.(`a=${candidate}`, '0');
  expect(told).toEqual([{ candidate, sdpMid: 'front' }]);
});
