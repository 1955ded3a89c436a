import { asTrack, createFakeWorld, FakeTrack, type FakeWorld } from '@longwire/testing';
import { beforeEach, describe, expect, test } from 'vitest';
import { en } from '../messages/en.ts';
import { createConnection, type Connection } from '../wire.ts';
import { pictureFileName } from './picture.ts';
import { Talk, type Microphones } from './talk.ts';
import { trackTrouble } from './track-trouble.ts';

let world: FakeWorld;
let connection: Connection;
let given: FakeTrack[];
let microphones: Microphones;

const streamOf = (...tracks: readonly FakeTrack[]) => ({ getAudioTracks: () => tracks.map(asTrack) });

beforeEach(async () => {
  world = await createFakeWorld();
  connection = createConnection(world.options);
  await connection.connect();
  given = [];
  microphones = {
    getUserMedia: async () => {
      const track = new FakeTrack('audio');
      given.push(track);
      return streamOf(track);
    },
  };
});

const refusing = (error: unknown): Microphones => ({
  getUserMedia: async () => {
    throw error;
  },
});

describe('talking', () => {
  test('the microphone is offered to the device, and let go of when it stops', async () => {
    const talk = new Talk(connection, 'frontdoor-audio', microphones);
    await talk.toggle();
    expect(talk.snapshot()).toEqual({ kind: 'talking' });
    await world.settled();
    expect(world.device.lastDescription?.metadata.tracks).toMatchObject([{ trackId: 'frontdoor-audio' }]);
    await talk.toggle();
    expect(talk.snapshot()).toEqual({ kind: 'silent' });
    expect(given.map(({ readyState }) => readyState)).toEqual(['ended']);
  });

  test('stopped while the browser still asks: the microphone is let go of at once', async () => {
    const talk = new Talk(connection, 'frontdoor-audio', microphones);
    const started = talk.toggle();
    expect(talk.snapshot()).toEqual({ kind: 'starting' });
    talk.stop();
    await started;
    expect(talk.snapshot()).toEqual({ kind: 'silent' });
    expect(given.map(({ readyState }) => readyState)).toEqual(['ended']);
  });

  test.each([
    ['no microphone may be used', undefined, 'missing'],
    ['the person said no', refusing(new DOMException('no', 'NotAllowedError')), 'denied'],
    ['there is none', refusing(new DOMException('none', 'NotFoundError')), 'missing'],
    ['it gives nothing', { getUserMedia: async () => streamOf() }, 'missing'],
  ] as const)('%s', async (_title, from, why) => {
    const talk = new Talk(connection, 'frontdoor-audio', from);
    await talk.toggle();
    expect(talk.snapshot()).toEqual({ kind: 'failed', why });
  });

  test('a connection that does not take it: the microphone is let go of', async () => {
    await connection.close();
    const talk = new Talk(connection, 'frontdoor-audio', microphones);
    await talk.toggle();
    expect(talk.snapshot()).toEqual({ kind: 'failed', why: 'refused' });
    expect(given.map(({ readyState }) => readyState)).toEqual(['ended']);
  });
});

test.each([
  [undefined, undefined],
  ['OK', undefined],
  ['ACCESS_DENIED', en.track.accessDenied],
  ['UNKNOWN_TRACK_ID', en.track.unknownTrack],
  ['INVALID_CODECS', en.track.codecs],
  ['UNKNOWN_ERROR', en.track.failed],
])('track error %s in plain words', (error, text) => {
  expect(trackTrouble(error, en.track)).toBe(text);
});

test('a saved picture is named after the device and the time', () => {
  const at = new Date(2026, 0, 5, 7, 8, 9);
  expect(pictureFileName('Front/door: "1"', at)).toBe('Frontdoor 1 2026-01-05 07.08.09.jpg');
  expect(pictureFileName('///', at)).toBe('device 2026-01-05 07.08.09.jpg');
});
