/**
 * @module A malformed RTCP source description traps the library, and with it the whole device, in a loop if the library reads RTCP
 * itself. It never does, whatever lines a client describes, even before login (ADR 15).
 */
import { encodeSignalingMessage, parseSignalingMessage } from '@longwire/protocol';
import { Audio, Video, type Track } from 'node-datachannel';
import { afterEach, expect, test } from 'vitest';
import { sessionOptions } from './session-options.fixture.ts';
import { Session } from './session.ts';
import { TestClient } from './test-client.fixture.ts';

const cleanUps: (() => void)[] = [];
afterEach(() => cleanUps.splice(0).forEach((cleanUp) => cleanUp()));

/** One chunk with an item that claims 200 bytes and has two. */
const ENDLESS = Buffer.from([0x81, 202, 0, 2, 0, 0, 0, 1, 1, 200, 65, 66]);

const sectionsOf = (sdp: string): string[] => sdp.split(/^(?=m=)/mu);

const midOf = (section: string): string => /^a=mid:(\S+)/mu.exec(section)?.[1] ?? '';

/** The description for the client, with additional lines that it did not describe, so that their tracks open too. */
function withHiddenLines(text: string, hidden: readonly string[]): string {
  const parsed = parseSignalingMessage(text);
  if (!parsed.ok || parsed.value.kind !== 'description') return text;
  const { description } = parsed.value;
  const lines = hidden.map((section) => section.replaceAll(/^a=(?:setup|ice-.*|candidate):.*\r\n/gmu, ''));
  const sdp = description.sdp + lines.join('');
  return encodeSignalingMessage({ ...parsed.value, description: { ...description, sdp } });
}

function setUp(described: readonly string[]) {
  const session: Session = new Session(sessionOptions());
  let hidden: readonly string[] = [];
  const client = new TestClient({
    handleMessage: (text) => session.handleMessage(text),
    on: (event, listener) => session.on(event, (text) => listener(withHiddenLines(text, hidden))),
  });
  const tracks = addTracks(client);
  const offered: string[][] = [];
  const isHidden = (section: string): boolean =>
    /^m=(?:audio|video)/u.test(section) && !described.includes(midOf(section));
  client.alter = (sdp) => {
    const sections = sectionsOf(sdp);
    hidden = sections.filter((section) => isHidden(section));
    const shown = sections.filter((section) => !isHidden(section));
    offered.push(shown.slice(1).map((section) => midOf(section)));
    return shown.join('');
  };
  cleanUps.push(() => {
    session.close(1000, 'test over');
    for (const track of tracks) track.close();
    client.close();
  });
  return { client, tracks, offered };
}

function addTracks(client: TestClient): readonly Track[] {
  const video = new Video('v', 'SendRecv');
  video.addVP8Codec(97);
  const audio = new Audio('a', 'SendRecv');
  audio.addOpusCodec(111);
  return [video, audio].map((media, index) => {
    media.addSSRC(1000 + index, 'client');
    const track = client.native.addTrack(media);
    track.onClosed(() => undefined);
    track.onOpen(() => client.touch());
    return track;
  });
}

test.each([[[]], [['v']], [['v', 'a']]])(
  'survives malformed RTCP from a client with the media lines %j',
  async (described) => {
    const { client, tracks, offered } = setUp(described);
    client.offer();
    await client.until(() => client.isOpen && tracks.every((track) => track.isOpen()));
    expect(offered).toEqual([[...described, '0']]);
    for (const track of tracks) track.sendMessageBinary(ENDLESS);
    expect(await client.request('GET', '/here')).toMatchObject({ statusCode: 205 });
    // A second request, sent when the packets have certainly arrived.
    client.offer();
    await client.until(() => client.answers.length === 2);
    expect(await client.request('GET', '/here')).toMatchObject({ statusCode: 205 });
  },
);
