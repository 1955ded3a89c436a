/** @module The state of a track for each combination of what is known about it and its session. */
import { EdgeError } from '@longwire/protocol';
import { describe, expect, test } from 'vitest';
import { isSameTrackState, trackStateOf, type KnownTrack, type SessionStatus } from './track-state.ts';

function isTrack(fake: object): fake is MediaStreamTrack {
  return 'readyState' in fake;
}

function isStream(fake: object): fake is MediaStream {
  return 'tracks' in fake;
}

/** An object that this test only compares, typed as the browser's. */
function track(readyState: MediaStreamTrackState): MediaStreamTrack {
  const fake = { readyState };
  if (!isTrack(fake)) throw new TypeError('the fake is not a track');
  return fake;
}

function createStream(): MediaStream {
  const fake = { tracks: [] };
  if (!isStream(fake)) throw new TypeError('the fake is not a stream');
  return fake;
}

const stream = createStream();
const live = track('live');
const over = track('ended');
const failure = new EdgeError('ERR_TRACK', 'refused');
const ended = new EdgeError('ERR_SESSION_ENDED', 'the session has ended');
const ready: SessionStatus = { isReady: true, isTrusted: false };

describe('trackStateOf', () => {
  test.each<[string, Partial<KnownTrack>, Partial<SessionStatus>, object]>([
    ['nothing has arrived → waiting', {}, {}, { kind: 'waiting' }],
    ['a track has arrived → live', { track: live }, {}, { kind: 'live', track: live }],
    ['the track has ended → waiting', { track: over }, {}, { kind: 'waiting' }],
    ['its connection is lost → waiting', { track: live, isLost: true }, {}, { kind: 'waiting' }],
    ['the session is not ready → waiting', { track: live }, { isReady: false }, { kind: 'waiting' }],
    ['it has an error → failed', { track: live, error: failure }, {}, { kind: 'failed', error: failure }],
    ['the session has ended → failed', { error: failure }, { ended }, { kind: 'failed', error: ended }],
    ['no report → as trusted as the session', {}, { isTrusted: true }, { isAuthenticated: true }],
    [
      'a report → as authenticated as it was',
      { isAuthenticated: false },
      { isTrusted: true },
      { isAuthenticated: false },
    ],
  ])('%s', (_name, known, session, expected) => {
    expect(trackStateOf({ stream, ...known }, { ...ready, ...session })).toMatchObject({
      stream,
      ...expected,
    });
  });
});

test('states differ for watchers by kind, authentication, track and error', () => {
  const state = trackStateOf({ stream, track: live }, ready);
  expect(isSameTrackState(state, trackStateOf({ stream, track: live }, ready))).toBe(true);
  const others: KnownTrack[] = [
    { stream },
    { stream, track: live, isAuthenticated: true },
    { stream, track: track('live') },
    { stream, error: failure },
  ];
  expect(others.map((known) => isSameTrackState(state, trackStateOf(known, ready)))).toEqual([
    false,
    false,
    false,
    false,
  ]);
  expect(
    isSameTrackState(
      trackStateOf({ stream, error: failure }, ready),
      trackStateOf({ stream, error: ended }, ready),
    ),
  ).toBe(false);
});
