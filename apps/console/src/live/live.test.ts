import { asTrack, createFakeWorld, FakeTrack, type FakeWorld } from '@longwire/testing';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import {
  createSession,
  EdgeError,
  StatusError,
  TrackError,
  type ConnectionStats,
  type Session,
  type TrackStatus,
} from '@longwire/client';
import { en } from '../messages/en.ts';
import { quietNetwork } from '../session/session-rig.fixture.ts';
import { mediaTrouble } from './media-trouble.ts';
import { pictureFileName } from './picture.ts';
import { NOTHING_SENT_MS, Talk, talkOf, type Microphones, type TalkSession } from './talk.ts';
import { trackTrouble } from './track-trouble.ts';

let world: FakeWorld;
let session: Session;
/** A session whose statistics the test emits. */
let voice: TalkSession;
let reporters: Set<(stats: ConnectionStats) => void>;
let second: number;
let given: FakeTrack[];
let microphones: Microphones;

const streamOf = (...tracks: readonly FakeTrack[]) => ({ getTracks: () => tracks.map(asTrack) });

beforeEach(async () => {
  world = await createFakeWorld();
  session = createSession({ ...world.options, network: quietNetwork });
  await session.ready();
  second = 0;
  reporters = new Set();
  voice = {
    tracks: { send: (...options) => session.tracks.send(...options) },
    on: (event, listener) => {
      if (event !== 'stats') return session.on(event, listener);
      const report = (stats: ConnectionStats): void => void Reflect.apply(listener, undefined, [stats]);
      reporters.add(report);
      return () => void reporters.delete(report);
    },
  };
  given = [];
  microphones = {
    getUserMedia: async () => {
      const track = new FakeTrack('audio');
      given.push(track);
      return streamOf(track);
    },
  };
});

/** Emits the statistics of one second later, with the total of packets sent on a media line. */
function leave(packets: number, mid = '1'): void {
  second += 1;
  const none = { bytes: 0, frames: 0, packetsLost: 0, bufferedSeconds: 0, bufferedItems: 0 };
  const track = { ...none, id: mid, direction: 'send', kind: 'audio', mid, packets } as const;
  const stats = { timestampMs: second * 1000, tracks: [track], bytesSent: 0, bytesReceived: 0 };
  for (const report of reporters) report(stats);
}

/** Starts talking, and packets are sent. */
async function begin(talk: Talk, mid?: string): Promise<void> {
  await talk.toggle();
  await world.settled();
  for (const packets of [0, 50]) leave(packets, mid);
}

const refusing = (error: unknown): Microphones => ({
  getUserMedia: async () => {
    throw error;
  },
});

describe('talking', () => {
  test('offers the microphone to the device, and releases it when it stops', async () => {
    const talk = new Talk(voice, 'frontdoor-audio', microphones);
    await begin(talk);
    expect(talk.snapshot()).toEqual({ kind: 'talking' });
    expect(world.device.lastDescription?.metadata.tracks).toMatchObject([{ trackId: 'frontdoor-audio' }]);
    await talk.toggle();
    expect(talk.snapshot()).toEqual({ kind: 'silent' });
    expect(given.map(({ readyState }) => readyState)).toEqual(['ended']);
  });

  test('releases the microphone immediately if stopped while the browser still asks', async () => {
    const talk = new Talk(voice, 'frontdoor-audio', microphones);
    const started = talk.toggle();
    expect(talk.snapshot()).toEqual({ kind: 'starting' });
    talk.stop();
    await started;
    expect(talk.snapshot()).toEqual({ kind: 'silent' });
    expect(given.map(({ readyState }) => readyState)).toEqual(['ended']);
  });

  test('opens one microphone if started twice while the browser still asks, and none after it stops', async () => {
    const [first, second] = [new FakeTrack('audio'), new FakeTrack('audio')];
    const asked = [Promise.withResolvers<FakeTrack>(), Promise.withResolvers<FakeTrack>()];
    const answers = asked.map(async ({ promise }) => streamOf(await promise));
    const talk = new Talk(voice, 'frontdoor-audio', {
      getUserMedia: async () => answers.shift() ?? streamOf(),
    });
    const tries = [talk.toggle()];
    talk.stop();
    tries.push(talk.toggle());
    asked[0]?.resolve(first);
    asked[1]?.resolve(second);
    await Promise.all(tries);
    expect([talk.snapshot().kind, first.readyState, second.readyState]).toEqual([
      'starting',
      'ended',
      'live',
    ]);
    talk.stop();
    expect(second.readyState).toBe('ended');
  });

  test('stays silent if the permission is denied after talking was stopped', async () => {
    const talk = new Talk(voice, 'frontdoor-audio', refusing(new DOMException('no', 'NotAllowedError')));
    const started = talk.toggle();
    talk.stop();
    await started;
    expect(talk.snapshot()).toEqual({ kind: 'silent' });
  });

  test('ends when the microphone is unplugged, and the next try takes another one', async () => {
    const talk = new Talk(voice, 'frontdoor-audio', microphones);
    await talk.toggle();
    given[0]?.fire('ended');
    expect(talk.snapshot()).toEqual({ kind: 'failed', why: 'gone' });
    await begin(talk);
    given[0]?.fire('ended');
    expect(talk.snapshot()).toEqual({ kind: 'talking' });
  });

  test('uses the same media line again after the person comes back to the device', async () => {
    for (let visit = 0; visit < 3; visit += 1) {
      const talk = talkOf(voice, 'frontdoor-audio', microphones);
      await talk.toggle();
      await world.settled();
      talk.close();
    }
    expect(world.clientPeer.getTransceivers()).toHaveLength(1);
    expect(talkOf(voice, 'garden-audio', microphones)).not.toBe(
      talkOf(voice, 'frontdoor-audio', microphones),
    );
  });

  test('asks the device again after the person comes back from a refusal', async () => {
    world.device.tracks = [{ mid: '1', trackId: 'frontdoor-audio', error: 'ACCESS_DENIED' }];
    const talk = talkOf(voice, 'frontdoor-audio', microphones);
    await talk.toggle();
    await world.settled();
    expect(talk.snapshot()).toEqual({ kind: 'failed', why: 'forbidden' });
    talk.close();
    await talk.toggle();
    expect(given).toHaveLength(2);
  });

  test.each([
    ['the page has no access to microphones', undefined, 'missing'],
    ['the person denies access', refusing(new DOMException('no', 'NotAllowedError')), 'denied'],
    ['there is no microphone', refusing(new DOMException('none', 'NotFoundError')), 'missing'],
    ['the stream has no audio track', { getUserMedia: async () => streamOf() }, 'missing'],
  ] as const)('fails if %s', async (_title, from, why) => {
    const talk = new Talk(voice, 'frontdoor-audio', from);
    await talk.toggle();
    expect(talk.snapshot()).toEqual({ kind: 'failed', why });
  });

  test.each([
    ['UNKNOWN_TRACK_ID', 'noLoudspeaker'],
    ['INVALID_CODECS', 'codecs'],
    ['ACCESS_DENIED', 'forbidden'],
    ['UNKNOWN_ERROR', 'refused'],
  ] as const)('ends immediately if the device answers %s', async (error, why) => {
    world.device.tracks = [{ mid: '1', trackId: 'frontdoor-audio', error }];
    const talk = new Talk(voice, 'frontdoor-audio', microphones);
    await talk.toggle();
    await world.settled();
    expect(talk.snapshot()).toEqual({ kind: 'failed', why });
    expect(given.map(({ readyState }) => readyState)).toEqual(['ended']);
    await talk.toggle();
    expect(talk.snapshot()).toEqual({ kind: 'failed', why });
    expect(given).toHaveLength(1);
  });

  test('starts a new try after the device withdraws its refusal, as it does for a line without a sender', async () => {
    const line = { mid: '1', trackId: 'frontdoor-audio' };
    world.device.tracks = [{ ...line, error: 'ACCESS_DENIED' }];
    const talk = new Talk(voice, 'frontdoor-audio', microphones);
    await talk.toggle();
    await world.settled();
    expect(world.clientPeer.getTransceivers()[0]?.direction).toBe('inactive');
    world.device.tracks = [line];
    await world.device.offer();
    await world.settled();
    await begin(talk);
    expect(talk.snapshot()).toEqual({ kind: 'talking' });
    expect(world.clientPeer.getTransceivers()[0]?.direction).toBe('sendonly');
    world.device.tracks = [{ ...line, error: 'ACCESS_DENIED' }];
    await world.device.offer();
    await world.settled();
    expect(talk.snapshot()).toEqual({ kind: 'failed', why: 'forbidden' });
  });

  test('is not ended by errors of the received audio', async () => {
    world.device.addTrack('audio', 'frontdoor-audio');
    await world.device.offer();
    await world.settled();
    const talk = new Talk(voice, 'frontdoor-audio', microphones);
    await begin(talk, '2');
    world.device.tracks = [{ mid: '1', trackId: 'frontdoor-audio', error: 'UNKNOWN_ERROR' }];
    await world.device.offer();
    await world.settled();
    expect(talk.snapshot()).toEqual({ kind: 'talking' });
  });

  test('leaves no listener behind when its button unmounts repeatedly, and still works', async () => {
    const heard = new Set<unknown>();
    const counted: TalkSession = {
      tracks: voice.tracks,
      on: (name, listener) => {
        const off = voice.on(name, listener);
        heard.add(listener);
        return () => {
          heard.delete(listener);
          off();
        };
      },
    };
    const talk = new Talk(counted, 'frontdoor-audio', microphones);
    talk.close();
    await talk.toggle();
    await talk.toggle();
    await begin(talk);
    expect([talk.snapshot().kind, heard.size]).toEqual(['talking', 3]);
    talk.close();
    expect([talk.snapshot().kind, heard.size]).toEqual(['silent', 0]);
    expect(given.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
  });

  test('sends the microphone on the device’s `sendrecv` audio line while a person talks, and releases it afterwards', async () => {
    world.device.addTrack('audio', 'frontdoor-audio', undefined, 'sendrecv');
    await world.device.offer();
    await world.settled();
    const talk = new Talk(voice, 'frontdoor-audio', microphones);
    await begin(talk);
    const lines = () =>
      world.clientPeer.getTransceivers().map(({ mid, currentDirection }) => [mid, currentDirection]);
    expect([talk.snapshot(), lines()]).toEqual([{ kind: 'talking' }, [['1', 'sendrecv']]]);
    // An error of the device's own audio does not concern the microphone.
    world.device.tracks = [{ mid: '1', trackId: 'frontdoor-audio', error: 'UNKNOWN_ERROR' }];
    await world.device.offer();
    await world.settled();
    expect(talk.snapshot()).toEqual({ kind: 'talking' });
    talk.stop();
    await world.settled();
    expect(lines()).toEqual([['1', 'recvonly']]);
  });

  test('is shown as talking while packets are sent: starting until the first ones, and again while there are none', async () => {
    const talk = new Talk(voice, 'frontdoor-audio', microphones);
    await talk.toggle();
    await world.settled();
    const states = [0, 0, 50, 100, 100, 100, 150].map((packets) => {
      leave(packets);
      return talk.snapshot().kind;
    });
    const [on, off] = ['talking', 'starting'];
    expect(states).toEqual([off, off, on, on, on, off, on]);
    leave(900, 'another line');
    leave(900, 'another line');
    expect(talk.snapshot()).toEqual({ kind: 'starting' });
  });

  test('fails and releases the microphone when no packet is sent for some seconds', async () => {
    const talk = new Talk(voice, 'frontdoor-audio', microphones);
    await talk.toggle();
    await world.settled();
    for (let passedMs = 0; passedMs < NOTHING_SENT_MS; passedMs += 1000) leave(0);
    expect(talk.snapshot()).toEqual({ kind: 'starting' });
    leave(0);
    expect(talk.snapshot()).toEqual({ kind: 'failed', why: 'notSent' });
    expect([given.map(({ readyState }) => readyState), reporters.size]).toEqual([['ended'], 0]);
  });

  test('continues over the next connection once packets are sent there', async () => {
    const talk = new Talk(voice, 'frontdoor-audio', microphones);
    await begin(talk);
    world.clientPeer.close();
    world.clientPeer.forceIceState('failed');
    await world.settled();
    expect(talk.snapshot()).toEqual({ kind: 'starting' });
    await vi.waitFor(async () => {
      world.clock.advance(1000);
      await world.settled();
      expect(session.state.kind).toBe('ready');
    });
    for (const packets of [0, 50]) leave(packets);
    expect(talk.snapshot()).toEqual({ kind: 'talking' });
    expect(given.map(({ readyState }) => readyState)).toEqual(['live']);
  });

  test('ends when the browser rejects an answer, and the next try starts from scratch', async () => {
    let isBroken = false;
    world.rewrite = (message) => {
      if (isBroken || message.kind !== 'description' || message.description.type !== 'answer') return message;
      isBroken = true;
      return {
        ...message,
        description: { type: 'answer', sdp: message.description.sdp.replace('o=', 'x=') },
      };
    };
    const talk = new Talk(voice, 'frontdoor-audio', microphones);
    await talk.toggle();
    await world.settled();
    expect(talk.snapshot()).toEqual({ kind: 'failed', why: 'refused' });
    await begin(talk);
    expect(talk.snapshot()).toEqual({ kind: 'talking' });
  });

  test('releases the microphone if the session does not take the track', async () => {
    await session.end();
    const talk = new Talk(voice, 'frontdoor-audio', microphones);
    await talk.toggle();
    expect(talk.snapshot()).toEqual({ kind: 'failed', why: 'refused' });
    expect(given.map(({ readyState }) => readyState)).toEqual(['ended']);
  });
});

const authenticated = { deviceMessage: undefined, isAuthenticated: true };

test.each([
  ['OK', undefined],
  ['ACCESS_DENIED', en.track.accessDenied],
  ['UNKNOWN_TRACK_ID', en.track.unknownTrack],
  ['INVALID_CODECS', en.track.codecs],
  ['UNKNOWN_ERROR', en.track.failed],
] as const)('the track error %s has a message', (reason, text) => {
  expect(trackTrouble({ ...authenticated, reason }, en.track)).toBe(text);
});

test.each([
  ['the device’s own text', 'UNKNOWN_ERROR', 'The camera does not answer.', 'The camera does not answer.'],
  ['the default text if the device’s text is blank', 'UNKNOWN_ERROR', '  ', en.track.failed],
  ['nothing if there is a text but no error', 'OK', 'All is well.', undefined],
] as const)('the message about a track shows %s', (_title, reason, deviceMessage, text) => {
  expect(trackTrouble({ reason, deviceMessage, isAuthenticated: true }, en.track)).toBe(text);
});

test('a track error from the signaling service never shows the text that came with it', () => {
  const lie = { mid: '1', trackId: 'garden', message: 'Camera locked. Call +49 000 123.' };
  for (const error of ['ACCESS_DENIED', 'UNKNOWN_TRACK_ID', 'INVALID_CODECS', 'UNKNOWN_ERROR'] as const) {
    const unauthenticated = new TrackError({ ...lie, error, isAuthenticated: false });
    const shown = mediaTrouble({ error: unauthenticated, kind: 'video', lacked: [], isOnline: true }, en);
    expect(shown?.title).toBeTruthy();
    expect(JSON.stringify([shown, trackTrouble(unauthenticated, en.track)])).not.toContain('+49');
  }
});

const trackError = (reason: NonNullable<TrackStatus['error']>, deviceMessage?: string) =>
  new TrackError({
    mid: '0',
    trackId: 'frontdoor-video',
    error: reason,
    isAuthenticated: true,
    ...(deviceMessage === undefined ? {} : { message: deviceMessage }),
  });

test.each([
  [
    'a codec that the browser lacks',
    trackError('INVALID_CODECS'),
    en.track.codecs,
    en.track.codecsHint,
    false,
  ],
  [
    'a codec that the device names',
    trackError('INVALID_CODECS', 'It sends H.265.'),
    'It sends H.265.',
    en.track.codecsHint,
    false,
  ],
  ['a denied track', trackError('ACCESS_DENIED'), en.live.denied, en.live.deniedWho, true],
  [
    'a role without any tracks',
    new StatusError('ERR_TRACK', 'x', 401),
    en.live.denied,
    en.live.deniedWho,
    true,
  ],
  ['a missing track', new StatusError('ERR_TRACK', 'x', 404), en.live.noFeed, en.live.noFeedHint, false],
  [
    'a missing answer',
    new EdgeError('ERR_REQUEST_TIMEOUT', 'x'),
    en.live.mediaFailed,
    en.failure.noAnswer.hint,
    false,
  ],
])('the message about a missing video explains %s', (_title, error, title, hint, isDenied) => {
  expect(mediaTrouble({ error, kind: 'video', lacked: [], isOnline: true }, en)).toEqual({
    title,
    hint,
    isDenied,
  });
});

test('a format that the browser lacks is named before the device has answered, and after', () => {
  const lacked = ['H265'];
  const expected = {
    title: 'The device sends H.265, which this browser cannot play.',
    hint: `${en.track.codecBrowsers.h265} ${en.track.codecDevice}`,
    isDenied: false,
  };
  const refused = trackError('INVALID_CODECS', 'It sends H.265.');
  expect(mediaTrouble({ error: undefined, lacked, kind: 'video', isOnline: true }, en)).toEqual(expected);
  expect(mediaTrouble({ error: refused, lacked, kind: 'video', isOnline: true }, en)).toEqual(expected);
  expect(mediaTrouble({ error: undefined, kind: 'video', lacked: [], isOnline: true }, en)).toBeUndefined();
  const denied = mediaTrouble(
    { error: trackError('ACCESS_DENIED'), lacked, kind: 'video', isOnline: true },
    en,
  );
  expect(denied?.title).toBe(en.live.denied);
});

test.each([
  ['that the browser lacks', ['AAC'], undefined, 'The device sends AAC, which this browser cannot play.'],
  ['that the device rejects', [], trackError('INVALID_CODECS'), en.track.codecs],
])('the message about an audio codec %s does not mention a camera', (_title, lacked, error, title) => {
  const hint = `${en.track.codecOtherBrowser} ${en.track.codecDeviceSound}`;
  const kind = 'audio';
  expect(mediaTrouble({ error, kind, lacked, isOnline: true }, en)).toEqual({ title, hint, isDenied: false });
});

test('a saved picture is named after the device and the time', () => {
  const at = new Date(2026, 0, 5, 7, 8, 9);
  expect(pictureFileName('Front/door: "1"', at)).toBe('Frontdoor 1 2026-01-05 07.08.09.jpg');
  expect(pictureFileName('///', at)).toBe('device 2026-01-05 07.08.09.jpg');
});
